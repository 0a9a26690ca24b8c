"""Sheets as text: a heading with the sheet's name, and its rows as tables.

A table runs on over empty rows until one begins that names its columns anew; what stands alone
above it (a title, a date) is a paragraph. Rows are given one by one; of a huge sheet only the
first ones are kept, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.ingest.notices import Notices
from app.ingest.readers.delimited import has_header
from app.ingest.structured import StructuredText, table_lines, trimmed_table

MAX_ROWS = 100_000
"""Rows with text; some 10,000 passages. More is a database."""

MAX_COLUMNS = 1_000
"""Of a row. Readers give one cell more where there is text beyond, which is said."""

MAX_CELLS = 2_000_000  # with text, of one sheet: a few hundred MB in memory at most
_MOST_TITLES = 20  # rows above a table


def write_sheet(
    name: str, rows: Iterable[Sequence[str]], words: Notices, *, hidden: bool = False
) -> str:
    """The stored text of a sheet, "" if none of its cells holds anything. Empty rows count: they
    part tables."""
    blocks, cut, wide = _blocks(rows)
    if not blocks:
        return ""
    out = StructuredText()
    out.heading(1, name)
    if hidden:
        out.paragraph(words.hidden_sheet)
    for table in _tables(blocks):
        _write_table(table, out)
    if cut:
        out.paragraph(words.rows_cut.format(rows=cut))
    if wide:
        out.paragraph(words.columns_cut.format(columns=MAX_COLUMNS))
    return out.text


def _blocks(rows: Iterable[Sequence[str]]) -> tuple[list[list[list[str]]], int, bool]:
    """The rows in groups between empty ones; how many were read if there are more, else 0; and
    whether one of them has more columns than are read."""
    blocks: list[list[list[str]]] = []
    open_block: list[list[str]] = []
    count = cells = 0
    wide = False
    for whole in rows:
        row = whole[:MAX_COLUMNS]
        wide = wide or len(whole) > MAX_COLUMNS
        filled = sum(1 for cell in row if cell.strip())
        if not filled:
            if open_block:
                blocks.append(open_block)
                open_block = []
            continue
        if count >= MAX_ROWS or cells > MAX_CELLS:
            return [*blocks, open_block] if open_block else blocks, count, wide
        open_block.append(list(row))
        count += 1
        cells += filled
    return [*blocks, open_block] if open_block else blocks, 0, wide


def _tables(blocks: Sequence[list[list[str]]]) -> list[list[list[str]]]:
    """Blocks that belong to one table put together: one without a header of its own goes on."""
    tables: list[list[list[str]]] = []
    columns: set[int] = set()  # of the last one
    for block in blocks:
        body = block[_titles_above(block) :]
        goes_on = (
            bool(tables)
            and len(body) == len(block)
            and len(tables[-1]) > 1
            and not has_header(trimmed_table(block))
            and _columns(block) <= columns
        )
        if goes_on:
            tables[-1].extend(block)
        else:
            tables.append(list(block))
            columns = _columns(block)
    return tables


def _columns(rows: Sequence[Sequence[str]]) -> set[int]:
    """The columns that hold something."""
    return {index for row in rows for index, cell in enumerate(row) if cell.strip()}


def _titles_above(rows: Sequence[Sequence[str]]) -> int:
    """How many rows at the beginning say something of the table: one cell, where it has more."""
    widest = max(sum(1 for cell in row if cell.strip()) for row in rows)
    if widest < 2:
        return 0
    count = 0
    for row in rows[: min(_MOST_TITLES, len(rows) - 1)]:
        if sum(1 for cell in row if cell.strip()) > max(1, widest // 3):
            break
        count += 1
    return count


def _write_table(rows: Sequence[Sequence[str]], out: StructuredText) -> None:
    above = _titles_above(rows)
    for row in rows[:above]:
        out.paragraph(" ".join(cell for cell in row if cell.strip()))
    cells = trimmed_table(rows[above:])
    if not cells:
        return
    if len(cells[0]) == 1:
        out.paragraph("\n".join(row[0] for row in cells))
    else:
        out.append("\n".join(table_lines(cells, header=len(cells) > 1 and has_header(cells))))
