"""What the library holds of a document's pages, as the document view and the quotes ask for it."""

from __future__ import annotations

from app.engine.protocol import (
    DocumentMatches,
    DocumentPageText,
    FindInDocument,
    Message,
    ReadDocumentText,
)
from app.engine.threads import OwnerThread
from app.index.library import Library
from app.index.records import StoredPage
from app.ingest.stat import is_elsewhere, stat_file

MOST_MATCHES = 5000  # places of a text in a document that are told


class StoredTexts:
    """`matches` is called on the library's thread, the others on any but that. `page` may wait
    for the drive that a file lies on."""

    def __init__(self, library: Library, store: OwnerThread) -> None:
        self._library = library
        self._store = store

    def page(self, request: ReadDocumentText) -> Message:
        """A stored page, and how its file is now. Raises DocumentError."""
        page = self._page(request.document_id, request.page_index)
        return DocumentPageText(
            request.job,
            page.document_id,
            page.page_index,
            page.label,
            page.page_count,
            page.paged,
            page.format,
            page.text,
            _has_changed(page),
            page.recognition,
            _is_missing(page),
            page.paths,
        )

    def matches(self, request: FindInDocument) -> Message:
        """Where a text stands in a document."""
        found = self._library.find_in_document(request.document_id, request.text, MOST_MATCHES)
        return DocumentMatches(request.job, request.document_id, *found)

    def text_of(self, document_id: int, page_index: int) -> str:
        """The stored text of a page. Raises DocumentError."""
        return self._page(document_id, page_index).text

    def _page(self, document_id: int, page_index: int) -> StoredPage:
        return self._store.call(
            lambda: self._library.page_text(document_id, page_index), urgent=True
        )


def _is_missing(page: StoredPage) -> bool:
    """Whether the file is not there, or would have to be downloaded to be opened."""
    try:
        return all(stat_file(path) is None or is_elsewhere(path) for path in page.paths)
    except OSError:
        return True


def _has_changed(page: StoredPage) -> bool:
    """Whether the file on disk is no longer the one that was read."""
    if page.stat is None or not page.paths:
        return True
    try:
        now = stat_file(page.paths[0])
    except OSError:
        return True
    return now is None or not now.same_as(page.stat)
