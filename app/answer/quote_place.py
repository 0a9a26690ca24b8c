"""Where part of a passage's text stands on the pages of its document.

A passage's text is what its spans hold, with white space folded: the two have the same characters
but white space, in the same order. So a place in the one is found in the other by counting them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.core.errors import MargineError
from app.core.types import FoundPassage, Span

ReadPage = Callable[[int, int], str]
"""The stored text of a document's page, by document id and 0-based page index (0 for a file
without pages). May raise MargineError."""


def place_part(
    passage: FoundPassage, start: int, end: int, read_page: ReadPage | None
) -> tuple[Span, ...]:
    """The spans of `passage.text[start:end]`, code points, on the pages of its document.

    Without `read_page` this is exact where nothing was folded; else, and where the stored text is
    no longer the passage's, the spans of the whole passage.
    """
    spans = passage.spans
    if len(spans) == 1 and spans[0].end - spans[0].start == len(passage.text):
        at = spans[0].start
        return (Span(spans[0].page_index, at + start, at + end),)
    pieces = read_spans(passage, read_page)
    if pieces is None:
        return spans
    first = _count_visible(passage.text[:start])
    last = first + _count_visible(passage.text[start:end])
    return _cut(spans, pieces, first, last) or spans


def read_spans(passage: FoundPassage, read_page: ReadPage | None) -> list[str] | None:
    """What the spans of `passage` hold, as it is stored, with its lines; None where that cannot
    be read or is no longer the passage's text."""
    if read_page is None or not passage.spans:
        return None
    try:
        pieces = [
            read_page(passage.document_id, span.page_index)[span.start : span.end]
            for span in passage.spans
        ]
    except MargineError:
        return None
    same = "".join("".join(pieces).split()) == "".join(passage.text.split())
    return pieces if same else None


def _cut(spans: Sequence[Span], pieces: Sequence[str], first: int, last: int) -> tuple[Span, ...]:
    """The parts of the spans that hold visible characters number `first` to `last` (exclusive)."""
    found: list[Span] = []
    passed = 0
    for span, piece in zip(spans, pieces, strict=True):
        visible = [at for at, character in enumerate(piece) if not character.isspace()]
        low, high = max(first - passed, 0), min(last - passed, len(visible))
        if low < high:
            begin, stop = visible[low], visible[high - 1] + 1
            found.append(Span(span.page_index, span.start + begin, span.start + stop))
        passed += len(visible)
    return tuple(found)


def _count_visible(text: str) -> int:
    return sum(len(part) for part in text.split())
