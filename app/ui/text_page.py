"""Stored text with the passage marked: for files without pages, and for pages not drawn."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit

from app.core.types import Span
from app.ui.look import Look
from app.ui.richtext import clean, utf16_length
from app.ui.structure_marks import StructureMarks

_AROUND = 40_000  # code points shown on either side of the passage: more would stop the window
_LONGEST_LINE = 4_000
_MARGIN_PX = 12  # as the head above it
_LEAST_ZOOM = -4  # points
_MOST_ZOOM = 12


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Part of a text as it is shown, and where the marks lie in it, in UTF-16 units."""

    text: str
    marks: tuple[tuple[int, int], ...]
    cut: bool


def make_excerpt(text: str, spans: Sequence[Span], around: Sequence[Span] | None = None) -> Excerpt:
    """Cut the surroundings of `spans` (code points of `text`) and make them fit to be shown.

    The surroundings of `around`, where that is something else: spans outside have no mark.
    """
    bounds = _bounds(text, spans)
    centre = bounds if around is None else _bounds(text, around)
    centre_start = min((start for start, _end in centre), default=0)
    centre_end = max((end for _start, end in centre), default=0)
    first = max(0, centre_start - _AROUND)
    last = min(len(text), centre_end + _AROUND)

    def shown(start: int, end: int) -> str:
        return clean(text[start:end].replace("\r\n", "\n").replace("\r", "\n"))

    # Positions count what is shown before them, so that whatever `shown` does to a piece is
    # accounted for. The pieces are joined from the same cuts.
    pieces: list[str] = []
    marks: list[tuple[int, int]] = []
    length = 0
    at = first
    for start, end in sorted(bounds):
        if end <= start or start < at or end > last:
            continue
        before, marked = shown(at, start), shown(start, end)
        length += utf16_length(before)
        marks.append((length, length + utf16_length(marked)))
        length += utf16_length(marked)
        pieces += [before, marked]
        at = end
    pieces.append(shown(at, last))
    whole, breaks = _fold_lines("".join(pieces))
    folded = tuple(
        (start + bisect_right(breaks, start), end + bisect_left(breaks, end))
        for start, end in marks
    )
    return Excerpt(whole, folded, first > 0 or last < len(text))


def _bounds(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    length = len(text)
    return [(max(0, min(each.start, length)), max(0, min(each.end, length))) for each in spans]


def _fold_lines(text: str) -> tuple[str, list[int]]:
    """A line without end would be laid out for seconds: break it. Also where (in UTF-16 units of
    `text`) it was broken: the same text is always broken in the same places."""
    pieces: list[str] = []
    breaks: list[int] = []
    length = 0
    for line in text.split("\n"):
        for at in range(0, max(1, len(line)), _LONGEST_LINE):
            if at:
                breaks.append(length)
            pieces.append(line[at : at + _LONGEST_LINE])
            length += utf16_length(pieces[-1])
        length += 1
    return "\n".join(pieces), breaks


class TextPage(QPlainTextEdit):
    """Read-only plain text; marks follow the look."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._marks: tuple[tuple[int, int], ...] = ()
        self._text = ""
        self._shown = ""
        self._spans: tuple[Span, ...] = ()
        self._found: tuple[tuple[int, int], ...] = ()
        self._current: tuple[int, int] | None = None
        self._zoomed = 0
        self._structure = StructureMarks(self.document(), look)
        self.setObjectName("textPage")
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # what is dropped goes to the library
        self.setAccessibleName(self.tr("Text of the document"))
        self.document().setDocumentMargin(_MARGIN_PX)
        look.changed.connect(self._mark)

    @property
    def marked_texts(self) -> tuple[str, ...]:
        """The texts that are marked."""
        shown = self.extraSelections()[: len(self._marks)]
        return tuple(each.cursor.selectedText() for each in shown)

    @property
    def found_texts(self) -> tuple[str, ...]:
        """The texts that are marked as looked for."""
        shown = self.extraSelections()[len(self._marks) :][: len(self._found)]
        return tuple(each.cursor.selectedText() for each in shown)

    @property
    def selected_text(self) -> str:
        """What is selected."""
        return self.textCursor().selectedText().replace("\u2029", "\n")

    def show_text(self, text: str, spans: Sequence[Span], *, structured: bool = False) -> bool:
        """Show `text` around `spans`; return whether something was left out.

        `structured` tells that it looks like Markdown: headings stand out, rules of tables do not.
        """
        self._text, self._spans = text, tuple(spans)
        self._found, self._current = (), None
        excerpt = make_excerpt(text, spans)
        self._structure.set_on(structured)
        self._shown = excerpt.text
        self.setPlainText(excerpt.text)
        self._marks = excerpt.marks
        self._mark()
        if self._marks:
            self._scroll_to(self._marks[0][0])
        return excerpt.cut

    def show_found(self, found: Sequence[Span], current: Span | None) -> None:
        """Mark what was looked for, and go to the `current` one of it."""
        wanted = () if current is None else (current,)
        around = self._spans
        if current is not None and not make_excerpt(self._text, wanted, around).marks:
            around = wanted  # it is outside of what is shown around the passage
        excerpt = make_excerpt(self._text, self._spans, around)
        if excerpt.text != self._shown:
            self._shown = excerpt.text
            self.setPlainText(excerpt.text)
        self._marks = excerpt.marks
        self._found = make_excerpt(self._text, found, around).marks
        here = make_excerpt(self._text, wanted, around).marks
        self._current = here[0] if here else None
        self._mark()
        if self._current is not None:
            self._scroll_to(self._current[0])

    def _scroll_to(self, place: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(place)
        self.setTextCursor(cursor)
        QTimer.singleShot(0, self, self.centerCursor)

    def zoom(self, step: int) -> None:
        """One step larger (1) or smaller (-1), or back to the usual size (0)."""
        wanted = max(_LEAST_ZOOM, min(_MOST_ZOOM, self._zoomed + step)) if step else 0
        self.zoomIn(wanted - self._zoomed)
        self._zoomed = wanted

    def _mark(self) -> None:
        colours = self._look.colours
        plan = (
            (self._marks, colours.mark, colours.ink),
            (self._found, colours.accent_soft, colours.ink),
            (() if self._current is None else (self._current,), colours.accent, colours.on_accent),
        )
        selections = []
        for marks, ground, ink in plan:
            style = QTextCharFormat()
            style.setBackground(QColor(ground))
            style.setForeground(QColor(ink))
            for start, end in marks:
                cursor = QTextCursor(self.document())
                cursor.setPosition(start)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                selection = QTextEdit.ExtraSelection()
                selection.cursor = cursor
                selection.format = style
                selections.append(selection)
        self.setExtraSelections(selections)
