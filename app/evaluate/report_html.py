"""A report as one HTML file: nothing is fetched, nothing runs, every text is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app import __version__
from app.core.paths import write_private_text
from app.evaluate.cells import cell_text, interval_text, is_numeric, number_text
from app.evaluate.compare_svg import draw_comparison
from app.evaluate.plot_svg import draw_plot
from app.evaluate.report import Cell, Comparison, Estimate, Part, Plot, Report, Table
from app.evaluate.report_style import STYLE
from app.evaluate.svg import colour, escape, marker

# Each drawing stands twice in the file, and the style sheet shows the one that fits: scaled down
# to a phone's width, the text of the wide one could not be read.
_WIDE, _NARROW = 820.0, 330.0
_WIDE_HEIGHT, _NARROW_HEIGHT = 380.0, 300.0
_MOST_BESIDE = 2  # columns with intervals beside their values; with more, they stand below
_LONG = 32  # characters: a column with longer texts gets room to wrap in
# The browser itself refuses whatever a document's text might try.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_report(report: Report, folder: Path, name: str) -> Path:
    """Write `report` as `name`.html into `folder` (made if missing); return its path.

    The file is its owner's alone, since it may quote documents. Raises OSError.
    """
    path = folder / f"{name}.html"
    write_private_text(path, report_html(report))
    return path


def report_html(report: Report) -> str:
    """`report` as an HTML document."""
    title = escape(report.title)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
            f"<title>{title}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{title}</h1>",
            f'<div class="introduction">{_paragraphs(report.introduction)}</div>',
            *map(_part_html, report.parts),
            f"<footer>Made by Margine {escape(__version__)}.</footer>",
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(each)}</p>" for each in text.split("\n") if each.strip())


def _part_html(part: Part) -> str:
    if isinstance(part, Table):
        return _table_html(part)
    if isinstance(part, Plot):
        return _figure(part.title, _legend(part), _plot_drawings(part), part.note)
    return _figure(part.title, "", _comparison_drawings(part), part.note)


# --------------------------------------------------------------------------------------- tables


def _table_html(table: Table) -> str:
    title = escape(table.title)
    content = f'<div class="scroll">{"".join(_table_rows(table))}</div>{_note(table.note)}'
    if table.folded:
        count = f'<span class="count">({len(table.rows):,})</span>'
        return f"<details><summary>{title} {count}</summary>{content}</details>"
    heading = f"<h2>{title}</h2>" if title else ""
    return f"<section>{heading}{content}</section>"


def _table_rows(table: Table) -> Iterator[str]:
    kinds = [_kind([row[at] for row in table.rows]) for at in range(len(table.columns))]
    yield f'<table class="{_spacing(table)}"><thead><tr>'
    for name, kind in zip(table.columns, kinds, strict=True):
        yield f'<th scope="col" class="{kind}">{escape(name)}</th>'
    yield "</tr></thead><tbody>"
    before: Cell = None
    for row in table.rows:
        cells = enumerate(zip(row, kinds, strict=True))
        yield "<tr>" if row[0] == before else '<tr class="other">'  # what it is about changes
        before = row[0]
        yield from (_cell_html(cell, kind, table.digits_of(at)) for at, (cell, kind) in cells)
        yield "</tr>"
    yield "</tbody></table>"


def _spacing(table: Table) -> str:
    """The class of a table: whether intervals stand beside or below their values."""
    columns = zip(*table.rows, strict=True)
    estimates = sum(any(isinstance(cell, Estimate) for cell in column) for column in columns)
    return "stacked" if estimates > _MOST_BESIDE else "beside"


def _kind(column: list[Cell]) -> str:
    """The class of a column: numbers, texts, or texts so long that they wrap."""
    if is_numeric(column):
        return "number"
    longest = max((len(cell) for cell in column if isinstance(cell, str)), default=0)
    return "text long" if longest > _LONG else "text"


def _cell_html(cell: Cell, kind: str, digits: int) -> str:
    if isinstance(cell, Estimate):
        value = escape(number_text(cell.value, digits))
        interval = escape(interval_text(cell, digits))
        return f'<td class="{kind}">{value} <span class="interval">{interval}</span></td>'
    # A document's text may run from right to left.
    direction = ' dir="auto"' if isinstance(cell, str) and not cell.isascii() else ""
    return f'<td class="{kind}"{direction}>{escape(cell_text(cell, digits))}</td>'


# -------------------------------------------------------------------------------------- figures


def _figure(title: str, legend: str, drawings: str, note: str) -> str:
    return (
        f"<section><h2>{escape(title)}</h2>"
        f'<figure class="sheet">{legend}{drawings}</figure>{_note(note)}</section>'
    )


def _plot_drawings(plot: Plot) -> str:
    wide = draw_plot(plot, _WIDE, _WIDE_HEIGHT)
    narrow = draw_plot(plot, _NARROW, _NARROW_HEIGHT)
    return f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>'


def _comparison_drawings(comparison: Comparison) -> str:
    wide, narrow = (draw_comparison(comparison, width) for width in (_WIDE, _NARROW))
    return f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>'


def _legend(plot: Plot) -> str:
    if len(plot.series) < 2:
        return ""
    entries = "".join(
        f'<li><svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true">'
        f'<polyline class="line {colour(at)}" points="1,6 25,6"/>{marker(13, 6, at)}</svg>'
        f"{escape(each.name)}</li>"
        for at, each in enumerate(plot.series)
    )
    return f'<ul class="legend">{entries}</ul>'


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>' if text else ""
