"""Blocks of a Markdown source: headings, paragraphs, list items, tables, code.

By lines, with the positions that a renderer would lose; what is doubtful is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ingest.blocks import Block, BlockKind, Line, lines_of
from app.ingest.rows import SEPARATOR, cells_of, columns_of, is_row

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]|\Z)")
_SETEXT = re.compile(r" {0,3}(=+|-{2,})\Z")
_RULE_ROW = frozenset("|:- \t")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)]|\(?[a-zA-Z]\))\s+\S")
_FRONT_END = frozenset(("---", "...", "+++"))
_MARKS = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])|[*_`]+|<[^>]{1,200}>|\{#[^}]*\}")
_MAX_TITLE = 300
_MAX_FRONT_LINES = 100


def markdown_blocks(text: str) -> list[Block]:
    """The blocks of `text`, in order; every character but white space is in one."""
    return _Parser(list(lines_of(text))).parse()


class _Parser:
    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._blocks: list[Block] = []
        self._open: list[Line] = []  # lines of the paragraph or list item being read
        self._open_kind = BlockKind.PROSE

    def parse(self) -> list[Block]:
        index = self._front_matter()
        while index < len(self._lines):
            index = self._read(index)
        self._close()
        return self._blocks

    def _front_matter(self) -> int:
        """Take in the block of metadata at the beginning; return the line behind it."""
        if not self._lines or self._lines[0].text not in ("---", "+++"):
            return 0
        for index, line in enumerate(self._lines[1:_MAX_FRONT_LINES], 1):
            if line.text in _FRONT_END:
                self._add(0, index + 1, BlockKind.LINES)
                return index + 1
        return 0

    def _read(self, index: int) -> int:
        """Take in the line at `index`, with those that belong to it; return the next index."""
        line = self._lines[index]
        if line.blank:
            # What is indented behind a blank line still belongs to the list item.
            if not (self._open_kind is BlockKind.ITEM and self._goes_on_indented(index)):
                self._close()
            return index + 1
        if fence := _FENCE.match(line.text):
            return self._read_fence(index, fence.group(1))
        if heading := _ATX.match(line.text):
            self._close()
            title = line.text[heading.end() :].strip().rstrip("#")
            self._add_heading(index, index + 1, len(heading.group(1)), title)
            return index + 1
        if self._is_setext(line):
            title = " ".join(each.text.strip() for each in self._open)
            first = index - len(self._open)
            self._open = []
            self._add_heading(first, index + 1, 1 if "=" in line.text else 2, title)
            return index + 1
        if self._begins_table(index):
            return self._read_table(index)
        if (end := self._end_of_rows(index)) > index + 1:
            self._close()
            self._add(index, end, BlockKind.LINES, columns_of(self._lines[index:end]))
            return end
        if _ITEM.match(line.text):
            self._close()
            self._open_kind = BlockKind.ITEM
        self._open.append(line)
        return index + 1

    def _goes_on_indented(self, blank: int) -> bool:
        following = self._lines[blank + 1].text if blank + 1 < len(self._lines) else ""
        return following.startswith(("  ", "\t"))

    def _is_setext(self, line: Line) -> bool:
        return (
            0 < len(self._open) <= 2
            and self._open_kind is BlockKind.PROSE
            and _SETEXT.match(line.text) is not None
        )

    def _read_fence(self, index: int, fence: str) -> int:
        self._close()
        end = index + 1
        while end < len(self._lines):
            mark = _FENCE.match(self._lines[end].text)
            end += 1
            if mark and mark.group(1).startswith(fence):
                break
        self._add(index, end, BlockKind.LINES)
        return end

    def _begins_table(self, index: int) -> bool:
        following = self._lines[index + 1].text if index + 1 < len(self._lines) else ""
        is_rule = "|" in following and "-" in following and _RULE_ROW.issuperset(following)
        return is_rule and "|" in self._lines[index].text

    def _read_table(self, index: int) -> int:
        self._close()
        end = index + 2
        while end < len(self._lines) and "|" in self._lines[end].text:
            end += 1
        columns = SEPARATOR.join(map(_plain, cells_of(self._lines[index].text)))
        self._add(index, end, BlockKind.LINES, columns)
        return end

    def _end_of_rows(self, index: int) -> int:
        """The line behind the rows that begin here: a table without what Markdown asks of one."""
        end = index
        while end < len(self._lines) and is_row(self._lines, end):
            end += 1
        return end

    def _close(self) -> None:
        """End the paragraph or list item being read."""
        if self._open:
            self._blocks.append(Block(self._open[0].start, self._open[-1].end, self._open_kind))
        self._open = []
        self._open_kind = BlockKind.PROSE

    def _add(self, first: int, behind: int, kind: BlockKind, columns: str = "") -> None:
        start, end = self._lines[first].start, self._lines[behind - 1].end
        self._blocks.append(Block(start, end, kind, columns=columns))

    def _add_heading(self, first: int, behind: int, level: int, title: str) -> None:
        start, end = self._lines[first].start, self._lines[behind - 1].end
        name = _plain(title)
        # A heading without words opens no section.
        self._blocks.append(Block(start, end, BlockKind.HEADING, level if name else 0, name))


def _plain(title: str) -> str:
    """The words of a heading, without emphasis marks and link targets."""
    return " ".join(_MARKS.sub(lambda match: match.group(1) or "", title[:_MAX_TITLE]).split())
