"""Fits the rule by which the program declines to answer, to results of `margine eval answers`.

Logistic regression with a ridge penalty, by Newton's method (iteratively reweighted least
squares; Hastie, Tibshirani, Friedman, "The Elements of Statistical Learning" (2009), 4.4.1).
Every dataset, and in it the answerable and the unanswerable questions, weighs the same, however
many questions it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.answer.absence import NAMES, AbsenceRule, weighed
from app.core.errors import UserError

RIDGE = 0.002
"""Penalty on the weights of standardised signs, of a total weight of 1: it keeps signs that happen
to separate a small sample without an error from weighing without bound."""

ENOUGH = 20
"""Answerable questions of a dataset, at least, for the threshold to be chosen by it."""

_STEPS = 100
_CLOSE = 1e-10

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LabelledSigns:
    """What was judged by for one question, and whether it has no answer."""

    dataset: str
    signs: Mapping[str, float]
    absent: bool


def fit_rule(
    rows: Sequence[LabelledSigns], names: Sequence[str] = NAMES, *, budget: float = 0.12
) -> AbsenceRule:
    """The rule that fits `rows` best, with the signs `names`.

    Its threshold is the least at which, in no dataset of `ENOUGH` answerable questions or more,
    more than `budget` of them are declined. Raises UserError without both answerable and
    unanswerable questions.
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
    balance = _balance(rows)
    centre = balance @ values
    spread = np.sqrt(balance @ (values - centre) ** 2)
    spread[spread < _CLOSE] = 1.0
    solution = _solve((values - centre) / spread, labels, balance)
    weights = solution[1:] / spread
    rule = AbsenceRule(
        intercept=float(solution[0] - weights @ centre),
        weights={name: float(weight) for name, weight in zip(names, weights, strict=True)},
        threshold=1.0,
    )
    return replace(rule, threshold=threshold_for(rule, rows, budget))


def threshold_for(rule: AbsenceRule, rows: Sequence[LabelledSigns], budget: float) -> float:
    """The least threshold that declines at most `budget` of each dataset's answerable questions."""
    least = 0.0
    for dataset in {row.dataset for row in rows}:
        found = sorted(
            (
                rule.probability_of(row.signs)
                for row in rows
                if row.dataset == dataset and not row.absent
            ),
            reverse=True,
        )
        if len(found) < ENOUGH:
            continue
        allowed = int(budget * len(found))
        # Declined is what is at or above the threshold: it lies between the last that may be
        # declined and the first that may not.
        first_kept = found[allowed] if allowed < len(found) else 0.0
        last_declined = found[allowed - 1] if allowed else 1.0
        least = max(least, (first_kept + last_declined) / 2)
    return least


def _balance(rows: Sequence[LabelledSigns]) -> Floats:
    """`(n,)` weights that add up to 1, the same for each group."""
    sizes = Counter((row.dataset, row.absent) for row in rows)
    kinds = Counter(absent for _, absent in sizes)
    return np.array(
        [0.5 / kinds[row.absent] / sizes[row.dataset, row.absent] for row in rows],
        np.float64,
    )


def _solve(values: Floats, labels: Floats, weights: Floats) -> Floats:
    """`(1 + d,)` intercept and weights for `(n, d)` standardised `values`."""
    design = np.column_stack([np.ones(len(values)), values])
    penalty = np.full(design.shape[1], RIDGE)
    penalty[0] = 0.0
    solution = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        fitted = 1 / (1 + np.exp(-design @ solution))
        slope = design.T @ (weights * (fitted - labels)) + penalty * solution
        curvature = (design.T * (weights * fitted * (1 - fitted))) @ design + np.diag(penalty)
        step = np.linalg.solve(curvature + 1e-12 * np.eye(len(curvature)), slope)
        solution = solution - step
        if float(np.abs(step).max()) < _CLOSE:
            break
    return solution
