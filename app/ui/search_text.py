"""The part of a passage that a row shows, and how it is drawn: plain text with marked words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from app.core.undressed import undress
from app.ui.richtext import clean_line, find_words, utf16_length
from app.ui.theme import Colours

# No sentence begins with a figure or a small letter: "Art. 5", "n. 2", "p. es. così".
_SENTENCE_START = re.compile(r"(?<=[.!?])\s+(?![\da-zß-ÿ])(?=\S)|(?<=[。！？])(?=\S)")
_MOST_SPANS = 60  # that are weighed against each other
_BEFORE = 40  # characters shown before a match in the middle of a long sentence
_MORE = "…"


@dataclass(frozen=True, slots=True)
class Snippet:
    """One line of plain text; `marks` are starts and ends of words in it, in UTF-16 units."""

    text: str
    marks: tuple[tuple[int, int], ...]


def make_snippet(text: str, words: Sequence[str], limit: int) -> Snippet:
    """At most about `limit` characters of `text`: those with most different words to mark.

    Marks of Markdown's headings and tables are left out.
    """
    line = clean_line(undress(text))
    spans = find_words(line, words)
    start = _best_start(line, spans[:_MOST_SPANS], limit) if len(line) > limit else 0
    end = min(len(line), start + limit)
    if end < len(line):
        end = line.rfind(" ", start + limit // 2, end) if " " in line[start:end] else end
        end = end if end > start else start + limit
    before = f"{_MORE} " if start > 0 else ""
    shown = before + line[start:end] + (f" {_MORE}" if end < len(line) else "")
    shift = len(before) - start
    marks = [(a + shift, b + shift) for a, b in spans if a >= start and b <= end]
    if utf16_length(shown) != len(shown):
        marks = [(utf16_length(shown[:a]), utf16_length(shown[:b])) for a, b in marks]
    return Snippet(shown, tuple(marks))


def _best_start(line: str, spans: Sequence[tuple[int, int]], limit: int) -> int:
    """Where to begin: the first sentence from whose start most different words are seen, or a
    little before a word where that shows more."""
    starts = [0, *(match.end() for match in _SENTENCE_START.finditer(line))]
    sentences = sorted({starts[bisect_right(starts, start) - 1] for start, _end in spans})
    before = min(_BEFORE, limit // 4)
    inside = [_word_start(line, max(0, start - before)) for start, _end in spans]
    texts = [line[a:b].casefold() for a, b in spans]

    def seen(start: int) -> int:
        shown = zip(spans, texts, strict=True)
        return len({text for (a, b), text in shown if a >= start and b <= start + limit})

    best = max(sentences, key=seen, default=0)
    inner = max(inside, key=seen, default=0)
    start = inner if seen(inner) > seen(best) else best
    latest = _word_start(line, max(0, len(line) - limit))  # no half-empty end of a passage
    return min(start, latest)


def _word_start(line: str, at: int) -> int:
    """The start of the first word behind `at`; `at` itself where words are not spaced."""
    space = line.find(" ", at, at + _BEFORE)
    return space + 1 if at > 0 and space >= 0 else at


def draw_snippet(
    painter: QPainter, area: QRect, snippet: Snippet, font: QFont, lines: int, colours: Colours
) -> None:
    """Draw `snippet` on at most `lines` lines in `area`, with the painter's pen."""
    layout = _lay_out(snippet, font, area.width(), lines, colours)
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    layout.draw(painter, QPointF(area.topLeft()))
    painter.restore()


def _lay_out(
    snippet: Snippet, font: QFont, width: int, lines: int, colours: Colours
) -> QTextLayout:
    layout, rest = _wrap(snippet.text, snippet.marks, font, width, lines, colours)
    if not rest:
        return layout
    last = layout.lineAt(layout.lineCount() - 1)
    start, end = last.textStart(), last.textStart() + last.textLength()
    units = snippet.text.encode("utf-16-le")
    head = units[: 2 * start].decode("utf-16-le", "ignore")
    tail = units[2 * start : 2 * end].decode("utf-16-le", "ignore").rstrip(f" {_MORE}")
    metrics = QFontMetricsF(font)
    while tail and metrics.horizontalAdvance(f"{tail} {_MORE}") > width:
        tail = tail.rpartition(" ")[0] if " " in tail else tail[:-1]
    cut = f"{head}{tail} {_MORE}"
    most = utf16_length(head + tail)
    marks = [(a, min(b, most)) for a, b in snippet.marks if a < most]
    return _wrap(cut, marks, font, width, lines, colours)[0]


def _wrap(
    text: str,
    marks: Sequence[tuple[int, int]],
    font: QFont,
    width: int,
    lines: int,
    colours: Colours,
) -> tuple[QTextLayout, bool]:
    """`text` laid out, and whether some of it did not fit."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    style = QTextCharFormat()
    style.setBackground(QColor(colours.mark))
    style.setForeground(QColor(colours.ink))
    formats = []
    for start, end in marks:
        piece = QTextLayout.FormatRange()
        piece.start, piece.length = start, end - start
        piece.format = style
        formats.append(piece)
    layout.setFormats(formats)
    layout.beginLayout()
    height = 0.0
    end = 0
    for _ in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
        end = line.textStart() + line.textLength()
    layout.endLayout()
    return layout, end < utf16_length(text)
