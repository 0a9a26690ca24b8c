"""`margine erase`: it asks, says what goes, and leaves the rest."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from app.index.library import Library
from tests.terminal.conftest import Terminal


class _Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def indexed(terminal: Terminal) -> Path:
    """A library, and a file beside it that is not its own."""
    Library.open(terminal.library, embedder=None, splitter="test").close()
    (terminal.library / "mine.txt").write_text("mine", encoding="utf-8")
    return terminal.library


def test_unasked_it_erases_and_names_what_stays(terminal: Terminal, indexed: Path) -> None:
    erased = terminal.json("erase", "--yes")
    assert erased["files"] >= 1
    assert erased["foreign"] == ["mine.txt"]
    assert [path.name for path in indexed.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("typed", "gone"), [("yes\n", True), ("YES\n", True), ("y\n", False), ("\n", False)]
)
def test_a_person_is_asked_first(
    terminal: Terminal,
    indexed: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    gone: bool,
) -> None:
    monkeypatch.setattr("sys.stdin", _Keyboard(typed))
    code = terminal("erase")
    assert "library.db" in terminal.err
    assert "left alone: mine.txt" in terminal.err
    assert (code == 0) is gone
    assert (indexed / "library.db").exists() is not gone


def test_a_program_must_say_that_it_means_it(
    terminal: Terminal, indexed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert terminal("erase") == 1
    assert (indexed / "library.db").exists()


def test_where_there_is_none_it_says_so(terminal: Terminal) -> None:
    assert terminal("erase", "--yes") == 1
    assert "There is no library here." in terminal.err
