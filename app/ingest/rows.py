"""Rows: lines that are the rows of a table, whatever sets its columns apart.

Tabs, bars (`a | b | c`), wide gaps, dots that lead to a number, or columns of words that begin at
the same place in line after line. A row that is taken for prose may be cut in the middle; prose
that is taken for rows is cut between its lines: so one narrow gap proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ingest.blocks import Line

_ROW = re.compile(
    r"\S(?:\t| {3,})\S"  # tabs and wide gaps
    r"|\S[ \t]\|[ \t]\S|\A\|.*\|\Z"  # a | b | c
    r"|\.{4,}|(?:\. ){4,}|…{2,}|_{4,}"  # leaders, and gaps to be filled in
)
_RULE = re.compile(r"[\s|+:=\-─━│┃┼├┤┌┐└┘╞╪╡═]{3,}\Z")  # between head and body
_GAP = re.compile(r"[^\s.!?:;] {2,}(?=\S)")  # two spaces behind a stop are a typist's habit
SEPARATOR = " | "
_FEWEST_ROWS = 3
_SHARED_COLUMNS = 2  # gaps that end where those of the neighbouring line do


def is_row(lines: Sequence[Line], index: int) -> bool:
    """Whether line `index` is a row of a table."""
    text = lines[index].text.strip()
    if not text:
        return False
    if _ROW.search(text) is not None:
        return True
    neighbours = [each for each in (index - 1, index + 1) if 0 <= each < len(lines)]
    if _RULE.match(text):
        return any(_ROW.search(lines[each].text.strip()) for each in neighbours)
    columns = _columns(lines[index])
    return len(columns) >= _SHARED_COLUMNS and any(
        len(columns & _columns(lines[each])) >= _SHARED_COLUMNS for each in neighbours
    )


def _columns(line: Line) -> set[int]:
    """Where the cells behind a line's gaps begin."""
    return {match.end() for match in _GAP.finditer(line.text)}


def columns_of(lines: Sequence[Line]) -> str:
    """The names of a table's columns, if its first row plainly gives them; else "".

    It has no figures, and as many cells as the next row (or a rule below it).
    """
    if len(lines) < _FEWEST_ROWS:
        return ""
    head, below = cells_of(lines[0].text), lines[1]
    named = len(head) > 1 and not any(character.isdigit() for character in lines[0].text)
    same = is_rule(below) or len(cells_of(below.text)) == len(head)
    return SEPARATOR.join(head) if named and same else ""


def is_rule(line: Line) -> bool:
    """Whether there is nothing on a line but what rules a table."""
    return bool(line.text.strip()) and _RULE.match(line.text) is not None


def cells_of(row: str) -> list[str]:
    """The cells of a row, without what sets them apart; empty ones are left out."""
    parts = re.split(r"\s*\|\s*|\t+| {2,}", row.strip())
    return [" ".join(part.split()) for part in parts if part.strip()]
