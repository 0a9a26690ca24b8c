"""How well the splitter's passages serve: their length and overlap against what is found.

A hit is a passage that lies in the place that the question was asked about, at least in part,
and holds an accepted answer. Two views of it are needed: of passages (recall@k), where long ones
have it easier, and of tokens in the prompt (recall within a budget), where short ones have; and
with both, how much of the answer's surroundings comes along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.evaluate.bootstrap import SAMPLES, SEED, Values, bootstrap, estimates
from app.evaluate.corpus import SearchSetup
from app.evaluate.report import Estimate
from app.evaluate.splitter_cases import Place, SplitCase, SplitCases, holds_answer
from app.evaluate.splitter_search import PlacedPassage, SplitSearch, open_split_search
from app.evaluate.vectors import VectorMemory
from app.ingest.split import SplitSettings

CUTOFFS = (1, 3, 5, 10)
BUDGETS = (500, 1000)  # tokens of passages in a prompt
_DEEPEST = 40  # passages looked at: more than any budget takes of the smallest ones

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question found.

    `rank` is that of the first hit, None if there is none in sight. `within` tells for each of
    BUDGETS whether a hit is among the best passages that fit it, `context` which share of the
    place that was asked about they hold. `whole` tells whether any passage at all is a hit.
    """

    rank: int | None
    within: tuple[bool, ...]
    context: tuple[float, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class SettingResult:
    """One setting on one dataset."""

    dataset: str
    settings: SplitSettings
    outcomes: tuple[Outcome, ...]
    documents: int
    passages: int
    tokens_per_passage: float
    embedded_tokens: int

    def recall(self, k: int) -> float:
        """Share of questions with a hit among the `k` best passages."""
        return _mean(each.rank is not None and each.rank <= k for each in self.outcomes)

    @property
    def reciprocal_rank(self) -> float:
        """MRR@10."""
        return _mean(_reciprocal(each) for each in self.outcomes)

    def recall_within(self, budget: int) -> float:
        """Share of questions with a hit among the best passages of `budget` tokens in all."""
        return _mean(each.within[BUDGETS.index(budget)] for each in self.outcomes)

    def context_within(self, budget: int) -> float:
        """Mean share of the place asked about that the passages of `budget` tokens hold."""
        return _mean(each.context[BUDGETS.index(budget)] for each in self.outcomes)

    @property
    def reachable(self) -> float:
        """Share of questions that have a hit at all: no cut went through the answer."""
        return _mean(each.whole for each in self.outcomes)


def settings_grid(
    sizes: Iterable[int], overlaps: Iterable[int], window_tokens: int
) -> list[SplitSettings]:
    """Settings for every size and every overlap that is at most half of it.

    The other lengths keep the proportions of the default.
    """
    default = SplitSettings()
    return [
        SplitSettings(
            target_tokens=size,
            max_tokens=round(size * default.max_tokens / default.target_tokens),
            min_tokens=round(size * default.min_tokens / default.target_tokens),
            overlap_tokens=overlap,
        ).for_window(window_tokens)
        for overlap in overlaps
        for size in sizes
        if overlap * 2 <= size
    ]


def measure_settings(
    sets: Sequence[SplitCases],
    grid: Sequence[SplitSettings],
    memory: VectorMemory,
    setup: SearchSetup,
    report: Report,
) -> Iterator[SettingResult]:
    """Measure each setting on each set; vectors are saved after each, so that it may go on later.

    `report` is told what is being done.
    """
    for settings in grid:
        for cases in sets:
            name = f"{cases.name}, {settings.target_tokens} + {settings.overlap_tokens} tokens"
            report(f"{name}: splitting")

            def tell(done: int, total: int, name: str = name) -> None:
                report(f"{name}: embedding {done} of {total}")

            with open_split_search(cases.documents, settings, memory, setup, tell) as search:
                memory.save()
                report(f"{name}: searching")
                yield _measure(cases, settings, search)


def _measure(cases: SplitCases, settings: SplitSettings, search: SplitSearch) -> SettingResult:
    questions = [case.question for case in cases.cases]
    by_document: dict[int, list[PlacedPassage]] = {}
    for passage in search.passages:
        by_document.setdefault(passage.place.document, []).append(passage)
    outcomes = []
    for case, found in zip(cases.cases, search.search(questions, _DEEPEST), strict=True):
        own = (each for place in case.places for each in by_document[place.document])
        whole = any(is_hit(each, case) for each in own)
        outcomes.append(judge(case, found, whole))
    count = len(search.passages)
    return SettingResult(
        cases.name,
        settings,
        tuple(outcomes),
        len(cases.documents),
        count,
        sum(each.tokens for each in search.passages) / max(1, count),
        search.embedded_tokens,
    )


def is_hit(passage: PlacedPassage, case: SplitCase) -> bool:
    """Whether a passage, or one with the same text, lies where the question was asked, and holds
    an answer."""
    lies_there = any(place.overlap(each) for place in passage.places for each in case.places)
    return lies_there and holds_answer(passage.text, case.answers)


def judge(case: SplitCase, found: Sequence[PlacedPassage], whole: bool) -> Outcome:
    """What `found`, best first, is worth for the question."""
    rank = next((at for at, each in enumerate(found, 1) if is_hit(each, case)), None)
    within, context = [], []
    for budget in BUDGETS:
        taken = _that_fit(found, budget)
        within.append(rank is not None and rank <= len(taken))
        context.append(max(_covered(each, taken) for each in case.places))
    return Outcome(rank, tuple(within), tuple(context), whole)


def _that_fit(found: Sequence[PlacedPassage], budget: int) -> Sequence[PlacedPassage]:
    """The first passages, as many as have `budget` tokens together."""
    used = 0
    for number, passage in enumerate(found):
        used += passage.tokens
        if used > budget:
            return found[:number]
    return found


def _covered(place: Place, passages: Iterable[PlacedPassage]) -> float:
    """Which share of `place` the passages hold; what two of them hold counts once."""
    marks = np.zeros(place.end - place.start, np.bool_)
    for each in (each for passage in passages for each in passage.places):
        if each.overlap(place):
            marks[max(0, each.start - place.start) : each.end - place.start] = True
    return float(marks.mean()) if len(marks) else 0.0


def compare(
    results: Sequence[SettingResult],
    baseline: Sequence[SettingResult],
    value: Callable[[Outcome], float],
    seed: int = SEED,
) -> Estimate:
    """The mean over datasets of how much more `results` have of `value` than `baseline`.

    Both are in the order of the datasets. The interval is that of a paired bootstrap (see
    `app.evaluate.bootstrap`): the questions of each dataset are drawn anew, the same for both
    sides.
    """
    changes = [
        (_values(ours, value) - _values(theirs, value))[:, np.newaxis]
        for ours, theirs in zip(results, baseline, strict=True)
    ]

    def mean_change(*times: Values) -> Values:
        means = [drawn @ change / len(change) for drawn, change in zip(times, changes, strict=True)]
        return sum(means, np.zeros_like(means[0])) / len(means)

    drawn = bootstrap([len(each) for each in changes], mean_change, samples=SAMPLES, seed=seed)
    (estimate,) = estimates(np.mean([each.mean(axis=0) for each in changes], axis=0), drawn)
    return estimate


def hit_at_5(outcome: Outcome) -> float:
    """1 if there is a hit among the five best passages, the number that a prompt is offered."""
    return float(outcome.rank is not None and outcome.rank <= 5)


def hit_within_1000(outcome: Outcome) -> float:
    """1 if there is a hit among the best passages of 1,000 tokens."""
    return float(outcome.within[BUDGETS.index(1000)])


def _values(result: SettingResult, value: Callable[[Outcome], float]) -> Values:
    return np.array([value(each) for each in result.outcomes], np.float64)


def _reciprocal(outcome: Outcome) -> float:
    return 1 / outcome.rank if outcome.rank is not None and outcome.rank <= 10 else 0.0


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
