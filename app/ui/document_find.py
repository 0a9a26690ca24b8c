"""Between the find bar, the engine and the document view: finding a text on all its pages."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.core.types import Span
from app.engine.protocol import DocumentMatches, FindInDocument, Message
from app.ui.document_view import DocumentView
from app.ui.engine_port import EnginePort
from app.ui.jobs import Job


class DocumentFinder(QObject):
    """Looks for what the bar says in the document shown. Window thread only.

    The newest text wins. Another document is looked through as soon as it is shown.
    """

    def __init__(self, engine: EnginePort, view: DocumentView) -> None:
        super().__init__(view)
        self._engine = engine
        self._view = view
        self._bar = view.find_bar
        self._job: Job | None = None
        self._document: int | None = None  # that `_matches` belong to
        self._matches: tuple[Span, ...] = ()
        self._total = 0
        self._at: int | None = None
        self._bar.sought.connect(self._seek)
        self._bar.stepped.connect(self.step)
        self._bar.closed.connect(self._on_closed)
        view.page_shown.connect(self._on_page_shown)

    def open(self) -> None:
        """Show the bar. What is selected on one line is looked for."""
        if self._view.place is None:
            return
        selected = self._view.selected_text.strip()
        self._bar.open_up("" if "\n" in selected else selected)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) place; after the last comes the first."""
        if self._bar.isHidden():
            self.open()
        elif self._matches:
            at = -1 if self._at is None and by > 0 else self._at or 0
            self._go((at + by) % len(self._matches))

    def _seek(self, text: str) -> None:
        self._forget()
        place = self._view.place
        if place is None or not text:
            self._bar.show_count(None, 0)
            return
        document = place.document_id
        self._document = document
        self._job = self._engine.submit(lambda number: FindInDocument(number, document, text))
        self._job.done.connect(self._on_found)
        self._job.failed.connect(lambda _failure: self._bar.show_count(None, 0))

    def _on_found(self, message: Message) -> None:
        self._job = None
        place = self._view.place
        if not isinstance(message, DocumentMatches) or place is None:
            return
        self._matches, self._total = message.matches, message.total
        page = self._view.shown_page
        here = (n for n, span in enumerate(self._matches) if span.page_index >= page)
        if self._matches:
            self._go(next(here, 0))
        else:
            self._show()

    def _go(self, at: int) -> None:
        self._at = at
        page = self._matches[at].page_index
        if page != self._view.shown_page:
            self._view.go_to_page(page)  # `page_shown` follows
            self._bar.show_count(at, self._total)
        else:
            self._show()

    def _on_page_shown(self) -> None:
        place = self._view.place
        if self._bar.isHidden() or place is None:
            return
        if place.document_id != self._document:
            self._seek(self._bar.text)
        else:
            self._show()

    def _show(self) -> None:
        """Mark the places on the page shown."""
        if self._job is not None:
            return  # not known yet
        page = self._view.shown_page
        here = [n for n, span in enumerate(self._matches) if span.page_index == page]
        current = here.index(self._at) if self._at in here else None
        self._view.show_found(tuple(self._matches[n] for n in here), current)
        self._bar.show_count(self._at, self._total)

    def _on_closed(self) -> None:
        self._forget()
        self._view.take_focus()

    def _forget(self) -> None:
        if self._job is not None:
            self._engine.forget(self._job)
            self._job = None
        self._matches, self._total, self._at, self._document = (), 0, None, None
        self._view.show_found((), None)
