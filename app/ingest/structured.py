"""Structured text: what readers make of formats that know headings, lists and tables.

The stored text looks like Markdown, so that `markdown_blocks` finds its parts again; it is read
by people too, in the window and in quotations, so that nothing is escaped by a backslash: what
only looks like structure is indented, and a bar within a cell is a broken bar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ingest.readers.decode import clean_text

# `Page.reader` of the pages of what is attached to a message: structured text, code, other text.
ATTACHED = "attached"
ATTACHED_CODE = "attached-code"
ATTACHED_TEXT = "attached-text"

MAX_TITLE = 300  # characters
MAX_CELL = 800
"""Characters. A table with a longer cell lays out a page: its cells are written as paragraphs."""

EMPTY_CELL = "–"  # two bars with nothing between them could be the end of a row
_MAX_LEVEL = 6
_MAX_DEPTH = 8  # of lists; deeper ones are written like this
# Lines that `markdown_blocks` would take for structure if they began within three spaces.
_LOOKS_LIKE_STRUCTURE = re.compile(r"#{1,6}(?:\s|\Z)|`{3}|~{3}|\+{3}\Z|-{2,}\Z|=+\Z")
_PAST_STRUCTURE = "    "
_ITEM_MARK = re.compile(r"[-*+•]|\d{1,9}[.)]|\(?[a-zA-Z]\)")  # as `markdown_blocks` knows them
_FENCE = re.compile(r"`{3,}")
_HEADING = re.compile(r"(#{1,6})\s")
_LANGUAGE = re.compile(r"[^\w+#.-]+")  # what cannot be the name of one
_SPACES = re.compile(r"[ \t\u00a0]+")


class StructuredText:
    """Takes the parts of a page in reading order; `text` is what they come to.

    Texts may hold line breaks, white space and control characters as they come; empty ones are
    left out. One thread.
    """

    def __init__(self) -> None:
        self._parts: list[tuple[str, bool]] = []  # text, and whether it is a list item
        self._length = 0
        self.title: str | None = None
        """The first heading of the first level used, None without headings."""
        self._title_level = _MAX_LEVEL + 1

    @property
    def empty(self) -> bool:
        """Whether nothing has been written."""
        return not self._parts

    @property
    def length(self) -> int:
        """Characters written so far, about."""
        return self._length

    @property
    def text(self) -> str:
        """The stored text: blocks with a blank line between them, lists without."""
        pieces: list[str] = []
        before_item = False
        for text, item in self._parts:
            if pieces:
                pieces.append("\n" if item and before_item else "\n\n")
            pieces.append(text)
            before_item = item
        return "".join(pieces)

    def heading(self, level: int, text: str) -> None:
        """A heading; `level` counts from 1, and from 6 on all are alike."""
        title = one_line(text)
        if not title:
            return
        level = max(1, min(level, _MAX_LEVEL))
        if level < self._title_level:
            self.title, self._title_level = title[:MAX_TITLE], level
        self._add(f"{'#' * level} {title}")

    def paragraph(self, text: str) -> None:
        """A paragraph; its line breaks stay."""
        self._add("\n".join(_harmless(line) for line in _lines(text)))

    def item(self, text: str, depth: int = 0, mark: str = "-") -> None:
        """A list item; `depth` 0 is the outermost, `mark` what stands before it ("3.", "b)")."""
        lines = _lines(text)
        mark = one_line(mark)
        if not lines:
            return
        if not _ITEM_MARK.fullmatch(mark):  # "Art. 5", "2.1": a paragraph that begins so
            self.paragraph("\n".join([f"{mark} {lines[0]}".strip(), *lines[1:]]))
            return
        indent = "  " * min(max(0, depth), _MAX_DEPTH)
        first = f"{indent}{mark} {lines[0]}"
        self._add("\n".join([first, *(f"{indent}  {_harmless(line)}" for line in lines[1:])]), True)

    def table(self, rows: Sequence[Sequence[str]], *, header: bool = False) -> None:
        """A table; `header` tells that its first row names the columns.

        Short rows are filled up; rows and columns without text are left out. What has one column,
        or a cell too long for one, lays out text and is written as paragraphs.
        """
        lines = [[_lines(cell) for cell in row] for row in rows]
        longest = max((sum(map(len, cell)) for row in lines for cell in row), default=0)
        cells = trimmed_table([[" ".join(cell) for cell in row] for row in lines])
        if not cells:
            return
        if len(cells[0]) == 1 or longest > MAX_CELL:
            for row in lines:
                for cell in row:
                    self.paragraph("\n".join(cell))
            return
        named = header and len(cells) > 1 and any(one_line(cell) for cell in rows[0])
        self._add("\n".join(table_lines(cells, header=named)))

    def preformatted(self, text: str, language: str = "") -> None:
        """Text whose lines and spaces matter, as code."""
        body = clean_text(text).strip("\n").rstrip()
        if body:
            longest = max((len(each) for each in _FENCE.findall(body)), default=2)
            fence = "`" * max(3, longest + 1)
            self._add(f"{fence}{_LANGUAGE.sub('', language)}\n{body}\n{fence}")

    def append(self, text: str, deeper: int = 0) -> None:
        """Text that was written like this already; its headings go `deeper` levels down."""
        self._add(deeper_headings(text, deeper) if deeper else text)

    def _add(self, text: str, item: bool = False) -> None:
        if text:
            self._parts.append((text, item))
            self._length += len(text) + 2


def deeper_headings(text: str, levels: int) -> str:
    """Structured text with its headings `levels` further down."""
    lines = text.split("\n")
    fence = ""
    for number, line in enumerate(lines):
        edge = _FENCE.match(line)
        if edge:
            fence = "" if fence and line.startswith(fence) else fence or edge[0]
        elif not fence and (heading := _HEADING.match(line)):
            level = min(_MAX_LEVEL, len(heading[1]) + levels)
            lines[number] = "#" * level + line[heading.end(1) :]
    return "\n".join(lines)


def trimmed_table(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rows of equal length, without those rows and columns that hold no text."""
    width = max(map(len, rows), default=0)
    kept = [[*row, *[""] * (width - len(row))] for row in rows if any(map(str.strip, row))]
    columns = [index for index in range(width) if any(row[index].strip() for row in kept)]
    return [[row[index] for index in columns] for row in kept]


def table_lines(rows: Sequence[Sequence[str]], *, header: bool) -> list[str]:
    """The lines of a Markdown table of `rows`, all of one length; without a rule if `header` is
    not told."""
    lines = [table_row(row) for row in rows]
    if header:
        lines.insert(1, "| " + " | ".join("---" for _ in rows[0]) + " |")
    return lines


def table_row(cells: Sequence[str]) -> str:
    """One row as a line."""
    return "| " + " | ".join(_cell(each) for each in cells) + " |"


def one_line(text: str) -> str:
    """`text` clean and on one line, every run of white space one space."""
    return " ".join(clean_text(text).replace("\u00ad", "").split())


def _cell(text: str) -> str:
    text = one_line(text).replace("|", "¦")
    return text or EMPTY_CELL


def _lines(text: str) -> list[str]:
    """The lines of a paragraph that hold something, without white space around them."""
    clean = clean_text(text).replace("\u00ad", "").replace("\f", "\n")
    return [line for line in (_SPACES.sub(" ", each).strip() for each in clean.split("\n")) if line]


def _harmless(line: str) -> str:
    """The line, indented if it would be taken for a heading, a rule or the edge of code."""
    return _PAST_STRUCTURE + line if _LOOKS_LIKE_STRUCTURE.match(line) else line
