"""The terminal's commands with scripted models, in the tests' own process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app import cli
from app.terminal import session
from tests import pdf_samples
from tests.engine.service_stage import ScriptedModels
from tests.fakes import Reply, ScriptedGenerator

ANSWER = "The notice period is ninety days [1]."


class Terminal:
    """Runs `margine` commands; `out` and `err` are what the last one printed."""

    def __init__(self, library: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.library = library
        self.models = ScriptedModels(
            generator=ScriptedGenerator(
                {"Passage (": Reply(ANSWER), "": Reply("Perhaps thirty days?", gap=0.0)}
            )
        )
        self._capsys = capsys
        self.out = ""
        self.err = ""

    def __call__(self, *words: str) -> int:
        """Run a command on the library; return its exit code."""
        command = [*words, "--library", str(self.library)] if words[0] not in OTHERS else [*words]
        try:
            code = cli.main(command)
        except SystemExit as error:  # argparse's way out
            code = int(str(error.code))
        self.out, self.err = self._capsys.readouterr()
        return code

    def json(self, *words: str) -> Any:  # noqa: ANN401 - whatever the command prints
        """Run a command with --json, which must succeed; return the value it printed."""
        assert self(*words, "--json") == 0, self.err
        assert self.err == ""
        return json.loads(self.out)


OTHERS = ("models", "demo", "--help", "--version")


@pytest.fixture
def terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Terminal:
    """A terminal whose engine has scripted models; it leaves this process as it was."""
    terminal = Terminal(tmp_path / "library", capsys)
    monkeypatch.setattr(session, "InstalledModels", lambda _settings: terminal.models)
    monkeypatch.setattr(cli, "refuse_network", lambda: None)  # it cannot be taken back
    monkeypatch.setattr(cli, "start_logging", lambda _name: None)
    return terminal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A text, a Markdown file and a PDF with labels whose second page holds the answer."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    (folder / "bees.md").write_text("# Bees\n\nA hive holds one queen.\n", encoding="utf-8")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    pages = [[f"Clause {n} of page {page} is ordinary." for n in range(36)] for page in range(3)]
    pages[1][18] = "The notice period is ninety days."
    labels = b"<< /Nums [0 << /S /r >>] >>"
    (folder / "contract.pdf").write_bytes(pdf_samples.text_pdf(pages, labels=labels))
    return folder
