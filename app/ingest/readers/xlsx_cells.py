"""The parts of an Excel package: sheets, texts, number formats, and rows as they are shown."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from app.ingest.readers.cell_format import Habits, from_serial, is_date_format, show
from app.ingest.readers.ooxml import (
    Element,
    Package,
    attribute,
    child,
    children,
    descendants,
    local,
    related_id,
)
from app.ingest.readers.whole_number import whole_number
from app.ingest.readers.zipped import stream_xml
from app.ingest.sheet_text import MAX_COLUMNS

_LONGEST_FORMAT = 255  # characters; Excel takes no more, and each cell is shown by it
_MOST = 1 << 30
_MOST_DAYS = 3_000_000  # beyond the calendar
# The formats that every workbook has without defining them (ECMA-376 part 1, 18.8.30).
_BUILT_IN: Mapping[int, str] = {
    **{0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"},
    **{11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy"},
    **{16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm"},
    **{21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;[Red](#,##0)"},
    **{39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss"},
    **{46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@"},
}
_LETTERS = str.maketrans("", "", "0123456789$")


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A sheet: its name, the part that holds it, and whether it is hidden."""

    name: str
    part: str
    hidden: bool


def read_sheets(package: Package) -> tuple[list[SheetPart], bool]:
    """The worksheets in their order, and whether days are counted from 1904 on."""
    root = package.zip.tree(package.main)
    relations = package.relations(package.main)
    found: list[SheetPart] = []
    for each in children(child(root, "sheets"), "sheet"):
        kind, part = relations.get(related_id(each) or "", ("", ""))
        if kind == "worksheet":
            name = attribute(each, "name") or str(len(found) + 1)
            hidden = attribute(each, "state") in ("hidden", "veryHidden")
            found.append(SheetPart(name, part, hidden))
    epoch_1904 = attribute(child(root, "workbookPr"), "date1904") in ("1", "true")
    return found, epoch_1904


def read_texts(package: Package) -> list[str]:
    """The texts that cells share."""
    found: list[str] = []
    for part in package.related(package.main, "sharedStrings"):
        with package.zip.open(part) as stream:
            for event, element in stream_xml(stream, ("{*}si",)):
                if event == "end":
                    found.append(_text(element))
                    element.clear()
                    _forget_before(element)
    return found


def _format_of(element: etree._Element) -> str:
    code = attribute(element, "formatCode")
    return code if code and len(code) <= _LONGEST_FORMAT else "General"


def read_formats(package: Package) -> list[str]:
    """The number format of each cell style."""
    for part in package.related(package.main, "styles"):
        root = package.zip.tree(part)
        own = {
            whole_number(attribute(each, "numFmtId"), 0): _format_of(each)
            for each in children(child(root, "numFmts"), "numFmt")
        }
        numbers = (
            whole_number(attribute(each, "numFmtId"), 0)
            for each in children(child(root, "cellXfs"), "xf")
        )
        return [own.get(number) or _BUILT_IN.get(number, "General") for number in numbers]
    return []


class RowReader:
    """Streams the rows of sheets. One thread."""

    def __init__(self, package: Package, habits: Habits, *, epoch_1904: bool) -> None:
        """Reads the texts and formats that all sheets share. Raises what `ZippedFile` raises."""
        self._package = package
        self._habits = habits
        self._epoch_1904 = epoch_1904
        self._texts = read_texts(package)
        self._formats = read_formats(package)
        self._columns: dict[str, int] = {}

    def rows(self, part: str) -> Iterator[Sequence[str]]:
        """The rows of a sheet; an empty one stands for any number of them.

        Raises what `ZippedFile.open` and `stream_xml` raise.
        """
        expected = 1
        with self._package.zip.open(part) as stream:
            for event, row in stream_xml(stream, ("{*}row",)):
                if event != "end":
                    continue
                number = whole_number(row.get("r"), expected, least=1, most=_MOST)
                if number > expected:
                    yield ()
                expected = number + 1
                yield self._cells(row)
                row.clear()
                _forget_before(row)

    def _cells(self, row: Element) -> list[str]:
        cells: list[str] = []
        for cell in row:
            if local(cell) != "c":
                continue
            column = self._column(cell.get("r"), len(cells))
            if column >= MAX_COLUMNS:
                if not self._shown(cell):
                    continue
                column = MAX_COLUMNS
            while len(cells) <= column:
                cells.append("")
            cells[column] = self._shown(cell)
            if column == MAX_COLUMNS:
                break
        return cells

    def _column(self, reference: str | None, following: int) -> int:
        """The column of a cell, from 0; `following` for one that does not say."""
        if not reference:
            return following
        letters = reference.translate(_LETTERS).upper()
        if letters not in self._columns:
            column = 0
            for letter in letters[:4]:
                column = column * 26 + ord(letter) - ord("A") + 1
            self._columns[letters] = column - 1 if column > 0 else following
        return self._columns[letters]

    def _shown(self, cell: Element) -> str:
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return _text(cell)
        value = next((each.text for each in cell if local(each) == "v"), None)
        if not value:
            return ""
        if kind == "s":
            index = whole_number(value, _MOST, most=_MOST)
            return self._texts[index] if index < len(self._texts) else ""
        if kind == "b":
            return show(value == "1", "", self._habits)
        if kind in ("str", "e"):
            return value
        if kind == "d":
            return value.replace("T00:00:00", "")
        style = whole_number(cell.get("s"), 0, most=_MOST)
        code = self._formats[style] if style < len(self._formats) else "General"
        try:
            number = float(value)
        except ValueError:
            return value
        return self._number(number, code)

    def _number(self, number: float, code: str) -> str:
        if is_date_format(code) and abs(number) < _MOST_DAYS:
            if "[h" in code.lower() or "[m" in code.lower():
                return show(datetime.timedelta(days=number), code, self._habits)
            moment = from_serial(number, self._epoch_1904)
            if moment is not None:
                return show(moment, code, self._habits)
        return show(number, code, self._habits)


def _text(element: Element) -> str:
    """The text of a rich or plain string, without how it is pronounced."""
    parts = []
    for each in descendants(element, "t"):
        parent = each.getparent()
        if parent is None or local(parent) != "rPh":
            parts.append(each.text or "")
    return "".join(parts)


def _forget_before(element: Element) -> None:
    """Empty the tree of what was read before `element`."""
    parent = element.getparent()
    while parent is not None and parent[0] is not element:
        del parent[0]
