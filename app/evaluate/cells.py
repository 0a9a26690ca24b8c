"""How one cell of a table is written, on the terminal and in the report alike."""

from __future__ import annotations

import math
from collections.abc import Iterable

from app.evaluate.report import Cell, Estimate

_GROUPED_FROM = 10_000  # below, a number is read faster without a separator
DASH = "–"


def cell_text(cell: Cell, digits: int) -> str:
    """A cell in words: floats with `digits` places, None and NaN as a dash, one line."""
    if cell is None:
        return DASH
    if isinstance(cell, Estimate):
        return f"{number_text(cell.value, digits)} {interval_text(cell, digits)}"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return " ".join(cell.split())
    return number_text(cell, digits)


def number_text(value: float, digits: int) -> str:
    """A number with `digits` places where it is a float, thousands parted where it is large."""
    if not math.isfinite(value):
        return DASH if math.isnan(value) else ("∞" if value > 0 else "-∞")
    places = 0 if isinstance(value, int) else digits
    text = f"{value:,.{places}f}" if abs(value) >= _GROUPED_FROM else f"{value:.{places}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def interval_text(estimate: Estimate, digits: int) -> str:
    """The interval of an estimate in brackets."""
    return f"[{number_text(estimate.low, digits)}, {number_text(estimate.high, digits)}]"


def is_numeric(column: Iterable[Cell]) -> bool:
    """Whether a column holds numbers and gaps, and nothing else."""
    cells = list(column)
    numbers = (cell is None or isinstance(cell, (int, float, Estimate)) for cell in cells)
    return bool(cells) and all(numbers)
