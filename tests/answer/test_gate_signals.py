"""The three uncertainties against plain references, their bounds, and their order."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from app.answer.gate_signals import (
    ENDED,
    SAMPLES,
    DraftSignal,
    EntropySignal,
    MarginSignal,
    VarianceSignal,
    disagreement,
    entropy,
    logit_gap,
    needs_samples,
    new_signal,
    probability,
)
from app.core.types import GateSignal

logits = npst.arrays(
    np.float32,
    st.integers(2, 40),
    elements=st.floats(-60, 60, width=32, allow_nan=False),
)
TARG = [GateSignal.MARGIN, GateSignal.ENTROPY, GateSignal.VARIANCE]


def recorded(steps: int, seed: int) -> list[np.ndarray]:
    """Logits as they may be recorded: a vocabulary of 1,000, a few candidates above the rest."""
    rng = random.Random(seed)
    rows = []
    for _ in range(steps):
        row = [rng.gauss(0, 2) for _ in range(1000)]
        for _ in range(3):
            row[rng.randrange(1000)] = rng.uniform(8, 20)
        rows.append(np.array(row, dtype=np.float32))
    return rows


def observed(signal: DraftSignal, rows: Sequence[np.ndarray]) -> float:
    for row in rows:
        signal.observe(row)
    score = signal.score()
    assert score is not None
    return score


def reference_margin(rows: Sequence[np.ndarray], beta: float) -> float:
    """U as the paper writes it, word for word."""
    total = 0.0
    for row in rows:
        first, second = sorted(row.tolist(), reverse=True)[:2]
        total += math.exp(-(first - second) / beta)
    return total / len(rows)


def reference_entropy(rows: Sequence[np.ndarray]) -> float:
    total = 0.0
    for row in rows:
        weights = [math.exp(value) for value in row.tolist()]
        shares = [weight / math.fsum(weights) for weight in weights]
        total -= math.fsum(share * math.log(share) for share in shares)
    return total / len(rows)


def reference_variance(samples: Sequence[Sequence[int]], length: int) -> float:
    """Over the columns of the samples, each filled up with its end."""
    filled = [list(sample) + [ENDED] * (length - len(sample)) for sample in samples]
    total = 0.0
    for step in range(length):
        column = [sample[step] for sample in filled]
        total += 1 - max(column.count(token) for token in column) / len(column)
    return total / length


@pytest.mark.parametrize("steps", [1, 7, 20])
@pytest.mark.parametrize("beta", [0.5, 1.0, 3.0])
def test_margin_is_the_mean_of_the_exponentials(steps: int, beta: float) -> None:
    rows = recorded(steps, seed=steps)
    signal = MarginSignal(beta)
    assert observed(signal, rows) == pytest.approx(reference_margin(rows, beta), rel=1e-9)
    gaps = [sorted(row.tolist())[-1] - sorted(row.tolist())[-2] for row in rows]
    assert signal.gaps == pytest.approx(gaps)
    assert signal.mean_gap_score() == pytest.approx(math.exp(-sum(gaps) / steps / beta), rel=1e-9)


@pytest.mark.parametrize("steps", [1, 7, 20])
def test_entropy_is_the_mean_of_the_steps_entropies(steps: int) -> None:
    rows = recorded(steps, seed=steps)
    assert observed(EntropySignal(), rows) == pytest.approx(reference_entropy(rows), rel=1e-9)


@given(st.lists(st.lists(st.integers(0, 5), max_size=12), min_size=1, max_size=8))
def test_variance_is_the_mean_disagreement_of_samples_that_end_when_they_like(
    samples: list[list[int]],
) -> None:
    length = 12
    signal = VarianceSignal()
    for step in range(length):
        column = [sample[step] if step < len(sample) else ENDED for sample in samples]
        signal.observe(np.zeros(2, dtype=np.float32), column)
    assert signal.score() == pytest.approx(reference_variance(samples, length), abs=1e-12)
    assert len(signal.steps) == length


def test_disagreement_by_hand() -> None:
    assert disagreement([7, 7, 7, 7, 7]) == 0
    assert disagreement([7, 7, 7, 2, 2]) == pytest.approx(0.4)
    assert disagreement([1, 2, 3, 4, 5]) == pytest.approx(0.8)
    assert disagreement([7, ENDED, ENDED, 2, 3]) == pytest.approx(0.6)
    with pytest.raises(ValueError, match="samples"):
        disagreement([])


def test_entropy_by_hand() -> None:
    assert entropy(np.zeros(8, dtype=np.float32)) == pytest.approx(math.log(8))
    quarter = np.log(np.array([0.5, 0.25, 0.25], dtype=np.float32))
    assert entropy(quarter) == pytest.approx(1.5 * math.log(2), rel=1e-6)
    assert entropy(np.array([5000.0, -5000.0], dtype=np.float32)) == 0


@given(st.lists(logits, min_size=1, max_size=20))
def test_margin_lies_in_its_bounds_and_above_its_variant(rows: list[np.ndarray]) -> None:
    signal = MarginSignal()
    score, variant = observed(signal, rows), signal.mean_gap_score()
    assert 0 < score <= 1
    assert variant is not None
    assert 0 < variant <= score * (1 + 1e-9)


@given(st.integers(2, 40), st.data())
def test_entropy_lies_in_its_bounds(vocabulary: int, data: st.DataObject) -> None:
    values = st.floats(-60, 60, width=32, allow_nan=False)
    row = npst.arrays(np.float32, vocabulary, elements=values)
    rows = data.draw(st.lists(row, min_size=1, max_size=10))
    most = math.log(vocabulary) * (1 + 1e-12)  # the mean of equal numbers is rounded
    assert 0 <= observed(EntropySignal(), rows) <= most


@given(st.integers(1, 9), st.data())
def test_variance_lies_in_its_bounds(count: int, data: st.DataObject) -> None:
    column = st.lists(st.integers(ENDED, 6), min_size=count, max_size=count)
    signal = VarianceSignal()
    for tokens in data.draw(st.lists(column, min_size=1, max_size=20)):
        signal.observe(np.zeros(2, dtype=np.float32), tokens)
    score = signal.score()
    assert score is not None
    assert 0 <= score <= (count - 1) / count + 1e-12


@given(st.lists(st.lists(logits, min_size=1, max_size=8), min_size=2, max_size=8), st.data())
def test_the_variant_orders_any_drafts_as_their_mean_gaps_do(
    drafts: list[list[np.ndarray]], data: st.DataObject
) -> None:
    """φ falls strictly, so that applied to the mean gap it loses nothing of it."""
    beta = data.draw(st.floats(0.25, 4))
    ranked = []
    for rows in drafts:
        signal = MarginSignal(beta)
        observed(signal, rows)
        variant = signal.mean_gap_score()
        assert variant is not None
        ranked.append((math.fsum(signal.gaps) / len(signal.gaps), variant))
    for gap, variant in ranked:
        for other_gap, other_variant in ranked:
            if gap <= other_gap:
                assert variant >= other_variant
            if gap < other_gap - 1e-9:
                assert variant > other_variant


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


@pytest.mark.parametrize("kind", TARG)
def test_the_score_is_the_mean_of_the_steps(kind: GateSignal) -> None:
    signal = new_signal(kind)
    assert (signal.score(), signal.steps) == (None, ())
    for number, row in enumerate(recorded(5, seed=3)):
        signal.observe(row, [number, 1, 2, 2, 1])
    assert len(signal.steps) == 5
    assert signal.score() == pytest.approx(sum(signal.steps) / 5)


def test_a_tie_is_the_least_sure() -> None:
    tie = np.array([3.0, 3.0], dtype=np.float32)
    assert observed(MarginSignal(), [tie]) == 1.0
    assert observed(EntropySignal(), [tie]) == pytest.approx(math.log(2))


def test_variance_alone_needs_samples() -> None:
    assert [needs_samples(kind) for kind in TARG] == [False, False, True]
    assert SAMPLES == 5
    with pytest.raises(ValueError, match="samples"):
        VarianceSignal().observe(np.zeros(2, dtype=np.float32))


def test_evidence_is_no_signal_of_a_draft() -> None:
    with pytest.raises(ValueError, match="alone"):
        new_signal(GateSignal.EVIDENCE)


def test_beta_must_be_positive() -> None:
    with pytest.raises(ValueError, match="positive"):
        MarginSignal(0)
