"""The gate: does the model need the documents for this question?

TARG (Wang, Wei, Ling: "Training-Free Adaptive Retrieval Gating", arXiv 2511.09803): the model
drafts a few tokens without documents, and its uncertainty U over them is read from the logits.
The passages enter the prompt when U is above the threshold τ.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.types import GateMode, GateReport, GateSignal

BETA = 1.0  # scale of a gap in logits, the paper's default

Logits = NDArray[np.float32]


class DraftSignal(Protocol):
    """Reads one uncertainty from the steps of a draft. Larger means less sure."""

    def observe(self, logits: Logits) -> None:
        """Take in the `(vocabulary,)` float32 logits of the next step."""

    def score(self) -> float | None:
        """U over the steps so far, None if there were none."""


class MarginSignal:
    """U = mean of exp(−g_t / β), g_t = largest − second largest logit of step t; in (0, 1].

    `mean_gap_score` is the variant exp(−mean(g) / β), which keeps the order of the mean gap.
    By Jensen's inequality it is never above `score`.
    """

    def __init__(self, beta: float = BETA) -> None:
        if beta <= 0:
            raise ValueError("β must be positive")
        self._beta = beta
        self._gaps: list[float] = []

    @property
    def gaps(self) -> tuple[float, ...]:
        """g_t of every step, in logits, never negative."""
        return tuple(self._gaps)

    def observe(self, logits: Logits) -> None:
        """Take in the `(vocabulary,)` float32 logits of the next step."""
        self._gaps.append(logit_gap(logits))

    def score(self) -> float | None:
        """U over the steps so far, None if there were none."""
        if not self._gaps:
            return None
        return math.fsum(math.exp(-gap / self._beta) for gap in self._gaps) / len(self._gaps)

    def mean_gap_score(self) -> float | None:
        """The variant over the mean gap, None if there were no steps."""
        if not self._gaps:
            return None
        return math.exp(-math.fsum(self._gaps) / len(self._gaps) / self._beta)


def logit_gap(logits: Logits) -> float:
    """Largest minus second largest of at least two logits; 0 where they are equal."""
    second, first = np.partition(logits, -2)[-2:]
    return float(first) - float(second)


_SIGNALS: Mapping[GateSignal, Callable[[], DraftSignal]] = {GateSignal.MARGIN: MarginSignal}


def probability(logits: Logits, token: int) -> float:
    """Softmax probability of `token` under `(vocabulary,)` logits."""
    shifted = logits.astype(np.float64) - float(logits.max())
    return float(np.exp(shifted[token]) / np.exp(shifted).sum())


def new_signal(signal: GateSignal) -> DraftSignal:
    """A fresh reader of `signal` for one draft."""
    return _SIGNALS[signal]()


def decide(
    signal: GateSignal, score: float | None, threshold: float, draft_tokens: int
) -> GateReport:
    """The decision of Automatic: retrieve when U > τ, and when there is no draft to judge by."""
    return GateReport(
        mode=GateMode.AUTO,
        signal=signal,
        score=score,
        threshold=threshold,
        retrieved=score is None or score > threshold,
        draft_tokens=draft_tokens,
    )


def forced(mode: GateMode, signal: GateSignal) -> GateReport:
    """The report of Always and Never: nothing was drafted."""
    return GateReport(
        mode=mode,
        signal=signal,
        score=None,
        threshold=None,
        retrieved=mode is GateMode.ALWAYS,
        draft_tokens=0,
    )
