"""Axes of a plot: where a value lies, where ticks stand, and how they are written."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_SAME = 1e-9  # values that differ by less, as a share, are shown as one
_SMALLEST = 1e-100  # of a scale that floats can still divide
_PLAIN_BELOW = 1_000_000.0
_PLAIN_FROM = 0.001
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on the axis and what is written there; `label` "" is a mark alone."""

    value: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`, both shown; logarithmic axes have `low` above 0."""

    low: float
    high: float
    logarithmic: bool
    ticks: tuple[Tick, ...]

    def place(self, value: float) -> float:
        """Where `value` lies, as a share of the axis: 0 at `low`, 1 at `high`."""
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def fits(value: float, logarithmic: bool) -> bool:
    """Whether `value` has a place on such an axis at all."""
    return math.isfinite(value) and (value > _SMALLEST or not logarithmic)


def make_axis(values: Iterable[float], *, logarithmic: bool, most_ticks: int) -> Axis:
    """An axis that shows all `values` and ends at ticks, or near them where it is logarithmic.

    Values that do not fit are passed over; without any the axis goes from 0 (or 1) to 1 (10).
    """
    known = [value for value in values if fits(value, logarithmic)]
    if logarithmic:
        return _log_axis(min(known, default=1.0), max(known, default=10.0), most_ticks)
    return _linear_axis(min(known, default=0.0), max(known, default=1.0), most_ticks)


def _linear_axis(low: float, high: float, most_ticks: int) -> Axis:
    size = max(abs(low), abs(high))
    if high - low <= max(size * _SAME, _SMALLEST):
        spread = size if size > _SMALLEST else 1.0
        low, high = low - spread / 2, high + spread / 2
    step = _step((high - low) / max(1, most_ticks - 1))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    values = [n * step for n in range(first, last + 1)]  # not added up: 0 stays 0
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    if round(step, digits) != step and abs(round(step, digits) / step - 1) > 1e-6:
        digits += 1  # steps of 2.5
    small = max(abs(values[0]), abs(values[-1])) < _PLAIN_FROM
    ticks = tuple(
        Tick(value, f"{value:.4g}" if small else _plain(value, digits)) for value in values
    )
    return Axis(values[0], values[-1], False, ticks)


def _step(least: float) -> float:
    """The smallest round number that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))


def _log_axis(low: float, high: float, most_ticks: int) -> Axis:
    if high == low:
        low, high = low / 2, high * 2
    marks = [
        digit * 10.0**power
        for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for digit in range(1, 10)
    ]
    below = max(mark for mark in marks if mark <= low * (1 + 1e-9))
    above = min(mark for mark in marks if mark >= high * (1 - 1e-9))
    shown = [mark for mark in marks if below <= mark <= above]
    named = _named(shown, most_ticks)
    ticks = tuple(Tick(mark, log_label(mark) if mark in named else "") for mark in shown)
    return Axis(below, above, True, ticks)


def _named(marks: list[float], most: int) -> set[float]:
    """Which marks of a logarithmic axis are written out: as many kinds as there is room for."""
    for digits in ((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 5), (1, 3), (1,)):
        named = [mark for mark in marks if _first_digit(mark) in digits]
        if len(named) <= most:
            break
    every = max(1, math.ceil(len(named) / max(1, most)))
    chosen = set(named[::every])
    return chosen if len(chosen) > 1 else {marks[0], marks[-1]}


def _first_digit(value: float) -> int:
    return round(value / 10.0 ** math.floor(math.log10(value) + 1e-9))


def log_label(value: float) -> str:
    """A round number: plain where it is short, else as a power of ten."""
    if _PLAIN_FROM <= value < _PLAIN_BELOW:
        digits = max(0, -math.floor(math.log10(value) + 1e-9))
        return _plain(value, digits)
    power = math.floor(math.log10(value) + 1e-9)
    head = "" if _first_digit(value) == 1 else f"{_first_digit(value)}·"
    return f"{head}10{str(power).translate(_SUPERSCRIPT)}"


def _plain(value: float, digits: int) -> str:
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text.replace("-", "−")
