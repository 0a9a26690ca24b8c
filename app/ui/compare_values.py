"""What the view that compares sources shows, made from a comparison and its passages. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.types import CandidateAnswer, Comparison, FoundPassage

LEAST_WEIGHT = 0.05
"""What weighs less is a stray of one doubtful passage: it is listed, but no disagreement."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One answer, how much of the weight it has (whole percent), and what gives it."""

    text: str
    weight: float
    percent: int
    passages: tuple[FoundPassage, ...]

    @property
    def documents(self) -> int:
        """How many documents give it."""
        return len({each.document_id for each in self.passages})

    @property
    def counts(self) -> bool:
        """Whether it weighs enough to agree or disagree with others."""
        return self.weight >= LEAST_WEIGHT


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One document, and each answer that it gives with the passages that give it there."""

    passages: tuple[FoundPassage, ...]  # of this document, best first
    answers: tuple[tuple[str, tuple[FoundPassage, ...]], ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Everything the view shows: `answers` heaviest first, then what is silent; `sources` in the
    order in which the search found them."""

    answers: tuple[AnswerRow, ...]
    silent: AnswerRow
    sources: tuple[SourceRow, ...]


def compare(comparison: Comparison, passages: Sequence[FoundPassage]) -> Compared:
    """Lay out `comparison`; its candidates name `passages` by their rank."""
    by_rank = {each.rank: each for each in passages}
    candidates = sorted(comparison.candidates, key=lambda each: -each.weight)
    weights = [each.weight for each in candidates]
    *percents, silent_percent = whole_percents([*weights, comparison.silent])
    answers = tuple(
        AnswerRow(each.text, each.weight, percent, _known(each, by_rank))
        for each, percent in zip(candidates, percents, strict=True)
    )
    speaking = {each.rank for row in answers for each in row.passages}
    quiet = tuple(each for each in passages if each.used and each.rank not in speaking)
    silent = AnswerRow("", comparison.silent, silent_percent, quiet)
    return Compared(answers, silent, _by_source(answers, quiet))


def whole_percents(weights: Sequence[float]) -> list[int]:
    """`weights` as whole percent of their sum that add up to 100, by largest remainder.

    All zero where the sum is zero.
    """
    total = sum(weights)
    if total <= 0:
        return [0] * len(weights)
    exact = [100 * each / total for each in weights]
    rounded = [int(each) for each in exact]
    by_remainder = sorted(range(len(exact)), key=lambda at: rounded[at] - exact[at])
    for at in by_remainder[: 100 - sum(rounded)]:
        rounded[at] += 1
    return rounded


def _known(
    candidate: CandidateAnswer, by_rank: dict[int, FoundPassage]
) -> tuple[FoundPassage, ...]:
    return tuple(by_rank[rank] for rank in sorted(set(candidate.passages)) if rank in by_rank)


def _by_source(
    answers: Sequence[AnswerRow], quiet: Sequence[FoundPassage]
) -> tuple[SourceRow, ...]:
    found = sorted(
        [*quiet, *(each for row in answers for each in row.passages)], key=lambda each: each.rank
    )
    rows = []
    for document_id in dict.fromkeys(each.document_id for each in found):
        own = {each.rank: each for each in found if each.document_id == document_id}
        given = (
            (row.text, tuple(each for each in row.passages if each.document_id == document_id))
            for row in answers
        )
        rows.append(SourceRow(tuple(own.values()), tuple(each for each in given if each[1])))
    return tuple(rows)
