"""Reads a file as a reader process does, and tells the state that it would end in."""

from __future__ import annotations

from pathlib import Path

from app.core.errors import DocumentError
from app.core.types import FileState, Page
from app.ingest.readers.base import FAILED_PAGE, state_of
from app.ingest.readers.registry import open_document


def read_state(path: Path) -> FileState:
    """The state of the file at `path`. Whatever is raised here is a fault of a reader."""
    try:
        pages = read_pages(path)
    except DocumentError as error:
        return state_of(error) if error.what else FileState.WAITING  # which no file may end in
    if any(page.text.strip() for page in pages):
        return FileState.INDEXED
    failed = any(page.reader == FAILED_PAGE for page in pages)
    return FileState.FAILED if failed else FileState.NO_TEXT


def read_pages(path: Path) -> list[Page]:
    """All pages, checked against what an `OpenDocument` promises. Raises DocumentError."""
    document = open_document(path)
    try:
        count = document.page_count
        pages = list(document.read_pages())
        assert count >= 1
        assert [page.index for page in pages] == list(range(count)), "pages in order, none missing"
        for page in pages:
            page.text.encode("utf-8")  # storable
            (page.label or "").encode("utf-8")
            assert "\0" not in page.text
            assert "\r" not in page.text
        (document.title or "").encode("utf-8")
        assert document.paged or count == 1
    finally:
        document.close()
    return pages
