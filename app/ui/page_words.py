"""The words of a drawn page: which one is at a point, and what lies between two of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.types import Span, WordBox
from app.engine.protocol import Rect

_WORD = re.compile(r"\S+")
MOST_WORDS = 8_000  # of one page that can be selected
_ACROSS_LINES = 3.0  # how much more a way to another line counts than one along the line
_SHARED = 0.5  # of the lower box's height that is on the same line


def word_spans(text: str, page_index: int) -> tuple[Span, ...]:
    """The words of a page's stored text, as far as they can be selected."""
    found = (Span(page_index, *match.span()) for match in _WORD.finditer(text))
    return tuple(span for span, _ in zip(found, range(MOST_WORDS), strict=False))


@dataclass(frozen=True, slots=True)
class PageWords:
    """Words in the order of the text, each with its rectangles in fractions of the page."""

    text: str
    spans: tuple[Span, ...]
    boxes: tuple[tuple[Rect, ...], ...]

    @classmethod
    def located(
        cls, text: str, spans: Sequence[Span], boxes: Sequence[Sequence[Rect]]
    ) -> PageWords:
        """Words as the page child located them; those that leave no mark are left out."""
        pairs = [(span, tuple(each)) for span, each in zip(spans, boxes, strict=False) if each]
        return cls(text, tuple(span for span, _ in pairs), tuple(each for _, each in pairs))

    @classmethod
    def recognised(cls, text: str, page_index: int, words: Sequence[WordBox]) -> PageWords:
        """Words as they were seen on the page's picture."""
        spans = tuple(Span(page_index, each.start, each.end) for each in words)
        return cls(text, spans, tuple((_rect(each),) for each in words))

    def nearest(self, x: float, y: float, ratio: float) -> int | None:
        """The word at a point, or the one that is closest; `ratio` is the page's height by its
        width. None on a page without words."""
        best, least = None, float("inf")
        for number, boxes in enumerate(self.boxes):
            for box in boxes:
                aside = max(box.left - x, 0.0, x - box.right)
                away = max(box.top - y, 0.0, y - box.bottom) * ratio * _ACROSS_LINES
                if aside + away < least:
                    best, least = number, aside + away
        return best

    def first_from(self, start: int) -> int | None:
        """The first word that ends behind a place of the text."""
        return next((n for n, span in enumerate(self.spans) if span.end > start), None)

    def text_between(self, one: int, other: int) -> str:
        """The text from one word to another, both included."""
        first, last = sorted((one, other))
        return self.text[self.spans[first].start : self.spans[last].end]

    def rects_between(self, one: int, other: int) -> tuple[Rect, ...]:
        """One rectangle for each line from one word to another."""
        first, last = sorted((one, other))
        return join_lines([box for boxes in self.boxes[first : last + 1] for box in boxes])


def boxes_of(spans: Sequence[Span], words: Sequence[WordBox]) -> tuple[tuple[Rect, ...], ...]:
    """The boxes of the words that each span touches, where the text was recognised."""
    return tuple(
        join_lines(
            [_rect(word) for word in words if word.start < span.end and span.start < word.end]
        )
        for span in spans
    )


def join_lines(rects: Sequence[Rect]) -> tuple[Rect, ...]:
    """Rectangles in reading order, those that follow each other on a line as one."""
    lines: list[Rect] = []
    for rect in rects:
        last = lines[-1] if lines else None
        if last is not None and _follows(last, rect):
            lines[-1] = Rect(
                min(last.left, rect.left),
                min(last.top, rect.top),
                max(last.right, rect.right),
                max(last.bottom, rect.bottom),
            )
        else:
            lines.append(rect)
    return tuple(lines)


def _follows(line: Rect, rect: Rect) -> bool:
    """Whether a rectangle goes on with a line: beside it, and no further than a wide gap."""
    height = min(line.bottom - line.top, rect.bottom - rect.top)
    shared = min(line.bottom, rect.bottom) - max(line.top, rect.top)
    gap = max(rect.left - line.right, line.left - rect.right)
    return shared >= _SHARED * height and gap <= _ACROSS_LINES * height


def _rect(word: WordBox) -> Rect:
    return Rect(word.left, word.top, word.right, word.bottom)
