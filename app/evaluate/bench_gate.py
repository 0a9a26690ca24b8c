"""`margine bench gate`: what the gate costs, on a "no" and on a "yes", beside no gate at all.

Every question is put in every way in turn, so that what else the machine does falls on all ways
alike, and ways are compared question by question.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.core.types import GateMode, GateSignal
from app.evaluate.report import Cell, Report, Table

QUESTIONS = (
    "What is the capital of France?",
    "Who wrote the Divine Comedy, and when?",
    "Quando fu fondata la città di Palmanova?",
    "What is 17 times 6?",
    "In which year did the architect Lina Moser finish the school of Brixen?",
    "Come si dice «buongiorno» in tedesco?",
)
"""Of what models know well, half know and do not know, in both languages."""


class Way(StrEnum):
    """How a question is put.

    On a "no" and on a "yes", the threshold leaves no other decision. By evidence it is decided as
    for a person, since a forced threshold would save the draft that a real one needs.
    """

    NEVER = "never"
    NO_MARGIN = "no, by margin"
    NO_ENTROPY = "no, by entropy"
    NO_VARIANCE = "no, by variance"
    EVIDENCE = "as decided, by evidence"
    ALWAYS = "always"
    YES_MARGIN = "yes, by margin"
    YES_VARIANCE = "yes, by variance"

    @property
    def mode(self) -> GateMode:
        """The mode of its question."""
        forced = {Way.NEVER: GateMode.NEVER, Way.ALWAYS: GateMode.ALWAYS}
        return forced.get(self, GateMode.AUTO)

    @property
    def signal(self) -> GateSignal:
        """What it is judged by; any where nothing is."""
        names = {each.value: each for each in GateSignal}
        return names.get(self.value.rpartition(" ")[2], GateSignal.MARGIN)

    @property
    def threshold(self) -> float | None:
        """A τ that no U, or every U, is above; None leaves those that are stored."""
        if self is Way.EVIDENCE:
            return None
        return -1.0 if self.value.startswith("yes") else 100.0


NOS = (Way.NO_MARGIN, Way.NO_ENTROPY, Way.NO_VARIANCE)
YESES = (Way.YES_MARGIN, Way.YES_VARIANCE)


@dataclass(frozen=True, slots=True)
class GateRun:
    """A question put in one way. Times in ms.

    `shown_ms` is when the first word of draft or answer was there, `draft_ms` what reading the
    question and drafting took, `evaluated` the prompt tokens that were computed for the way that
    was gone in the end, `written` the tokens of draft and answer, `retrieved` whether it was
    answered from the documents.
    """

    question: int
    way: Way
    retrieved: bool
    search_ms: float
    shown_ms: float
    draft_ms: float
    draft_tokens: int
    total_ms: float
    evaluated: int
    written: int


AskOne = Callable[[int, Way], GateRun]


def run_bench(
    ask: AskOne, questions: int, rounds: int, progress: Callable[[str], None]
) -> list[GateRun]:
    """Put every question in every way, `rounds` times, each time beginning with another way."""
    ways = list(Way)
    runs: list[GateRun] = []
    total = questions * rounds * len(ways)
    for turn in range(questions * rounds):
        first = turn % len(ways)
        for way in ways[first:] + ways[:first]:
            progress(f"{len(runs)} of {total}: {way}")
            runs.append(ask(turn % questions, way))
    return runs


def gate_bench_report(runs: Sequence[GateRun], draft_tokens: int, introduction: str) -> Report:
    """The times of each way, and what was to be reached. ValueError where a way is missing."""
    return Report(
        "What the gate costs", introduction, (_ways_table(runs), _goals_table(runs, draft_tokens))
    )


def ratio(
    runs: Sequence[GateRun], way: Way, other: Way, value: Callable[[GateRun], float]
) -> float:
    """Median over the questions of how many times `other`'s value (its median) `way`'s is."""
    ratios = [
        statistics.median(map(value, _of(runs, way, question)))
        / statistics.median(map(value, _of(runs, other, question)))
        for question in sorted({run.question for run in runs})
    ]
    return statistics.median(ratios)


def _declined_by_evidence(runs: Sequence[GateRun]) -> list[GateRun]:
    """The runs of the questions that evidence never searched for."""
    searched = {run.question for run in runs if run.way is Way.EVIDENCE and run.retrieved}
    return [run for run in runs if run.question not in searched]


def _of(runs: Sequence[GateRun], way: Way, question: int) -> list[GateRun]:
    return [run for run in runs if run.way is way and run.question == question]


def _questions(runs: Sequence[GateRun]) -> int:
    return len({run.question for run in runs})


def _ways_table(runs: Sequence[GateRun]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for way in Way:
        mine = [run for run in runs if run.way is way]
        row: list[Cell] = [way.value]
        row += [
            statistics.median(value(run) for run in mine)
            for value in (
                lambda run: run.search_ms,
                lambda run: run.draft_ms,
                lambda run: run.shown_ms,
                lambda run: run.total_ms,
                lambda run: float(run.evaluated),
                lambda run: float(run.draft_tokens),
                lambda run: float(run.written),
            )
        ]
        rows.append(tuple(row))
    return Table(
        "Medians (times in ms)",
        (
            "way",
            "search",
            "draft",
            "first word",
            "total",
            "prompt tokens",
            "draft tokens",
            "written",
        ),
        tuple(rows),
        note="As decided: without the documents for "
        f"{_questions(_declined_by_evidence(runs))} of {_questions(runs)} questions. "
        "Draft: reading the question and drafting. First word: of the draft, where there is "
        "one. Prompt tokens: computed for the prompts that were answered from.",
        digits=0,
    )


def _goals_table(runs: Sequence[GateRun], draft_tokens: int) -> Table:
    rows: list[tuple[Cell, ...]] = []

    def goal(what: str, measured: float, most: float) -> None:
        rows.append((what, measured, most, "yes" if measured <= most else "no"))

    for way in NOS:
        more = max(
            abs(mine.evaluated + mine.written - never.evaluated - never.written)
            for question in {run.question for run in runs}
            for mine, never in zip(
                _of(runs, way, question), _of(runs, Way.NEVER, question), strict=True
            )
        )
        goal(f"{way}: tokens other than Never's", float(more), 0.0)
    for way in (Way.NO_MARGIN, Way.NO_ENTROPY):
        goal(
            f"{way}: total, of Never's", ratio(runs, way, Way.NEVER, lambda run: run.total_ms), 1.05
        )
    declined = _declined_by_evidence(runs)
    if declined:
        measured = ratio(declined, Way.EVIDENCE, Way.NEVER, lambda run: run.total_ms)
        goal("no, by evidence: total, of Never's", measured, 1.05)
    for way in NOS:
        goal(
            f"{way}: first word, of Never's",
            ratio(runs, way, Way.NEVER, lambda run: run.shown_ms),
            1.1,
        )
    for way in YESES:
        most = max(run.draft_tokens for run in runs if run.way is way)
        goal(f"{way}: tokens drafted at most", float(most), float(draft_tokens))
    for way, other in ((Way.NO_VARIANCE, Way.NO_MARGIN), (Way.YES_VARIANCE, Way.YES_MARGIN)):
        measured = ratio(runs, way, other, lambda run: run.draft_ms)
        goal(f"{way}: draft with its samples, of a draft alone", measured, 2.5)
    searched = ratio(runs, Way.NO_MARGIN, Way.NEVER, lambda run: run.total_ms - run.search_ms)
    rows.append(("no, by margin: total without the search, of Never's", searched, None, ""))
    return Table(
        "What was to be reached",
        ("what", "measured", "at most", "reached"),
        tuple(rows),
        digits=3,
        note="Ratios: the median over the questions, each way against the other on the same "
        "question.",
    )
