"""Sets paragraphs, tables and footnotes in lines, each of which knows how to draw itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QPagedPaintDevice,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from app.core.types import Support
from app.ui.export_values import Cell, Grid, Note, Para, Role, Run, part_references
from app.ui.export_words import note_text
from app.ui.richtext import clean, utf16_length

_BODY_PT, _SMALL_PT, _TITLE_PT, _QUESTION_PT, _CODE_PT = 10.5, 8.5, 17.0, 12.5, 9.0
_SPACING = 1.2  # of the lines of a paragraph
_STEP_PT = 14.0  # a level of a list
_CELL_PT = 4.0  # between a cell's text and its edges
_INK, _FAINT, _LINE, _SHADE = "#000000", "#555b63", "#b8b2a6", "#f1eee8"
_COLOURS = {Support.PARTLY: "#7f5200", Support.UNSUPPORTED: "#a9261d"}
_WIDEST_WORTH = 40  # characters of a cell that count when columns share the width
_KEPT_LINES = 3  # that stay with a heading


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line ready to be drawn at a height. Lengths are in dots of the device.

    `before` is the room above it unless it is the first of a page, `keep` how much must fit below
    it on the same page, `notes` the footnotes that it refers to.
    """

    height: float
    draw: Callable[[QPainter, float], None]
    notes: tuple[int, ...] = ()
    before: float = 0.0
    keep: float = 0.0


class Setter:
    """Sets text for one device and width (in dots). Window thread only.

    A row of a table that is higher than `tallest` (in dots) is set as paragraphs.
    """

    def __init__(self, device: QPagedPaintDevice, width: float) -> None:
        self._device = device
        self._width = width
        self.tallest = float("inf")
        self._pt = device.logicalDpiY() / 72
        self._family = QGuiApplication.font().families()
        self._fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()

    def points(self, length: float) -> float:
        """A length in points, in dots."""
        return length * self._pt

    def font(self, size: float, *, bold: bool = False) -> QFont:
        """A font of the text's family."""
        font = QFont(self._family)
        font.setPointSizeF(size)
        font.setBold(bold)
        return font

    def title(self, text: str) -> list[SetLine]:
        """The title."""
        return self._lines((Run(text),), self.font(_TITLE_PT, bold=True), keep=True)

    def fact(self, text: str) -> list[SetLine]:
        """A line beneath the title."""
        return self._lines((Run(text),), self.font(_SMALL_PT), colour=_FAINT)

    def heading(self, text: str) -> list[SetLine]:
        """A heading of ours."""
        return self.para(Para(Role.HEADING, (Run(text),)))

    def para(self, para: Para) -> list[SetLine]:
        """A paragraph."""
        pt = self.points
        if para.role is Role.QUESTION:
            font = self.font(_QUESTION_PT, bold=True)
            return self._lines(para.runs, font, before=pt(16), keep=True)
        if para.role is Role.HEADING:
            font = self.font(_BODY_PT + 0.5, bold=True)
            return self._lines(para.runs, font, before=pt(9), keep=True)
        if para.role is Role.REMARK:
            font = self.font(_SMALL_PT)
            return self._lines(para.runs, font, before=pt(4), colour=_FAINT)
        if para.role is Role.CODE:
            return self._code(para.runs)
        font = self.font(_BODY_PT)
        if para.role is Role.QUOTE:
            return self._lines(para.runs, font, before=pt(6), left=pt(_STEP_PT))
        if para.role in (Role.BULLET, Role.NUMBERED):
            left = pt(_STEP_PT * (para.level + 1) + (4 if para.number else 0))
            lines = self._lines(para.runs, font, before=pt(3), left=left)
            sign = f"{para.number}." if para.number else "•"
            return [self._with_sign(lines[0], sign, left), *lines[1:]] if lines else []
        return self._lines(para.runs, font, before=pt(6))

    def note(self, note: Note) -> SetLine:
        """A footnote, in one piece."""
        left = self.points(16)
        lines = self._lines((Run(note_text(note)),), self.font(_SMALL_PT), left=left)
        lines[0] = self._with_sign(lines[0], str(note.number), left, size=_SMALL_PT)
        return _stack(lines, self.points(2))

    def grid(self, grid: Grid) -> Iterator[SetLine]:
        """A table, row by row."""
        worth = [
            max(4, *(min(_WIDEST_WORTH, len(_bare(row[at]))) for row in grid.rows))
            for at in range(len(grid.rows[0]))
        ]
        widths = [self._width * each / sum(worth) for each in worth]
        before = self.points(8)
        for at, row in enumerate(grid.rows):
            line = self._row(row, widths, head=not at)
            if line.height > self.tallest:
                yield from self._loose(row)
            else:
                keep = self.points(_KEPT_LINES * _BODY_PT) if not at else 0.0
                yield replace(line, before=before, keep=keep)
            before = 0.0

    # ------------------------------------------------------------------------------ inside

    def _lines(
        self,
        runs: Sequence[Run],
        font: QFont,
        *,
        before: float = 0.0,
        left: float = 0.0,
        width: float | None = None,
        colour: str = _INK,
        keep: bool = False,
    ) -> list[SetLine]:
        """Lines of text that begin `left` of the edge; `keep` them with what follows."""
        runs = list(part_references(runs))
        layout = self._laid_out(runs, font, (width or self._width) - left)
        places = _places_of_notes(runs)
        room = self.points(_KEPT_LINES * _BODY_PT * _SPACING) if keep else 0.0
        lines = []
        for at in range(layout.lineCount()):
            line = layout.lineAt(at)
            start, end = line.textStart(), line.textStart() + line.textLength()
            notes = tuple(number for place, number in places if start <= place < end)
            draw = _drawing(layout, line, left, colour)
            above = before if at == 0 else 0.0
            lines.append(SetLine(line.height() * _SPACING, draw, notes, above, room))
        return lines

    def _laid_out(self, runs: Sequence[Run], font: QFont, width: float) -> QTextLayout:
        text = "".join(_shown(each) for each in runs)
        layout = QTextLayout(text, font, self._device)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats(runs))
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1.0, width))
            line.setPosition(QPointF(0, 0))
        layout.endLayout()
        return layout

    def _formats(self, runs: Iterable[Run]) -> list[QTextLayout.FormatRange]:
        formats = []
        at = 0
        for run in runs:
            length = utf16_length(_shown(run))
            style = self._format(run)
            if style is not None and length:
                part = QTextLayout.FormatRange()
                part.start, part.length, part.format = at, length, style
                formats.append(part)
            at += length
        return formats

    def _format(self, run: Run) -> QTextCharFormat | None:
        style = QTextCharFormat()
        if run.bold:
            style.setFontWeight(QFont.Weight.Bold)
        if run.italic:
            style.setFontItalic(True)
        if run.code:
            style.setFontFamilies(self._fixed)
        if run.note or run.raised:
            style.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        elif run.support in _COLOURS:
            wavy = run.support is Support.UNSUPPORTED
            line = QTextCharFormat.UnderlineStyle
            style.setUnderlineStyle(line.WaveUnderline if wavy else line.DotLine)
            style.setUnderlineColor(QColor(_COLOURS[run.support]))
        return style if style.propertyCount() else None

    def _code(self, runs: Sequence[Run]) -> list[SetLine]:
        left = self.points(6)
        lines = self._lines(runs, self.font(_CODE_PT), left=left, before=self.points(6))
        return [replace(each, draw=self._shaded(each)) for each in lines]

    def _shaded(self, line: SetLine) -> Callable[[QPainter, float], None]:
        def draw(painter: QPainter, y: float) -> None:
            painter.fillRect(QRectF(0, y, self._width, line.height + 1), QColor(_SHADE))
            line.draw(painter, y)

        return draw

    def _with_sign(self, line: SetLine, sign: str, left: float, size: float = _BODY_PT) -> SetLine:
        """The line with `sign` before its text."""
        lead = self._lines((Run(sign),), self.font(size))[0]
        gap = self.points(_STEP_PT if sign == "•" else _STEP_PT + 4)

        def draw(painter: QPainter, y: float) -> None:
            painter.save()
            painter.translate(max(0.0, left - gap), 0)
            lead.draw(painter, y)
            painter.restore()
            line.draw(painter, y)

        return replace(line, draw=draw)

    def _loose(self, row: Sequence[Cell]) -> Iterator[SetLine]:
        """The cells of a row one below the other, so that they can go on over pages."""
        for cell in row:
            yield from self._lines(
                cell, self.font(_BODY_PT - 1), before=self.points(4), left=self.points(_STEP_PT)
            )

    def _row(self, row: Sequence[Cell], widths: Sequence[float], *, head: bool) -> SetLine:
        pad = self.points(_CELL_PT)
        font = self.font(_BODY_PT - 1, bold=head)
        cells = []
        for cell, width in zip(row, widths, strict=True):
            lines = self._lines(cell, font, width=width - 2 * pad)
            cells.append(_stack(lines, 0.0) if lines else SetLine(0.0, lambda _painter, _y: None))
        height = max(each.height for each in cells) + 2 * pad
        pen = QPen(QColor(_LINE), self.points(0.5))

        def draw(painter: QPainter, y: float) -> None:
            painter.save()
            left = 0.0
            for cell, width in zip(cells, widths, strict=True):
                if head:
                    painter.fillRect(QRectF(left, y, width, height), QColor(_SHADE))
                painter.setPen(pen)
                painter.drawRect(QRectF(left, y, width, height))
                painter.translate(left + pad, 0)
                cell.draw(painter, y + pad)
                painter.translate(-left - pad, 0)
                left += width
            painter.restore()

        notes = tuple(number for each in cells for number in each.notes)
        return SetLine(height, draw, notes)


def _drawing(
    layout: QTextLayout, line: QTextLine, left: float, colour: str
) -> Callable[[QPainter, float], None]:
    # A line is drawn by its layout, which has to live as long.
    kept = layout

    def draw(painter: QPainter, y: float) -> None:
        painter.setPen(QColor(colour))
        if kept.lineCount():
            line.draw(painter, QPointF(left, y))

    return draw


def _stack(lines: Sequence[SetLine], below: float) -> SetLine:
    """Lines as one piece that is not parted."""

    def draw(painter: QPainter, y: float) -> None:
        for each in lines:
            each.draw(painter, y)
            y += each.height

    notes = tuple(number for each in lines for number in each.notes)
    return SetLine(sum(each.height for each in lines) + below, draw, notes)


def _shown(run: Run) -> str:
    """A run as it is set; a line ends by the sign that a paragraph of Qt has for it."""
    return str(run.note) if run.note else clean(run.text).replace("\n", "\u2028")


def _bare(cell: Cell) -> str:
    return "".join(each.text for each in cell if not each.note)


def _places_of_notes(runs: Iterable[Run]) -> list[tuple[int, int]]:
    """Where in the text (UTF-16 units) each footnote is referred to."""
    places = []
    at = 0
    for run in runs:
        if run.note:
            places.append((at, run.note))
        at += utf16_length(_shown(run))
    return places
