"""One table of figures: what was published, beside what is measured here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.evaluate.report import Cell, Table


@dataclass(slots=True)
class Ledger:
    """The rows of one table: name, published, measured, equal (None: not published)."""

    rows: list[tuple[Cell, ...]] = field(default_factory=list)

    def compare(self, name: str, published: Cell, measured: Cell, digits: int = 3) -> None:
        """Note a figure; floats are equal when they are so to the published `digits`."""
        if isinstance(published, float) and isinstance(measured, float):
            equal = abs(measured - published) <= 0.5 * 10**-digits + 1e-12
        else:
            equal = measured == published
        self.rows.append((name, published, measured, equal))

    def note(self, name: str, measured: Cell) -> None:
        """Note a figure that was not published."""
        self.rows.append((name, None, measured, None))

    def table(self, title: str, note: str = "") -> Table:
        """The rows as a table."""
        return Table(
            title, ("figure", "published", "measured", "equal"), tuple(self.rows), note, digits=4
        )


def count_equal(tables: Iterable[Table]) -> tuple[int, int]:
    """How many figures of the ledgers' tables are equal, and how many were published."""
    marks = [row[-1] for table in tables for row in table.rows if row[-1] is not None]
    return sum(map(bool, marks)), len(marks)
