"""`margine erase`: it asks, says what goes, and leaves the rest."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from app.core.paths import config_dir, default_library_dir, models_dir
from app.index.library import Library
from tests.terminal.conftest import Terminal
from tests.terminal.program import Program


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


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str]) -> Program:
    """A terminal of a person with a library in its usual place, settings and a model."""
    Library.open(default_library_dir(), embedder=None, splitter="test").close()
    for path in (models_dir() / "small" / "model.gguf", config_dir() / "settings.json"):
        path.parent.mkdir(parents=True)
        path.write_text("{}", encoding="utf-8")
    return Program(capsys)


@pytest.mark.parametrize(("typed", "gone"), [("yes\n", True), ("no\n", False)])
def test_everything_is_listed_and_asked_about(
    program: Program, monkeypatch: pytest.MonkeyPatch, typed: str, gone: bool
) -> None:
    monkeypatch.setattr("sys.stdin", _Keyboard(typed))
    code = program("erase", "--everything")
    assert f"library in {default_library_dir()}, 0." in program.err
    assert f"models in {models_dir().parent}, 0.0 MB" in program.err
    assert f"settings in {config_dir()}, 0.0 MB" in program.err
    assert (code == 0) is gone
    for folder in (default_library_dir(), models_dir(), config_dir()):
        assert folder.exists() is not gone


def test_everything_in_json(program: Program) -> None:
    (config_dir() / "mine.txt").write_text("mine", encoding="utf-8")
    told = program.json("erase", "--everything", "--yes")
    assert told == {
        "libraries": [str(default_library_dir())],
        "parts": {"models": 2, "settings": 2},
        "left": [str(config_dir() / "mine.txt")],
        "away": [],
    }


def test_everything_is_not_asked_of_a_pipe(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert program("erase", "--everything") == 1
    assert "Use --yes" in program.err
    assert default_library_dir().exists()


def test_everything_of_one_library_is_no_order(program: Program) -> None:
    """Whoever means all that is in one library must not lose the others, models and settings."""
    named = ("--library", str(default_library_dir()))
    assert program("erase", "--everything", "--yes", *named) == 1
    assert "do not go together" in program.err
    assert default_library_dir().exists()
    assert models_dir().exists()


def test_without_a_name_it_is_the_windows_library(program: Program) -> None:
    assert program("erase", "--yes") == 0
    assert not default_library_dir().exists()
    assert models_dir().exists()
