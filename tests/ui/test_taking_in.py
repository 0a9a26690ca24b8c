"""Files and folders that the program is started with: as if they had been dropped."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton

import app.ui.application
from app.__main__ import COMMANDS, main
from app.cli import build_parser
from app.core.types import IndexSummary
from app.engine.protocol import AddPaths, IndexDone, PathsSeen
from app.ui.application import Application
from app.ui.main_window import MainWindow
from tests.ui.dragging import drop
from tests.ui.scripted import FakeEngine


@contextmanager
def no_disk() -> Iterator[None]:
    """Nothing asks the system for a file."""

    def refuse(path: object, *_: object, **__: object) -> object:
        raise AssertionError(f"the disk was asked for {path}")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("stat", "lstat", "scandir", "listdir", "access"):
            patch.setattr(os, name, refuse)
        yield


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, ...]]]:
    """The paths of each window that would have been opened; the tests keep their umask."""
    told: list[tuple[str, ...]] = []

    def run_window(*_: object, seed_paths: tuple[str, ...] = ()) -> int:
        told.append(seed_paths)
        return 0

    monkeypatch.setattr(app.ui.application, "run_window", run_window)
    monkeypatch.setattr("app.engine.logs.start_logging", lambda _name: None)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    mask = os.umask(0o077)
    yield told
    os.umask(mask)


def test_paths_reach_the_window_absolute(
    opened: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Caffè e tè").mkdir()
    (tmp_path / "-odd.pdf").touch()
    many = [f"./{number}.pdf" for number in range(500)]
    assert main(["Caffè e tè", "./gone.pdf", "sub/../a b.pdf"]) == 0
    assert main(["--library", "L", "Caffè e tè"]) == 0
    assert main(["--", "-odd.pdf"]) == 0
    assert main(many) == 0
    assert opened[0] == tuple(
        str(tmp_path / each) for each in ("Caffè e tè", "gone.pdf", "a b.pdf")
    )
    assert opened[1] == (str(tmp_path / "Caffè e tè"),)
    assert opened[2] == (str(tmp_path / "-odd.pdf"),)
    assert len(opened[3]) == 500


@pytest.mark.parametrize("words", [["idnex"], ["--library", "L", "ask", "Why?"], ["-x"]])
def test_a_word_that_is_no_path_opens_nothing(
    opened: list[tuple[str, ...]],
    words: Sequence[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert capsys.readouterr().err
    assert not opened


def test_a_command_is_one_also_where_a_file_has_its_name(
    opened: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "index").touch()
    with pytest.raises(SystemExit):
        main(["index"])
    assert main(["./index"]) == 0
    assert opened == [(str(tmp_path / "index"),)]


def test_every_command_is_known_without_its_code() -> None:
    (rooms,) = (each.choices for each in build_parser()._actions if each.dest == "command")
    assert set(COMMANDS) == set(rooms or ())


def test_a_second_start_shows_the_window_and_adds(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready()
    running = SimpleNamespace(window=window)
    Application.come_to_front(running, ())  # type: ignore[arg-type]  # what it uses
    assert not engine.all(AddPaths)
    Application.come_to_front(running, ("/home/anna/a.pdf",))  # type: ignore[arg-type]  # as above
    assert engine.last(AddPaths).paths == ("/home/anna/a.pdf",)
    assert window.isVisible()


@pytest.mark.parametrize("agreed", [True, False])
def test_a_whole_home_folder_is_not_read_unasked(
    window: MainWindow,
    engine: FakeEngine,
    agreed: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home" / "anna")
    engine.become_ready()
    window.show()
    inside, whole = tmp_path / "home" / "anna" / "Leggi", tmp_path / "home"
    drop(window, window.overlay, inside.as_uri())
    assert [each.paths for each in engine.all(AddPaths)] == [(str(inside),)]
    window.take_in((str(inside), str(whole)))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert str(whole) in box.text()
    assert len(engine.all(AddPaths)) == 1
    words = "Read all of it" if agreed else "Cancel"
    button = next(each for each in box.findChildren(QPushButton) if each.text() == words)
    assert button.isDefault() is not agreed
    button.click()
    assert len(engine.all(AddPaths)) == (2 if agreed else 1)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", "the whole system"),
        ("/home/anna", "your whole home folder"),
        ("/home", "your whole home folder"),
        ("/home/anna/x/..", "your whole home folder"),
        ("/media/anna/USB", "a whole drive"),
        ("/run/media/anna/USB/", "a whole drive"),
        ("/mnt/nas", "a whole drive"),
        ("/Volumes/Archivio", "a whole drive"),
        ("/home/anna/Documents", ""),
        ("/media/anna/USB/Documents", ""),
        ("/mnt/nas/Documents", ""),
        ("/home/bruno", ""),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="paths of other systems")
def test_more_than_anybody_means_is_asked_about_without_a_look_at_the_disk(
    window: MainWindow,
    engine: FakeEngine,
    path: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/anna"))
    engine.become_ready()
    window.show()
    with no_disk():
        drop(window, window.overlay, f"file://{path}")
    box = window.findChild(QMessageBox)
    if words:
        assert isinstance(box, QMessageBox)
        assert words in box.informativeText()
        assert not engine.all(AddPaths)
        box.reject()
    else:
        assert box is None
        assert len(engine.all(AddPaths)) == 1


def test_the_question_names_the_most_of_it(
    window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/anna"))
    engine.become_ready()
    window.show()
    window.take_in(("/home/anna", "/", "/home/anna/Leggi"))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert box.text() == "Read all of “/”?"
    box.reject()


def test_what_is_kept_out_is_said_at_once_and_once(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready()
    window.take_in(("/home/anna/a", "/home/anna/gone"))
    job = engine.last(AddPaths).job
    problem = "/home/anna/gone: It does not exist."
    engine.say(PathsSeen(job, (problem,), ()))
    assert window.banner.message == "Not everything can be added."
    assert window.banner.explanation == problem
    window.banner.hide()
    engine.say(IndexDone(job, IndexSummary(0, 0, 0, 0, {}, (problem,))))
    assert not window.banner.message


def test_what_holds_nothing_to_read_is_said(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready()
    window.take_in(("/home/anna/Musica", "/home/anna/Film"))
    job = engine.last(AddPaths).job
    engine.say(PathsSeen(job, (), ("/home/anna/Musica",)))
    assert window.banner.message == "There is nothing in “Musica” that can be read."
    engine.say(PathsSeen(job, (), ("/home/anna/Musica", "/home/anna/Film")))
    assert "2" in window.banner.message


def test_a_whole_drive_that_is_to_be_removed_is_named(window: MainWindow) -> None:
    drive = Path.cwd().anchor
    window.questions.confirm_removal((drive,))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert box.text() == f"Remove “{drive}” from the library?"
