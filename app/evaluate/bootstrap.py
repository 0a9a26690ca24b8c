"""How sure a mean over queries is: percentile bootstrap.

Efron, Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13; for paired comparison of
retrievers: Sakai, "Evaluating Evaluation Metrics based on the Bootstrap", SIGIR 2006.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.evaluate.report import Estimate

SAMPLES = 2000
LEVEL = 0.95
SEED = 0
_ROUND = 100  # samples drawn at a time, which bounds the memory

Values = NDArray[np.float64]


def bootstrap(
    groups: Sequence[int], statistic: Callable[..., Values], *, samples: int, seed: int
) -> Values:
    """`(samples, k)` values of `statistic`, each over members that were drawn with replacement.

    `groups` are the sizes of groups that are drawn each for itself. `statistic` takes for each of
    them how often each member was drawn, `(m, size)`, and returns `(m, k)`. The same seed gives
    the same samples. Raises ValueError for an empty group.
    """
    if not all(groups):
        raise ValueError("nothing can be drawn of no queries")
    generator = np.random.default_rng(seed)
    parts = []
    for start in range(0, samples, _ROUND):
        size = min(_ROUND, samples - start)
        drawn = [generator.integers(0, count, (size, count)) for count in groups]
        parts.append(statistic(*map(_times_drawn, drawn)))
    return np.concatenate(parts)


def estimates(values: Values, drawn: Values) -> list[Estimate]:
    """`(k,)` values with the middle 95 % of their `(samples, k)` drawn ones."""
    tail = (1 - LEVEL) / 2
    lows, highs = np.quantile(drawn, (tail, 1 - tail), axis=0)
    return [
        Estimate(float(value), float(low), float(high))
        for value, low, high in zip(values, lows, highs, strict=True)
    ]


def bootstrap_means(values: Values, *, samples: int = SAMPLES, seed: int = SEED) -> list[Estimate]:
    """The means of the columns of `(queries, metrics)` values, with their 95 % intervals.

    Queries are drawn with replacement, the same for all columns; the same seed gives the same
    intervals. Raises ValueError without queries.
    """
    count = len(values)
    drawn = bootstrap([count], lambda times: times @ values / count, samples=samples, seed=seed)
    return estimates(values.mean(axis=0), drawn)


def auroc(
    above: Sequence[float] | Values,
    below: Sequence[float] | Values,
    *,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Estimate | None:
    """The chance that a value of `above` is larger than one of `below`, with its 95 % interval.

    Equal ones count half (Hanley, McNeil, "The meaning and use of the area under a receiver
    operating characteristic (ROC) curve", Radiology 1982). Either kind is drawn for itself. None
    where one of them is empty.
    """
    if not len(above) or not len(below):
        return None
    high, low = np.asarray(above, np.float64)[:, None], np.asarray(below, np.float64)
    wins = (high > low) + 0.5 * (high == low)

    def area(rows: Values, columns: Values) -> Values:
        sums: Values = np.einsum("sa,ab,sb->s", rows, wins, columns, optimize=True)
        return np.asarray(sums.reshape(-1, 1) / wins.size, np.float64)

    drawn = bootstrap(wins.shape, area, samples=samples, seed=seed)
    return estimates(np.array([wins.mean()]), drawn)[0]


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
