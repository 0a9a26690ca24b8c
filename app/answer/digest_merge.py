"""Gathers the points of a digest: equal ones become one, their citations joined and numbered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from app.answer.digest_numbers import quantities
from app.answer.digest_points import FoundPoint
from app.answer.document_answer import cite
from app.answer.support import ENOUGH
from app.core.types import (
    CheckedSentence,
    Citation,
    DigestPoint,
    Doubt,
    DoubtFound,
    FoundPassage,
    Support,
)

_WORD = re.compile(r"\w+")
_NEARLY = 0.8  # share of the words of both that two points have in common
_DENIAL = re.compile(r"\b(?:no|not|never|nor|without|non|mai|né|senza|nessun[ao]?)\b")


PointCheck = Callable[[str, Mapping[int, FoundPassage]], tuple[CheckedSentence, ...]]
"""Checks a point's text against the passages that it cites, by their number."""


class PointCollector:
    """Takes points in as they are found. One thread owns it."""

    def __init__(self, check: PointCheck | None = None) -> None:
        """`check` looks at points that are not a passage's own words; without it, only how much
        of their words their passages hold tells how far these bear them out."""
        self._check = check
        self._entries: list[_Entry] = []
        self._by_quantities: dict[frozenset[tuple[str, str]], list[_Entry]] = {}
        self._numbers: dict[int, int] = {}  # of citations, by passage

    def add(self, points: Iterable[FoundPoint]) -> tuple[DigestPoint, ...]:
        """Take `points` in; return those that say something new."""
        new: list[_Entry] = []
        for point in points:
            entry = _Entry(point)
            alike = self._by_quantities.setdefault(entry.quantities, [])
            same = next((each for each in alike if each.says_the_same(entry)), None)
            if same is None:
                self._entries.append(entry)
                alike.append(entry)
                new.append(entry)
            else:
                same.join(entry)
            for passage in point.passages:
                self._numbers.setdefault(passage.passage_id, len(self._numbers) + 1)
        return tuple(self._point(each) for each in new)

    @property
    def points(self) -> tuple[DigestPoint, ...]:
        """All points, in the order in which they were found first."""
        return tuple(self._point(each) for each in self._entries)

    @property
    def passages(self) -> dict[int, FoundPassage]:
        """The cited passages, by the number of their citation."""
        cited = {each.passage_id: each for entry in self._entries for each in entry.passages}
        return {self._numbers[passage_id]: passage for passage_id, passage in cited.items()}

    def _point(self, entry: _Entry) -> DigestPoint:
        if entry.point is None:
            sources = {self._numbers[each.passage_id]: each for each in entry.passages}
            citations = tuple(cite(n, each) for n, each in sources.items())
            look = self._check if entry.held < 1.0 else None
            checks = look(entry.text, sources) if look is not None else ()
            entry.point = DigestPoint(entry.text, citations, checks or _checks(entry, citations))
        return entry.point


class _Entry:
    """One point with the passages that it was found in."""

    def __init__(self, point: FoundPoint) -> None:
        self.text = point.text
        self.held = point.held
        self.passages = list(point.passages)
        self.point: DigestPoint | None = None  # as it is told of, until another joins it
        self._words = _words(point.text)
        self._denials = len(_DENIAL.findall(point.text.casefold()))
        self.quantities = quantities(point.text)

    def says_the_same(self, other: _Entry) -> bool:
        """Whether both say the same in nearly the same words; `quantities` are compared before."""
        if self._denials != other._denials:
            return False
        common = len(self._words & other._words)
        return common >= _NEARLY * len(self._words | other._words)

    def join(self, other: _Entry) -> None:
        """Take over the passages of a point that says the same."""
        known = {each.passage_id for each in self.passages}
        self.passages += [each for each in other.passages if each.passage_id not in known]
        self.held = max(self.held, other.held)
        self.point = None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _checks(entry: _Entry, citations: Sequence[Citation]) -> tuple[CheckedSentence, ...]:
    """How far the words of its passages bear a point out."""
    supported = entry.held >= ENOUGH
    return (
        CheckedSentence(
            start=0,
            end=len(entry.text),
            support=Support.SUPPORTED if supported else Support.PARTLY,
            doubts=() if supported else (DoubtFound(Doubt.MEANING),),
            sources=tuple(each.n for each in citations),
        ),
    )
