"""Calibrates the gate: the threshold τ that meets a budget, or that suits labelled questions best.

As in TARG (Wang, Wei, Ling: "Training-Free Adaptive Retrieval Gating", arXiv 2511.09803), section
on calibration; the intervals are by percentile bootstrap over the questions (see `bootstrap`).
Everything here is pure: scores go in, thresholds come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.errors import UserError
from app.core.thresholds import FEWEST_QUESTIONS, CalibratedThreshold
from app.core.types import GateSignal
from app.evaluate.bootstrap import LEVEL, SEED

SAMPLES = 1000

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Calibration:
    """τ with its 95 % interval, and how many of the questions lie above it.

    `accuracy` is the share of the labelled questions that it decides rightly, else None.
    """

    threshold: float
    low: float
    high: float
    searched: int
    questions: int
    accuracy: float | None = None

    def of(self, model_id: str, signal: GateSignal, prompt_version: str) -> CalibratedThreshold:
        """It as the threshold of what it was measured with."""
        return CalibratedThreshold(
            model_id=model_id,
            signal=signal,
            prompt_version=prompt_version,
            threshold=self.threshold,
            low=self.low,
            high=self.high,
            questions=self.questions,
        )


def calibrate(
    scores: Sequence[float],
    *,
    budget: float | None = None,
    labels: Sequence[bool] | None = None,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Calibration:
    """τ for `scores`, the U of one question each, by a `budget` in [0, 1] or by `labels`.

    `labels` say which question needs documents. The gate searches where U > τ. Raises UserError for
    less than `FEWEST_QUESTIONS` questions or labels of one kind, ValueError for neither budget nor
    labels or both, or where they do not fit.
    """
    if (budget is None) == (labels is None):
        raise ValueError("either a budget or labels")
    if len(scores) < FEWEST_QUESTIONS:
        raise UserError(
            "There are too few questions to calibrate the gate.",
            why=f"It takes {FEWEST_QUESTIONS} at least; there are {len(scores)}.",
            next_step="Give more questions, of the kind that are going to be asked.",
        )
    values = np.array(scores, np.float64)
    if not np.isfinite(values).all():
        raise ValueError("scores are finite")
    needed = None if labels is None else np.array(labels, np.bool_)
    if needed is not None:
        if len(needed) != len(values):
            raise ValueError("one label a question")
        if needed.all() or not needed.any():
            raise UserError(
                "The gate cannot be calibrated on these labels.",
                why="All questions have the same one.",
                next_step="Give questions of both kinds, or calibrate by a budget.",
            )

    def fit(rows: NDArray[np.int64]) -> float:
        if needed is None:
            assert budget is not None  # noqa: S101 - one of the two, as checked above
            return budget_threshold(values[rows], budget)
        return best_threshold(values[rows], needed[rows])

    everyone = np.arange(len(values))
    threshold = fit(everyone)
    generator = np.random.default_rng(seed)
    drawn = [fit(generator.integers(0, len(values), len(values))) for _ in range(samples)]
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, (tail, 1 - tail), method="nearest")
    above = values > threshold
    accuracy = None if needed is None else float((above == needed).mean())
    return Calibration(
        threshold=threshold,
        low=min(float(low), threshold),
        high=max(float(high), threshold),
        searched=int(above.sum()),
        questions=len(values),
        accuracy=accuracy,
    )


def budget_threshold(scores: Scores, budget: float) -> float:
    """The smallest τ of which at most the share `budget` of the `(n,)` scores lies above.

    It stands in the middle between two scores, so that rounding changes no decision; where all may
    be searched, just below the least. Equal scores are searched together or not at all, and so
    fewer than the budget allows. Raises ValueError for a budget outside [0, 1].
    """
    if not 0 <= budget <= 1:
        raise ValueError("a budget is a share")
    return next(
        threshold
        for threshold, searched in _cuts(scores)
        if searched <= budget * len(scores) + 1e-9
    )


def best_threshold(scores: Scores, needed: NDArray[np.bool_]) -> float:
    """The τ that decides most of the `(n,)` questions rightly, each labelled by `needed`.

    Of several that are equally good the smallest: in a private library it is an answer from memory
    to a question that the documents hold which is to be feared.
    """
    cuts = _cuts(scores)
    order = np.sort(scores[needed]), np.sort(scores[~needed])
    places = np.array([threshold for threshold, _ in cuts])
    above, below = (np.searchsorted(each, places, side="right") for each in order)
    right = (len(order[0]) - above) + below
    return float(places[int(right.argmax())])


def _cuts(scores: Scores) -> list[tuple[float, int]]:
    """Every threshold that makes a difference, the smallest first, with how many lie above it."""
    distinct, counts = np.unique(scores, return_counts=True)
    left = len(scores) - np.cumsum(counts)
    middles = [*((distinct[:-1] + distinct[1:]) / 2), distinct[-1]]
    below = float(np.nextafter(distinct[0], -np.inf))
    return [(below, len(scores)), *((float(m), int(n)) for m, n in zip(middles, left, strict=True))]
