"""The margin signal against a plain reference, its bounds, and the decision."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from app.answer.gate import MarginSignal, decide, forced, logit_gap, new_signal, probability
from app.core.types import GateMode, GateSignal

logits = npst.arrays(
    np.float32,
    st.integers(2, 40),
    elements=st.floats(-60, 60, width=32, allow_nan=False),
)


def recorded(steps: int, seed: int) -> list[list[float]]:
    """Logits as they may be recorded: a vocabulary of 1,000, a few candidates above the rest."""
    rng = random.Random(seed)
    rows = []
    for _ in range(steps):
        row = [rng.gauss(0, 2) for _ in range(1000)]
        for _ in range(3):
            row[rng.randrange(1000)] = rng.uniform(8, 20)
        rows.append(row)
    return rows


def reference_margin(rows: list[list[float]], beta: float) -> float:
    """U as the paper writes it, word for word."""
    total = 0.0
    for row in rows:
        first, second = sorted(row, reverse=True)[:2]
        total += math.exp(-(first - second) / beta)
    return total / len(rows)


@pytest.mark.parametrize("steps", [1, 7, 20])
@pytest.mark.parametrize("beta", [0.5, 1.0, 3.0])
def test_margin_is_the_mean_of_the_exponentials(steps: int, beta: float) -> None:
    rows = recorded(steps, seed=steps)
    signal = MarginSignal(beta)
    for row in rows:
        signal.observe(np.array(row, dtype=np.float32))
    as_read = [[float(np.float32(value)) for value in row] for row in rows]
    assert signal.score() == pytest.approx(reference_margin(as_read, beta), rel=1e-9)
    mean_gap = sum(sorted(row)[-1] - sorted(row)[-2] for row in as_read) / steps
    assert signal.mean_gap_score() == pytest.approx(math.exp(-mean_gap / beta), rel=1e-9)


@given(st.lists(logits, min_size=1, max_size=20))
def test_margin_lies_in_its_bounds_and_above_its_variant(rows: list[np.ndarray]) -> None:
    signal = MarginSignal()
    for row in rows:
        signal.observe(row)
    score, variant = signal.score(), signal.mean_gap_score()
    assert score is not None
    assert variant is not None
    assert 0 < score <= 1
    assert 0 < variant <= score * (1 + 1e-9)


@given(logits)
def test_the_gap_is_that_of_the_two_largest(row: np.ndarray) -> None:
    first, second = sorted(row.tolist(), reverse=True)[:2]
    assert logit_gap(row) == pytest.approx(first - second)
    assert logit_gap(row) >= 0


@given(logits)
def test_a_probability_is_that_of_the_softmax(row: np.ndarray) -> None:
    weights = [math.exp(value) for value in row.tolist()]
    for token, weight in enumerate(weights):
        assert probability(row, token) == pytest.approx(weight / math.fsum(weights), rel=1e-6)


def test_a_probability_survives_large_logits() -> None:
    row = np.array([5000.0, 5000.0, -5000.0], dtype=np.float32)
    assert [probability(row, token) for token in range(3)] == [0.5, 0.5, 0.0]


def test_a_tie_is_the_least_sure() -> None:
    signal = new_signal(GateSignal.MARGIN)
    signal.observe(np.array([3.0, 3.0, 1.0], dtype=np.float32))
    assert signal.score() == 1.0


def test_without_a_draft_there_is_no_score_and_passages_are_read() -> None:
    signal = new_signal(GateSignal.MARGIN)
    assert signal.score() is None
    assert decide(GateSignal.MARGIN, None, 0.5, 0).retrieved


@pytest.mark.parametrize(("score", "retrieved"), [(0.49, False), (0.5, False), (0.51, True)])
def test_retrieves_above_the_threshold_alone(score: float, retrieved: bool) -> None:
    report = decide(GateSignal.MARGIN, score, 0.5, 20)
    assert (report.retrieved, report.score, report.threshold) == (retrieved, score, 0.5)
    assert (report.mode, report.draft_tokens) == (GateMode.AUTO, 20)


@pytest.mark.parametrize("mode", [GateMode.ALWAYS, GateMode.NEVER])
def test_forced_modes_draft_nothing(mode: GateMode) -> None:
    report = forced(mode, GateSignal.MARGIN)
    assert report.retrieved is (mode is GateMode.ALWAYS)
    assert (report.score, report.threshold, report.draft_tokens) == (None, None, 0)


def test_beta_must_be_positive() -> None:
    with pytest.raises(ValueError, match="positive"):
        MarginSignal(0)
