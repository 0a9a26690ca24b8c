"""Erasing the library from the window: asked first, and nothing shown of it afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from app.core.types import GateMode
from app.engine.protocol import AddPaths, AnswerDone, Ask, LibraryErased
from app.ui.main_window import MainWindow
from tests.ui.scripted import SOME, FakeEngine, answer, file_record, files_changed, found


@pytest.fixture
def folder(engine: FakeEngine, tmp_path: Path) -> Path:
    engine.folder = tmp_path / "library"
    engine.folder.mkdir()
    (engine.folder / "library.db").write_bytes(b"x" * 3_000_000)
    (engine.folder / "mine.txt").write_text("mine", encoding="utf-8")
    return engine.folder


def question(window: MainWindow) -> QMessageBox:
    window.menus.erase.emit()
    (box,) = window.findChildren(QMessageBox)
    return box


def press(box: QMessageBox, role: QMessageBox.ButtonRole) -> None:
    next(each for each in box.buttons() if box.buttonRole(each) is role).click()


def test_it_says_what_goes_and_what_stays(window: MainWindow, folder: Path) -> None:
    box = question(window)
    told = box.informativeText()
    assert f"2.9 MB in {folder}" in told
    assert "mine.txt" in told
    assert box.defaultButton() is not None
    assert box.buttonRole(box.defaultButton()) is QMessageBox.ButtonRole.RejectRole


@pytest.mark.usefixtures("folder")
def test_nothing_happens_to_who_thinks_better_of_it(window: MainWindow, engine: FakeEngine) -> None:
    press(question(window), QMessageBox.ButtonRole.RejectRole)
    assert engine.erasures == 0


@pytest.mark.usefixtures("folder")
def test_the_window_shows_nothing_of_it_afterwards(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready(SOME)
    engine.say(files_changed(file_record(1, "/home/anna/Documents/a.pdf")))
    window.chat_control.ask("What is the rent?", GateMode.ALWAYS)
    engine.say(AnswerDone(engine.last(Ask).job, answer("750 euro [1].", (found(),))))
    window.sources.open_passage(found())
    window.add_paths(("/new",))  # still under way
    press(question(window), QMessageBox.ButtonRole.DestructiveRole)
    assert engine.erasures == 1
    assert window.chat.exchanges == []
    assert window.document.place is None
    assert window.passages.cards == []
    engine.sent.clear()
    engine.become_ready()
    engine.say(LibraryErased(4, ("mine.txt",)))
    assert window.banner.message == "The library was erased."
    assert window.banner.explanation.endswith("mine.txt")
    assert engine.all(AddPaths) == []  # what was being added went with it


@pytest.mark.usefixtures("folder")
def test_it_works_while_the_engine_has_given_up(window: MainWindow, engine: FakeEngine) -> None:
    engine.give_up()
    press(question(window), QMessageBox.ButtonRole.DestructiveRole)
    assert engine.erasures == 1
