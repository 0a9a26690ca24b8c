"""What a measurement prints: tables for the terminal and JSON, tables and plots for the report."""

from __future__ import annotations

from dataclasses import dataclass

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table. Floats are shown with `digits` places, None as a dash."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    digits: int = 3


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot: points `(x, y)` in order, with optional labels."""

    name: str
    points: tuple[tuple[float, float], ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over two axes. `logarithmic` axes take positive values alone."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    x_logarithmic: bool = False
    y_logarithmic: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report, in the order in which it is read."""

    title: str
    introduction: str
    parts: tuple[Table | Plot, ...]
