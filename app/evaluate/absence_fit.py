"""Fits the rule by which the program declines to answer, to results of `margine eval answers`.

Every dataset, and in it the answerable and the unanswerable questions, weighs the same, however
many questions it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.answer.absence import NAMES, AbsenceRule, weighed
from app.core.errors import UserError
from app.evaluate.logistic_fit import balanced, cut_within, fit_logistic

BUDGET = 0.08
"""Share of a dataset's answerable questions that the rule may decline. What it lets through may
still be declined by what is then written (`app.answer.answer_number`)."""

ENOUGH = 20
"""Answerable questions of a dataset, at least, for the threshold to be chosen by it."""


@dataclass(frozen=True, slots=True)
class LabelledSigns:
    """What was judged by for one question, and whether it has no answer. `language` is its ISO
    639-1 code, "" if it is not known."""

    dataset: str
    signs: Mapping[str, float]
    absent: bool
    language: str = ""


def fit_rule(
    rows: Sequence[LabelledSigns], names: Sequence[str] = NAMES, *, budget: float = BUDGET
) -> AbsenceRule:
    """The rule that fits `rows` best, with the signs `names`, and `with_thresholds`.

    Raises UserError without both answerable and unanswerable questions.
    """
    labels = np.array([row.absent for row in rows], np.float64)
    if labels.size == 0 or labels.min() == labels.max():
        raise UserError(
            "The rule cannot be fitted.",
            why="It needs questions with an answer and questions without.",
            next_step="Give the results of both.",
        )
    inputs = [weighed(row.signs) for row in rows]
    values = np.array([[each[name] for name in names] for each in inputs], np.float64)
    balance = balanced([row.dataset for row in rows], [row.absent for row in rows])
    intercept, weights = fit_logistic(values, labels, balance)
    rule = AbsenceRule(intercept, dict(zip(names, weights, strict=True)), threshold=1.0)
    return with_thresholds(rule, rows, budget)


def with_thresholds(
    rule: AbsenceRule, rows: Sequence[LabelledSigns], budget: float = BUDGET
) -> AbsenceRule:
    """`rule` with the least threshold of each language at which, in no dataset of `ENOUGH`
    answerable questions or more, more than `budget` of them are declined.

    The least of all is that of languages for which there are too few questions.
    """
    found = {
        language: threshold_for(rule, [row for row in rows if row.language == language], budget)
        for language in sorted({row.language for row in rows})
    }
    least = min((each for each in found.values() if each > 0), default=0.0)
    own = {language: each for language, each in found.items() if each > least}
    return replace(rule, threshold=least, by_language=own)


def threshold_for(rule: AbsenceRule, rows: Sequence[LabelledSigns], budget: float) -> float:
    """The least threshold that declines at most `budget` of each dataset's answerable questions;
    0 where no dataset has enough of them."""
    least = 0.0
    for dataset in {row.dataset for row in rows}:
        found = [
            rule.probability_of(row.signs)
            for row in rows
            if row.dataset == dataset and not row.absent
        ]
        if len(found) >= ENOUGH:
            least = max(least, cut_within(found, budget))
    return least
