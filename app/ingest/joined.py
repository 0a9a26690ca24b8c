"""The text of a document in one piece, with the way back to its pages.

Left out are running headers and footers and page numbers that stand alone at an edge of a page,
so that a sentence may run over the page, and noise: long runs that no one reads, as base64
pictures.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.types import DocumentText, Page, Span
from app.ingest.folios import find_folios
from app.ingest.running_lines import RunningLines, find_running_lines

NOISE_LENGTH = 512
"""An unbroken run of letters, digits and `+/=_-` of this length is noise.

The longest words of any language, and the hashes and identifiers of any program, are shorter;
embedding 2 MB of base64 would take longer than a book, and no question is answered by it.
"""
_NOISE = re.compile(rf"(?<![A-Za-z0-9+/=_\-])[A-Za-z0-9+/=_\-]{{{NOISE_LENGTH},}}+")


@dataclass(frozen=True, slots=True)
class _Segment:
    """A part of a page that is in the joined text, beginning there at `position`."""

    position: int
    page_index: int
    start: int
    end: int


class JoinedText:
    """`text` holds all pages; `page_starts` the positions at which pages begin in it.

    `running_lines` are the positions of running headers and footers that are in the text.
    """

    def __init__(self, document: DocumentText) -> None:
        furniture = find_furniture(document.pages if document.paged else ())
        parts: list[str] = []
        starts: list[int] = []
        running: list[int] = []
        self._segments: list[_Segment] = []
        position = 0
        for page in document.pages:
            # A page does not end a sentence by itself; noise parts what is around it.
            glue = ""
            for start, end in _kept(page, furniture.left_out.get(page.index, ())):
                if not glue:
                    starts.append(position)
                position += len(glue)
                self._segments.append(_Segment(position, page.index, start, end))
                running += [
                    position + kept - start
                    for index, kept in furniture.kept
                    if index == page.index and start <= kept < end
                ]
                parts += (glue, page.text[start:end], "\n")
                position += end - start + 1
                glue = "\n"
        self.text = "".join(parts)
        self.page_starts = frozenset(starts)
        self.running_lines = frozenset(running)
        self._positions = [segment.position for segment in self._segments]

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """The spans of `text[start:end]` on its pages, without the white space at their ends."""
        found: list[Span] = []
        index = max(0, bisect_right(self._positions, start) - 1)
        while index < len(self._segments) and self._segments[index].position < end:
            segment = self._segments[index]
            length = segment.end - segment.start
            low = max(0, start - segment.position)
            high = min(length, end - segment.position)
            piece = (
                self.text[segment.position + low : segment.position + high] if low < high else ""
            )
            if piece and not piece.isspace():
                low += len(piece) - len(piece.lstrip())
                high -= len(piece) - len(piece.rstrip())
                found.append(Span(segment.page_index, segment.start + low, segment.start + high))
            index += 1
        return tuple(found)


def find_furniture(pages: Sequence[Page]) -> RunningLines:
    """What belongs to the page and not to the text: running lines and page numbers."""
    running = find_running_lines(pages)
    folios = find_folios(pages, running.left_out)
    left_out = {
        index: (*running.left_out.get(index, ()), *folios.get(index, ()))
        for index in running.left_out.keys() | folios.keys()
    }
    return RunningLines(left_out, running.kept)


def _kept(page: Page, left_out: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The parts of a page that are neither left out nor noise, nor empty."""
    noise = [match.span() for match in _NOISE.finditer(page.text)]
    position = 0
    for start, end in sorted([*left_out, *noise, (len(page.text), len(page.text))]):
        piece = page.text[position:start]
        if piece and not piece.isspace():
            yield (
                position + len(piece) - len(piece.lstrip()),
                start - len(piece) + len(piece.rstrip()),
            )
        position = max(position, end)
