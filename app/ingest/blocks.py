"""Blocks: the parts of a text that its layout sets apart, before sentences are looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")


class BlockKind(Enum):
    """What a block is, and so where it may be cut."""

    PROSE = "prose"  # between its sentences
    ITEM = "item"  # a list item: kept whole where it fits, else between its sentences
    LINES = "lines"  # code, a table: kept whole where it fits, else between its lines
    HEADING = "heading"  # stays with what follows


@dataclass(frozen=True, slots=True)
class Block:
    """`text[start:end]` of the joined text.

    `level` is 0 but where a section begins with this block; `title` is then its name. Lower
    levels enclose higher ones. `columns` names the columns of a table, "" where nothing does.
    """

    start: int
    end: int
    kind: BlockKind
    level: int = 0
    title: str = ""
    columns: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `text` is without its line end and trailing space."""

    start: int
    end: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether there is nothing on it."""
        return not self.text


def lines_of(text: str) -> Iterator[Line]:
    """The lines of `text`, in order."""
    for match in _LINE.finditer(text):
        yield Line(match.start(), match.end(), match.group().rstrip())
