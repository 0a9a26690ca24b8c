from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import UserError
from app.evaluate.gate_calibration import best_threshold, budget_threshold, calibrate

SCORES = st.lists(st.floats(0, 1, allow_subnormal=False).map(lambda x: round(x, 3)), min_size=1)


def values(*scores: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(scores, np.float64)


def test_budget_threshold_by_hand() -> None:
    scores = values(0.1, 0.2, 0.3, 0.4, 0.5)
    assert budget_threshold(scores, 0.4) == pytest.approx(0.35)
    assert budget_threshold(scores, 0.39) == pytest.approx(0.45)
    assert budget_threshold(scores, 0.0) == 0.5
    assert budget_threshold(scores, 1.0) < 0.1


def test_equal_scores_are_searched_together() -> None:
    scores = values(0.1, 0.7, 0.7, 0.7)
    assert budget_threshold(scores, 0.5) == pytest.approx(0.7)
    assert budget_threshold(scores, 0.75) == pytest.approx(0.4)


@given(SCORES, st.floats(0, 1))
def test_the_budget_is_met_and_a_smaller_threshold_would_break_it(
    scores: list[float], budget: float
) -> None:
    threshold = budget_threshold(values(*scores), budget)
    assert sum(score > threshold for score in scores) <= budget * len(scores) + 1e-6
    lower = [score for score in scores if score <= threshold]
    if lower:
        more = sum(score >= max(lower) for score in scores)
        assert more > budget * len(scores)


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=1, max_size=12))
def test_best_threshold_is_as_good_as_any(pairs: list[tuple[int, bool]]) -> None:
    scores = values(*(score for score, _ in pairs))
    needed = np.array([need for _, need in pairs])

    def right(threshold: float) -> int:
        return int(((scores > threshold) == needed).sum())

    best = best_threshold(scores, needed)
    assert right(best) == max(right(cut / 4) for cut in range(-4, 30))


def test_of_equally_good_thresholds_the_smallest() -> None:
    assert best_threshold(values(0.1, 0.2), np.array([True, False])) < 0.1


def test_calibrate_tells_interval_and_count() -> None:
    scores = [step / 100 for step in range(100)]
    found = calibrate(scores, budget=0.3)
    assert (found.searched, found.questions, found.accuracy) == (30, 100, None)
    assert found.low < found.threshold < found.high
    assert found.threshold == pytest.approx(0.695)
    assert found.low > 0.55
    assert found.high < 0.85
    assert calibrate(scores, budget=0.3) == found


def test_calibrate_by_labels() -> None:
    scores = [step / 20 for step in range(20)]
    labels = [score > 0.5 for score in scores]
    labels[0] = True  # one that no threshold gets right
    found = calibrate(scores, labels=labels)
    assert found.threshold == pytest.approx(0.525)
    assert found.accuracy == pytest.approx(0.95)


def test_what_cannot_be_calibrated() -> None:
    with pytest.raises(UserError, match="too few"):
        calibrate([0.5] * 9, budget=0.3)
    with pytest.raises(UserError, match="labels"):
        calibrate([0.5] * 20, labels=[True] * 20)
    for wrong in ({}, {"budget": 0.3, "labels": [True] * 20}):
        with pytest.raises(ValueError, match="either"):
            calibrate([0.5] * 20, **wrong)  # type: ignore[arg-type]  # the two kinds of wrong calls
    with pytest.raises(ValueError, match="share"):
        calibrate([0.5] * 20, budget=1.5)


def test_the_interval_narrows_with_more_questions() -> None:
    few, many = ([k / n for k in range(n)] for n in (20, 400))
    widths = [c.high - c.low for c in (calibrate(few, budget=0.3), calibrate(many, budget=0.3))]
    assert all(a > b for a, b in itertools.pairwise(widths))
