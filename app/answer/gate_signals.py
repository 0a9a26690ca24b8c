"""How unsure a draft is: the three uncertainties of TARG, step by step and as their mean U.

TARG (Wang, Wei, Ling: "Training-Free Adaptive Retrieval Gating", arXiv 2511.09803). Every signal
is the mean over the steps of the greedy draft of something that one step tells: how near its two
largest logits lie, how spread its probabilities are, or how far samples disagree there. Larger
means less sure.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.types import GateSignal

BETA = 1.0  # scale of a gap in logits, the paper's default
SAMPLES = 5  # N, the paper's default
TEMPERATURE = 0.7  # of the samples, the paper's default
ENDED = -1  # what a sample says that has ended: no token's number

Logits = NDArray[np.float32]


class DraftSignal(Protocol):
    """Reads one uncertainty from the steps of a draft."""

    @property
    def steps(self) -> tuple[float, ...]:
        """What each step adds to the mean."""

    def observe(self, logits: Logits, said: Sequence[int] = (), /) -> None:
        """Take in the next step of the draft, that of its end included.

        `logits` are its `(vocabulary,)` float32, `said` the token of each sample there, `ENDED`
        for one that says the end or has said it before; empty where nothing is sampled.
        """

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

    @property
    def steps(self) -> tuple[float, ...]:
        """exp(−g_t / β) of every step."""
        return tuple(math.exp(-gap / self._beta) for gap in self._gaps)

    def observe(self, logits: Logits, _said: Sequence[int] = (), /) -> None:
        """Take in the next step. See `DraftSignal`."""
        self._gaps.append(logit_gap(logits))

    def score(self) -> float | None:
        """U over the steps so far, None if there were none."""
        return mean(self.steps)

    def mean_gap_score(self) -> float | None:
        """The variant over the mean gap, None if there were no steps."""
        gap = mean(self._gaps)
        return None if gap is None else math.exp(-gap / self._beta)


class EntropySignal:
    """U = mean of −Σ p ln p over the vocabulary V, in nats; in [0, ln V]."""

    def __init__(self) -> None:
        self._steps: list[float] = []

    @property
    def steps(self) -> tuple[float, ...]:
        """The entropy of every step."""
        return tuple(self._steps)

    def observe(self, logits: Logits, _said: Sequence[int] = (), /) -> None:
        """Take in the next step. See `DraftSignal`."""
        self._steps.append(entropy(logits))

    def score(self) -> float | None:
        """U over the steps so far, None if there were none."""
        return mean(self._steps)


class VarianceSignal:
    """U = mean of how far N samples disagree at each step; in [0, (N − 1) / N].

    The steps are those of the greedy draft, which the samples accompany: a sample that ends
    earlier goes on saying the end, and so disagrees with those that still have something to say;
    one that is not at its end when the draft is, is cut there.
    """

    def __init__(self) -> None:
        self._steps: list[float] = []

    @property
    def steps(self) -> tuple[float, ...]:
        """The disagreement at every step."""
        return tuple(self._steps)

    def observe(self, _logits: Logits, said: Sequence[int] = (), /) -> None:
        """Take in the next step; ValueError where nothing was sampled. See `DraftSignal`."""
        self._steps.append(disagreement(said))

    def score(self) -> float | None:
        """U over the steps so far, None if there were none."""
        return mean(self._steps)


def logit_gap(logits: Logits) -> float:
    """Largest minus second largest of at least two logits; 0 where they are equal."""
    first = int(logits.argmax())
    second = max(float(part.max()) for part in (logits[:first], logits[first + 1 :]) if part.size)
    return float(logits[first]) - second


def entropy(logits: Logits) -> float:
    """−Σ p ln p of the softmax of `(vocabulary,)` finite logits, in nats.

    With x the logits less the largest and Z = Σ eˣ it is ln Z − Σ x eˣ / Z, in which no
    logarithm of a vanishing probability occurs.
    """
    below = logits.astype(np.float64) - float(logits.max())
    weights = np.exp(below)
    total = float(weights.sum())
    spread = math.log(total) - float(weights @ below) / total
    return min(max(spread, 0.0), math.log(logits.size))  # rounding may leave the bounds


def disagreement(said: Sequence[int]) -> float:
    """1 − the share of the most frequent of `said`, the tokens of the samples at one step.

    Raises ValueError if there are none.
    """
    if not said:
        raise ValueError("disagreement needs samples")
    ((_, most),) = Counter(said).most_common(1)
    return 1 - most / len(said)


def probability(logits: Logits, token: int) -> float:
    """Softmax probability of `token` under `(vocabulary,)` logits."""
    shifted = logits.astype(np.float64) - float(logits.max())
    return float(np.exp(shifted[token]) / np.exp(shifted).sum())


def mean(steps: Sequence[float]) -> float | None:
    """U: the mean of what the steps tell, None if there are none."""
    return math.fsum(steps) / len(steps) if steps else None


def new_signal(signal: GateSignal) -> DraftSignal:
    """A fresh reader of `signal` for one draft. ValueError for EVIDENCE, which has one inside."""
    if signal is GateSignal.MARGIN:
        return MarginSignal()
    if signal is GateSignal.ENTROPY:
        return EntropySignal()
    if signal is GateSignal.VARIANCE:
        return VarianceSignal()
    raise ValueError(f"{signal} is not read from a draft alone")


def needs_samples(signal: GateSignal) -> bool:
    """Whether `signal` is read from samples beside the greedy draft."""
    return signal is GateSignal.VARIANCE
