"""How sure a mean over queries is: percentile bootstrap.

Efron, Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13; for paired comparison of
retrievers: Sakai, "Evaluating Evaluation Metrics based on the Bootstrap", SIGIR 2006.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.evaluate.report import Estimate

SAMPLES = 2000
LEVEL = 0.95
SEED = 0
_ROUND = 100  # samples drawn at a time, which bounds the memory

Values = NDArray[np.float64]


def bootstrap_means(values: Values, *, samples: int = SAMPLES, seed: int = SEED) -> list[Estimate]:
    """The means of the columns of `(queries, metrics)` values, with their 95 % intervals.

    Queries are drawn with replacement, the same for all columns; the same seed gives the same
    intervals. Raises ValueError without queries.
    """
    count = len(values)
    if count == 0:
        raise ValueError("there is no mean of no queries")
    generator = np.random.default_rng(seed)
    means = np.empty((samples, values.shape[1]))
    for start in range(0, samples, _ROUND):
        size = min(_ROUND, samples - start)
        drawn = generator.integers(0, count, (size, count))
        means[start : start + size] = _times_drawn(drawn) @ values / count
    tail = (1 - LEVEL) / 2
    lows, highs = np.quantile(means, (tail, 1 - tail), axis=0)
    return [
        Estimate(float(mean), float(low), float(high))
        for mean, low, high in zip(values.mean(axis=0), lows, highs, strict=True)
    ]


def _times_drawn(drawn: NDArray[np.int64]) -> NDArray[np.float64]:
    """How often each query was drawn in each of the samples, `(samples, queries)`."""
    size, count = drawn.shape
    places = drawn + count * np.arange(size)[:, np.newaxis]
    counts = np.bincount(places.ravel(), minlength=size * count)
    return counts.reshape(size, count).astype(np.float64)


def bootstrap_difference(
    ours: Values, theirs: Values, *, samples: int = SAMPLES, seed: int = SEED
) -> list[Estimate]:
    """Means of `ours - theirs`, `(queries, metrics)` each, over the same queries in the same order.

    Paired: what makes a query hard is hard for both, and falls out of the difference.
    """
    return bootstrap_means(ours - theirs, samples=samples, seed=seed)
