"""Axes: what is shown lies inside, ticks are round, few and different."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evaluate.axis import log_label, make_axis

NUMBERS = st.floats(-1e6, 1e6).filter(lambda value: value == 0 or abs(value) > 1e-6)
POSITIVE = st.floats(1e-5, 1e9)


@given(values=st.lists(NUMBERS, max_size=8), most=st.integers(2, 9))
def test_a_linear_axis_holds_its_values(values: list[float], most: int) -> None:
    axis = make_axis(values, logarithmic=False, most_ticks=most)
    places = [axis.place(value) for value in values]
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in places)
    check_ticks([tick.value for tick in axis.ticks], [tick.label for tick in axis.ticks], most + 2)


@given(values=st.lists(POSITIVE, max_size=8), most=st.integers(2, 9))
def test_a_logarithmic_axis_holds_its_values(values: list[float], most: int) -> None:
    axis = make_axis([*values, 0.0, -1.0, float("nan")], logarithmic=True, most_ticks=most)
    places = [axis.place(value) for value in values]
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in places)
    named = [tick for tick in axis.ticks if tick.label]
    check_ticks([tick.value for tick in named], [tick.label for tick in named], most + 1)


def check_ticks(values: list[float], labels: list[str], most: int) -> None:
    assert values == sorted(values)
    assert len(set(labels)) == len(labels)
    assert 2 <= len(labels) <= most


@pytest.mark.parametrize(
    ("values", "most", "labels"),
    [
        ([0.31, 0.97], 8, ["0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"]),
        ([0.97, 0.99], 6, ["0.970", "0.975", "0.980", "0.985", "0.990"]),
        ([0.0, 1.0], 5, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
        ([-20, 30], 6, ["−20", "−10", "0", "10", "20", "30"]),
        ([0, 180_000], 5, ["0", "50,000", "100,000", "150,000", "200,000"]),
        ([4.0, 4.0], 5, ["2", "3", "4", "5", "6"]),
        ([0.0, 5e-324], 3, ["−0.5", "0.0", "0.5"]),  # no step is as small as that
        ([], 3, ["0.0", "0.5", "1.0"]),
    ],
)
def test_linear_ticks(values: list[float], most: int, labels: list[str]) -> None:
    axis = make_axis(values, logarithmic=False, most_ticks=most)
    assert [tick.label for tick in axis.ticks] == labels


@pytest.mark.parametrize(
    ("values", "most", "labels"),
    [
        ([1000, 50_000], 9, ["1,000", "2,000", "5,000", "10,000", "20,000", "50,000"]),
        ([1000, 200_000], 4, ["1,000", "10,000", "100,000"]),
        ([0.02, 700], 6, ["0.1", "1", "10", "100"]),
        ([10, 40], 9, ["10", "20", "30", "40"]),
        ([1, 1e9], 4, ["1", "1,000", "10⁶", "10⁹"]),
    ],
)
def test_logarithmic_ticks(values: list[float], most: int, labels: list[str]) -> None:
    axis = make_axis(values, logarithmic=True, most_ticks=most)
    assert [tick.label for tick in axis.ticks if tick.label] == labels


def test_log_labels() -> None:
    assert [log_label(value) for value in (0.005, 20, 1e6, 2e7, 1e-5)] == [
        "0.005",
        "20",
        "10⁶",
        "2·10⁷",
        "10⁻⁵",
    ]


def test_places_on_a_logarithmic_axis_are_even_by_factors() -> None:
    axis = make_axis([1, 100], logarithmic=True, most_ticks=5)
    assert [axis.place(value) for value in (1, 10, 100)] == pytest.approx([0, 0.5, 1])
