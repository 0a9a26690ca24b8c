"""What an answer is made of: paragraphs, lists, tables, code, and the emphasis within a line.

The part of Markdown that models write, and no more: there are no links, no pictures and no HTML
in it, and whatever is not recognised stays as it is written. Every part knows where it stands in
the text (code points), so that marks of an answer's sentences find their places. No Qt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from app.ui.folded_table import row_starts

_BULLET = re.compile(r"^(\s*)(?:[-*•+]|(\d{1,3})[.)])\s+(.*)$")
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.*)$")
_QUOTED = re.compile(r"^\s{0,3}>\s?(.*)$")
_RULE = re.compile(r"^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$")
_FENCE = re.compile(r"^\s*(?:```[^`]*|~~~.*)$")  # one that is closed on its line is no block
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^\n]+?)(?<!`)\1(?!`)")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_ITALIC = re.compile(r"(?<![\w*\\])\*(?=[^\s*])([^*]*?[^\s*])\*(?![\w*])")
_DEEPEST = 3  # levels of a list that are set apart
_INDENT = 2  # spaces that make a level
MOST_COLUMNS = 12
"""A table with more is left as text: nobody can read it in a conversation's column."""


class BlockKind(Enum):
    """The kinds of blocks."""

    PARAGRAPH = auto()
    HEADING = auto()
    BULLET = auto()
    NUMBERED = auto()
    QUOTE = auto()
    CODE = auto()
    TABLE = auto()
    RULE = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or a cell of a table, without what marks it as one. `at` is where it stands in the
    text; `reach` is how many code points after `at` belong to nothing else."""

    text: str
    at: int
    reach: int


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `level` counts from 0 in a list and is 1 to 6 for a heading; `number` is that of
    a numbered point; `rows` are the cells of a table, its head first."""

    kind: BlockKind
    lines: tuple[Line, ...] = ()
    level: int = 0
    number: str = ""
    rows: tuple[tuple[Line, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of a line that is set in one way; `at` is its place in the line."""

    text: str
    at: int
    bold: bool = False
    italic: bool = False
    code: bool = False


def parse_blocks(text: str) -> list[Block]:
    """The blocks of an answer, in order. Lines end with a line feed alone."""
    return list(_Parser(text).blocks())


def parse_line(text: str) -> list[Piece]:
    """The pieces of a line: `code`, **bold**, *italic* and the rest."""
    pieces: list[Piece] = []
    last = 0
    for match in _CODE.finditer(text):
        pieces += _emphasis(text[last : match.start()], last)
        pieces.append(Piece(match.group(2), match.start(2), code=True))
        last = match.end()
    return pieces + _emphasis(text[last:], last)


def _emphasis(text: str, at: int) -> list[Piece]:
    pieces: list[Piece] = []
    last = 0
    for match in _BOLD.finditer(text):
        pieces += _slanted(text[last : match.start()], at + last, bold=False)
        pieces += _slanted(match.group(1), at + match.start(1), bold=True)
        last = match.end()
    return pieces + _slanted(text[last:], at + last, bold=False)


def _slanted(text: str, at: int, *, bold: bool) -> list[Piece]:
    pieces: list[Piece] = []
    last = 0
    for match in _ITALIC.finditer(text):
        pieces.append(Piece(text[last : match.start()], at + last, bold))
        pieces.append(Piece(match.group(1), at + match.start(1), bold, italic=True))
        last = match.end()
    pieces.append(Piece(text[last:], at + last, bold))
    return [each for each in pieces if each.text]


class _Parser:
    """Goes through the lines once."""

    def __init__(self, text: str) -> None:
        self._lines: list[Line] = []
        at = 0
        fenced = False
        for line in text.split("\n"):
            fenced ^= _FENCE.match(line) is not None
            starts = [] if fenced else row_starts(line)
            for start, end in pairwise(sorted({0, *starts, len(line)})):
                self._lines.append(Line(line[start:end], at + start, end - start))
            if not line:
                self._lines.append(Line("", at, 0))
            at += len(line) + 1
        self._paragraph: list[Line] = []

    def blocks(self) -> Iterator[Block]:
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            block, end = self._block(at)
            if block is None and line.text.strip():
                self._paragraph.append(line)
            else:
                yield from self._end_paragraph()
                if block is not None:
                    yield block
            at = end
        yield from self._end_paragraph()

    def _end_paragraph(self) -> Iterator[Block]:
        if self._paragraph:
            yield Block(BlockKind.PARAGRAPH, tuple(self._paragraph))
            self._paragraph = []

    def _block(self, at: int) -> tuple[Block | None, int]:
        """The block that begins at line `at`, None for a line of a paragraph or an empty one; and
        the line behind it."""
        line = self._lines[at]
        if _FENCE.match(line.text):
            return self._fenced(at)
        if _RULE.match(line.text):
            return Block(BlockKind.RULE), at + 1
        if heading := _HEADING.match(line.text):
            part = _part(line, heading.start(2))
            return Block(BlockKind.HEADING, (part,), len(heading.group(1))), at + 1
        if bullet := _BULLET.match(line.text):
            kind = BlockKind.NUMBERED if bullet.group(2) else BlockKind.BULLET
            level = min(_DEEPEST, len(bullet.group(1).expandtabs(4)) // _INDENT)
            part = _part(line, bullet.start(3))
            return Block(kind, (part,), level, bullet.group(2) or ""), at + 1
        if _QUOTED.match(line.text):
            return self._quoted(at)
        if self._begins_table(at):
            return self._table(at)
        return None, at + 1

    def _fenced(self, at: int) -> tuple[Block, int]:
        end = at + 1
        while end < len(self._lines) and not _FENCE.match(self._lines[end].text):
            end += 1
        return Block(BlockKind.CODE, tuple(self._lines[at + 1 : end])), end + 1

    def _quoted(self, at: int) -> tuple[Block, int]:
        lines = []
        while at < len(self._lines) and (match := _QUOTED.match(self._lines[at].text)):
            lines.append(_part(self._lines[at], match.start(1)))
            at += 1
        return Block(BlockKind.QUOTE, tuple(lines)), at

    def _begins_table(self, at: int) -> bool:
        if at + 1 >= len(self._lines) or "|" not in self._lines[at].text:
            return False
        rule = self._lines[at + 1].text
        if "|" not in rule or not _TABLE_RULE.match(rule):
            return False
        columns = len(_cells(self._lines[at]))
        return columns <= MOST_COLUMNS and columns == len(_cells(self._lines[at + 1]))

    def _table(self, at: int) -> tuple[Block, int]:
        rows = [_cells(self._lines[at])]
        columns = len(rows[0])
        at += 2
        while at < len(self._lines) and "|" in self._lines[at].text:
            cells = _cells(self._lines[at])
            if len(cells) > columns:  # nothing of a row that is too long is lost
                kept, rest = cells[: columns - 1], cells[columns - 1 :]
                start, last = rest[0].at, rest[-1]
                raw = self._lines[at]
                text = raw.text[start - raw.at : last.at + len(last.text) - raw.at]
                cells = (*kept, Line(text, start, last.at + last.reach - start))
            missing = columns - len(cells)
            end = cells[-1].at + cells[-1].reach
            rows.append((*cells, *(Line("", end, 0) for _ in range(missing))))
            at += 1
        return Block(BlockKind.TABLE, rows=tuple(rows)), at


def _part(line: Line, start: int) -> Line:
    """The line from `start` on."""
    return Line(line.text[start:], line.at + start, len(line.text) - start)


def _cells(line: Line) -> tuple[Line, ...]:
    """The cells of a table's row; a bar behind a backslash is text."""
    bars = [match.start() for match in re.finditer(r"(?<!\\)\|", line.text)]
    start = len(line.text) - len(line.text.lstrip())
    if bars and bars[0] == start:
        start = bars.pop(0) + 1
    ends = [*bars, len(line.text)]
    if bars and not line.text[bars[-1] + 1 :].strip():
        ends.pop()
    cells = []
    for end in ends:
        raw = line.text[start:end]
        left = start + len(raw) - len(raw.lstrip()) if raw.strip() else start
        cells.append(Line(raw.strip(), line.at + left, end + 1 - left))
        start = end + 1
    return tuple(cells)
