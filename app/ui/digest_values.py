"""What a digest is asked of, and the rows that show it. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from app.core.types import Citation, Digest, DigestPoint, DigestTask, FileRecord

_NUMBERS = re.compile(r"\s*\[\d+\]")
_STOPS = ".!?。！？"


class Kind(Enum):
    """The kinds of things that can be listed by a click; everything else is typed."""

    DEADLINES = auto()
    AMOUNTS = auto()
    DUTIES = auto()
    CONTACTS = auto()


@dataclass(frozen=True, slots=True)
class Source:
    """One document to be read from end to end."""

    document_id: int
    path: str
    passages: int


@dataclass(frozen=True, slots=True)
class Wish:
    """A digest as a person asks for it. `kind` is None where the instruction was typed."""

    sources: tuple[Source, ...]
    task: DigestTask
    instruction: str = ""
    kind: Kind | None = None
    language: str = ""

    @property
    def document_ids(self) -> tuple[int, ...]:
        """The documents, as the engine names them."""
        return tuple(each.document_id for each in self.sources)

    @property
    def passages(self) -> int:
        """How many passages there are to read."""
        return sum(each.passages for each in self.sources)


def sources_of(records: Iterable[FileRecord]) -> tuple[Source, ...]:
    """The documents that these files hold, each once, in the order of the files."""
    sources: dict[int, Source] = {}
    for each in records:
        if each.document_id and each.document_id not in sources:
            sources[each.document_id] = Source(each.document_id, each.path, each.passages)
    return tuple(sources.values())


# -------------------------------------------------------------------------------- the rows


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """The text over all points. `citations` are those it may name."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """The document that the points below it are from."""

    document: str
    path: str


@dataclass(frozen=True, slots=True)
class PointRow:
    """One point, below the name of the document `under`; None where there is only one. Sources
    of other documents are named."""

    point: DigestPoint
    under: int | None

    def names(self, citation: Citation) -> bool:
        """Whether a source is named."""
        return self.under is not None and citation.document_id != self.under


Row = SummaryRow | DocumentRow | PointRow


def point_key(point: DigestPoint) -> tuple[str, tuple[int, ...]]:
    """What tells that two points are the same: an engine that goes on may tell one twice, with
    other numbers."""
    return point.text, tuple(each.passage_id for each in point.citations)


class RowBuilder:
    """Makes rows of points as they arrive; the documents are named where there are several."""

    def __init__(self, *, several: bool) -> None:
        self._several = several
        self._document: int | None = None
        self._seen: set[tuple[str, tuple[int, ...]]] = set()

    def add(self, points: Iterable[DigestPoint]) -> list[Row]:
        """The rows that `points` add; a point that was there already adds none."""
        rows: list[Row] = []
        for point in points:
            key = point_key(point)
            if key in self._seen:
                continue
            self._seen.add(key)
            first = point.citations[0] if point.citations else None
            if self._several and first is not None and first.document_id != self._document:
                self._document = first.document_id
                rows.append(DocumentRow(first.document, first.path))
            rows.append(PointRow(point, self._document))
        return rows


def rows_of(digest: Digest) -> list[Row]:
    """Everything that a finished digest shows."""
    rows: list[Row] = []
    if digest.summary.strip() and not _says_the_points(digest):
        rows.append(SummaryRow(digest.summary, all_citations(digest.points)))
    rows.extend(RowBuilder(several=len(digest.documents) > 1).add(digest.points))
    return rows


def _says_the_points(digest: Digest) -> bool:
    """Whether the summary is nothing but the points one after another: few points are a summary
    themselves, and would be read twice."""
    summary = _NUMBERS.sub("", digest.summary)
    for point in digest.points:
        summary = summary.replace(point.text.strip().rstrip(_STOPS), "", 1)
    return not any(map(str.isalnum, summary))


def all_citations(points: Sequence[DigestPoint]) -> tuple[Citation, ...]:
    """The citations of all points, each number once, in order."""
    by_number = {each.n: each for point in points for each in point.citations}
    return tuple(by_number[n] for n in sorted(by_number))
