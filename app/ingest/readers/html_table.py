"""The rows of a table in a web page, with the cells that reach over several."""

from __future__ import annotations

from collections.abc import Mapping

from app.ingest.readers.whole_number import whole_number

MAX_SPAN = 100  # columns or rows that one cell may reach over; more is a mistake
MAX_CELLS = 2_000_000  # of one table


class HtmlTable:
    """Takes rows and cells as they come; `rows` is what they come to.

    A cell that reaches over rows is repeated in each, so that every row says all of itself; one
    that reaches over columns stands in the first.
    """

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.has_header = False
        self._cells = 0
        self._column = 0
        self._reaching: dict[int, tuple[int, str]] = {}  # by column: rows still to come, text
        self._header_cells = 0

    def begin_row(self) -> None:
        """A row begins."""
        self._end_header()
        self.rows.append([])
        self._column = 0

    def add_cell(self, text: str, attributes: Mapping[str, str], *, header: bool) -> None:
        """A cell of the row that has begun; without one, it begins one."""
        if not self.rows:
            self.begin_row()
        if self._cells >= MAX_CELLS:
            return
        self._fill_reaching()
        columns, rows = _span(attributes.get("colspan")), _span(attributes.get("rowspan"))
        self._header_cells += header
        for offset in range(columns):
            said = "" if offset else text
            self.rows[-1].append(said)
            self._cells += 1
            if rows > 1:
                self._reaching[self._column] = (rows - 1, said)
            self._column += 1

    def end(self) -> None:
        """Nothing comes any more."""
        self._end_header()

    def _fill_reaching(self) -> None:
        """Put in what reaches here from the rows above."""
        while self._column in self._reaching:
            rows, text = self._reaching.pop(self._column)
            self.rows[-1].append(text)
            self._cells += 1
            if rows > 1:
                self._reaching[self._column] = (rows - 1, text)
            self._column += 1

    def _end_header(self) -> None:
        """What reaches into the row that ends is put in; its first row may name the columns."""
        if not self.rows:
            return
        self._fill_reaching()
        if len(self.rows) == 1:
            filled = sum(1 for cell in self.rows[0] if cell.strip())
            self.has_header = 0 < filled <= self._header_cells


def _span(value: str | None) -> int:
    return whole_number(value, 1, least=1, most=MAX_SPAN)
