"""The text of a document in one piece, with the way back to its pages.

Left out are running headers and footers and page numbers that stand alone at an edge of a page,
so that a sentence may run over the page; the hyphen of a word that runs over it; and noise: long
runs that no one reads, as base64 pictures, and the dots that lead to a page number.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.core.types import DocumentText, Page, Span
from app.ingest.folios import find_folios
from app.ingest.hyphens import JOINING_WORDS, hyphen_stays
from app.ingest.running_lines import RunningLines, find_running_lines

NOISE_LENGTH = 512
"""An unbroken run of letters, digits and `+/=_-` of this length is noise.

The longest words of any language, and the hashes and identifiers of any program, are shorter;
embedding 2 MB of base64 would take longer than a book, and no question is answered by it.
"""
_WRAPPED = (  # base64 as mail and certificates have it: full lines of it, six or more on end
    r"(?:(?<=\n)|\A)(?=\S*[g-z])(?=\S*[G-Z])(?:[A-Za-z0-9+/]{60,100}\n){6,}+[A-Za-z0-9+/=]{0,100}"
)
# A line of leaders is as many tokens as a sentence: a table of contents would be forty passages.
_NOISE = re.compile(
    rf"(?<![A-Za-z0-9+/=_\-])[A-Za-z0-9+/=_\-]{{{NOISE_LENGTH},}}+|{_WRAPPED}"
    # Dots that lead to a page number: a line of them takes as many tokens as two sentences.
    r"|(?P<leaders>(?<![.·…])[.·…](?:[ ]?[.·…]){5,}+)"
)
_PARTED_WORD = re.compile(r"([\w-]*[^\W\d_])[-\u00ad\u2010]\Z")
_LONGEST_PART = 40  # letters of a parted word that are looked at
_WORD = re.compile(r"\w+")
# What stands in the joined text between two pieces.
_SAME_WORD, _SAME_LINE, _NEXT_LINE, _NEXT_BLOCK = "", "\t", "\n", "\n\n"


@dataclass(frozen=True, slots=True)
class _Segment:
    """A part of a page that is in the joined text, beginning there at `position`."""

    position: int
    page_index: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a page that is kept, and what parts it from the piece before."""

    page_index: int
    start: int
    end: int
    joint: str
    first: bool  # of its page


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
        texts = {page.index: page.text for page in document.pages}
        for piece in _rejoined(_pieces(document.pages, furniture.left_out), texts):
            position += len(piece.joint)
            if piece.first:
                starts.append(position)
            self._segments.append(_Segment(position, piece.page_index, piece.start, piece.end))
            running += [
                position + kept - piece.start
                for index, kept in furniture.kept
                if index == piece.page_index and piece.start <= kept < piece.end
            ]
            parts += (piece.joint, texts[piece.page_index][piece.start : piece.end])
            position += piece.end - piece.start
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


def _pieces(
    pages: Sequence[Page], left_out: Mapping[int, Sequence[tuple[int, int]]]
) -> Iterator[_Piece]:
    """The parts of all pages that are kept. A page does not end a sentence; noise parts what is
    around it, but dots that lead somewhere do not end their line."""
    before_all = _SAME_WORD
    for page in pages:
        joint, first = before_all, True
        for start, end, between in _kept(page, left_out.get(page.index, ())):
            yield _Piece(page.index, start, end, joint if first else between, first)
            before_all, first = _NEXT_LINE, False


def _rejoined(pieces: Iterable[_Piece], texts: Mapping[int, str]) -> Iterator[_Piece]:
    """The pieces, without the hyphen of a word that goes on in small letters on the next page.

    Within a page, readers have done so already.
    """
    held: _Piece | None = None
    for piece in pieces:
        following = piece
        if held is not None:
            if piece.first and _parts_a_word(held, piece, texts):
                held = replace(held, end=held.end - 1)
                following = replace(piece, joint=_SAME_WORD)
            yield held
        held = following
    if held is not None:
        yield held


def _parts_a_word(held: _Piece, piece: _Piece, texts: Mapping[int, str]) -> bool:
    """Whether one piece ends in a hyphen that only parts a word, whose rest begins the other."""
    end = texts[held.page_index][max(held.start, held.end - _LONGEST_PART) : held.end]
    before = _PARTED_WORD.search(end)
    after = _WORD.match(texts[piece.page_index], piece.start)
    return (
        before is not None
        and after is not None
        and after[0] not in JOINING_WORDS
        and not hyphen_stays(before[1], after[0])
    )


def _kept(page: Page, left_out: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """The parts of a page that are neither left out nor noise, nor empty.

    Each with what parts it from the one before.
    """
    gaps = [(start, end, False) for start, end in left_out]
    gaps += [(*match.span(), match["leaders"] is not None) for match in _NOISE.finditer(page.text)]
    position = last_end = 0
    only_leaders = True
    for start, end, leaders in [*sorted(gaps), (len(page.text), len(page.text), False)]:
        piece = page.text[position:start]
        if piece and not piece.isspace():
            first = position + len(piece) - len(piece.lstrip())
            between = _NEXT_BLOCK
            if only_leaders:
                between = _NEXT_LINE if "\n" in page.text[last_end:first] else _SAME_LINE
            last_end = start - len(piece) + len(piece.rstrip())
            yield first, last_end, between
            only_leaders = True
        only_leaders = only_leaders and leaders
        position = max(position, end)
