"""Fits logistic rules to labelled questions: the weights, and the threshold that keeps a budget.

Logistic regression with a ridge penalty, by Newton's method (iteratively reweighted least
squares; Hastie, Tibshirani, Friedman, "The Elements of Statistical Learning" (2009), 4.4.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RIDGE = 0.002
"""Penalty on the weights of standardised signs, of a total weight of 1: it keeps signs that happen
to separate a small sample without an error from weighing without bound."""

_STEPS = 100
_CLOSE = 1e-10

Floats = NDArray[np.float64]


def fit_logistic(values: Floats, labels: Floats, balance: Floats) -> tuple[float, list[float]]:
    """Intercept and weights for `(n, d)` signs as they are.

    `labels` `(n,)` are 0 or 1, both there; `balance` `(n,)` weighs the rows and adds up to 1.
    """
    centre = balance @ values
    spread = np.sqrt(balance @ (values - centre) ** 2)
    spread[spread < _CLOSE] = 1.0
    solution = _solve((values - centre) / spread, labels, balance)
    weights = solution[1:] / spread
    return float(solution[0] - weights @ centre), [float(each) for each in weights]


def balanced(groups: Sequence[str], labels: Sequence[bool]) -> Floats:
    """`(n,)` weights that add up to 1: either label weighs the same, and with one label every
    group, however many rows it has."""
    sizes = Counter(zip(groups, labels, strict=True))
    kinds = Counter(label for _, label in sizes)
    return np.array(
        [
            0.5 / kinds[label] / sizes[group, label]
            for group, label in zip(groups, labels, strict=True)
        ],
        np.float64,
    )


def cut_within(probabilities: Sequence[float], budget: float) -> float:
    """A cut that at most the share `budget` of `probabilities` (at least one) reach.

    It lies halfway between the last that may reach it and the first that may not; 0 and 1 stand
    for what is beyond the ends.
    """
    ordered = sorted(probabilities, reverse=True)
    allowed = int(budget * len(ordered))
    first_below = ordered[allowed] if allowed < len(ordered) else 0.0
    last_above = ordered[allowed - 1] if allowed else 1.0
    return (first_below + last_above) / 2


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
