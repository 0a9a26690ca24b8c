"""Numbers as options of the command line take them, for argparse's `type`."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """A parser of a whole number from `low` to `high`, or from `low` on.

    It raises ArgumentTypeError saying what would be right.
    """

    def parse(text: str) -> int:
        value = _parse(text, low, high)
        if value is None:
            raise argparse.ArgumentTypeError(f"choose a number {_bounds(low, high)}")
        return value

    return parse


def whole_numbers(low: int, high: int | None = None) -> Callable[[str], tuple[int, ...]]:
    """As `whole_number`, of numbers with commas between them; each is kept once."""

    def parse(text: str) -> tuple[int, ...]:
        values = [_parse(each, low, high) for each in text.split(",")]
        kept = dict.fromkeys(value for value in values if value is not None)
        if None in values:
            raise argparse.ArgumentTypeError(
                f"choose whole numbers {_bounds(low, high)}, with commas between them"
            )
        return tuple(kept)

    return parse


def share(text: str) -> float:
    """A number from 0 to 1. Raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("choose a number from 0 to 1")
    return value


def _parse(text: str, low: int, high: int | None) -> int | None:
    """The number, None where it is none or out of bounds."""
    try:
        value = int(text)
    except ValueError:
        return None
    return value if low <= value and (high is None or value <= high) else None


def _bounds(low: int, high: int | None) -> str:
    return f"from {low} on" if high is None else f"from {low} to {high}"
