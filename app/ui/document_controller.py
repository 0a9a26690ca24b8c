"""Between engine, page child and document view: what a citation opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from app.core.types import Citation, FoundPassage, SimilarPassage
from app.engine.protocol import DocumentPageText, JobFailed, Message, ReadDocumentText
from app.ui.document_view import DocumentView
from app.ui.engine_port import EnginePort
from app.ui.jobs import Job
from app.ui.keyring import Keyring
from app.ui.page_client import PagePort, PageRequest, PlacesRequest
from app.ui.place import Place


class DocumentController(QObject):
    """Opens places. Window thread only. The newest wish wins."""

    def __init__(
        self, engine: EnginePort, pages: PagePort, view: DocumentView, keyring: Keyring
    ) -> None:
        """`keyring` holds the passwords of locked documents, and takes those entered here."""
        super().__init__(view)
        self._engine = engine
        self._pages = pages
        self._keyring = keyring
        self._view = view
        self._job: Job | None = None
        self._citations: Sequence[Citation] = ()
        self._at: int | None = None
        view.text_wanted.connect(self._want_text)
        view.page_wanted.connect(self._want_page)
        view.password_entered.connect(lambda path, word: keyring.keep((path,), word))
        view.places_wanted.connect(self._want_places)
        view.head.citations.stepped.connect(self.step)
        pages.drawn.connect(view.take_page)
        pages.located.connect(view.marks.take_places)
        pages.failed.connect(view.fail_page)
        pages.locked.connect(self._on_locked)

    def open(self, source: Citation | FoundPassage | SimilarPassage) -> None:
        """Open a document at a passage."""
        self._view.head.citations.hide()
        self._view.show_place(
            Place(
                source.document_id,
                source.document,
                source.path,
                source.page_index,
                source.page_label,
                source.spans,
                source.text if isinstance(source, Citation | FoundPassage) else "",
            )
        )

    def open_citation(self, citation: Citation, among: Sequence[Citation]) -> None:
        """Open a citation; `step` moves on from it to the others of its answer."""
        self._citations = among
        self._at = among.index(citation) if citation in among else 0
        self._open_current()

    def offer(self, among: Sequence[Citation]) -> None:
        """A new answer has these citations: `step` begins with the first (or last) of them."""
        if among:
            self._citations = among
            self._at = None
            self._view.head.citations.hide()

    def step(self, by: int) -> bool:
        """Open the next (1) or previous (-1) citation of the same answer; False if there is
        none."""
        if not self._citations:
            return False
        at = (-1 if by > 0 else 0) if self._at is None else self._at
        self._at = (at + by) % len(self._citations)
        self._open_current()
        return True

    def forget(self) -> None:
        """The conversation is another one."""
        self._citations, self._at = (), None
        self._view.head.citations.hide()

    def _open_current(self) -> None:
        at = self._at or 0
        citation = self._citations[at] if self._citations else None
        if citation is not None:
            self.open(citation)
            self._view.head.citations.show_place(citation.n, at, len(self._citations))

    def _want_text(self, document_id: int, page_index: int) -> None:
        if self._job is not None:
            self._engine.forget(self._job)
        job = self._engine.submit(lambda number: ReadDocumentText(number, document_id, page_index))
        self._job = job
        job.done.connect(self._on_text)
        job.failed.connect(self._on_failed)

    def _want_page(self, request: PageRequest) -> None:
        self._pages.draw(replace(request, password=self._keyring.find(request.path)))

    def _want_places(self, request: PlacesRequest) -> None:
        self._pages.locate(replace(request, password=self._keyring.find(request.path)))

    def _on_locked(self, request: PageRequest, wrong: bool) -> None:
        """A password that was right once stays: the file may be another one by now."""
        if wrong:
            self._keyring.forget(request.path)
        self._view.ask_password(request, wrong=wrong)

    def _on_text(self, message: Message) -> None:
        self._job = None
        if isinstance(message, DocumentPageText):
            self._view.take_text(message)

    def _on_failed(self, failure: JobFailed) -> None:
        self._job = None
        self._view.fail_text(" ".join(filter(None, (failure.what, failure.why))))
