"""Puts a script on pages, each footnote at the foot of the page that refers to it.

For PDF files and printers alike. It works in steps, so that the window stays alive while a long
conversation is set: whoever drives it takes a step, lets events pass, and takes the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QBuffer, QIODevice, QLocale, QMarginsF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
)

from app.ui.export_setting import SetLine, Setter
from app.ui.export_values import Grid, Manuscript, Script

_FOOT_PT = 24  # for the page's number
_NUMBER_PT = 8.5
_NOTES_GAP_PT = 10  # between the text and its footnotes, with a rule in the middle
_RULE_SHARE = 0.3  # of the width
_TALLEST = 0.6  # of a page: a higher row of a table is set as paragraphs
_FAINT = "#555b63"
_PDF_DPI = 600
_MARGIN_MM = 22.0


class PageWriter:
    """Writes one script onto a paged device. Window thread only; used once."""

    def __init__(self, device: QPagedPaintDevice, script: Script) -> None:
        self._device = device
        self._script = script
        area = device.pageLayout().paintRectPixels(device.logicalDpiX())
        self._width = float(area.width())
        self._setter = Setter(device, self._width)
        self._end = float(area.height())
        self._bottom = self._end - self._setter.points(_FOOT_PT)
        self._setter.tallest = _TALLEST * self._bottom
        self._painter = QPainter()
        self._page = 1
        self._y = 0.0
        self._noted: set[int] = set()
        self._waiting: list[SetLine] = []  # footnotes that have no place yet
        self._notes: list[SetLine] = []  # those of this page
        self._by_number = {each.number: each for each in script.notes}
        self.failed = False

    def steps(self) -> Iterator[None]:
        """Write everything, a line or a row a step. `failed` tells at the end how it went."""
        if not self._painter.begin(self._device):
            self.failed = True
            return
        try:
            yield from self._write()
        finally:
            if not self._painter.end():
                self.failed = True

    def _write(self) -> Iterator[None]:
        script, setter = self._script, self._setter
        head = (setter.title(script.title), *map(setter.fact, script.facts))
        for line in (each for lines in head for each in lines):
            self._place(line)
        for block in script.body:
            lines = setter.grid(block) if isinstance(block, Grid) else setter.para(block)
            for line in lines:
                self._place(line)
                yield
        while self._waiting:
            self._turn_page()
            yield
        self._finish_page()

    def _place(self, line: SetLine) -> None:
        notes = [
            self._setter.note(self._by_number[number])
            for number in dict.fromkeys(line.notes)
            if number not in self._noted and number in self._by_number
        ]
        self._noted.update(line.notes)
        before = line.before if self._y else 0.0
        needed = before + line.height + line.keep + sum(each.height for each in notes)
        if self._y and not self._fits(needed, notes_come=bool(notes)):
            self._turn_page()
            before = 0.0
        line.draw(self._painter, self._y + before)
        self._y += before + line.height
        self._waiting += notes
        self._take_notes()

    def _fits(self, needed: float, *, notes_come: bool) -> bool:
        return self._y + needed + self._notes_height(come=notes_come) <= self._bottom

    def _notes_height(self, *, come: bool) -> float:
        gap = self._setter.points(_NOTES_GAP_PT) if self._notes or come else 0.0
        return gap + sum(each.height for each in self._notes)

    def _take_notes(self) -> None:
        """Give the waiting footnotes their places on this page, as far as there is room."""
        while self._waiting:
            fits = self._fits(self._waiting[0].height, notes_come=True)
            if not fits and (self._y or self._notes):
                return
            self._notes.append(self._waiting.pop(0))

    def _turn_page(self) -> None:
        self._finish_page()
        if not self._device.newPage():
            self.failed = True
        self._page += 1
        self._y = 0.0
        self._take_notes()

    def _finish_page(self) -> None:
        """The footnotes, the title and the number of the page."""
        points, painter = self._setter.points, self._painter
        y = self._bottom - self._notes_height(come=False)
        if self._notes:
            rule = y + points(_NOTES_GAP_PT / 2)
            painter.setPen(QPen(QColor(_FAINT), points(0.5)))
            painter.drawLine(0, round(rule), round(self._width * _RULE_SHARE), round(rule))
            y += points(_NOTES_GAP_PT)
        for each in self._notes:
            each.draw(painter, y)
            y += each.height
        self._notes = []
        painter.setFont(self._setter.font(_NUMBER_PT))
        painter.setPen(QColor(_FAINT))
        foot = QRectF(0, self._bottom, self._width, self._end - self._bottom)
        number = QLocale().toString(self._page)
        room = round(self._width - points(40))
        title = painter.fontMetrics().elidedText(
            self._script.title, Qt.TextElideMode.ElideRight, room
        )
        low = Qt.AlignmentFlag.AlignBottom
        flags = low | Qt.TextFlag.TextSingleLine
        painter.drawText(foot, int(flags | Qt.AlignmentFlag.AlignRight), number)
        if self._page > 1:
            painter.drawText(foot, int(flags | Qt.AlignmentFlag.AlignLeft), title)


class Printing:
    """Lays a manuscript out and writes it onto a device, which lives as long. Window thread only;
    used once."""

    def __init__(self, device: QPagedPaintDevice, manuscript: Manuscript) -> None:
        self._device, self._manuscript = device, manuscript
        self.failed = False

    def steps(self) -> Iterator[None]:
        """Do it; `failed` tells at the end how it went."""
        script = yield from self._manuscript.lay_out()
        pages = PageWriter(self._device, script)
        yield from pages.steps()
        self.failed = pages.failed


def set_margins(device: QPagedPaintDevice) -> None:
    """Give the pages of `device` the margins of a letter: a printer's own are the least it can."""
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM - 4)
    device.setPageMargins(margins, QPageLayout.Unit.Millimeter)


class PdfWriter:
    """Makes a PDF in memory, in steps. Window thread only; used once."""

    def __init__(self, script: Script) -> None:
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = QPdfWriter(self._buffer)
        self._writer.setResolution(_PDF_DPI)
        self._writer.setTitle(script.title)
        self._writer.setCreator("Margine")
        self._writer.setPageSize(QPageSize(paper()))
        set_margins(self._writer)
        self._pages = PageWriter(self._writer, script)

    def steps(self) -> Iterator[None]:
        """Make it."""
        return self._pages.steps()

    @property
    def data(self) -> bytes:
        """The file, once all steps were taken; empty if it could not be made."""
        return b"" if self._pages.failed else bytes(self._buffer.data().data())


def paper() -> QPageSize.PageSizeId:
    """The size of paper that is used where the person is."""
    us = QLocale.system().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    return QPageSize.PageSizeId.Letter if us else QPageSize.PageSizeId.A4
