"""Reports of measurements on the terminal: aligned text for people, JSON for programs, HTML files.

A measuring command takes its options from `add_report_options` and ends with `present_report`.
"""

from __future__ import annotations

import argparse
import math
import textwrap
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import UserError
from app.evaluate.cells import cell_text, is_numeric
from app.evaluate.report import Cell, Comparison, Estimate, Plot, Report, Table
from app.evaluate.report_html import write_report
from app.terminal.commands import print_json
from app.terminal.output import Json, complain, say

_GAP = "  "
_NOTE_WIDTH = 76  # a note is at least so wide, and as wide as its table


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """Add `--json` and `--report DIR`."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="write the report, one HTML file, into DIR"
    )


def present_report(report: Report, options: argparse.Namespace, name: str) -> None:
    """Print `report` and write it as `name`.html where `--report` says so.

    `options` are those of `add_report_options`. Raises UserError if it cannot be written.
    """
    if options.json:
        print_json(report_json(report))
    else:
        say(report_text(report))
    if options.report is None:
        return
    try:
        path = write_report(report, options.report.expanduser().absolute(), name)
    except OSError as error:
        raise UserError(
            f"The report could not be written to {options.report}.",
            why=f"{error.strerror or error}.",
            next_step="Choose a folder that can be written to.",
        ) from error
    complain(f"Report: {path}")


def report_text(report: Report) -> str:
    """The tables of a report that are not folded, as text. Plots are for the HTML file."""
    tables = [part for part in report.parts if isinstance(part, Table) and not part.folded]
    return "\n\n".join([report.title, *map(table_text, tables)])


def table_text(table: Table) -> str:
    """A table as aligned lines: title, columns, rows, note. Numbers stand to the right."""
    rows = [
        [cell_text(cell, table.digits_of(at)) for at, cell in enumerate(row)] for row in table.rows
    ]
    numeric = [is_numeric([row[at] for row in table.rows]) for at in range(len(table.columns))]
    widths = [
        max(map(_width, (name, *(row[at] for row in rows))))
        for at, name in enumerate(table.columns)
    ]
    lines = [table.title] if table.title else []
    lines.append(_line(table.columns, widths, numeric))
    lines.append(_GAP.join("-" * width for width in widths))
    lines += [_line(row, widths, numeric) for row in rows]
    if table.note:
        total = sum(widths) + len(_GAP) * (len(widths) - 1)
        lines += textwrap.wrap(table.note, max(total, _NOTE_WIDTH))
    return "\n".join(lines)


def report_json(report: Report) -> Json:
    """A report as plain JSON values; numbers in full, NaN and infinities as null.

    Rows of tables are objects by column name; an estimate is `{"value", "low", "high"}`.
    """
    return {
        "title": report.title,
        "introduction": report.introduction,
        "tables": [table_json(each) for each in report.parts if isinstance(each, Table)],
        "plots": [_plot_json(each) for each in report.parts if isinstance(each, Plot)],
        "comparisons": [
            _comparison_json(each) for each in report.parts if isinstance(each, Comparison)
        ],
    }


def table_json(table: Table) -> Json:
    """One table as JSON values."""
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [dict(zip(table.columns, map(_cell_json, row), strict=True)) for row in table.rows],
        "note": table.note,
    }


def _plot_json(plot: Plot) -> Json:
    return {
        "title": plot.title,
        "x": plot.x_label,
        "y": plot.y_label,
        "series": [
            {
                "name": each.name,
                "points": [[_number(x), _number(y)] for x, y in each.points],
                "labels": list(each.labels),
            }
            for each in plot.series
        ],
        "note": plot.note,
    }


def _comparison_json(comparison: Comparison) -> Json:
    return {
        "title": comparison.title,
        "label": comparison.label,
        "groups": [
            {"name": group, "entries": {name: _cell_json(value) for name, value in entries}}
            for group, entries in comparison.groups
        ],
        "note": comparison.note,
    }


def _cell_json(cell: Cell) -> object:
    if isinstance(cell, Estimate):
        values = {"value": cell.value, "low": cell.low, "high": cell.high}
        return {name: _number(value) for name, value in values.items()}
    return _number(cell) if isinstance(cell, float) else cell


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = []
    for cell, width, to_the_right in zip(cells, widths, right, strict=True):
        space = " " * (width - _width(cell))
        padded.append(space + cell if to_the_right else cell + space)
    return _GAP.join(padded).rstrip()


def _width(text: str) -> int:
    """Columns that `text` takes on a terminal: wide characters two, combining marks none."""
    return sum(
        0
        if unicodedata.combining(character)
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
