"""Underlines the doubted sentences of an answer that is shown, and finds them under a point.

How far a sentence is supported shows in three ways, so that none is needed: a dotted or a wavy
line, the sign behind it, and the colour of both.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRegularExpression, Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat

from app.core.types import CheckedSentence, Support
from app.ui import check_words
from app.ui.richtext import MARK_END, MARK_START, MOST_MARKS, TextMark
from app.ui.theme import Colours

_NUMBER = int(QTextFormat.Property.UserProperty) + 1  # which mark a character belongs to
_STARTS = QRegularExpression(f"[{chr(MARK_START)}-{chr(MARK_START + MOST_MARKS - 1)}]")


def make_marks(checks: Sequence[CheckedSentence]) -> list[TextMark]:
    """The marks for these sentences; supported ones get none."""
    marks: list[TextMark] = []
    for each in check_words.doubted(checks):
        start = max(each.start, marks[-1].end if marks else 0)
        words = tuple(word for doubt in each.doubts for word in doubt.words)
        sign, tone = check_words.sign(each.support), check_words.tone(each.support)
        marks.append(TextMark(start, max(start, each.end), sign, tone, words))
    return marks


def underline_marks(document: QTextDocument, marks: Sequence[TextMark], colours: Colours) -> None:
    """Turn the private characters of `answer_html` into underlines. `[n]` and signs stay bare."""
    if not marks:
        return  # what looks like a private character is one of the text
    wavy = check_words.tone(Support.UNSUPPORTED)
    place = document.find(_STARTS, 0)
    while not place.isNull():
        number = ord(place.selectedText()) - MARK_START
        start = place.selectionStart()
        place.removeSelectedText()
        end = document.find(MARK_END, start)
        end.removeSelectedText()
        line = QTextCharFormat.UnderlineStyle
        style = QTextCharFormat()
        style.setProperty(_NUMBER, number)
        is_wavy = marks[number].tone == wavy
        style.setUnderlineStyle(line.WaveUnderline if is_wavy else line.DotLine)
        style.setUnderlineColor(QColor(getattr(colours, marks[number].tone)))
        _underline(document, start, end.position(), style)
        place = document.find(_STARTS, start)


def mark_at(document: QTextDocument, point: QPointF) -> int | None:
    """The number of the mark at a point of the document's layout."""
    at = document.documentLayout().hitTest(point, Qt.HitTestAccuracy.ExactHit)
    if at < 0:
        return None
    cursor = QTextCursor(document)
    cursor.setPosition(min(at + 1, document.characterCount() - 1))
    number = cursor.charFormat().property(_NUMBER)
    return number if isinstance(number, int) else None


def _underline(document: QTextDocument, start: int, end: int, style: QTextCharFormat) -> None:
    plain = QTextCharFormat()  # a link belongs to its sentence, without its line
    plain.setProperty(_NUMBER, style.property(_NUMBER))
    parts: list[tuple[int, int, bool]] = []
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            first = max(start, piece.position())
            last = min(end, piece.position() + piece.length())
            if first < last:
                parts.append((first, last, piece.charFormat().isAnchor()))
            pieces += 1
        block = block.next()
    cursor = QTextCursor(document)
    for first, last, is_link in parts:
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(plain if is_link else style)
