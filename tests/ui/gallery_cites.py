"""Scenes of the gallery: citations under the pointer, and what is done in the document view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.core.types import Span
from app.engine.protocol import (
    DocumentMatches,
    DocumentPageText,
    FindInDocument,
    JobFailed,
    ReadDocumentText,
)
from tests.ui.drawn_page import CITED, LINES, draw_page, place_of
from tests.ui.scripted import found

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

TEXT = LINES[CITED]


def cited_page(stage: Stage) -> None:
    """The first citation, opened by the keys, with its words located."""
    stage.fill()
    stage.answer_from_documents()
    QApplication.processEvents()
    stage.window.menus.next_citation.emit()
    wish = stage.engine.last(ReadDocumentText)
    stage.engine.say(
        DocumentPageText(wish.job, 7, 16, "xvii", 70, True, "pdf", TEXT, changed=False)
    )
    QApplication.processEvents()
    image = draw_page(stage.pages.requests[-1])
    stage.pages.answer(image, (place_of(TEXT),), label="xvii")
    words = tuple((place_of(word),) for word in TEXT.split())
    stage.pages.located.emit(stage.pages.last_places("words"), words)


def citation_card(stage: Stage) -> None:
    """The pointer rests on a citation."""
    stage.fill()
    stage.answer_from_documents()
    QApplication.processEvents()
    view = stage.window.chat.exchanges[-1]
    layout = view.browser.document().documentLayout()
    place = next(
        QPoint(x, y)
        for y in range(2, view.browser.height(), 3)
        for x in range(0, view.browser.width(), 2)
        if layout.anchorAt(QPointF(x, y)) == "cite:1"
    )
    QTest.mouseMove(view.browser.viewport(), place)
    deadline = QDeadlineTimer(5000)
    while view.hover.card is None and not deadline.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)


def page_selected(stage: Stage) -> None:
    """Words are selected on the page."""
    cited_page(stage)
    canvas = stage.window.document.area.canvas
    canvas.pressed.emit(QPointF(0.18, 0.13))
    canvas.dragged.emit(QPointF(0.5, 0.13))


def page_found(stage: Stage) -> None:
    """A text is looked for in the document."""
    cited_page(stage)
    bar = stage.window.document.find_bar
    stage.window.document_menu.find.trigger()
    bar.edit.setText("senato")
    bar.edit.stepped.emit(1)
    wish = stage.engine.last(FindInDocument)
    matches = (Span(3, 0, 6), Span(16, 28, 34), Span(16, 60, 66), Span(40, 0, 6))
    stage.engine.say(DocumentMatches(wish.job, 7, matches, len(matches)))
    stage.pages.located.emit(
        stage.pages.last_places("found"),
        ((place_of("Senato"),), (place_of("Senato", CITED + len(LINES)),)),
    )


def page_asked(stage: Stage) -> None:
    """A text on the page is what the next question is about."""
    page_selected(stage)
    stage.window.document_menu.ask_selection.trigger()
    stage.window.chat.box.edit.setPlainText("Da quando è così?")


def page_gone(stage: Stage) -> None:
    """The cited document is no longer in the library."""
    stage.fill()
    stage.answer_from_documents()
    stage.window.menus.next_citation.emit()
    wish = stage.engine.last(ReadDocumentText)
    stage.engine.say(
        JobFailed(
            wish.job,
            "This text is no longer in the library.",
            "The document was changed or removed since.",
            "Ask again to get passages of what is there now.",
        )
    )


def text_found(stage: Stage) -> None:
    """A text is looked for in a file without pages."""
    stage.fill()
    stage.answer_from_documents()
    path = "/home/anna/Documents/Note di diritto.md"
    body = "\n\n".join(f"## Nota {n}\n\n{LINES[n % len(LINES)]}" for n in range(40))
    start = body.index(TEXT)
    spans = (Span(0, start, start + len(TEXT)),)
    there = found(document="", page_index=None, page_label=None, path=path, spans=spans)
    stage.window.sources.open_passage(there)
    wish = stage.engine.last(ReadDocumentText)
    stage.engine.say(
        DocumentPageText(wish.job, 7, 0, None, 1, False, "markdown", body, changed=False)
    )
    bar = stage.window.document.find_bar
    stage.window.document_menu.find.trigger()
    bar.edit.setText("senato")
    bar.edit.stepped.emit(1)
    sought = stage.engine.last(FindInDocument)
    starts = [at for at in range(len(body)) if body.startswith("Senato", at)]
    spans = tuple(Span(0, at, at + 6) for at in starts)
    stage.engine.say(DocumentMatches(sought.job, 7, spans, len(spans)))


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        citation_card,
        page_selected,
        page_found,
        page_asked,
        page_gone,
        text_found,
    )
}
