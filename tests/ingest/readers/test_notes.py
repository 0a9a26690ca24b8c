"""What is said of pages that came out without their text."""

from __future__ import annotations

from app.core.types import Page
from app.ingest.readers.notes import notes_on_pages


def test_pages_without_text_are_counted_by_why() -> None:
    readers = ["pdfium", "gibberish", "failed", "gibberish", "pypdf"]
    pages = [Page(index, None, "", reader) for index, reader in enumerate(readers)]
    assert notes_on_pages(pages) == (
        "2 of 5 pages hold no readable text: their fonts do not say which letters they draw.",
        "1 of 5 pages could not be read.",
    )
    assert notes_on_pages(pages[:1]) == ()
