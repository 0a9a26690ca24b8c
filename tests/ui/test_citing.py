"""Citations and the document view by mouse and keys: cards, stepping, finding, asking about."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.types import GateMode, Recognition, Span, WordBox
from app.engine.protocol import (
    AnswerDone,
    Ask,
    DocumentMatches,
    DocumentPageText,
    FindInDocument,
    JobFailed,
    ReadDocumentText,
    Rect,
)
from app.ui.answer_browser import AnswerBrowser
from app.ui.citation_card import CitationCard
from app.ui.exchange_view import ExchangeView
from app.ui.look import Look
from app.ui.main_window import MainWindow
from tests.ui.scripted import SOME, FakeEngine, FakePages, answer, cite, found

TEXT = "La Camera e il Senato durano cinque anni. La Camera resta."
FIRST = found(page_index=16, page_label="xvii", spans=(Span(16, 0, 41),))
SECOND = found(2, page_index=30, page_label="31", document_id=8, spans=(Span(30, 0, 9),))


def white() -> QImage:
    image = QImage(400, 600, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def answered(window: MainWindow, engine: FakeEngine) -> ExchangeView:
    engine.become_ready(SOME)
    window.chat_control.ask("How long?", GateMode.ALWAYS)
    citations = (cite(1, FIRST), cite(2, SECOND))
    done = answer("Five years [1]. And so it is [2].", (FIRST, SECOND), citations=citations)
    engine.say(AnswerDone(engine.last(Ask).job, done))
    return window.chat.exchanges[-1]


def show_page(
    engine: FakeEngine,
    pages: FakePages,
    text: str = TEXT,
    recognition: Recognition | None = None,
) -> None:
    """Answer what the document view has asked for last: the text, then the picture."""
    wish = engine.last(ReadDocumentText)
    engine.say(
        DocumentPageText(
            wish.job,
            wish.document_id,
            wish.page_index,
            "xvii" if wish.page_index == 16 else None,
            70,
            True,
            "pdf",
            text,
            False,
            recognition,
        )
    )
    pages.answer(white(), (Rect(0.1, 0.1, 0.6, 0.13),), label="xvii")


def boxes(text: str) -> tuple[tuple[Rect, ...], ...]:
    """Where the fake page child sees the words: four on a line."""
    places = [(0.1 + 0.2 * (n % 4), 0.1 + 0.05 * (n // 4)) for n in range(len(text.split()))]
    return tuple((Rect(x, y, x + 0.15, y + 0.03),) for x, y in places)


def opened(window: MainWindow, engine: FakeEngine, pages: FakePages) -> None:
    """The first citation is open, drawn, and its words are located."""
    answered(window, engine)
    window.menus.next_citation.emit()
    show_page(engine, pages)
    request = pages.last_places("words")
    pages.located.emit(request, boxes(TEXT))


def link_place(browser: AnswerBrowser, number: int) -> QPoint:
    layout = browser.document().documentLayout()
    return next(
        QPoint(x, y)
        for y in range(2, browser.height(), 3)
        for x in range(0, browser.width(), 2)
        if layout.anchorAt(QPointF(x, y)) == f"cite:{number}"
    )


def point_at(browser: AnswerBrowser, number: int) -> None:
    """Move the pointer onto a citation from elsewhere: one that is there already tells nothing."""
    QTest.mouseMove(browser.viewport(), QPoint(1, 1))
    QTest.mouseMove(browser.viewport(), link_place(browser, number))


def at(window: MainWindow, x: float, y: float) -> QPoint:
    canvas = window.document.area.canvas
    return QPoint(round(x * canvas.width()), round(y * canvas.height()))


# ------------------------------------------------------------------------------------ cards


def test_resting_on_a_citation_shows_what_it_quotes(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    view = answered(window, engine)
    QApplication.processEvents()
    point_at(view.browser, 1)
    assert view.hover.card is None  # a pointer that passes shows nothing
    qtbot.waitUntil(lambda: view.hover.card is not None)
    card = view.hover.card
    assert isinstance(card, CitationCard)
    assert FIRST.text in card.quote.text()
    assert card.place.text() == "Costituzione · page 17 (printed xvii)"
    link = view.browser.link_area()
    near = card.mapToGlobal(QPoint(0, 0)).y() - link.bottom()
    assert 0 <= near <= 12 or 0 <= link.top() - card.mapToGlobal(card.rect().bottomLeft()).y() <= 12
    assert window.rect().contains(card.geometry())


def test_the_card_waits_for_the_pointer_and_opens_the_page(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    view = answered(window, engine)
    QApplication.processEvents()
    point_at(view.browser, 2)
    qtbot.waitUntil(lambda: view.hover.card is not None)
    card = view.hover.card
    assert card is not None
    view.browser.citation_left.emit()  # on its way to the card
    card.entered.emit()
    assert not view.hover._hide.isActive()
    card.left.emit()
    card.entered.emit()
    assert view.hover.card is card
    qtbot.mouseClick(card.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == SECOND.text
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert engine.last(ReadDocumentText).document_id == 8
    assert view.hover.card is None


def test_the_card_goes_with_the_pointer(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    view = answered(window, engine)
    QApplication.processEvents()
    point_at(view.browser, 1)
    qtbot.waitUntil(lambda: view.hover.card is not None)
    QTest.mouseMove(view.browser.viewport(), QPoint(1, 1))
    view.browser.citation_left.emit()
    qtbot.waitUntil(lambda: view.hover.card is None)


def test_a_citation_reached_by_keys_shows_its_card_at_once(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    view = answered(window, engine)
    QApplication.processEvents()
    view.browser.setFocus()
    qtbot.keyClick(view.browser, Qt.Key.Key_Tab)
    card = view.hover.card
    assert card is not None
    assert FIRST.text in card.quote.text()
    qtbot.keyClick(view.browser, Qt.Key.Key_Tab)
    assert view.hover.card is not None
    assert "page 31" in view.hover.card.place.text()
    qtbot.keyClick(view.browser, Qt.Key.Key_Return)
    assert engine.last(ReadDocumentText).document_id == 8
    assert view.hover.card is None


def test_the_card_follows_look_and_text_size(
    window: MainWindow, engine: FakeEngine, look: Look, qtbot: QtBot
) -> None:
    view = answered(window, engine)
    QApplication.processEvents()
    view.browser.setFocus()
    qtbot.keyClick(view.browser, Qt.Key.Key_Tab)
    card = view.hover.card
    assert card is not None
    light, small = card.grab().toImage().pixelColor(20, 6), card.width()
    look.set_theme("dark")
    dark = card.grab().toImage().pixelColor(20, 6)
    assert dark.lightness() < 80 < light.lightness()
    font = QFont(card.font())
    font.setPointSizeF(font.pointSizeF() * 1.5)
    card.setFont(font)
    card.show_citation(cite(1, FIRST), view.browser.link_area())
    assert card.width() > small
    assert window.rect().contains(card.geometry())
    look.set_theme("light")


# --------------------------------------------------------------------------------- stepping


def test_the_keys_go_through_the_newest_answers_citations(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    answered(window, engine)
    qtbot.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert engine.last(ReadDocumentText).document_id == 7
    assert window.tabs.currentWidget() is window.document
    assert window.document.head.citations.text.text() == "Citation [1] · 1 of 2"
    qtbot.mouseClick(window.document.head.citations.next, Qt.MouseButton.LeftButton)
    assert engine.last(ReadDocumentText).document_id == 8
    qtbot.keyClick(window.document, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.document.head.citations.text.text() == "Citation [1] · 1 of 2"
    window.sources.open_passage(SECOND)
    assert window.document.head.citations.isHidden()
    window.chat.clear()
    wishes = len(engine.all(ReadDocumentText))
    window.menus.next_citation.emit()
    assert len(engine.all(ReadDocumentText)) == wishes


# -------------------------------------------------------------------------------- selecting


def test_words_are_selected_by_dragging_and_asked_about(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    opened(window, engine, pages)
    canvas = window.document.area.canvas
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at(window, 0.32, 0.115))
    point = canvas.mapFrom(canvas, at(window, 0.35, 0.165))
    qtbot.mouseMove(canvas, point)
    canvas.dragged.emit(QPointF(0.35, 0.165))  # an offscreen pointer holds no button
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=point)
    assert window.document.selected_text == "Camera e il Senato durano"
    assert len(canvas.selected) == 2
    bar = window.document.about_bar
    assert bar.isVisible()
    qtbot.mouseClick(bar.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Camera e il Senato durano"
    qtbot.mouseClick(bar.ask, Qt.MouseButton.LeftButton)
    box = window.chat.box
    assert "“Camera e il Senato durano” · Costituzione · page 17" in box.chip.text
    assert box.edit.hasFocus()
    qtbot.keyClicks(box.edit, "Why?")
    qtbot.keyClick(box.edit, Qt.Key.Key_Return)
    asked = engine.last(Ask)
    assert asked.question == "Why?"
    assert asked.mode is GateMode.ALWAYS
    assert asked.about is not None
    assert (asked.about.document_id, asked.about.page_index) == (7, 16)
    assert asked.about.text == "Camera e il Senato durano"
    assert box.chip.text == ""


def test_words_are_selected_by_keys(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    opened(window, engine, pages)
    area = window.document.area
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(area, Qt.Key.Key_Right, shift)
    qtbot.keyClick(area, Qt.Key.Key_Right, shift)
    assert window.document.selected_text == "La Camera"
    qtbot.keyClick(area, Qt.Key.Key_Left, shift)
    assert window.document.selected_text == "La"
    qtbot.keyClick(area, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert window.document.selected_text == TEXT
    qtbot.keyClick(area, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == TEXT
    both = Qt.KeyboardModifier.ControlModifier | shift
    qtbot.keyClick(window.document, Qt.Key.Key_E, both)
    assert window.chat.box.about is not None
    qtbot.mouseDClick(
        window.document.area.canvas, Qt.MouseButton.LeftButton, pos=at(window, 0.32, 0.115)
    )
    assert window.document.selected_text == "Camera"


def test_what_was_recognised_is_selected_where_it_was_seen(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    answered(window, engine)
    window.menus.next_citation.emit()
    words = (WordBox(0, 4, 0.1, 0.1, 0.2, 0.12), WordBox(5, 9, 0.3, 0.1, 0.4, 0.12))
    show_page(engine, pages, "alfa beta", Recognition(0.9, words))
    assert not pages.places
    qtbot.mouseDClick(
        window.document.area.canvas, Qt.MouseButton.LeftButton, pos=at(window, 0.35, 0.11)
    )
    assert window.document.selected_text == "beta"


def test_a_page_is_asked_about_and_the_chip_taken_away(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    opened(window, engine, pages)
    qtbot.mouseClick(window.document.head.ask_button, Qt.MouseButton.LeftButton)
    box = window.chat.box
    assert box.chip.text == "About Costituzione · page 17 (printed xvii)"
    qtbot.mouseClick(box.chip.remove, Qt.MouseButton.LeftButton)
    assert box.about is None
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window.document, Qt.Key.Key_A, both)
    assert box.about is not None
    assert box.about.text == ""
    qtbot.keyClicks(box.edit, "What is said here?")
    qtbot.keyClick(box.edit, Qt.Key.Key_Return)
    assert engine.last(Ask).about is not None
    assert box.about is None


def test_text_is_selected_in_a_file_without_pages(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    window.sources.open_passage(
        found(page_index=None, page_label=None, path="/a.md", spans=(Span(0, 0, 9),))
    )
    wish = engine.last(ReadDocumentText)
    engine.say(DocumentPageText(wish.job, 7, 0, None, 1, False, "md", TEXT, False))
    page = window.document.text_page
    qtbot.keyClick(page, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(page, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert window.document.selected_text == "La"
    assert window.document_menu.ask_selection.isEnabled()
    window.document_menu.ask_selection.trigger()
    about = window.chat.box.about
    assert about is not None
    assert (about.page_index, about.text) == (None, "La")


# ---------------------------------------------------------------------------------- finding


def find(window: MainWindow, engine: FakeEngine, qtbot: QtBot, text: str) -> FindInDocument:
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = window.document.find_bar
    assert bar.edit.hasFocus()
    qtbot.keyClicks(bar.edit, text)
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    return engine.last(FindInDocument)


def test_a_text_is_found_on_all_pages_of_a_drawn_document(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    opened(window, engine, pages)
    wish = find(window, engine, qtbot, "camera")
    assert (wish.document_id, wish.text) == (7, "camera")
    matches = (Span(3, 5, 11), Span(16, 3, 9), Span(16, 45, 51), Span(20, 0, 6))
    engine.say(DocumentMatches(wish.job, 7, matches, 4))
    view, bar = window.document, window.document.find_bar
    assert bar.count.text() == "2 of 4"  # the first from this page on
    request = pages.last_places("found")
    assert request.spans == matches[1:3]
    pages.located.emit(request, ((Rect(0.3, 0.1, 0.4, 0.12),), (Rect(0.3, 0.8, 0.4, 0.82),)))
    assert view.area.canvas.current == 0
    assert len(view.area.canvas.found) == 2
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert bar.count.text() == "3 of 4"
    pages.located.emit(pages.last_places("found"), view.area.canvas.found)
    assert view.area.canvas.current == 1
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert (bar.count.text(), view.shown_page) == ("4 of 4", 20)
    show_page(engine, pages, "camera")
    assert pages.last_places("found").spans == (Span(20, 0, 6),)
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return)
    assert (bar.count.text(), view.shown_page) == ("1 of 4", 3)
    qtbot.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert view.shown_page == 20
    show_page(engine, pages, "camera")
    qtbot.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert bar.isHidden()
    assert view.area.canvas.found == ()


def test_what_is_not_there_is_said(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    opened(window, engine, pages)
    wish = find(window, engine, qtbot, "zebra")
    engine.say(DocumentMatches(wish.job, 7, (), 0))
    bar = window.document.find_bar
    assert bar.count.text() == "Not found"
    assert not bar.next.isEnabled()
    bar.edit.clear()
    qtbot.waitUntil(lambda: bar.count.text() == "")


def test_a_text_is_found_in_a_long_text_far_from_the_passage(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    text = "alfa " * 20_000 + "needle " + "beta " * 20_000 + "needle"
    window.sources.open_passage(
        found(page_index=None, page_label=None, path="/a.md", spans=(Span(0, 0, 4),))
    )
    wish = engine.last(ReadDocumentText)
    engine.say(DocumentPageText(wish.job, 7, 0, None, 1, False, "md", text, False))
    sought = find(window, engine, qtbot, "needle")
    first, last = text.index("needle"), text.rindex("needle")
    spans = (Span(0, first, first + 6), Span(0, last, last + 6))
    engine.say(DocumentMatches(sought.job, 7, spans, 2))
    page = window.document.text_page
    assert page.found_texts == ("needle",)
    assert page.textCursor().block().text()[page.textCursor().positionInBlock() :][:6] == "needle"
    qtbot.keyClick(window.document.find_bar.edit, Qt.Key.Key_Return)
    assert page.found_texts == ("needle",)
    assert page.toPlainText().endswith("needle")


# ------------------------------------------------------------------------- sources that went


def test_a_source_that_has_gone_shows_what_was_quoted(
    window: MainWindow, engine: FakeEngine, pages: FakePages
) -> None:
    answered(window, engine)
    window.menus.next_citation.emit()
    job = engine.last(ReadDocumentText).job
    engine.say(JobFailed(job, "This text is no longer in the library.", "It was removed.", ""))
    assert window.document.text_page.toPlainText() == FIRST.text
    assert "no longer in the library" in window.document.notice
    assert "quoted" in window.document.notice
    assert not pages.requests


def test_a_source_that_has_changed_says_what_it_read(
    window: MainWindow, engine: FakeEngine, pages: FakePages
) -> None:
    answered(window, engine)
    window.menus.next_citation.emit()
    wish = engine.last(ReadDocumentText)
    engine.say(DocumentPageText(wish.job, 7, 16, None, 70, True, "pdf", TEXT, True))
    pages.answer(white(), fits=False)
    assert "nothing is marked" in window.document.notice
    assert FIRST.text in window.document.notice


def test_a_passage_over_a_page_break_is_marked_on_both_pages(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    window.sources.open_passage(found(page_index=16, spans=(Span(16, 40, 58), Span(17, 0, 12))))
    show_page(engine, pages)
    assert window.document.shown_page == 16
    assert pages.requests[-1].spans == (Span(16, 40, 58),)
    assert window.document.continuation == "The passage goes on on the next page."
    qtbot.keyClick(window.document.area, Qt.Key.Key_PageDown)
    show_page(engine, pages)
    assert pages.requests[-1].spans == (Span(17, 0, 12),)
    assert window.document.continuation == "The passage begins on the page before."
    qtbot.keyClick(window.document.area, Qt.Key.Key_PageDown)
    show_page(engine, pages)
    assert pages.requests[-1].spans == ()
    assert window.document.continuation == ""


def test_several_places_of_a_passage_are_marked_together(
    window: MainWindow, engine: FakeEngine, pages: FakePages
) -> None:
    """A passage of a table, or around a picture, stands in several places of its page."""
    engine.become_ready(SOME)
    spans = (Span(16, 0, 8), Span(16, 20, 28), Span(16, 40, 58))
    window.sources.open_passage(found(page_index=16, spans=spans))
    show_page(engine, pages)
    assert pages.requests[-1].spans == spans
    assert window.document.continuation == ""


def test_two_files_with_the_same_page_are_told_apart(
    window: MainWindow, engine: FakeEngine, pages: FakePages
) -> None:
    """Two versions of a document share a page word for word: each citation opens its own."""
    engine.become_ready(SOME)
    window.chat_control.ask("How long?", GateMode.ALWAYS)
    old = found(1, path="/x/2023/Contract.pdf", document="Contract", document_id=7)
    new = found(2, path="/x/2024/Contract.pdf", document="Contract", document_id=8)
    citations = (cite(1, old), cite(2, new))
    done = answer("Five years [1][2].", (old, new), citations=citations)
    engine.say(AnswerDone(engine.last(Ask).job, done))
    for document_id, path in ((7, old.path), (8, new.path)):
        window.menus.next_citation.emit()
        assert engine.last(ReadDocumentText).document_id == document_id
        show_page(engine, pages)
        assert pages.requests[-1].path == path


def test_a_copy_stands_in_for_the_file_that_was_cited(
    window: MainWindow, engine: FakeEngine, pages: FakePages
) -> None:
    engine.become_ready(SOME)
    window.sources.open_passage(found(path="/x/old/a.pdf", document=""))
    wish = engine.last(ReadDocumentText)
    text = DocumentPageText(
        wish.job, 7, 16, None, 70, True, "pdf", TEXT, False, paths=("/x/b.pdf", "/x/c.pdf")
    )
    engine.say(text)
    assert pages.requests[-1].path == "/x/b.pdf"
    assert window.document.head.name.text == "b.pdf"
    assert window.document.notice == (
        "“a.pdf” is no longer in the library: this is its copy “b.pdf”."
    )
    window.sources.open_passage(found(path="/x/c.pdf", document=""))
    engine.say(replace(text, job=engine.last(ReadDocumentText).job))
    assert pages.requests[-1].path == "/x/c.pdf"  # it is there: nothing to be said
    assert window.document.notice == ""
    window.sources.open_passage(found(path="/x/old/c.pdf", document=""))
    engine.say(replace(text, job=engine.last(ReadDocumentText).job, paths=("/x/c.pdf",)))
    assert window.document.notice == "“c.pdf” lies in another folder now: /x."
