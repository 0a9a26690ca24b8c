"""Bootstrap intervals: where the answer is known, and where theory says about what it is."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.evaluate.bootstrap import Values, auroc, bootstrap_difference, bootstrap_means


def column(*values: float) -> Values:
    return np.array(values, np.float64).reshape(-1, 1)


def test_what_never_differs_has_no_interval() -> None:
    (estimate,) = bootstrap_means(column(0.25, 0.25, 0.25))
    assert (estimate.value, estimate.low, estimate.high) == (0.25, 0.25, 0.25)


def test_two_queries_know_next_to_nothing() -> None:
    # The means of samples are 0, 1/2, 1 with chances 1/4, 1/2, 1/4.
    (estimate,) = bootstrap_means(column(0.0, 1.0))
    assert (estimate.value, estimate.low, estimate.high) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_the_interval_of_a_share_is_about_that_of_the_normal_approximation(share: float) -> None:
    count = 600
    values = column(*(float(at < share * count) for at in range(count)))
    (estimate,) = bootstrap_means(values)
    half = 1.96 * math.sqrt(share * (1 - share) / count)
    assert estimate.value == pytest.approx(share)
    assert estimate.low == pytest.approx(share - half, abs=0.15 * half)
    assert estimate.high == pytest.approx(share + half, abs=0.15 * half)


def test_the_same_seed_gives_the_same_interval() -> None:
    values = np.random.default_rng(1).random((50, 3))
    first = bootstrap_means(values, samples=250)
    assert bootstrap_means(values, samples=250) == first
    assert bootstrap_means(values, samples=250, seed=1) != first
    # Columns share their samples: one alone gives what it gives beside others.
    (alone,) = bootstrap_means(values[:, :1], samples=250)
    assert (alone.low, alone.high) == (pytest.approx(first[0].low), pytest.approx(first[0].high))


def test_a_difference_is_paired() -> None:
    hardness = np.random.default_rng(2).random((40, 1))
    (estimate,) = bootstrap_difference(hardness + 0.01, hardness)
    # Either mean alone is unsure by far more than 0.01; the difference is not.
    (alone,) = bootstrap_means(hardness)
    assert alone.high - alone.low > 0.1
    assert estimate.value == pytest.approx(0.01)
    assert estimate.low == pytest.approx(0.01)
    assert estimate.high == pytest.approx(0.01)


def test_no_queries_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no queries"):
        bootstrap_means(np.zeros((0, 2)))


def test_the_area_is_the_share_of_pairs_in_order() -> None:
    area = auroc([3.0, 1.0], [2.0, 1.0, 0.0])  # of six pairs four are in order, one is tied
    assert area is not None
    assert area.value == pytest.approx(4.5 / 6)
    assert area.low < area.value < area.high
    assert auroc([1.0], []) is None
    sure = auroc([2.0, 3.0], [1.0, 0.0])
    assert sure is not None
    assert (sure.value, sure.low, sure.high) == (1.0, 1.0, 1.0)
