"""CSV and TSV files: a table whose rows are kept whole, with the names of its columns.

What sets the cells apart is found out, not asked: semicolons and decimal commas as offices write
them where the comma is the decimal sign, commas, tabs, bars. Numbers stay as they are written.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from pathlib import Path

from app.core.errors import DocumentError, NoTextError
from app.ingest.readers.notes import rows_cut
from app.ingest.readers.text import WholeText, read_text
from app.ingest.structured import StructuredText, table_lines, table_row

MAX_ROWS = 200_000  # some 20,000 passages; more is a database, not for reading
_LONG_CELL = 131_072  # characters; a quotation mark that nothing closes makes such cells too
_SAMPLE_ROWS = 100
_SAMPLE = 256 * 1024  # characters that the dialect is found in
_DELIMITERS = "\t;,|"  # of equals, the first one is taken
_MOST_COLUMNS = 16_384  # as many as a spreadsheet has
_MOST_LINES = 40  # of one cell
_MOST_TITLES = 20  # lines above a table, as the exports of banks have them
_STATED = re.compile(r"\Asep=(.)\r?\n", re.IGNORECASE)  # how a spreadsheet is told
_FIGURE = re.compile(r"[-+(]?\s*(?:[€$£]\s*)?\d[\d.,'’\s/:%-]*(?:[€$£%])?\)?\Z")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the rows of a text are written. `quoted` tells that quotation marks enclose cells."""

    delimiter: str
    quoted: bool = True


def open_delimited(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a CSV or TSV file. Raises what `read_text` raises, and DocumentError if it has too many
    columns."""
    text = read_text(path)
    stated = _STATED.match(text)
    if stated:
        text = text[stated.end() :]
    tabs = path.suffix.lower() in (".tsv", ".tab") and "\t" in text
    wanted = "\t" if tabs else stated[1] if stated else None
    table = write_table(text, find_dialect(text, wanted))
    if not any(map(str.isalnum, table)):  # separators alone
        raise NoTextError("The file holds no text.")
    said = (rows_cut(MAX_ROWS),) if table.endswith(_cut()) else ()
    return WholeText("csv", None, table, "csv", said)


def _cut() -> str:
    """What stands below a table that has more rows."""
    return f"[{rows_cut(MAX_ROWS)}]"


def find_dialect(text: str, delimiter: str | None = None) -> Dialect:
    """How `text` is written, found in its first rows; `delimiter` where it is known."""
    sample = text[:_SAMPLE]
    if len(text) > _SAMPLE:
        sample = sample[: sample.rfind("\n") + 1] or sample
    candidates = [
        Dialect(each, quoted)
        for each in (delimiter or _DELIMITERS)
        for quoted in ((True, False) if '"' in sample else (True,))
    ]
    return max(candidates, key=lambda each: _fitness(sample, each))


def _fitness(sample: str, dialect: Dialect) -> float:
    """The share of rows that come out as long as most do, less where something speaks against it.

    Rounded, so that a comma in a few more cells does not win over semicolons.
    """
    rows = list(islice(_rows(sample, dialect, len(sample)), _SAMPLE_ROWS))
    lengths = Counter(len(row) for row in rows if len(row) > 1)
    if not lengths:
        return 0.0
    share = max(lengths.values()) / len(rows)
    if dialect.delimiter == ",":
        share -= sum(map(_cuts_number, rows)) / len(rows)
    usual = max(lengths, key=lambda length: lengths[length])
    odd = (row for row in rows if len(row) != usual)
    if any(cell.count("\n") > _MOST_LINES for row in odd for cell in row):
        share -= 0.5  # a quotation mark that encloses half of the file
    return round(share, 1)


def _cuts_number(row: Sequence[str]) -> bool:
    """Whether decimal commas were taken for the ends of cells: "12,50;7,5" as "12", "50;7", "5"."""
    return any(
        before[-1:].isdigit() and after[:1].isdigit() and ";" in before + after
        for before, after in pairwise(row)
    )


def _rows(
    text: str, dialect: Dialect, most: int = _LONG_CELL, *, strict: bool = False
) -> Iterator[list[str]]:
    """The rows that hold something. Raises csv.Error where a cell has more than `most` characters
    and, if `strict`, where quotation marks do not enclose whole cells."""
    before = csv.field_size_limit(most)  # of the whole process
    try:
        reader = csv.reader(
            io.StringIO(text, newline=""),
            delimiter=dialect.delimiter,
            quoting=csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE,
            skipinitialspace=True,
            strict=strict,
        )
        yield from (row for row in reader if any(map(str.strip, row)))
    finally:
        csv.field_size_limit(before)


def write_table(text: str, dialect: Dialect) -> str:
    """The stored text: the lines above the table, then the table row by row."""
    try:
        return _write(_rows(text, dialect))
    except csv.Error:
        if dialect.quoted and not _long_cells_fit(text, dialect):
            dialect = Dialect(dialect.delimiter, quoted=False)
        return _write(_rows(text, dialect, len(text)))


def _long_cells_fit(text: str, dialect: Dialect) -> bool:
    """Whether long cells are meant, as exports of messages have them: enclosed, in rows like the
    others. A mark that nothing closes, as a sign for inches, swallows other cells."""
    try:
        rows = _rows(text, dialect, len(text), strict=True)
        first = list(islice(rows, _SAMPLE_ROWS))
        width = _usual_width(first)
        return all(
            len(row) == width
            for row in chain(first, rows)
            if max(map(len, row), default=0) > _LONG_CELL
        )
    except csv.Error:
        return False


def _write(rows: Iterator[list[str]]) -> str:
    first = list(islice(rows, _SAMPLE_ROWS))
    width = _usual_width(first)
    if max(map(len, first), default=0) > _MOST_COLUMNS:
        raise DocumentError("The table has too many columns.")
    parts = StructuredText()
    begin = 0
    while begin < min(len(first) - 1, _MOST_TITLES) and _filled(first[begin]) <= width // 2:
        parts.paragraph(" ".join(cell for cell in first[begin] if cell.strip()))
        begin += 1
    if width < 2:  # one cell a row: lines of text
        whole = (" ".join(row) for row in chain(first[begin:], rows))
        parts.paragraph("\n".join(islice(whole, MAX_ROWS)))
        if next(whole, None) is not None:
            parts.paragraph(_cut())
        return parts.text
    body = first[begin:]
    lines = table_lines([_fitted(body[0], width)], header=has_header(body))
    others = chain(body[1:], rows)
    lines += (table_row(_fitted(row, width)) for row in islice(others, MAX_ROWS))
    if next(others, None) is not None:
        lines += ("", _cut())
    return "\n\n".join(filter(None, (parts.text, "\n".join(lines))))


def _usual_width(rows: Iterable[Sequence[str]]) -> int:
    """As many cells as most rows have; of equals, the larger number."""
    widths = Counter(map(len, rows))
    return max(widths, key=lambda width: (widths[width], width), default=0)


def _fitted(row: Sequence[str], width: int) -> list[str]:
    """The row, filled up to `width` cells; what is beyond it stays."""
    return [*row, *[""] * (width - len(row))]


def _filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: words, all different, above other rows."""
    if len(rows) < 2:
        return False
    names = [cell.strip() for cell in rows[0]]
    words = [name for name in names if name]
    if len(words) < 2 or len({name.casefold() for name in words}) < len(words):
        return False
    return not any(_FIGURE.match(name) for name in words) and len(words) > len(names) // 2
