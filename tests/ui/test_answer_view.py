"""An answer in the window: quoted at once, checked, refused, compared, and asked for again."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QHelpEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.core.types import (
    Absence,
    Answer,
    AnswerSource,
    AnswerStyle,
    CandidateAnswer,
    Comparison,
    Doubt,
    DoubtFound,
    GateMode,
    Quote,
    Span,
    Support,
    Turn,
)
from app.engine.protocol import (
    AnswerDone,
    AnswerText,
    Ask,
    GateDecided,
    JobCancelled,
    JobFailed,
    PassagesFound,
    QuoteFound,
    ReadDocumentText,
)
from app.ui.absence_words import absence_numbers
from app.ui.closest_passage import ClosestPassage
from app.ui.exchange_view import ExchangeView
from app.ui.focus_ring import ROOM_PX, FocusRing
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.question_box import QuestionBox
from app.ui.theme import LIGHT
from tests.ui.scripted import SOME, FakeEngine, answer, checked, found, gate

PASSAGES = (
    found(1, text="Prima. La Camera dura cinque anni. Dopo.", spans=(Span(16, 100, 140),)),
    found(2, document="Regolamento", document_id=8, page_index=30, page_label="31"),
    found(3, document="Note", document_id=9),
    found(4, document="Altro", document_id=10),
)
QUOTE = Quote(1, "La Camera dura cinque anni.", 7, 34, (Span(16, 107, 134),), 0.8)
NUMBER = DoubtFound(Doubt.NUMBER, ("45",))
NAME = DoubtFound(Doubt.NAME, ("Rossi",))
THREE = (
    ("Dura cinque anni [1].", Support.SUPPORTED, ()),
    ("Scade dopo 45 giorni [1].", Support.UNSUPPORTED, (NUMBER,)),
    ("Lo dice Rossi [2].", Support.PARTLY, (NAME,)),
)
Underline = QTextCharFormat.UnderlineStyle


@pytest.fixture
def ask(window: MainWindow, engine: FakeEngine) -> Callable[..., ExchangeView]:
    """Puts a question of which the passages were found already."""
    engine.become_ready(SOME)

    def put(style: AnswerStyle = AnswerStyle.WRITTEN) -> ExchangeView:
        window.chat_control.ask("How long?", GateMode.AUTO, style)
        engine.say(PassagesFound(engine.last(Ask).job, PASSAGES, ("camera", "anni")))
        QApplication.processEvents()  # a new exchange is shown from the event loop
        return window.chat.exchanges[-1]

    return put


def finish(engine: FakeEngine, done: Answer) -> None:
    engine.say(AnswerDone(engine.last(Ask).job, done))


def quoted(text: str = "Five years [1].", **more: object) -> Answer:
    """An answer with the quotation behind it."""
    return replace(answer(text, PASSAGES), quote=QUOTE, **more)  # type: ignore[arg-type]  # by name


def refused(**more: object) -> Answer:
    """An answer that is none."""
    done = answer("Not in your documents.", (), source=AnswerSource.NOT_FOUND)
    return replace(done, passages=PASSAGES, **more)  # type: ignore[arg-type]  # by name


def underline(view: ExchangeView, word: str) -> tuple[Underline, QColor]:
    """How the first letter of `word` is underlined."""
    cursor = view.browser.document().find(word)
    assert not cursor.isNull(), word
    cursor.setPosition(cursor.selectionStart() + 1)
    style = cursor.charFormat()
    return style.underlineStyle(), style.underlineColor()


def point_of(view: ExchangeView, word: str) -> QPoint:
    """Where `word` is shown."""
    cursor = view.browser.document().find(word)
    cursor.setPosition(cursor.selectionStart() + 1)
    return view.browser.cursorRect(cursor).center()


# ------------------------------------------------------------------------------ the quotation


def test_the_quotation_stands_before_the_first_word(
    window: MainWindow, engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask()
    job = engine.last(Ask).job
    engine.say(QuoteFound(job, QUOTE))
    assert view.quote.isVisible()
    assert view.quote.frame.isVisible()
    assert view.quote.browser.toPlainText().startswith("“La Camera dura cinque anni.”")
    assert not view.browser.isVisible()
    view.quote.browser.anchorClicked.emit(QUrl("cite:1"))
    assert window.tabs.currentWidget() is window.document
    assert engine.last(ReadDocumentText).document_id == 7
    place = window.document.place
    assert place is not None
    assert place.spans == QUOTE.spans  # the sentence, not the whole passage
    engine.say(GateDecided(job, gate(retrieved=True)), AnswerText(job, "Five"))
    assert view.quote.frame.isVisible()


def test_the_quotation_folds_when_the_answer_is_there(
    engine: FakeEngine, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    view = ask()
    engine.say(QuoteFound(engine.last(Ask).job, QUOTE))
    finish(engine, quoted())
    assert view.browser.y() < view.quote.y()
    assert view.quote.isVisible()
    assert view.quote.folded
    assert not view.quote.frame.isVisible()
    qtbot.mouseClick(view.quote.fold, Qt.MouseButton.LeftButton)
    assert view.quote.frame.isVisible()
    qtbot.mouseClick(view.quote.fold, Qt.MouseButton.LeftButton)
    assert view.quote.folded


@pytest.mark.parametrize("source", [AnswerSource.MEMORY, AnswerSource.NOT_FOUND])
def test_no_quotation_stands_as_if_it_were_the_answer(
    engine: FakeEngine, ask: Callable[..., ExchangeView], source: AnswerSource
) -> None:
    view = ask()
    engine.say(QuoteFound(engine.last(Ask).job, QUOTE))
    finish(engine, answer("x", (), source=source))
    assert not view.quote.isVisible()


def test_a_quotation_of_an_unknown_passage_is_not_shown(
    engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask()
    engine.say(QuoteFound(engine.last(Ask).job, replace(QUOTE, n=9)))
    assert not view.quote.is_quote


def test_an_answer_is_shown_where_its_quotation_cannot_be(
    engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask(AnswerStyle.QUOTE)
    finish(engine, replace(quoted(style=AnswerStyle.QUOTE), quote=replace(QUOTE, n=9)))
    assert view.browser.toPlainText().startswith("Five years")
    assert not view.quote.isVisible()


def test_what_was_quoted_stays_when_it_is_stopped(
    engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask()
    assert view.quote.isVisible()  # the closest passage
    job = engine.last(Ask).job
    engine.say(QuoteFound(job, QUOTE), JobCancelled(job))
    assert view.quote.isVisible()
    view = ask()
    engine.say(JobCancelled(engine.last(Ask).job))
    assert not view.quote.isVisible()


def test_a_quotation_alone_is_the_answer(
    window: MainWindow, engine: FakeEngine, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    view = ask(AnswerStyle.QUOTE)
    engine.say(QuoteFound(engine.last(Ask).job, QUOTE))
    finish(engine, quoted(f"{QUOTE.text} [1]", style=AnswerStyle.QUOTE))
    assert view.quote.frame.isVisible()
    assert not view.quote.fold.isVisible()
    assert not view.browser.isVisible()
    qtbot.mouseClick(view.footer.copy, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == (
        "“La Camera dura cinque anni.” [1]\n\n"
        "[1] Costituzione.pdf, page 17: “La Camera dura cinque anni.”"
    )
    assert not view.footer.swap.isVisible()
    qtbot.mouseClick(view.footer.write, Qt.MouseButton.LeftButton)
    again = engine.last(Ask)
    assert (again.style, again.mode) == (AnswerStyle.WRITTEN, GateMode.ALWAYS)
    assert window.chat.exchanges[-1] is not view


def test_quote_only_is_chosen_beside_the_question(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    box = window.chat.box
    assert box.mode.isVisible()
    with qtbot.waitSignal(window.style_chosen) as chosen:
        box.style_box.setCurrentIndex(box.style_box.findText("Quote only"))
    assert chosen.args == [AnswerStyle.QUOTE]
    assert not box.mode.isVisible()
    qtbot.keyClicks(box.edit, "How long?")
    qtbot.keyClick(box.edit, Qt.Key.Key_Return)
    asked = engine.last(Ask)
    assert (asked.style, asked.mode) == (AnswerStyle.QUOTE, GateMode.ALWAYS)
    box.style_box.setCurrentIndex(0)
    assert box.mode.isVisible()


def test_what_was_chosen_last_time_is_chosen_again(look: Look, qtbot: QtBot) -> None:
    box = QuestionBox(look, GateMode.AUTO, AnswerStyle.QUOTE)
    qtbot.addWidget(box)
    box.show()
    assert box.style_box.currentText() == "Quote only"
    assert not box.mode.isVisible()
    assert box.wish("?").style is AnswerStyle.QUOTE


# ------------------------------------------------------------------------ checked sentences


@pytest.fixture
def doubted(engine: FakeEngine, ask: Callable[..., ExchangeView]) -> ExchangeView:
    """An answer of three sentences, one of each kind."""
    view = ask()
    text, checks = checked(*THREE)
    finish(engine, quoted(text, checks=checks))
    return view


def test_doubted_sentences_differ_in_line_and_sign(doubted: ExchangeView) -> None:
    assert underline(doubted, "cinque")[0] is Underline.NoUnderline
    assert underline(doubted, "Scade") == (Underline.WaveUnderline, QColor(LIGHT.bad))
    assert underline(doubted, "dice") == (Underline.DotLine, QColor(LIGHT.warn))
    shown = doubted.browser.toPlainText().replace("\xa0", " ")
    assert shown == ("Dura cinque anni  1 . Scade dopo 45 giorni  1 .  !  Lo dice Rossi  2 .  ? ")


def test_the_rule_beside_an_answer_is_good_only_if_all_is_supported(
    engine: FakeEngine, ask: Callable[..., ExchangeView], doubted: ExchangeView
) -> None:
    assert doubted.contents.rule.property("role") == "warn"
    view = ask()
    text, checks = checked(*THREE[:1])
    finish(engine, quoted(text, checks=checks))
    assert view.contents.rule.property("role") == "good"


def test_the_doubted_word_stands_out(doubted: ExchangeView) -> None:
    for word, ground in (("45", LIGHT.bad_soft), ("Rossi", LIGHT.warn_soft)):
        cursor = doubted.browser.document().find(word)
        assert cursor.charFormat().background().color() == QColor(ground)
    cursor = doubted.browser.document().find("giorni")
    assert cursor.charFormat().background().style() is Qt.BrushStyle.NoBrush


def test_the_line_beneath_sums_up(doubted: ExchangeView) -> None:
    assert doubted.check.isVisible()
    said = "Supported: 1 of 3 sentences. See the marked ones."
    assert doubted.check.summary.text() == said
    assert doubted.check.reasons == (
        "The number 45 is in none of the cited passages.",
        "The name “Rossi” is in none of the cited passages.",
    )
    description = doubted.browser.accessibleDescription()
    assert description == f"{said} {' '.join(doubted.check.reasons)}"


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        (THREE[:1], "Supported by its passages."),
        (THREE[1:2], "Not supported by the passages."),
        (THREE[2:], "Supported only in part."),
        (THREE[:1] * 3, "All 3 sentences are supported by their passages."),
        (THREE[1:], "None of the 2 sentences is fully supported."),
        (THREE[:2], "Supported: 1 of 2 sentences. See the marked one."),
    ],
)
def test_the_sum_fits_what_was_found(
    engine: FakeEngine,
    ask: Callable[..., ExchangeView],
    sentences: tuple[tuple[str, Support, tuple[DoubtFound, ...]], ...],
    said: str,
) -> None:
    view = ask()
    text, checks = checked(*sentences)
    finish(engine, quoted(text, checks=checks))
    assert view.check.summary.text() == said
    assert view.check.why.isVisible() == any(each[2] for each in sentences)


def test_an_unchecked_answer_has_no_line(
    engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask()
    finish(engine, quoted())
    assert not view.check.isVisible()


def test_resting_on_a_sentence_says_why(doubted: ExchangeView) -> None:
    asked: list[int] = []
    doubted.browser.mark_hovered.connect(asked.append)

    def rest_on(word: str) -> str:
        point = point_of(doubted, word)
        place = doubted.browser.viewport().mapToGlobal(point)
        event = QHelpEvent(QEvent.Type.ToolTip, point, place)
        QApplication.sendEvent(doubted.browser.viewport(), event)
        return QToolTip.text()

    assert "The number 45 is in none" in rest_on("Scade")
    assert "“Rossi” is in none" in rest_on("dice")
    rest_on("cinque")
    assert asked == [0, 1]


def test_a_sign_is_reached_by_keys_and_says_why(
    window: MainWindow, doubted: ExchangeView, qtbot: QtBot
) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    doubted.browser.setFocus(Qt.FocusReason.TabFocusReason)
    said = []
    for _link in range(5):  # [1] [1] ! [2] ?
        qtbot.keyClick(doubted.browser, Qt.Key.Key_Tab)
        said.append(QToolTip.text())
    assert any("The number 45 is in none" in each for each in said)
    assert any("“Rossi” is in none" in each for each in said)
    assert not doubted.check._reasons.isVisible()
    doubted.browser.anchorClicked.emit(QUrl("check:0"))
    assert doubted.check._reasons.isVisible()


def test_a_copy_keeps_the_doubts(doubted: ExchangeView, qtbot: QtBot) -> None:
    qtbot.mouseClick(doubted.footer.copy, Qt.MouseButton.LeftButton)
    copied = (
        "Dura cinque anni [1]. Scade dopo 45 giorni [1]. (not supported by the passages) "
        "Lo dice Rossi [2]. (supported only in part)"
    )
    body, _blank, notes = QGuiApplication.clipboard().text().partition("\n\n")
    assert body == copied
    assert notes.startswith("[1] Costituzione.pdf, page 17: “Prima.")
    assert "[2] Regolamento (Costituzione.pdf), page 31: “" in notes
    doubted.browser.selectAll()
    doubted.browser.copy()
    assert QGuiApplication.clipboard().text() == copied
    cursor = doubted.browser.document().find("Scade")
    cursor.setPosition(cursor.selectionStart() + 11)
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    doubted.browser.setTextCursor(cursor)
    doubted.browser.copy()
    assert QGuiApplication.clipboard().text().startswith("45 giorni [1]. (not supported")


def test_marks_stand_where_the_answer_is_laid_out(
    engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    text = "Intro 🧪:\n- **Uno** è 7 [1].\n- Due è `8` qui\n  e là.\n\n```\ntre = 9\n```"
    spans = [(text.index("- **Uno"), "[1]."), (text.index("Due"), "là."), (text.index("tre"), "9")]
    _text, (check,) = checked(("x", Support.UNSUPPORTED, (NUMBER,)))
    checks = tuple(
        replace(check, start=start, end=text.index(last, start) + len(last))
        for start, last in spans
    )
    view = ask()
    finish(engine, quoted(text, checks=checks))
    for word in ("Uno", "Due", "8", "là", "tre"):
        assert underline(view, word)[0] is Underline.WaveUnderline, word
    assert underline(view, "Intro")[0] is Underline.NoUnderline
    shown = view.browser.toPlainText().replace("\xa0", " ")
    marks = [line.count("!") for line in shown.split("\n")]
    assert marks == [0, 1, 0, 1, 1, 0]  # the last line is Qt's own, after a table


def test_a_restyled_answer_keeps_its_marks(doubted: ExchangeView) -> None:
    doubted._look.set_theme("dark")
    assert underline(doubted, "Scade")[0] is Underline.WaveUnderline
    assert underline(doubted, "Scade")[1] != QColor(LIGHT.bad)
    doubted._look.set_theme("light")


# -------------------------------------------------------------------------------- refusals


ABSENCE = Absence(0.93, 0.5, 0.9, 0.79, 0.2)


def test_a_refusal_says_why_and_what_came_closest(
    window: MainWindow, engine: FakeEngine, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    view = ask()
    finish(engine, refused(absence=ABSENCE))
    QApplication.processEvents()  # it is laid out
    refusal = view.refusal
    assert refusal.why.text() == (
        "The model read the closest passage and found no answer. "
        "The passage is about something else. It holds few of the question’s words."
    )
    assert not refusal.numbers.isVisible()
    qtbot.mouseClick(refusal.numbers_button, Qt.MouseButton.LeftButton)
    assert refusal.numbers.isVisible()
    assert [each.passage.rank for each in refusal.passages] == [1, 2, 3]
    assert refusal.passages[0].sentence == "La Camera dura cinque anni."
    assert refusal.passages[1].accessibleName().startswith("Regolamento · page 31: ")
    qtbot.waitUntil(
        lambda: refusal.passages[1].height() > refusal.passages[1].fontMetrics().height()
    )
    qtbot.mouseClick(refusal.passages[1], Qt.MouseButton.LeftButton)
    assert engine.last(ReadDocumentText).document_id == 8
    assert window.tabs.currentWidget() is window.document
    refusal.passages[2].setFocus()
    qtbot.keyClick(refusal.passages[2], Qt.Key.Key_Return)
    assert engine.last(ReadDocumentText).document_id == 9
    assert not view.footer.swap.isVisible()  # "Answer without documents" does the same


def test_what_came_closest_has_no_marks_of_a_reader(look: Look, qtbot: QtBot) -> None:
    card = ClosestPassage(look, found(1, text="# House rules\nRent is due in May."), ("rent",))
    qtbot.addWidget(card)
    assert card.sentence == "Rent is due in May."
    card = ClosestPassage(look, found(1), (), "## House rules Rent is due in May.")
    qtbot.addWidget(card)
    assert card.sentence == "House rules Rent is due in May."


@pytest.mark.parametrize(
    ("absence", "said"),
    [
        (replace(ABSENCE, reading=0.6), "was not sure of an answer"),
        (replace(ABSENCE, reading=0.1), "saw something like an answer"),
        (replace(ABSENCE, reading=0.1, check=0.9), "judged that it does not answer the question"),
        (replace(ABSENCE, reading=0.1, check=0.35), "was not sure of an answer"),
        (replace(ABSENCE, foreign=True), "in another language"),
        (replace(ABSENCE, similarity=0.9), "is close to the subject"),
        (replace(ABSENCE, similarity=0.82), "touches the subject only loosely"),
        (replace(ABSENCE, coverage=0.5), "holds some of"),
        (replace(ABSENCE, coverage=1.0), "holds most of"),
        (replace(ABSENCE, probability=0.2, numberless=True), "asks for a number"),
    ],
)
def test_the_words_of_a_refusal_follow_its_numbers(
    engine: FakeEngine, ask: Callable[..., ExchangeView], absence: Absence, said: str
) -> None:
    view = ask()
    finish(engine, refused(absence=absence))
    assert said in view.refusal.why.text()


def test_a_refusal_without_reading_says_that_nothing_was_near(
    engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask()
    finish(engine, refused(absence=replace(ABSENCE, reading=0.5, check=0.5)))
    said = "Nothing in your documents is near enough to the question to be read for an answer."
    assert view.refusal.why.text() == said
    named = [name for name, _ in absence_numbers(replace(ABSENCE, reading=0.5, check=0.5))]
    assert not [name for name in named if "model" in name]
    assert len(named) == len(absence_numbers(replace(ABSENCE, check=0.9))) - 2


@pytest.mark.parametrize("unknown", [{"similarity": None}, {"similarity": 0.4}, {"foreign": True}])
def test_nothing_is_said_of_a_similarity_that_cannot_be_judged(
    engine: FakeEngine, ask: Callable[..., ExchangeView], unknown: dict[str, object]
) -> None:
    view = ask()
    finish(engine, refused(absence=replace(ABSENCE, **unknown)))  # type: ignore[arg-type]  # by name
    assert "subject" not in view.refusal.why.text()
    assert "something else" not in view.refusal.why.text()


def test_a_wider_search_asks_for_three_times_as_many_passages(
    window: MainWindow, engine: FakeEngine, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    earlier = ask()
    finish(engine, quoted())
    view = ask()
    finish(engine, refused())
    qtbot.mouseClick(view.refusal.wider, Qt.MouseButton.LeftButton)
    again = engine.last(Ask)
    assert (again.question, again.k, again.style) == ("How long?", 12, AnswerStyle.WRITTEN)
    assert again.history == (Turn("How long?", "Five years."),)
    assert earlier.turn == again.history[0]
    finish(engine, refused())  # four of twelve: there is no more to be found
    QApplication.processEvents()
    assert window.chat.exchanges[-1].refusal.memory.isVisible()
    assert not window.chat.exchanges[-1].refusal.wider.isVisible()


def test_a_refusal_can_be_answered_from_memory(
    engine: FakeEngine, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    view = ask()
    finish(engine, refused(absence=ABSENCE))
    qtbot.mouseClick(view.refusal.memory, Qt.MouseButton.LeftButton)
    assert engine.last(Ask).mode is GateMode.NEVER


def test_where_nothing_can_be_quoted_an_answer_can_be_written(
    engine: FakeEngine, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    view = ask(AnswerStyle.QUOTE)
    finish(engine, refused(style=AnswerStyle.QUOTE))
    qtbot.mouseClick(view.footer.write, Qt.MouseButton.LeftButton)
    assert engine.last(Ask).style is AnswerStyle.WRITTEN


def test_a_refusal_without_passages_offers_no_wider_search(
    engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask()
    finish(engine, replace(refused(), passages=()))
    assert view.refusal.memory.isVisible()
    assert not view.refusal.wider.isVisible()
    assert view.refusal.passages == ()


# ---------------------------------------------------------------------- warned and compared


def test_passages_that_talk_to_the_program_are_named(
    window: MainWindow, engine: FakeEngine, ask: Callable[..., ExchangeView]
) -> None:
    view = ask()
    finish(engine, quoted(suspicious=(2,)))
    assert view.contents.suspicion.isVisible()
    assert view.contents.suspicion.text == (
        "Passage [2] contains instructions addressed to the program; they were not followed."
    )
    view.contents.suspicion.browser.anchorClicked.emit(QUrl("cite:2"))
    assert engine.last(ReadDocumentText).document_id == 8
    assert window.tabs.currentWidget() is window.document
    view = ask()
    finish(engine, quoted(suspicious=(1, 3)))
    assert view.contents.suspicion.text.startswith("Passages [1], [3] contain instructions")
    view = ask()
    finish(engine, quoted())
    assert not view.contents.suspicion.isVisible()


def test_sources_are_compared_on_demand(
    window: MainWindow, engine: FakeEngine, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    view = ask()
    finish(engine, quoted())
    assert not view.contents.comparison.isVisible()
    qtbot.mouseClick(view.footer.compare, Qt.MouseButton.LeftButton)
    asked = engine.last(Ask)
    assert (asked.style, asked.mode) == (AnswerStyle.COMPARE, GateMode.ALWAYS)
    view = window.chat.exchanges[-1]
    comparison = Comparison((CandidateAnswer("five", 0.7, (1,)),), 0.3)
    finish(engine, quoted(style=AnswerStyle.COMPARE, comparison=comparison))
    QApplication.processEvents()
    assert view.contents.comparison.isVisible()
    assert not view.footer.compare.isVisible()
    view.contents.comparison.citation_wanted.emit(2)
    assert engine.last(ReadDocumentText).document_id == 8


@pytest.mark.parametrize(
    "done",
    [
        replace(quoted(), passages=PASSAGES[:1]),
        refused(),
        answer("x", PASSAGES, source=AnswerSource.MEMORY),
    ],
    ids=["one passage", "refused", "memory"],
)
def test_there_must_be_sources_to_compare(
    engine: FakeEngine, ask: Callable[..., ExchangeView], done: Answer
) -> None:
    view = ask()
    finish(engine, done)
    assert not view.footer.compare.isVisible()


@pytest.mark.parametrize(
    "done",
    [
        quoted(*checked(*THREE)[:1], checks=checked(*THREE)[1], suspicious=(2,)),
        quoted(style=AnswerStyle.QUOTE),
        quoted(comparison=Comparison((CandidateAnswer("five", 0.7, (1,)),), 0.3)),
        refused(),
        answer("x", PASSAGES, source=AnswerSource.MEMORY),
    ],
    ids=["doubted", "quotation", "compared", "refused", "memory"],
)
def test_what_rested_looks_as_before(
    engine: FakeEngine,
    ask: Callable[..., ExchangeView],
    window: MainWindow,
    look: Look,
    qtbot: QtBot,
    done: Answer,
) -> None:
    view = ask()
    assert not view.can_rest  # it is still written
    engine.say(AnswerDone(engine.last(Ask).job, done, kept=False))
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window.chat.list.is_settled)
    before, saved = view.grab().toImage(), view.exchange
    old = view.browser
    view.hide()
    view.rest()
    assert not view.can_rest
    look.changed.emit()
    assert view.exchange == saved
    assert view.turn is not None
    view.wake()
    view.show()
    QApplication.processEvents()
    assert view.contents.keeping.text() == "This answer could not be kept in the library."
    assert view.browser is not old
    qtbot.waitUntil(lambda: view.grab().toImage() == before)


@pytest.mark.parametrize("failed", [True, False])
@pytest.mark.parametrize("told", [0, 1, 2, 4])
def test_what_broke_off_looks_as_before_when_it_has_rested(
    engine: FakeEngine,
    ask: Callable[..., ExchangeView],
    window: MainWindow,
    qtbot: QtBot,
    told: int,
    failed: bool,
) -> None:
    view = ask()
    job = engine.last(Ask).job
    news = (
        PassagesFound(job, PASSAGES, ("cinque",)),
        QuoteFound(job, QUOTE),
        GateDecided(job, gate(retrieved=True)),
        AnswerText(job, "Half an ans"),
    )
    engine.say(*news[:told])
    engine.say(JobFailed(job, "No.", "Why.", "Do.") if failed else JobCancelled(job))
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window.chat.list.is_settled)
    before, saved = view.grab().toImage(), view.exchange
    view.hide()
    view.rest()
    assert not view.can_rest
    view.wake()
    view.show()
    assert view.exchange == saved
    qtbot.waitUntil(lambda: view.grab().toImage() == before)


def test_nothing_of_what_rests_stays(doubted: ExchangeView) -> None:
    contents = weakref.ref(doubted.contents)
    bar = weakref.ref(doubted.browser.verticalScrollBar())
    assert doubted.browser in doubted.tab_stops
    doubted.rest()
    assert contents() is None  # hundreds of widgets would be left to the collector
    assert bar() is None  # what Qt made itself goes too, though Tab's way was looked for in it
    assert doubted.answer is not None
    doubted.copy_answer()
    assert doubted.badge_text == "From your documents"  # whoever asks for it wakes it
    assert doubted.can_rest


def test_tab_comes_to_a_refusal_before_what_stands_below_it(
    engine: FakeEngine, ask: Callable[..., ExchangeView], window: MainWindow, qtbot: QtBot
) -> None:
    """The refusal is made when it is needed, and so after the foot of the exchange."""
    view = ask()
    finish(engine, refused())
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window.chat.list.is_settled)
    at: QWidget = view.contents.head.edit
    met = []
    while at is not window.chat.scope_chip.button:
        at = at.nextInFocusChain()
        met += [each for each in (view.refusal, view.footer) if each.isAncestorOf(at)]
    assert list(dict.fromkeys(met)) == [view.refusal, view.footer]


def test_what_was_opened_or_selected_does_not_rest(doubted: ExchangeView) -> None:
    assert doubted.can_rest
    doubted.check.open()
    assert not doubted.can_rest
    doubted.rest()
    assert doubted.check.why.isChecked()
    doubted.check.why.setChecked(False)
    doubted.browser.selectAll()
    assert not doubted.can_rest


@pytest.mark.parametrize("part", ["answer", "quotation"])
def test_the_frame_of_the_keyboard_stands_clear_of_the_text(
    ask: Callable[..., ExchangeView], engine: FakeEngine, window: MainWindow, part: str
) -> None:
    """And moves nothing when it comes."""
    view = ask()
    finish(engine, quoted())
    view.quote.fold.click()
    QApplication.processEvents()
    browser = view.browser if part == "answer" else view.quote.browser
    around = browser.parentWidget()

    def place() -> tuple[QRect, QRect]:
        QApplication.processEvents()
        return browser.geometry(), browser.viewport().geometry()

    before = place()
    window.activateWindow()
    browser.setFocus(Qt.FocusReason.TabFocusReason)
    (ring,) = around.findChildren(FocusRing)
    assert place() == before
    assert ring.isVisible()
    assert browser.x() - ring.x() == ROOM_PX
    assert ring.geometry().contains(browser.geometry().adjusted(-2, -2, 2, 2))
    assert around.rect().contains(ring.geometry())
    window.resize(window.width() - 150, window.height())
    QApplication.processEvents()
    assert ring.geometry().contains(browser.geometry())
    view.footer.numbers.setFocus()
    assert not ring.isVisible()
