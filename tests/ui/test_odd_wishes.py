"""What people do without thinking: odd drops, questions and passages, leaving in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QEvent, QMimeData, QPointF, QRect, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.core.talks import Talk
from app.core.types import GateMode
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    Cancel,
    LoadTalk,
    PassagesFound,
    RemovePaths,
    TalkLoaded,
)
from app.ui.main_window import MainWindow
from app.ui.window_place import fit_to_screen
from tests.talk_values import kept
from tests.ui.scripted import SOME, FakeEngine, answer, found

KEY = "k" * 70


def test_a_drop_is_a_copy_whatever_was_proposed(window: MainWindow, engine: FakeEngine) -> None:
    """Told of a move, the program that the files come from may delete them."""
    engine.become_ready()
    data = QMimeData()
    data.setUrls([QUrl("file:///home/anna/a.pdf")])
    both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    held = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    place = window.rect().center()
    entering = QDragEnterEvent(place, both, data, *held)
    entering.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(window, entering)
    dropped = QDropEvent(QPointF(place), both, data, *held, QEvent.Type.Drop)
    dropped.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(window, dropped)
    assert entering.dropAction() is Qt.DropAction.CopyAction
    assert dropped.dropAction() is Qt.DropAction.CopyAction
    assert engine.last(AddPaths).paths == ("/home/anna/a.pdf",)


def test_what_is_removed_while_it_waits_to_be_added_is_not_added(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready()
    window.add_paths(("/home/anna/big",))
    window.add_paths(("/home/anna/small",))
    waiting = engine.last(AddPaths)
    window.library_control.remove(("/home/anna/small",))
    assert Cancel(waiting.job) in engine.sent
    assert len(engine.all(Cancel)) == 1
    assert engine.last(RemovePaths).paths == ("/home/anna/small",)


def test_a_question_of_a_hundred_pages_is_asked_whole_and_shown_in_part(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    question = "lorem ipsum dolor " * 5000
    window.chat_control.ask(question, GateMode.AUTO)
    assert engine.last(Ask).question == question
    view = window.chat.exchanges[-1]
    assert view.question == question
    assert len(view.contents.head.bubble.text()) < 2100
    assert view.contents.head.bubble.text().endswith(" …")


def test_a_key_without_spaces_cuts_off_no_passage_and_no_question(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    window.show()
    engine.become_ready(SOME)
    window.chat_control.ask(f"What is {KEY * 3}?", GateMode.AUTO)
    passages = (found(text=f"The key {KEY * 5} is old."), found(2))
    engine.say(PassagesFound(engine.last(Ask).job, passages, ("key",)))
    panel = window.passages
    cards = panel.cards
    qtbot.waitUntil(lambda: cards[1].isVisible() and cards[1].width() > 0)
    assert all(each.width() <= panel.viewport().width() for each in cards)
    inside = panel.widget()
    assert inside is not None
    assert inside.width() <= panel.viewport().width()
    bubble = window.chat.exchanges[-1].contents.head.bubble
    assert bubble.minimumSizeHint().width() <= bubble.width()


@pytest.mark.parametrize("earlier", [0, 2])
def test_an_answer_that_was_left_can_be_asked_for_again(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, earlier: int
) -> None:
    engine.become_ready(SOME)
    for number in range(earlier):
        window.chat_control.ask(f"Question {number}?", GateMode.AUTO)
        engine.say(AnswerDone(engine.last(Ask).job, answer("Yes [1].", (found(),))))
    window.chat_control.ask("How long exactly?", GateMode.ALWAYS)
    left = engine.last(Ask)
    window.menus.new_conversation.emit()
    assert Cancel(left.job) in engine.sent
    assert not window.left.undo.isHidden()
    qtbot.mouseClick(window.left.undo.button, Qt.MouseButton.LeftButton)
    if earlier:
        exchanges = tuple(kept(number + 1, f"Question {number}?") for number in range(earlier))
        talk = Talk(left.talk, "", 1, exchanges)
        engine.say(TalkLoaded(engine.last(LoadTalk).job, talk, ()))
    again = engine.last(Ask)
    assert again.job != left.job
    assert (again.question, again.mode, again.talk) == (left.question, left.mode, left.talk)
    assert again.place == left.place
    assert len(again.history) == earlier


def test_an_answer_that_was_stopped_or_deleted_is_not_offered_again(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    window.chat_control.ask("How long?", GateMode.AUTO)
    window.talk_control.delete_open()
    assert window.left.undo.isHidden()


def test_a_first_window_fits_the_screen_with_its_frame(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    screen = qapp.primaryScreen()
    monkeypatch.setattr(type(screen), "availableGeometry", lambda _self: QRect(0, 0, 1280, 800))
    window = QWidget()
    window.resize(1280, 800)
    fit_to_screen(window)
    assert window.width() < 1280
    assert window.height() <= 800 - 40
    window.resize(600, 400)
    fit_to_screen(window)
    assert (window.width(), window.height()) == (600, 400)


def test_the_first_dialog_begins_among_the_persons_documents(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "Documents").mkdir()
    folders = iter((str(tmp_path / "nowhere"), str(tmp_path / "Documents")))
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: next(folders))
    QFileDialog(window).setDirectory(QDir.current())
    window.library_actions.choose_folder()
    (dialog,) = (each for each in window.findChildren(QFileDialog) if each.isVisible())
    assert dialog.directory().path() == str(tmp_path / "Documents")
    dialog.close()
