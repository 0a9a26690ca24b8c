"""A place in a document, as the document view is asked for it."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.types import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a document. `page_index` None: the file has no pages."""

    document_id: int
    document: str
    path: str
    page_index: int | None
    page_label: str | None
    spans: tuple[Span, ...]
    quote: str = ""  # what was quoted from there, in case it is there no longer

    def spans_on(self, page_index: int) -> tuple[Span, ...]:
        """The spans on one page."""
        return tuple(span for span in self.spans if span.page_index == page_index)

    def goes_beyond(self, page_index: int) -> tuple[bool, bool]:
        """Whether the passage, of which a part is on this page, begins before and ends after it."""
        pages = {span.page_index for span in self.spans}
        if page_index not in pages:
            return False, False
        return min(pages) < page_index, max(pages) > page_index
