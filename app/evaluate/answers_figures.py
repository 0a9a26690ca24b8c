"""What a set of judged answers comes to: shares and means with intervals, times, tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.evaluate.answers_scoring import Judged
from app.evaluate.bootstrap import auroc as auroc_of
from app.evaluate.bootstrap import (
    bootstrap_difference,
    bootstrap_means,
)
from app.evaluate.report import Estimate

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean over some of the questions; `value` is None for those that it leaves out."""

    name: str
    about: str
    value: Callable[[Judged], float | None]


def _over(
    counts: Callable[[Judged], bool], value: Callable[[Judged], float | None]
) -> Callable[[Judged], float | None]:
    return lambda judged: value(judged) if counts(judged) else None


def _answerable(judged: Judged) -> bool:
    return judged.answerable


def _given(judged: Judged) -> bool:
    """Whether there is an answer to a question that has one."""
    return judged.answerable and not judged.refused


def _citing(judged: Judged) -> bool:
    return _given(judged) and bool(judged.cited)


def _share_of_cited(judged: Judged, *, gold: bool) -> float:
    return sum(each.gold if gold else each.holds for each in judged.cited) / len(judged.cited)


CONTAINED = "answer contained"
WRONGLY_REFUSED = "wrongly refused"
RIGHTLY_REFUSED = "rightly refused"

MEASURES: tuple[Measure, ...] = (
    Measure(
        "right passage found",
        "answerable questions with a right passage (it holds an accepted answer, or is the judged "
        "one) among those that the search found",
        _over(_answerable, lambda each: each.found_right),
    ),
    Measure(
        CONTAINED,
        "answerable questions whose answer contains an accepted answer; refusals count as wrong",
        _over(_answerable, lambda each: each.contained),
    ),
    Measure(
        "token F1",
        "mean over answerable questions; whole sentences score low against short answers",
        _over(_answerable, lambda each: each.f1),
    ),
    Measure(
        "any citation",
        "answers to answerable questions with at least one citation",
        _over(_given, lambda each: bool(each.cited)),
    ),
    Measure(
        "citation precision",
        "share of right passages among those cited, mean over these answers where they cite",
        _over(_citing, lambda each: each.citation_precision),
    ),
    Measure(
        "cited passage holds the answer",
        "the same, counting only passages that hold an accepted answer",
        _over(_citing, lambda each: _share_of_cited(each, gold=False)),
    ),
    Measure(
        "cited passage is the judged one",
        "the same, counting only passages that are judged relevant",
        _over(_citing, lambda each: _share_of_cited(each, gold=True)),
    ),
    Measure(
        "right citation",
        "answerable questions whose answer cites a right passage",
        _over(_answerable, lambda each: each.cites_right),
    ),
    Measure(
        "right and rightly cited",
        "answerable questions whose answer contains an accepted answer and cites a right passage",
        _over(_answerable, lambda each: each.contained and each.cites_right),
    ),
    Measure(
        "citation recall",
        "answerable questions whose right passage was found and is cited, of those where it was "
        "found; refusals count as uncited",
        _over(_answerable, lambda each: each.citation_recall),
    ),
    Measure(
        WRONGLY_REFUSED,
        "answerable questions that were refused",
        _over(_answerable, lambda each: each.refused),
    ),
    Measure(
        RIGHTLY_REFUSED,
        "unanswerable questions that were refused",
        _over(lambda each: not each.answerable, lambda each: each.refused),
    ),
    Measure(
        "unsupported sentence",
        "answers, to all questions, with a sentence that no passage of the prompt supports",
        _over(lambda each: not each.refused, lambda each: bool(each.unsupported)),
    ),
    Measure(
        "unsupported number",
        "answers, to all questions, with a number that stands in no passage of the prompt",
        _over(lambda each: not each.refused, lambda each: bool(each.strange_numbers)),
    ),
)


def counted_values(measure: Measure, judged: Iterable[Judged]) -> list[float]:
    """The measure's values of the questions that count."""
    return [float(each) for each in map(measure.value, judged) if each is not None]


def estimate(measure: Measure, judged: Iterable[Judged]) -> Estimate | None:
    """The measure with its bootstrap interval; None over no question."""
    values = counted_values(measure, judged)
    return bootstrap_means(np.array(values)[:, np.newaxis])[0] if values else None


def difference(
    measure: Measure, ours: Iterable[Judged], theirs: Iterable[Judged]
) -> tuple[Estimate | None, int]:
    """Ours less theirs over the questions that count in both, paired, with its interval.

    None over no question; and over how many. Pairs over different versions of a dataset are left
    out: see `count_changed`.
    """
    others = {_versioned(each): measure.value(each) for each in theirs}
    pairs = [
        (value, other)
        for each in ours
        if (value := measure.value(each)) is not None
        and (other := others.get(_versioned(each))) is not None
    ]
    if not pairs:
        return None, 0
    columns = np.array(pairs, np.float64)
    return bootstrap_difference(columns[:, :1], columns[:, 1:])[0], len(pairs)


def count_changed(ours: Iterable[Judged], theirs: Iterable[Judged]) -> int:
    """How many questions both answer, but over different versions of their dataset."""
    others = {each.answered.question.key: each.answered.question.data for each in theirs}
    questions = [each.answered.question for each in ours]
    return sum(others.get(each.key, each.data) != each.data for each in questions)


def _versioned(judged: Judged) -> tuple[tuple[str, str], str]:
    return judged.answered.question.key, judged.answered.question.data


# --------------------------------------------------------------------------- the refusal's number


def refusal_numbers(judged: Sequence[Judged]) -> tuple[Numbers, Numbers] | None:
    """The refusal's number of the unanswerable and of the answerable questions that have one.

    None if either kind has none: then there is nothing to tell apart.
    """
    absent: Numbers = np.array(
        [each.answered.absent for each in judged if each.answered.absent is not None], np.float64
    )
    kind = np.array([each.answerable for each in judged if each.answered.absent is not None], bool)
    return (absent[~kind], absent[kind]) if kind.any() and not kind.all() else None


def auroc(judged: Sequence[Judged]) -> Estimate | None:
    """How well the refusal's number tells unanswerable questions from answerable ones.

    A random unanswerable question has the higher number with this probability, see
    `bootstrap.auroc`; None if either kind has no number.
    """
    numbers = refusal_numbers(judged)
    return None if numbers is None else auroc_of(*numbers)


def refusal_curve(above: Numbers, below: Numbers) -> tuple[tuple[float, float], ...]:
    """Points (wrongly refused, rightly refused) for every threshold, from none to all refused."""
    thresholds = np.unique(np.concatenate([above, below]))[::-1]
    points = [(float((below >= t).mean()), float((above >= t).mean())) for t in thresholds]
    return ((0.0, 0.0), *points)


def best_threshold(above: Numbers, below: Numbers, most_wrong: float) -> tuple[float, float, float]:
    """The lowest threshold at which at most a share of `most_wrong` is wrongly refused.

    Refused is what reaches it. Returns the threshold and the shares wrongly and rightly refused;
    infinity, 0 and 0 where even the highest number refuses too many.
    """
    found = (float("inf"), 0.0, 0.0)
    for threshold in np.unique(np.concatenate([above, below]))[::-1]:
        wrongly = float((below >= threshold).mean())
        if wrongly > most_wrong:
            break
        found = (float(threshold), wrongly, float((above >= threshold).mean()))
    return found


# ----------------------------------------------------------------------------------------- costs


def costs(judged: Sequence[Judged]) -> Mapping[str, float | int]:
    """Times in seconds (median and 95th percentile) and tokens (mean) of all questions."""
    cost = [each.answered.cost for each in judged]
    first = [each.first_words_ms / 1000 for each in cost]
    total = [each.total_ms / 1000 for each in cost]
    return {
        "first words, median s": _quantile(first, 0.5),
        "first words, p95 s": _quantile(first, 0.95),
        "total, median s": _quantile(total, 0.5),
        "total, p95 s": _quantile(total, 0.95),
        "search, median s": _quantile([each.search_ms / 1000 for each in cost], 0.5),
        "prompt tokens": float(np.mean([each.prompt for each in cost])),
        "prompt tokens computed": float(np.mean([each.evaluated for each in cost])),
        "answer tokens": float(np.mean([each.answer for each in cost])),
        "passages read": float(np.mean([len(each.answered.used) for each in judged])),
        "citations": float(np.mean([len(each.cited) for each in judged])),
        "cut off at the longest answer": sum(each.answered.truncated for each in judged),
    }


def _quantile(values: Sequence[float], share: float) -> float:
    return float(np.quantile(values, share))
