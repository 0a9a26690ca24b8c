"""Numbers on the command line: what is taken, and what is said of the rest."""

from __future__ import annotations

import argparse

import pytest

from app.terminal.option_types import whole_number, whole_numbers


def test_a_number_between_bounds_is_taken() -> None:
    assert [whole_number(1, 100)(text) for text in ("1", "42", "100")] == [1, 42, 100]
    assert whole_number(2)("1000000") == 1_000_000


@pytest.mark.parametrize(
    "text", ["0", "101", "-1", "many", "", "1.5", pytest.param("9" * 5000, id="endless")]
)
def test_what_does_not_fit_is_told_with_the_bounds(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a number from 1 to 100"):
        whole_number(1, 100)(text)


def test_a_bound_on_one_side() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="from 2 on"):
        whole_number(2)("1")


def test_numbers_with_commas_are_each_kept_once() -> None:
    assert whole_numbers(0, 99)("8,16,8,0") == (8, 16, 0)


@pytest.mark.parametrize("text", ["", "8,", "8,x", "8,100", "8 16"])
def test_a_list_fits_whole_or_not_at_all(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="from 0 to 99, with commas"):
        whole_numbers(0, 99)(text)
