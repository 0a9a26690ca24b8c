"""Stored text with the passage marked: for files without pages, and for pages not drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit

from app.core.types import Span
from app.ui.look import Look
from app.ui.richtext import clean, utf16_length
from app.ui.structure_marks import StructureMarks

_AROUND = 40_000  # code points shown on either side of the passage: more would stop the window
_LONGEST_LINE = 4_000
_LEAST_ZOOM = -4  # points
_MOST_ZOOM = 12


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Part of a text as it is shown, and where the marks lie in it, in UTF-16 units."""

    text: str
    marks: tuple[tuple[int, int], ...]
    cut: bool


def make_excerpt(text: str, spans: Sequence[Span]) -> Excerpt:
    """Cut the surroundings of `spans` (code points of `text`) and make them fit to be shown."""
    bounds = [
        (max(0, min(span.start, len(text))), max(0, min(span.end, len(text)))) for span in spans
    ]
    centre_start = min((start for start, _end in bounds), default=0)
    centre_end = max((end for _start, end in bounds), default=0)
    first = max(0, centre_start - _AROUND)
    last = min(len(text), centre_end + _AROUND)

    def shown(start: int, end: int) -> str:
        piece = clean(text[start:end].replace("\r\n", "\n").replace("\r", "\n"))
        return "\n".join(_fold_line(line) for line in piece.split("\n"))

    # Positions count what is shown before them, so that whatever `shown` does to a piece is
    # accounted for. The pieces are joined from the same cuts.
    pieces: list[str] = []
    marks: list[tuple[int, int]] = []
    length = 0
    at = first
    for start, end in sorted(bounds):
        if end <= start or start < at:
            continue
        before, marked = shown(at, start), shown(start, end)
        length += utf16_length(before)
        marks.append((length, length + utf16_length(marked)))
        length += utf16_length(marked)
        pieces += [before, marked]
        at = end
    pieces.append(shown(at, last))
    return Excerpt("".join(pieces), tuple(marks), first > 0 or last < len(text))


def _fold_line(line: str) -> str:
    """A line without end would be laid out for seconds: break it."""
    if len(line) <= _LONGEST_LINE:
        return line
    return "\n".join(line[at : at + _LONGEST_LINE] for at in range(0, len(line), _LONGEST_LINE))


class TextPage(QPlainTextEdit):
    """Read-only plain text; marks follow the look."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._marks: tuple[tuple[int, int], ...] = ()
        self._zoomed = 0
        self._structure = StructureMarks(self.document(), look)
        self.setObjectName("textPage")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # what is dropped goes to the library
        self.setAccessibleName(self.tr("Text of the document"))
        self.document().setDocumentMargin(18)
        look.changed.connect(self._mark)

    @property
    def marked_texts(self) -> tuple[str, ...]:
        """The texts that are marked."""
        return tuple(each.cursor.selectedText() for each in self.extraSelections())

    def show_text(self, text: str, spans: Sequence[Span], *, structured: bool = False) -> bool:
        """Show `text` around `spans`; return whether something was left out.

        `structured` tells that it looks like Markdown: headings stand out, rules of tables do not.
        """
        excerpt = make_excerpt(text, spans)
        self._structure.set_on(structured)
        self.setPlainText(excerpt.text)
        self._marks = excerpt.marks
        self._mark()
        if self._marks:
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._marks[0][0])
            self.setTextCursor(cursor)
            QTimer.singleShot(0, self, self.centerCursor)
        return excerpt.cut

    def zoom(self, step: int) -> None:
        """One step larger (1) or smaller (-1), or back to the usual size (0)."""
        wanted = max(_LEAST_ZOOM, min(_MOST_ZOOM, self._zoomed + step)) if step else 0
        self.zoomIn(wanted - self._zoomed)
        self._zoomed = wanted

    def _mark(self) -> None:
        style = QTextCharFormat()
        style.setBackground(QColor(self._look.colours.mark))
        style.setForeground(QColor(self._look.colours.ink))
        selections = []
        for start, end in self._marks:
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            selection.format = style
            selections.append(selection)
        self.setExtraSelections(selections)
