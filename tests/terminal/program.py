"""`margine` in the tests' own process, as it is typed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app import cli


class Program:
    """Runs `margine WORDS… …`; `out` and `err` are what the last command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self._capsys = capsys
        self._words = words
        self.out = ""
        self.err = ""

    def __call__(self, *words: str) -> int:
        """Run a command; return its exit code."""
        try:
            code = cli.main([*self._words, *words])
        except SystemExit as error:  # argparse's way out
            code = int(str(error.code))
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *words: str) -> Any:  # noqa: ANN401 - whatever the command prints
        """Run a command with --json, which must succeed; return the value it printed."""
        assert self(*words, "--json") == 0, self.err
        assert self.err == ""
        return json.loads(self.out)
