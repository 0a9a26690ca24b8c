"""The report of `measure_ann`: two tables and three plots."""

from __future__ import annotations

from collections.abc import Callable

from app.evaluate.ann import GOOD_RECALL, NEIGHBOURS, AnnFigures, SearchFigures
from app.evaluate.report import Cell, Plot, Report, Series, Table

RECALL = f"recall@{NEIGHBOURS}"


def report_ann(figures: AnnFigures, default: tuple[int, int], exact_below: int) -> Report:
    """`default` is the program's own setting (M, ef), which is marked.

    It uses the graph from `exact_below` vectors on.
    """
    title = f"Approximate nearest neighbours: {figures.name}"
    introduction = (
        f"{figures.vectors:,} vectors of {figures.dimension} components, {figures.queries} "
        f"queries. HNSW graphs (built with efConstruction {figures.ef_build}) against exact "
        f"search: {RECALL}, queries per second on one thread, and the share of the vectors whose "
        "distance to the query is computed, counted by walking the graph as the search does. "
        f"{cheapest_words(figures)}"
    )
    if figures.vectors < exact_below:
        introduction += f" With fewer than {exact_below:,} vectors the program compares them all."
    return Report(
        title, introduction, (_settings(figures, default), _graphs(figures), *_plots(figures))
    )


def cheapest_words(figures: AnnFigures) -> str:
    """The cheapest good setting, in a sentence."""
    best = figures.cheapest
    if best is None:
        return f"No setting measured here reaches {RECALL} ≥ {GOOD_RECALL}."
    return (
        f"The cheapest setting with {RECALL} ≥ {GOOD_RECALL} is M {best.links}, ef {best.ef}: "
        f"recall {best.recall:.4f}, {100 * best.compared:.1f} % compared."
    )


def _settings(figures: AnnFigures, default: tuple[int, int]) -> Table:
    def words(each: SearchFigures) -> str:
        marks = []
        if each == figures.cheapest:
            marks.append("cheapest")
        if (each.links, each.ef) == default:
            marks.append("default")
        return ", ".join(marks)

    rows: list[tuple[Cell, ...]] = [
        (
            each.links,
            each.ef,
            each.recall,
            round(each.queries_per_s),
            each.compared,
            words(each),
        )
        for each in figures.settings
    ]
    rows.append((None, None, 1.0, round(figures.exact_per_s), 1.0, "exact search"))
    columns = ("M", "ef", RECALL, "queries/s", "compared", "note")
    about = f"{figures.vectors:,} vectors, {figures.queries} queries: {figures.name}"
    return Table(about, columns, tuple(rows), note=cheapest_words(figures), digits=4)


def _graphs(figures: AnnFigures) -> Table:
    rows = tuple(
        (each.links, each.build_s, each.link_bytes / figures.vectors) for each in figures.graphs
    )
    return Table(
        "Building",
        ("M", "seconds", "bytes of links per vector"),
        rows,
        note=f"One thread. The vectors themselves take {4 * figures.dimension} bytes each.",
        digits=1,
    )


def _plots(figures: AnnFigures) -> tuple[Plot, ...]:
    recall_by_ef = _lines(figures, lambda each: (each.ef, each.recall))
    rate_by_recall = _lines(figures, lambda each: (each.recall, each.queries_per_s))
    compared_by_ef = _lines(figures, lambda each: (each.ef, 100 * each.compared))
    return (
        Plot(f"{RECALL} against ef", "ef", RECALL, recall_by_ef, x_logarithmic=True),
        Plot(
            f"Queries per second against {RECALL}",
            RECALL,
            "queries per second",
            rate_by_recall,
            y_logarithmic=True,
        ),
        Plot(
            "Share of the vectors compared, against ef",
            "ef",
            "compared %",
            compared_by_ef,
            x_logarithmic=True,
        ),
    )


def _lines(
    figures: AnnFigures, point: Callable[[SearchFigures], tuple[float, float]]
) -> tuple[Series, ...]:
    """One line a graph, over its settings in the order of ef."""
    lines = []
    for graph in figures.graphs:
        chosen = [each for each in figures.settings if each.links == graph.links]
        chosen.sort(key=lambda each: each.ef)
        points = tuple(map(point, chosen))
        lines.append(Series(f"M {graph.links}", points, tuple(f"ef {each.ef}" for each in chosen)))
    return tuple(lines)
