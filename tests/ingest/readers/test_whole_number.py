"""Whole numbers that a file states."""

from __future__ import annotations

import pytest

from app.ingest.readers.whole_number import is_whole_number, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        (" +7\n", 7),
        ("-3", 0),
        ("4294967296", 100),
        ("9" * 5_000, 5),
        ("²", 5),
        ("٣", 5),
        ("1e9", 5),
        ("0x10", 5),
        ("", 5),
        (None, 5),
    ],
)
def test_numbers_are_brought_within_bounds(text: str | None, number: int) -> None:
    assert whole_number(text, 5, most=100) == number
    assert is_whole_number(text) is (number != 5)
