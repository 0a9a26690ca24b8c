"""Between engine, page child and document view: what a citation opens."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.core.types import Citation, FoundPassage, SimilarPassage
from app.engine.protocol import DocumentPageText, JobFailed, Message, ReadDocumentText
from app.ui.document_view import DocumentView, Place
from app.ui.engine_port import EnginePort
from app.ui.jobs import Job
from app.ui.page_client import PagePort


class DocumentController(QObject):
    """Opens places. Window thread only. The newest wish wins."""

    def __init__(self, engine: EnginePort, pages: PagePort, view: DocumentView) -> None:
        super().__init__(view)
        self._engine = engine
        self._view = view
        self._job: Job | None = None
        self._citations: Sequence[Citation] = ()
        self._at = 0
        view.text_wanted.connect(self._want_text)
        view.page_wanted.connect(pages.draw)
        pages.drawn.connect(view.take_page)
        pages.failed.connect(view.fail_page)

    def open(self, source: Citation | FoundPassage | SimilarPassage) -> None:
        """Open a document at a passage."""
        self._view.show_place(
            Place(
                source.document_id,
                source.document,
                source.path,
                source.page_index,
                source.page_label,
                source.spans,
            )
        )

    def open_citation(self, citation: Citation, among: Sequence[Citation]) -> None:
        """Open a citation; `step` moves on from it to the others of its answer."""
        self._citations = among
        self._at = among.index(citation) if citation in among else 0
        self.open(citation)

    def step(self, by: int) -> None:
        """Open the next (1) or previous (-1) citation of the same answer."""
        if self._citations:
            self._at = (self._at + by) % len(self._citations)
            self.open(self._citations[self._at])

    def _want_text(self, document_id: int, page_index: int) -> None:
        if self._job is not None:
            self._engine.forget(self._job)
        job = self._engine.submit(lambda number: ReadDocumentText(number, document_id, page_index))
        self._job = job
        job.done.connect(self._on_text)
        job.failed.connect(self._on_failed)

    def _on_text(self, message: Message) -> None:
        self._job = None
        if isinstance(message, DocumentPageText):
            self._view.take_text(message)

    def _on_failed(self, failure: JobFailed) -> None:
        self._job = None
        self._view.fail_text(" ".join(filter(None, (failure.what, failure.why))))
