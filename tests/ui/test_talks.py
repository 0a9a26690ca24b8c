"""Conversations in the window: kept, listed, found, opened, renamed, deleted, asked anew."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.core.talks import KeptExchange, LostSource, Talk, TalkSummary
from app.core.types import AnswerStyle, GateMode
from app.engine.protocol import (
    AnswerDone,
    AnswerText,
    Ask,
    Cancel,
    ForgetTaken,
    JobDone,
    JobFailed,
    ListTalks,
    LoadTalk,
    PutTalk,
    QuestionCompleted,
    RenameTalk,
    TakeTalk,
    TalkLoaded,
    TalksListed,
    TalkTaken,
)
from app.ui.main_window import MainWindow
from tests.talk_values import kept
from tests.ui.scripted import SOME, FakeEngine, answer, found

ROW_PX = 10  # what stands side by side is not of one height
ONE, TWO = "1" * 32, "2" * 32
SUMMARIES = (
    TalkSummary(ONE, "How long?", named=False, changed_ms=2, exchanges=2),
    TalkSummary(TWO, "The lease", named=True, changed_ms=1, exchanges=1),
)
TALK = Talk(ONE, "", 1, (kept(1, "How long?"), kept(4, "Why?", searched_for="How long? Why?")))


@pytest.fixture
def started(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> MainWindow:
    """A window in which the last conversation was taken up again."""
    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    engine.say(TalkLoaded(engine.last(LoadTalk).job, TALK, ()))
    qtbot.waitUntil(lambda: len(questions(window)) == 2)  # the older ones come one by one
    window.left.show_talks()
    return window


def ask(window: MainWindow, qtbot: QtBot, question: str) -> None:
    qtbot.keyClicks(window.chat.box.edit, question)
    qtbot.keyClick(window.chat.box.edit, Qt.Key.Key_Return)


def questions(window: MainWindow) -> list[str]:
    return [each.question for each in window.chat.exchanges]


def test_the_last_conversation_is_there_at_the_start(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    assert engine.last(LoadTalk).key == ONE
    assert questions(started) == ["How long?", "Why?"]
    first, second = started.chat.exchanges
    assert first.contents.head.searched.isHidden()
    assert second.contents.head.searched.label.text() == "Searched for: How long? Why?"
    assert first.badge_text == "From your documents"
    qtbot.waitUntil(lambda: bool(started.passages.cards))
    ask(started, qtbot, "And then?")
    asked = engine.last(Ask)
    assert (asked.talk, asked.place) == (ONE, 5)
    assert [turn.question for turn in asked.history] == ["How long?", "Why?"]


def test_tab_goes_through_the_conversation_as_it_is_read(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    """The older exchange was made after the newer one; a third is asked on top of both."""
    ask(started, qtbot, "And then?")
    job = engine.last(Ask).job
    engine.say(AnswerDone(job, answer("Five years [1].", (found(),))))
    exchanges = started.chat.exchanges
    box = started.chat.scope_chip.button
    stops = []
    at: QWidget = started.chat.new_button
    while at is not box:
        at = at.nextInFocusChain()
        if at.focusPolicy() & Qt.FocusPolicy.TabFocus:
            stops.append(at)
    of = [n for each in stops for n, view in enumerate(exchanges) if view.isAncestorOf(each)]
    assert of == sorted(of)
    assert set(of) == {0, 1, 2}
    assert exchanges[2].contents.head.edit in stops
    seen = [each for each in stops if exchanges[0].isAncestorOf(each) and each.isVisible()]
    rows = [each.mapTo(exchanges[0], each.rect().center()).y() // ROW_PX for each in seen]
    assert rows == sorted(rows)  # and each of them from its top to its foot


def test_a_conversation_that_has_begun_is_not_replaced_at_the_start(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ask(window, qtbot, "Early?")
    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    assert engine.all(LoadTalk) == []
    assert engine.last(Ask).place == 1


def test_a_question_asked_while_one_is_loaded_stays(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    ask(window, qtbot, "Quick?")
    engine.say(TalkLoaded(engine.last(LoadTalk).job, TALK, ()))
    assert questions(window) == ["Quick?"]


def test_new_questions_are_listed_and_a_new_conversation_keeps_the_old_one(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    started.menus.new_conversation.emit()
    assert questions(started) == []
    ask(started, qtbot, "Another?")
    asked = engine.last(Ask)
    assert asked.talk not in (ONE, TWO, "")
    lists = len(engine.all(ListTalks))
    engine.say(AnswerDone(asked.job, answer("Yes [1].", (found(),))))
    assert len(engine.all(ListTalks)) == lists + 1
    assert engine.all(TakeTalk) == []


def test_searching(started: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    qtbot.keyClicks(started.talks.edit, "lease")
    qtbot.waitUntil(lambda: engine.last(ListTalks).query == "lease")
    hit = TalkSummary(TWO, "The lease", named=True, changed_ms=1, exchanges=1, excerpt="…rent…")
    engine.say(TalksListed(engine.last(ListTalks).job, (hit,)))
    model = started.talks.list.talks
    assert model.rowCount() == 1
    assert model.second_line(hit) == "…rent…"
    qtbot.keyClick(started.talks.edit, Qt.Key.Key_Down)
    qtbot.keyClick(started.talks.list, Qt.Key.Key_Return)
    assert engine.last(LoadTalk).key == TWO
    started.talks.edit.setText("zzz")
    qtbot.waitUntil(lambda: engine.last(ListTalks).query == "zzz")
    engine.say(TalksListed(engine.last(ListTalks).job, ()))
    assert started.talks.nothing.text() == "Nothing found in your conversations."


def test_a_click_opens(started: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    view = started.talks.list
    place = view.visualRect(view.talks.index(1)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    loaded = engine.last(LoadTalk)
    assert loaded.key == TWO
    engine.say(TalkLoaded(loaded.job, Talk(TWO, "The lease", 1, (kept(1, "Rent?"),)), ()))
    assert questions(started) == ["Rent?"]
    assert view.talks.open_key == TWO


def test_one_that_has_gone_meanwhile(started: MainWindow, engine: FakeEngine) -> None:
    lists = len(engine.all(ListTalks))
    started.talks.open_requested.emit(TWO)
    engine.say(TalkLoaded(engine.last(LoadTalk).job, None, ()))
    assert questions(started) == ["How long?", "Why?"]
    assert len(engine.all(ListTalks)) == lists + 1


def test_renaming_in_place(started: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    view = started.talks.list
    view.setCurrentIndex(view.talks.index(0))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText("Duration")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(engine.all(RenameTalk)))
    assert (engine.last(RenameTalk).key, engine.last(RenameTalk).title) == (ONE, "Duration")
    menu = started.talks.make_menu(SUMMARIES[1])
    texts = [each.text().split("\t")[0] for each in menu.actions()]
    assert "Title it by its first question" in texts


def test_deleting_and_undoing(started: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    view = started.talks.list
    view.setCurrentIndex(view.talks.index(0))
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert questions(started) == []
    taken = engine.last(TakeTalk)
    assert (taken.key, taken.since) == (ONE, 0)
    assert started.left.undo.isHidden()
    engine.say(TalkTaken(taken.job, 2))
    assert started.left.undo.text == "Deleted: “How long?”"
    started.left.undo.button.click()
    put = engine.last(PutTalk)
    assert put.taken == taken.job
    assert engine.all(ForgetTaken) == []
    engine.say(JobDone(put.job))
    engine.say(TalkLoaded(engine.last(LoadTalk).job, TALK, ()))
    qtbot.waitUntil(lambda: questions(started) == ["How long?", "Why?"])
    assert started.left.undo.isHidden()


def delete(window: MainWindow, engine: FakeEngine, key: str) -> TakeTalk:
    window.talks.delete_requested.emit(key)
    taken = engine.last(TakeTalk)
    engine.say(TalkTaken(taken.job, 1))
    return taken


def test_what_is_not_to_be_undone_is_forgotten(started: MainWindow, engine: FakeEngine) -> None:
    first = delete(started, engine, ONE)
    second = delete(started, engine, TWO)
    assert not engine.all(ForgetTaken)  # both can be undone
    started.left.undo.forget()
    assert [each.taken for each in engine.all(ForgetTaken)] == [first.job, second.job]
    started.left.undo.forget()
    assert len(engine.all(ForgetTaken)) == 2


def test_several_that_were_deleted_come_back_one_by_one(
    started: MainWindow, engine: FakeEngine
) -> None:
    """Also behind the one that was open, whose question was being answered."""
    first = delete(started, engine, TWO)
    second = delete(started, engine, ONE)
    assert started.left.undo.text == "Deleted: “How long?”"
    started.left.undo.button.click()
    assert engine.last(PutTalk).taken == second.job
    assert started.left.undo.text == "Deleted: “The lease”"
    started.left.undo.button.click()
    assert engine.last(PutTalk).taken == first.job
    assert started.left.undo.isHidden()
    assert not engine.all(ForgetTaken)


def test_the_keys_go_on_to_the_next_one_to_be_deleted(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    view = started.talks.list
    view.setFocus()
    view.setCurrentIndex(view.talks.index(0))
    qtbot.keyClick(view, Qt.Key.Key_Delete)  # it is open
    engine.say(JobDone(engine.last(TakeTalk).job))
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES[1:]))
    assert view.hasFocus()
    assert view.current == SUMMARIES[1]


def test_an_engine_that_ends_takes_along_what_was_deleted(
    started: MainWindow, engine: FakeEngine
) -> None:
    delete(started, engine, TWO)
    engine.die()
    assert started.left.undo.isHidden()
    assert engine.all(ForgetTaken) == []


def test_what_could_not_be_put_back_is_offered_again(
    started: MainWindow, engine: FakeEngine
) -> None:
    taken = delete(started, engine, TWO)
    started.left.undo.button.click()
    engine.say(JobFailed(engine.last(PutTalk).job, "The disk is full.", "", ""))
    assert not started.left.undo.isHidden()
    started.left.undo.button.click()
    assert [each.taken for each in engine.all(PutTalk)] == [taken.job] * 2


def test_what_is_being_answered_is_asked_again_of_an_engine_with_other_settings(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ask(started, qtbot, "And then?")
    first = engine.last(Ask)
    engine.say(AnswerText(first.job, "Half an ans"))
    engine.reload()
    assert questions(started) == ["How long?", "Why?", "And then?"]
    assert started.chat_control.busy
    engine.become_ready(SOME)
    again = engine.last(Ask)
    assert (again.question, again.history, again.place) == ("And then?", first.history, first.place)
    engine.say(AnswerDone(again.job, answer("A whole answer."), kept=True))
    view = started.chat.exchanges[-1]
    assert view.answer is not None
    assert view.answer.text == "A whole answer."
    assert not started.chat_control.busy


def test_what_an_engine_died_of_is_not_asked_again(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ask(started, qtbot, "And then?")
    engine.die()
    engine.become_ready(SOME)
    assert len(engine.all(Ask)) == 1
    assert not started.chat_control.busy


def test_an_answer_is_stopped_before_its_conversation_is_deleted(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ask(started, qtbot, "And then?")
    started.menus.delete_talk.emit()
    kinds = [type(each) for each in engine.sent]
    assert kinds.index(Cancel) < kinds.index(TakeTalk)


def test_asking_anew_replaces_what_follows(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    started.chat.exchanges[0].contents.head.edit.click()
    box = started.chat.box.edit
    assert box.toPlainText() == "How long?"
    assert not started.chat.edit_note.isHidden()
    ask(started, qtbot, "How long, exactly?")
    taken, asked = engine.last(TakeTalk), engine.last(Ask)
    assert (taken.key, taken.since) == (ONE, 1)
    assert (asked.question, asked.place, asked.history) == ("How long, exactly?", 1, ())
    assert questions(started) == ["How long, exactly?"]
    assert started.chat.edit_note.isHidden()
    engine.say(TalkTaken(taken.job, 2))
    started.left.undo.button.click()
    assert engine.last(Cancel).job == asked.job
    assert engine.last(PutTalk).taken == taken.job


def test_an_edit_can_be_called_off(started: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    started.menus.edit_last.emit()
    assert started.chat.box.edit.toPlainText() == "Why?"
    started.menus.stop.emit()
    assert started.chat.box.edit.toPlainText() == ""
    ask(started, qtbot, "Next?")
    assert engine.all(TakeTalk) == []
    assert questions(started) == ["How long?", "Why?", "Next?"]


def test_what_is_searched_for_is_told_and_can_be_refused(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ask(started, qtbot, "Why?")
    asked = engine.last(Ask)
    engine.say(QuestionCompleted(asked.job, "How long? Why?"))
    engine.say(AnswerDone(asked.job, answer("So [1].", (found(),)), kept=False))
    view = started.chat.exchanges[-1]
    assert view.contents.head.searched.label.text() == "Searched for: How long? Why?"
    assert view.contents.keeping.text() == "This answer could not be kept in the library."
    view.contents.head.searched.as_written.click()
    assert engine.last(Ask).as_written
    assert engine.last(TakeTalk).since == view.place  # it stands in the place of the other one
    assert questions(started) == ["How long?", "Why?", "Why?"]


def test_what_was_rewritten_wrongly_is_undone_while_it_is_answered(
    started: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ask(started, qtbot, "And then?")
    first = engine.last(Ask)
    engine.say(QuestionCompleted(first.job, "How long and then?"))
    view = started.chat.exchanges[-1]
    qtbot.mouseClick(view.contents.head.searched.as_written, Qt.MouseButton.LeftButton)
    assert engine.last(Cancel).job == first.job
    again = engine.last(Ask)
    assert (again.question, again.as_written, again.place) == ("And then?", True, first.place)
    assert [turn.question for turn in again.history] == ["How long?", "Why?"]
    assert questions(started) == ["How long?", "Why?", "And then?"]
    assert started.chat.exchanges[-1].contents.head.searched.isHidden()
    engine.say(AnswerText(first.job, "Too late."))
    assert "Too late" not in started.chat.exchanges[-1].browser.toPlainText()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (True, "“Costituzione” has changed since: what is quoted is the earlier text."),
        (False, "“Costituzione” is no longer in the library: what is quoted is kept here."),
    ],
)
def test_sources_that_are_not_as_they_were(
    window: MainWindow, engine: FakeEngine, changed: bool, said: str
) -> None:
    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    engine.say(TalkLoaded(engine.last(LoadTalk).job, TALK, (LostSource(7, changed),)))
    assert window.chat.exchanges[0].contents.keeping.text() == said


def test_an_exchange_of_another_version_is_text(window: MainWindow, engine: FakeEngine) -> None:
    old = KeptExchange(
        1, 1, "Old?", "", GateMode.AUTO, AnswerStyle.WRITTEN, 0, (), "Plain [1].", None
    )
    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    engine.say(TalkLoaded(engine.last(LoadTalk).job, Talk(ONE, "", 1, (old,)), ()))
    (view,) = window.chat.exchanges
    assert "Plain" in view.browser.toPlainText()
    assert view.contents.waiting.isHidden()


def test_a_long_conversation_is_shown_from_its_end(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    long = Talk(ONE, "", 1, tuple(kept(at, f"Question {at}") for at in range(1, 31)))
    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    engine.say(TalkLoaded(engine.last(LoadTalk).job, long, ()))
    assert questions(window) == ["Question 30"]
    assert window.chat.share.text.text == "Searched for 30 of 30 questions"
    turns = [turn.question for turn in window.chat.history()]
    assert turns == [f"Question {at}" for at in range(25, 31)]
    qtbot.waitUntil(lambda: len(window.chat.exchanges) > 3)  # what is near the eye
    assert window.chat.unshown
    bar = window.chat.list.verticalScrollBar()
    while window.chat.unshown:
        shown = len(window.chat.exchanges)
        bar.setValue(0)
        qtbot.waitUntil(lambda shown=shown: len(window.chat.exchanges) > shown)
    assert questions(window) == [f"Question {at}" for at in range(1, 31)]


def test_the_older_part_of_a_conversation_is_fetched_behind_it(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    """And is history, and is saved, before it is seen."""

    def part(*places: int) -> Talk:
        return Talk(ONE, "", 1, tuple(kept(at, f"Question {at}") for at in places))

    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    first = engine.last(LoadTalk)
    assert first.before == 0
    engine.say(TalkLoaded(first.job, part(5, 6), (), older=True))
    second = engine.last(LoadTalk)
    assert (second.key, second.before) == (ONE, 5)
    ask(window, qtbot, "And then?")  # does not stop it
    engine.say(TalkLoaded(second.job, part(3, 4), (), older=True))
    third = engine.last(LoadTalk)
    assert third.before == 3
    assert [turn.question for turn in window.chat.history()] == [
        f"Question {at}" for at in (3, 4, 5, 6)
    ]
    engine.say(TalkLoaded(third.job, part(1), ()))
    assert engine.last(LoadTalk) is third
    qtbot.waitUntil(lambda: questions(window)[:2] == ["Question 1", "Question 3"])
    window.chat.clear()


def test_another_conversation_gets_no_older_part_of_the_one_before(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    engine.say(TalksListed(engine.last(ListTalks).job, SUMMARIES))
    engine.say(TalkLoaded(engine.last(LoadTalk).job, TALK, (), older=True))
    late = engine.last(LoadTalk)
    window.chat.clear()
    engine.say(TalkLoaded(late.job, TALK, ()))
    assert window.chat.unshown == ()
    assert questions(window) == []


def test_erasing_forgets_everything(started: MainWindow) -> None:
    started.left.undo.offer("Deleted.", lambda: None)
    started._erase()
    assert questions(started) == []
    assert started.talks.list.talks.rowCount() == 0
    assert started.left.undo.isHidden()
