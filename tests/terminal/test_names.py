"""Files with names that try to be something else, typed and printed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cases.nasty import NAMES
from tests.terminal.conftest import Terminal

STEERING = set("\x1b\x07\r\u202e")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows takes no such names")
def test_a_folder_named_like_an_option_is_indexed_and_its_files_are_a_line_each(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "papers" / "-rf"
    folder.mkdir(parents=True)
    for what in ("escape", "newline", "override", "option"):
        (folder / NAMES[what]).write_text("The quince grows here.\n", encoding="utf-8")
    monkeypatch.chdir(folder.parent)
    assert terminal("index", "./-rf") == 0, terminal.err
    assert not STEERING & set(terminal.out + terminal.err)
    assert terminal("status") == 0
    assert len(terminal.out.splitlines()) == 4 + 1
    assert not STEERING & set(terminal.out)
    assert terminal("search", "quince") == 0
    assert not STEERING & set(terminal.out)
    paths = {each["path"] for each in terminal.json("status")["files"]}
    assert paths == {str(path) for path in folder.iterdir()}
