"""What can be got out of the window as text: a conversation, one answer, or a digest. No Qt.

A `Conversation` is what the live chat and a conversation that was kept both fill. `export_script`
lays it out as a `Script`, in which nothing is left to be decided: every format writes the same
paragraphs, tables and footnotes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from app.core.types import Answer, Support


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with its answer. Where there is no whole answer, `text` is what was written of
    it, and `remark` says why it ended. `searched_for` is a question that leant on earlier ones, in
    the words that were searched for; "" where those were its own."""

    question: str
    answer: Answer | None
    text: str = ""
    remark: str = ""
    searched_for: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Some exchanges, in order. `when` is the local time at which they began."""

    title: str
    exchanges: tuple[Exchange, ...]
    when: datetime | None = None


class Role(Enum):
    """What a paragraph is."""

    QUESTION = auto()
    TEXT = auto()
    HEADING = auto()
    BULLET = auto()
    NUMBERED = auto()
    QUOTE = auto()
    CODE = auto()
    REMARK = auto()  # ours, in small letters: how an answer came about


@dataclass(frozen=True, slots=True)
class Run:
    """Text that is set in one way; a line feed in it begins a new line. Where `note` is not 0,
    the run is the reference to that footnote, and `text` what stands for it in plain text.
    `support` is below SUPPORTED in a sentence that its passages do not bear out; `raised` text
    stands as high as a reference.
    """

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    support: Support = Support.SUPPORTED
    note: int = 0
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph. `level` counts from 0 in a list; `number` is that of a numbered point."""

    role: Role
    runs: tuple[Run, ...]
    level: int = 0
    number: str = ""


Cell = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: rows of as many cells each, its head first."""

    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: its number, document, file and page in words, and the words that are quoted."""

    number: int
    place: str
    quote: str


@dataclass(frozen=True, slots=True)
class Script:
    """A text that is ready to be written in any format.

    Footnotes count from 1 without a gap, in the order in which `body` first refers to them,
    unless the numbers of an answer were kept. `facts` stand beneath the title, `sources` is the
    heading above the footnotes where a format puts them at the end; `language` is an ISO code.
    """

    title: str
    facts: tuple[str, ...]
    body: tuple[Para | Grid, ...]
    notes: tuple[Note, ...]
    sources: str
    language: str


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What is to be saved or printed, before it is laid out; `lay_out` does that in steps, which
    are some ms long each."""

    title: str
    lay_out: Callable[[], Generator[None, None, Script]]


def part_references(runs: Iterable[Run]) -> Iterator[Run]:
    """The runs with a comma between neighbouring references, for formats that set them as bare
    raised numbers: 1 and 2 would read as 12."""
    after_note = False
    for run in runs:
        if after_note and run.note:
            yield Run(",", raised=True)
        yield run
        after_note = bool(run.note)
