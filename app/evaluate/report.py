"""What a measurement prints: tables for the terminal and JSON, tables and plots for the report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured value with its confidence interval, `low <= value <= high`."""

    value: float
    low: float
    high: float


Cell = str | int | float | Estimate | None


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table. Floats are shown with `digits` places, None as a dash.

    `column_digits`, where given, has a number of places for each column instead.
    A `folded` table is long: closed in the report until it is opened, and not printed on the
    terminal. Raises ValueError where a row has another length than `columns`, or a column's name
    stands twice (JSON names the cells by it).
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    digits: int = 3
    folded: bool = False
    column_digits: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.columns)) != len(self.columns):
            raise ValueError(f"two columns of {self.title!r} have the same name")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of {self.title!r} has not {len(self.columns)} cells")
        if self.column_digits and len(self.column_digits) != len(self.columns):
            raise ValueError(f"{self.title!r} has other columns than digits for them")

    def digits_of(self, column: int) -> int:
        """How many places the floats of the column at this place get."""
        return self.column_digits[column] if self.column_digits else self.digits


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot: points `(x, y)` in order, with optional labels.

    `labels` are one a point ("" for none), or none at all.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.labels and len(self.labels) != len(self.points):
            raise ValueError(f"{self.name!r} has {len(self.points)} points, not so many labels")


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over two axes. `logarithmic` axes take positive values alone."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    x_logarithmic: bool = False
    y_logarithmic: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Values with their intervals side by side on one axis: per group, one entry a name.

    `groups` are pairs of a group's name and its entries, which are pairs of name and estimate;
    the same name has the same colour in every group.
    """

    title: str
    label: str
    groups: tuple[tuple[str, tuple[tuple[str, Estimate], ...]], ...]
    note: str = ""


Part = Table | Plot | Comparison


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report, in the order in which it is read."""

    title: str
    introduction: str
    parts: tuple[Part, ...]
