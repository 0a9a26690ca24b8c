"""Blocks of plain text, as text files and the pages of PDFs have it.

Nothing marks a paragraph there but blank lines, the lengths of lines and what lines begin and
end with. The rules are modest: a missed boundary costs a little, a false one parts a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from app.ingest.blocks import Block, BlockKind, Line, lines_of
from app.ingest.contents import is_listed, listed_titles
from app.ingest.headings import begins_with_heading_word, find_heading
from app.ingest.rows import columns_of, is_row

_ITEM = re.compile(
    r"\s*(?:[-*•‣▪●○◦–—·■□◆❖⁃∙➢➤►✓✔\uf000-\uf0ff]\s+"  # private use: Symbol's bullets
    r"|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)\s+|(?:\d{1,3}(?:-?[a-z]{3,8})?|[a-zA-Z])\.\s+)\S"
)
_LETTER_ITEM = re.compile(r"\s*[a-zA-Z]\.")  # or the initial of a name
_ENDED = re.compile(r"[.!?…:;。！？；：][\"'”’»›)\]」』]*\Z")
# A page's last line may end with the number of a note: "of the legislature. 9".
_SENTENCE_ENDED = re.compile(r"[.!?…。！？][\"'”’»›)\]」』]*(?:\s?\d{1,3})?\Z")
_MOST_REPEATED = 3  # a line that comes more often is the head of every page, no heading
_NEIGHBOURS = 3
_SHORT = 0.6  # of the longest line around: the writer ended this line, not the margin
_RATHER_SHORT = 0.85


def plain_blocks(
    text: str, page_starts: Collection[int], running_lines: Collection[int] = ()
) -> list[Block]:
    """The blocks of `text`, in order; every character but white space is in one.

    `page_starts` are the positions where a page begins, `running_lines` those of lines that
    stand on most pages, and are no headings.
    """
    return _Parser(list(lines_of(text)), page_starts, running_lines).parse()


class _Parser:
    def __init__(
        self,
        lines: Sequence[Line],
        page_starts: Collection[int],
        running_lines: Collection[int],
    ) -> None:
        self._lines = lines
        self._page_starts = page_starts
        self._running_lines = running_lines
        self._lengths = [len(line.text.strip()) for line in lines]
        self._titles = listed_titles(lines)
        self._times_seen = Counter(line.text for line in lines)
        self._blocks: list[Block] = []
        self._open: list[Line] = []
        self._open_kind = BlockKind.PROSE
        self._rows = False

    def parse(self) -> list[Block]:
        for index, line in enumerate(self._lines):
            if not line.blank:
                self._read(index, line)
        self._close()
        return self._blocks

    def _read(self, index: int, line: Line) -> None:
        """Take in one line: begin a block with it, or let the open one go on."""
        starts_block = is_listed(line, self._titles) or self._starts_block(index, line)
        running = line.start in self._running_lines
        if starts_block and not running and self._times_seen[line.text] <= _MOST_REPEATED:
            page_start = line.start in self._page_starts
            heading = find_heading(self._lines, index, page_start, self._titles)
            if heading is not None:
                self._close()
                kind = BlockKind.HEADING if heading.alone else BlockKind.PROSE
                if heading.alone:
                    self._blocks.append(
                        Block(line.start, line.end, kind, heading.level, heading.title)
                    )
                    return
                # "Art. 3. Text": the section begins here, and the line is its first.
                self._blocks.append(
                    Block(line.start, line.start, kind, heading.level, heading.title)
                )
        row = is_row(self._lines, index)
        if starts_block or row != self._rows:
            self._close()
            self._rows = row
            if row:
                self._open_kind = BlockKind.LINES
            elif _ITEM.match(line.text):
                self._open_kind = BlockKind.ITEM
        self._open.append(line)

    def _starts_block(self, index: int, line: Line) -> bool:
        """Whether a block begins with this line, as far as what is before it tells."""
        if not self._open:
            return True
        before = self._lines[index - 1]
        if line.start in self._page_starts:
            # A page does not end a sentence: only what has ended stays behind.
            last = self._open[-1]
            if begins_with_heading_word(line.text.lstrip()):
                return True
            return _SENTENCE_ENDED.search(last.text) is not None and not line.text[:1].islower()
        if before.blank:
            return True
        if self._rows and is_row(self._lines, index):
            return False
        if _ITEM.match(line.text):
            return self._item_may_start(index)
        if self._open_kind is BlockKind.ITEM and _indent(line) > _indent(self._open[0]):
            return False
        length, around = self._lengths[index - 1], self._longest_around(index - 1)
        first = line.text.lstrip()[:1]
        if _ENDED.search(before.text):
            if begins_with_heading_word(line.text.lstrip()):
                return True
            return length < _RATHER_SHORT * around and not first.islower()
        return length < _SHORT * around and (first.isupper() or first.isdigit())

    def _item_may_start(self, index: int) -> bool:
        """Whether a line that begins like a list item is one, and no date or number in a text."""
        before = self._lines[index - 1].text
        text = self._lines[index].text
        number = text.lstrip()[:1]
        sure = not (number.isdigit() or number in "-–—" or _LETTER_ITEM.match(text))
        if sure or _ENDED.search(before):
            return True
        return self._open_kind is BlockKind.ITEM

    def _longest_around(self, index: int) -> int:
        """Length of the longest line near this one: the width of its column."""
        low = max(0, index - _NEIGHBOURS)
        return max(self._lengths[low : index + _NEIGHBOURS + 1])

    def _close(self) -> None:
        if self._open:
            columns = columns_of(self._open) if self._rows else ""
            self._blocks.append(
                Block(self._open[0].start, self._open[-1].end, self._open_kind, columns=columns)
            )
        self._open = []
        self._open_kind = BlockKind.PROSE
        self._rows = False


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())
