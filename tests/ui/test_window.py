"""The window with a scripted engine: dropping, asking, reading, stopping, failing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.core.text_hash import hash_text
from app.core.types import (
    AnswerSource,
    FileState,
    GateMode,
    IndexProgress,
    IndexSummary,
    Scores,
    Turn,
)
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    AnswerText,
    Ask,
    Cancel,
    DocumentPageText,
    DraftText,
    EngineFailed,
    GateDecided,
    IndexDone,
    JobCancelled,
    JobDone,
    JobFailed,
    ListFiles,
    ModelState,
    PassagesFound,
    Progress,
    PromptProgress,
    ReadDocumentText,
    Rect,
    RemovePaths,
    Rescan,
    RetryFiles,
)
from app.ui.exchange_view import ExchangeView
from app.ui.main_window import MainWindow
from app.ui.window_state import WindowState, load_window_state, save_window_state
from tests.ui.dragging import drop
from tests.ui.scripted import (
    SOME,
    FakeEngine,
    FakePages,
    answer,
    cite,
    file_record,
    files_changed,
    found,
    gate,
)


def ask(window: MainWindow, qtbot: QtBot, question: str = "How long?") -> ExchangeView:
    """Type a question and press Enter."""
    box = window.chat.box
    qtbot.keyClicks(box.edit, question)
    qtbot.keyClick(box.edit, Qt.Key.Key_Return)
    return window.chat.exchanges[-1]


def answered(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, text: str = "Five [1]."
) -> ExchangeView:
    view = ask(window, qtbot)
    job = engine.last(Ask).job
    engine.say(PassagesFound(job, (found(),), ("anni",)), AnswerDone(job, answer(text, (found(),))))
    return view


# ----------------------------------------------------------------------------------- library


def test_what_is_dropped_anywhere_goes_to_the_library(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready()
    drop(window, window.overlay, "file:///home/anna/Caffè <b>", "file:///home/anna/a.pdf")
    assert engine.last(AddPaths).paths == ("/home/anna/Caffè <b>", "/home/anna/a.pdf")


def test_links_to_elsewhere_are_not_taken(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready()
    drop(window, window.overlay, "https://example.org/a.pdf")
    assert not engine.all(AddPaths)


def test_no_part_of_the_window_takes_drops_for_itself(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready()
    answered(window, engine, qtbot)
    takers = [each for each in window.findChildren(QWidget) if each.acceptDrops()]
    assert takers == []


def test_a_start_lists_the_files_and_looks_for_changes(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    assert engine.all(ListFiles)
    assert engine.all(Rescan)
    engine.say(files_changed(file_record(1, "/home/anna/Documents/a.pdf")))
    assert window.model.record(1) is not None
    assert window.library.totals == "1 file · 12 pages · 40 passages"


def test_progress_is_told_and_can_be_stopped(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready()
    engine.say(IndexDone(engine.last(Rescan).job, IndexSummary(0, 0, 0, 0)))
    window.add_paths(("/d",))
    job = engine.last(AddPaths).job
    progress = IndexProgress(False, 12, 40, 400, 9, 9, 50, 100, "/d/<b>.pdf", 117.6, None, 130.0)
    engine.say(Progress(job, progress, paused=False))
    strip = window.library.strip
    assert strip.lines == (
        "Reading files: 12 of 40",
        "<b>.pdf",
        "about 2 minutes left · 118 pages a second",
    )
    qtbot.waitUntil(strip.isVisible)
    engine.say(Progress(job, progress, paused=True))
    assert strip.lines[2] == "Waiting while a question is answered"
    strip.cancel_requested.emit()
    assert engine.last(Cancel).job == job
    assert strip.lines[0] == "Stopping…"
    engine.say(JobCancelled(job))
    assert not strip.isVisible()


def test_the_reason_of_a_failed_file_is_shown(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready()
    record = file_record(1, "/home/anna/Documents/a.pdf", FileState.FAILED, reason="Cut <short>.")
    engine.say(files_changed(record))
    folder = window.model.index(0, 0)
    window.library.tree.setCurrentIndex(window.model.index(0, 0, folder))
    assert window.library.details == "Cut <short>."


def test_a_file_can_be_read_again_or_set_aside(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready()
    engine.say(files_changed(file_record(5, "/home/anna/Documents/a.pdf")))
    index = window.model.index(0, 0, window.model.index(0, 0))
    menu = window.library.make_menu(index)
    by_text = {each.text(): each for each in menu.actions()}
    by_text["Read again"].trigger()
    assert engine.last(RetryFiles).file_ids == (5,)
    by_text["Set aside: do not read"].trigger()
    assert not engine.all(RemovePaths)  # it can still be undone: tests/ui/test_removal.py
    window.removal.finish()
    assert engine.last(RemovePaths).paths == ("/home/anna/Documents/a.pdf",)
    engine.say(JobDone(engine.last(RemovePaths).job))


def test_files_open_in_their_program_only_when_asked(
    window: MainWindow,
    engine: FakeEngine,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.pdf"
    file.touch()
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    engine.become_ready()
    engine.say(files_changed(file_record(1, str(file), root=str(tmp_path))))
    view = answered(window, engine, qtbot, "See <a href='https://x.org'>x</a> [1] https://x.org")
    view.browser.anchorClicked.emit(QUrl("https://x.org"))
    view.browser.anchorClicked.emit(QUrl("cite:1"))
    assert opened == []
    index = window.model.index(0, 0, window.model.index(0, 0))
    next(iter(window.library.make_menu(index).actions())).trigger()
    qtbot.waitUntil(lambda: opened == [str(file)])


def test_a_failed_addition_says_why(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready()
    window.add_paths(("/gone",))
    engine.say(JobFailed(engine.last(AddPaths).job, "No such folder.", "", "Choose another."))
    assert window.banner.message == "No such folder."


def test_cited_passages_say_under_which_number(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    ask(window, qtbot)
    passages = (found(1), found(2))
    done = answer("So [3].", passages, citations=(cite(3, passages[1]),))
    engine.say(AnswerDone(engine.last(Ask).job, done))
    texts = [
        [label.text() for label in card.findChildren(QLabel)] for card in window.passages.cards
    ]
    assert "in the prompt" in texts[0]
    assert "cited as 3" in texts[1]


def test_a_rerankers_score_is_shown_where_there_is_one(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    ask(window, qtbot)
    passages = (found(1, scores=Scores(12.31, 0.871, 0.94, reranked=0.613)), found(2))
    engine.say(PassagesFound(engine.last(Ask).job, passages, ()))
    texts = [
        [label.text() for label in card.findChildren(QLabel)] for card in window.passages.cards
    ]
    assert "Reranked" in texts[0]
    assert "#1   0.613" in texts[0]
    assert "–   0.940" in texts[0]  # the fused score has no rank of its own then
    assert "Reranked" not in texts[1]
    assert "#2   0.940" in texts[1]


def test_an_empty_library_says_what_to_do(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    assert window.chat.welcome.title == "Opening your library…"
    engine.become_ready()
    assert window.chat.welcome.title == "Drop a folder here"
    samples = next(each for each in window.findChildren(QPushButton) if "sample" in each.text())
    qtbot.mouseClick(samples, Qt.MouseButton.LeftButton)
    (folder,) = engine.last(AddPaths).paths
    engine.say(files_changed(file_record(1, f"{folder}/a.md", root=folder)))
    assert window.chat.welcome.title == "What would you like to know?"
    hints = [
        each
        for each in window.chat.welcome.findChildren(QPushButton)
        if each.property("role") == "suggestion"
    ]
    assert len(hints) == 3
    qtbot.mouseClick(hints[0], Qt.MouseButton.LeftButton)
    assert engine.last(Ask).question == hints[0].text()


# ------------------------------------------------------------------------------ conversation


def test_a_sure_draft_becomes_the_answer(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot, "Capital of France?")
    job = engine.last(Ask).job
    assert engine.last(Ask).mode is GateMode.AUTO
    engine.say(PassagesFound(job, (found(used=False),), ("Camera",)))
    engine.say(DraftText(job, "Paris is"), DraftText(job, " the"))
    qtbot.waitUntil(lambda: view.browser.toPlainText() == "Paris is the")
    assert text_colour(view) == window._look.colours.muted
    height = view.browser.height()
    engine.say(GateDecided(job, gate(retrieved=False)), AnswerText(job, " capital."))
    qtbot.waitUntil(lambda: view.browser.toPlainText() == "Paris is the capital.")
    assert text_colour(view) == window._look.colours.ink
    assert view.browser.height() == height
    done = answer(
        "Paris is the capital.",
        (found(used=False),),
        source=AnswerSource.MEMORY,
        report=gate(retrieved=False),
        citations=(),
    )
    engine.say(AnswerDone(job, done))
    assert view.badge_text == "From the model’s memory (passages found, not used)"
    assert view.gate_text == "U 0.12 ≤ τ 0.25"
    assert not view.footer.panel.isVisible()


def text_colour(view: ExchangeView) -> str:
    """The colour in which the first words are shown."""
    block = view.browser.document().firstBlock()
    written = block.begin().fragment().charFormat().foreground()
    if written.style() is Qt.BrushStyle.NoBrush:
        return view.browser.palette().text().color().name()
    return written.color().name()


def test_an_unsure_draft_folds_away(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot)
    job = engine.last(Ask).job
    engine.say(
        PassagesFound(job, (found(), found(2)), ("Camera",)),
        DraftText(job, "Four <b>years"),
        GateDecided(job, gate(retrieved=True)),
    )
    assert view.browser.toPlainText() == "It was not sure of its own words."
    assert not view.footer.panel.isVisible()
    qtbot.mouseClick(view.contents.waiting.why, Qt.MouseButton.LeftButton)
    assert view.footer.panel.draft.text() == "Four <b>years"
    assert view.footer.panel.draft.isVisible()
    assert not view.footer.badge.isVisible()
    engine.say(PromptProgress(job, 430, 1000))
    assert view.contents.waiting.text == "Reading 2 passages… 43 %"
    engine.say(AnswerText(job, "Five"))
    qtbot.waitUntil(lambda: view.browser.toPlainText() == "Five")
    engine.say(AnswerDone(job, answer("Five years [1].", (found(),))))
    assert view.badge_text == "From your documents"
    assert view.gate_text == "U 0.31 > τ 0.25"
    assert view.footer.panel.isVisible()


def test_the_best_sentence_is_shown_while_waiting(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot)
    text = "Altro qui. La Camera dura <i>cinque anni. Fine."
    engine.say(PassagesFound(engine.last(Ask).job, (found(text=text),), ("camera", "anni")))
    assert view.quote.isVisible()
    assert view.quote.browser.toPlainText() == "“La Camera dura <i>cinque anni.”"


def test_a_citation_opens_its_page_with_the_passage_marked(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = answered(window, engine, qtbot)
    view.browser.anchorClicked.emit(QUrl("cite:1"))
    assert window.tabs.currentWidget() is window.document
    wish = engine.last(ReadDocumentText)
    assert (wish.document_id, wish.page_index) == (7, 16)
    engine.say(DocumentPageText(wish.job, 7, 16, "17", 70, True, "pdf", "testo", changed=False))
    request = pages.requests[-1]
    assert (request.path, request.page_index) == (found().path, 16)
    assert request.spans == found().spans
    assert request.text_sha256 == hash_text("testo")
    image = QImage(400, 560, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    pages.answer(image, (Rect(0.1, 0.2, 0.5, 0.25),), label="17")
    assert window.document.head.where.text == "Page 17 of 70"
    assert window.document.area.canvas.rects == (Rect(0.1, 0.2, 0.5, 0.25),)


def test_a_mouse_click_on_the_number_is_what_opens_it(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = answered(window, engine, qtbot, "[1] is all.")
    qtbot.waitUntil(lambda: view.browser.height() > 5)
    layout = view.browser.document().documentLayout()
    spot = next(
        point
        for x in range(0, 60, 2)
        for point in (QPointF(x, view.browser.height() / 2 - 4),)
        if layout.anchorAt(point) == "cite:1"
    )
    qtbot.mouseClick(view.browser.viewport(), Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert engine.last(ReadDocumentText).document_id == 7


def test_citations_are_stepped_through(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot)
    citations = (cite(1, found()), cite(2, found(2, page_index=30, document_id=8)))
    engine.say(AnswerDone(engine.last(Ask).job, answer("A [1] b [2].", citations=citations)))
    view.browser.anchorClicked.emit(QUrl("cite:1"))
    window.menus.next_citation.emit()
    assert engine.last(ReadDocumentText).document_id == 8
    window.menus.previous_citation.emit()
    assert engine.last(ReadDocumentText).document_id == 7


def test_passages_are_listed_with_words_marked(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    ask(window, qtbot)
    passages = (found(), found(2, text="<img src=x> Camera", used=False, page_index=None))
    engine.say(PassagesFound(engine.last(Ask).job, passages, ("camera",)))
    cards = window.passages.cards
    assert [card.passage.rank for card in cards] == [1, 2]
    assert "background-color" in cards[0].html
    assert "&lt;img src=x&gt;" in cards[1].html
    qtbot.mouseClick(cards[1], Qt.MouseButton.LeftButton)
    assert engine.last(ReadDocumentText).document_id == 7
    assert window.tabs.currentWidget() is window.document
    assert not [each for each in cards[1].findChildren(QLabel) if each.property("role") == "tag"]
    cards[0].setFocus()
    qtbot.keyClick(cards[0], Qt.Key.Key_Return)
    assert engine.last(ReadDocumentText).page_index == 16


@pytest.mark.parametrize(("retrieved", "other"), [(True, GateMode.NEVER), (False, GateMode.ALWAYS)])
def test_the_other_way_asks_with_the_same_history(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, retrieved: bool, other: GateMode
) -> None:
    engine.become_ready(SOME)
    answered(window, engine, qtbot)
    view = ask(window, qtbot, "And then?")
    first = engine.last(Ask)
    report = gate(retrieved=retrieved)
    engine.say(AnswerDone(first.job, answer("So [1].", (found(),), report=report)))
    qtbot.mouseClick(view.footer.swap, Qt.MouseButton.LeftButton)
    again = engine.last(Ask)
    assert (again.question, again.mode) == ("And then?", other)
    assert again.history == first.history == (Turn("How long?", "Five."),)


def test_escape_stops_and_what_was_written_stays(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot)
    job = engine.last(Ask).job
    engine.say(GateDecided(job, gate(retrieved=True)), AnswerText(job, "Half an"))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert engine.last(Cancel).job == job
    engine.say(JobCancelled(job))
    assert view.browser.toPlainText() == "Half an"
    assert view.failure.what.text() == "Stopped."
    assert not window.chat.box.busy


def test_one_question_at_a_time(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.become_ready(SOME)
    ask(window, qtbot, "One?")
    qtbot.keyClicks(window.chat.box.edit, "Two?")
    qtbot.keyClick(window.chat.box.edit, Qt.Key.Key_Return)
    assert len(engine.all(Ask)) == 1
    assert window.chat.box.edit.toPlainText() == "Two?"
    qtbot.mouseClick(window.chat.box.button, Qt.MouseButton.LeftButton)
    assert engine.all(Cancel)


def test_shift_enter_makes_a_line_and_the_box_grows(window: MainWindow, qtbot: QtBot) -> None:
    edit = window.chat.box.edit
    low = edit.height()
    qtbot.keyClicks(edit, "a")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(edit, "b")
    assert edit.toPlainText() == "a\nb"
    assert edit.height() > low
    edit.setPlainText("line\n" * 100)
    assert edit.height() < 10 * low


def test_a_failure_says_what_why_and_what_next(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot)
    engine.say(JobFailed(engine.last(Ask).job, "Too <long>.", "Why.", "Shorten it."))
    assert view.failure.what.text() == "Too <long>."
    assert view.failure.why.text() == "Why. Shorten it."
    qtbot.mouseClick(view.failure.again, Qt.MouseButton.LeftButton)
    assert len(engine.all(Ask)) == 2
    assert engine.last(Ask).history == ()


def test_markup_in_a_document_or_answer_is_shown_as_text(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot, "<u>q</u>")
    evil = found(document="<img src=x>", text="<b>bold</b>")
    engine.say(AnswerDone(engine.last(Ask).job, answer("<img src=x> says [1].", (evil,))))
    assert view.browser.toPlainText().startswith("<img src=x> says")
    assert view.contents.head.bubble.textFormat() is Qt.TextFormat.PlainText
    assert "&lt;b&gt;bold" in window.passages.cards[0].html
    view.browser.citation_hovered.emit(1)
    window.sources.open_passage(evil)
    assert window.document.head.name.text == "<img src=x>"


def test_an_answer_can_be_copied(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.become_ready(SOME)
    view = answered(window, engine, qtbot, "Five <years> [1].")
    qtbot.mouseClick(view.footer.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().startswith("Five <years> [1].\n\n[1] ")
    assert "Five &lt;years&gt;<sup>[1]</sup>" in QGuiApplication.clipboard().mimeData().html()


@pytest.mark.parametrize(
    ("source", "mode", "badge"),
    [
        (AnswerSource.NOT_FOUND, GateMode.ALWAYS, "Not in your documents"),
        (AnswerSource.MEMORY, GateMode.NEVER, "From the model’s memory (documents not searched)"),
        (AnswerSource.MEMORY, GateMode.AUTO, "From the model’s memory (no passage found)"),
    ],
)
def test_the_badge_says_where_an_answer_is_from(
    window: MainWindow,
    engine: FakeEngine,
    qtbot: QtBot,
    source: AnswerSource,
    mode: GateMode,
    badge: str,
) -> None:
    engine.become_ready(SOME)
    view = ask(window, qtbot)
    report = gate(retrieved=source is not AnswerSource.MEMORY, mode=mode)
    done = answer(
        "x", (), source=source, report=report, trimmed=("Two turns left out.",), truncated=True
    )
    engine.say(AnswerDone(engine.last(Ask).job, done))
    assert view.badge_text == badge
    assert "length limit" in view.footer.notes.text()
    assert "Two turns left out." in view.footer.notes.text()


def test_a_new_conversation_forgets_the_old_one(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    answered(window, engine, qtbot)
    ask(window, qtbot, "More?")
    job = engine.last(Ask).job
    window.chat.clear()
    assert engine.last(Cancel).job == job
    engine.say(DraftText(job, "late"), AnswerDone(job, answer("late")))
    assert window.chat.exchanges == []
    ask(window, qtbot, "New?")
    assert engine.last(Ask).history == ()


# -------------------------------------------------------------------------------- the engine


def test_a_dead_engine_is_told_and_reading_goes_on(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    engine.say(files_changed(file_record(1, "/home/anna/Documents/a.pdf")))
    window.add_paths(("/new",))
    view = ask(window, qtbot)
    engine.die()
    assert window.banner.message == "The engine stopped and is being started again."
    assert view.failure.why.text().endswith("Please ask again.")
    assert not window.chat.box.busy
    engine.sent.clear()
    engine.become_ready(SOME)
    assert window.banner.message == ""
    assert engine.last(AddPaths).paths == ("/new",)
    assert engine.all(Rescan)
    engine.say(JobDone(engine.last(ListFiles).job))  # the file is gone meanwhile
    assert window.model.record(1) is None


def test_an_engine_that_gave_up_can_be_tried_again(window: MainWindow, engine: FakeEngine) -> None:
    engine.give_up(EngineFailed("The library is newer.", "", "Update."))
    assert window.banner.message == "The library is newer."
    window.banner.action_chosen.emit()
    assert engine.restarts == 1


def test_questions_asked_before_the_engine_is_ready_wait_for_it(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ask(window, qtbot)
    assert not engine.all(Ask)
    engine.become_ready(SOME)
    assert engine.all(Ask)


def test_models_that_load_or_miss_are_told(window: MainWindow, engine: FakeEngine) -> None:
    assert window.status.text == "Starting…"
    engine.become_ready(SOME, generator="")
    assert "No language model" in window.banner.message
    engine.say(ModelState("generator", "Q", "loading", ""))
    assert window.status.text == "Loading the language model…"
    engine.say(ModelState("generator", "Q", "ready", ""))
    assert window.status.text == "Ready · answers by Q"
    assert window.banner.message == ""
    engine.say(ModelState("embedder", "e", "missing", "Run the set-up."))
    assert "search model" in window.banner.message
    engine.say(ModelState("reranker", "/models/cross", "failed", "It is damaged."))
    assert "reranker cannot be used" in window.banner.message


# -------------------------------------------------------------------------------- the window


def test_every_button_has_a_name(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    engine.become_ready(SOME)
    answered(window, engine, qtbot)
    nameless = [
        each
        for each in window.findChildren(QAbstractButton)
        if each.isVisible() and not (each.accessibleName() or each.text())
    ]
    assert nameless == []


def test_keys_reach_the_areas(window: MainWindow, qtbot: QtBot, engine: FakeEngine) -> None:
    engine.become_ready()
    engine.say(files_changed(file_record(1, "/home/anna/Documents/a.pdf")))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.chat.box.edit.setFocus()
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert window.focusWidget() is window.tabs.tabBar()
    QTest.keyClick(window, Qt.Key.Key_F6)
    assert window.focusWidget() is window.library.tree
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is window.chat.box.edit


def test_the_layout_is_remembered_in_a_private_file(
    make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    window = make_window()
    window.resize(860, 720)  # the tests' screen is narrow
    window._splitter.setSizes([214, 362, 282])
    path = tmp_path / "config" / "window.json"
    save_window_state(window.window_state(), path)
    assert path.stat().st_mode & 0o777 == 0o600
    other = make_window()
    other.restore(load_window_state(path))
    assert other.height() == window.height()
    assert other._splitter.sizes()[0] == window._splitter.sizes()[0] == 214
    path.write_text('{"geometry": "zz"}', encoding="utf-8")
    assert load_window_state(path) == WindowState()
    path.write_text("[]", encoding="utf-8")
    assert load_window_state(path) == WindowState()
