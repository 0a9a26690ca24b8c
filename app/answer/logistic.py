"""The logistic function, by which fitted rules turn a weighted sum into a probability."""

from __future__ import annotations

import math


def logistic(odds: float) -> float:
    """1 / (1 + e^−odds) of log odds, without overflow however large they are."""
    if odds >= 0:
        return 1 / (1 + math.exp(-odds))
    return math.exp(odds) / (1 + math.exp(odds))
