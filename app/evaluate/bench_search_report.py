"""The report of `margine bench search`."""

from __future__ import annotations

from collections.abc import Sequence

from app.evaluate.bench_clock import Latency
from app.evaluate.bench_search import WAYS, SizeFigures
from app.evaluate.report import Cell, Plot, Report, Series, Table

_NOT_INSTALLED = "not installed"


def search_report(
    figures: Sequence[SizeFigures], embedding_rate: float | None, introduction: str
) -> Report:
    """All sizes in one report; `embedding_rate` in passages a second, None if all was known."""
    tables = [
        _search_table(figures),
        _start_table(figures),
        _change_table(figures),
        _memory_table(figures),
    ]
    if any(each.peers for each in figures):
        tables += [_peer_table(figures), _exact_table(figures)]
    tables.append(_fill_table(figures, embedding_rate))
    return Report("How fast a library is", introduction, (*tables, *_plots(figures)))


def _search_table(figures: Sequence[SizeFigures]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in figures:
        ways = [(way, each.search[way]) for way in WAYS]
        for name, times in [*ways, ("embedding alone", each.embedding)]:
            rows.append((each.size, name, times.p50, times.p95, times.count))
    return Table(
        "Searching the library, 10 results",
        ("passages", "search", "p50 ms", "p95 ms", "queries"),
        tuple(rows),
        note="Through Library.search, texts and files of the results included.",
        digits=1,
    )


def _start_table(figures: Sequence[SizeFigures]) -> Table:
    return Table(
        "From the start of a fresh process to the first result",
        ("passages", "BM25 s", "hybrid s"),
        tuple((each.size, each.first_bm25_s, each.first_hybrid_s) for each in figures),
        note="Files are in the system's cache; hybrid includes loading the embedder beside.",
        digits=2,
    )


def _change_table(figures: Sequence[SizeFigures]) -> Table:
    columns = (
        "passages",
        "add, median ms",
        "add, longest ms",
        "remove, median ms",
        "remove, longest ms",
        "search after adding ms",
        "close s",
    )
    rows = tuple(
        (
            each.size,
            _median(each.added_ms),
            max(each.added_ms),
            _median(each.removed_ms),
            max(each.removed_ms),
            each.after_change_ms,
            each.close_s,
        )
        for each in figures
    )
    note = "Documents of 20 passages whose vectors are there, one at a time; searchable at once."
    return Table("Adding and removing a document", columns, rows, note=note, digits=1)


def _memory_table(figures: Sequence[SizeFigures]) -> Table:
    columns = ("passages", "words only MB", "library MB", "with embedder MB", "disk MB")
    rows = tuple(
        (
            each.size,
            each.bm25_memory_mb,
            each.memory_mb,
            each.embedder_memory_mb,
            each.disk_mb,
        )
        for each in figures
    )
    note = (
        "Resident memory of a fresh process: after a BM25 search without embedder; with the "
        "library searched in all ways; with the embedder loaded too. MB are 2²⁰ bytes."
    )
    return Table("Memory and disk", columns, rows, note=note, digits=0)


def _peer_table(figures: Sequence[SizeFigures]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in figures:
        ours = each.peers[0]
        for peer in each.peers:
            if peer.query is None or ours.query is None:
                rows.append((each.size, peer.name, _NOT_INSTALLED, *[None] * 7))
                continue
            rows.append(
                (
                    each.size,
                    peer.name,
                    f"{peer.query.p50:.3f}",
                    peer.query.p95,
                    peer.query.p50 / ours.query.p50,
                    peer.query.count,
                    peer.build_s,
                    peer.open_s,
                    peer.memory_mb,
                    peer.disk_mb,
                )
            )
    return Table(
        "BM25 beside others, on the same tokens",
        (
            "passages",
            "engine",
            "p50 ms",
            "p95 ms",
            "times ours",
            "queries",
            "build s",
            "open s",
            "memory MB",
            "disk MB",
        ),
        tuple(rows),
        note=(
            "10 best passages for the terms of a query; rank_bm25: get_scores alone. Memory is "
            "what opening and asking the index added to a fresh process; equal terms are one "
            "object in rank_bm25's, which is kind to it. FTS5 cuts the terms at signs."
        ),
        digits=2,
    )


def _exact_table(figures: Sequence[SizeFigures]) -> Table:
    rows = tuple(
        (
            each.size,
            each.search["dense"].p50,
            each.search["dense"].p95,
            each.exact.query.p50,
            each.exact.query.p95,
            each.exact.memory_mb,
            each.exact.agreement,
        )
        for each in figures
        if each.exact is not None
    )
    columns = (
        "passages",
        "dense p50 ms",
        "dense p95 ms",
        "numpy p50 ms",
        "numpy p95 ms",
        "numpy memory MB",
        "recall@10",
    )
    note = "recall@10 is the share of numpy's ten nearest among those of the library's search."
    return Table("Dense search beside exact search in numpy", columns, rows, note=note, digits=3)


def _fill_table(figures: Sequence[SizeFigures], embedding_rate: float | None) -> Table:
    rows = tuple(
        (
            each.size,
            each.fill.passages,
            each.fill.passages / each.fill.total if each.fill.total else None,
            each.fill.store,
            each.fill.vectors,
            each.fill.publish,
            each.fill.save,
        )
        for each in figures
    )
    columns = (
        "passages",
        "filled",
        "passages/s",
        "store s",
        "vectors s",
        "publish s",
        "save s",
    )
    rate = "All vectors were there already."
    if embedding_rate is not None:
        rate = f"Embedding the real passages: {embedding_rate:.1f} passages/s."
    note = f"When the library was filled, which need not have been today. {rate}"
    return Table("Filling the library", columns, rows, note=note, digits=1)


def _plots(figures: Sequence[SizeFigures]) -> list[Plot]:
    if len(figures) < 2:
        return []
    ways = [
        Series(way, tuple((float(each.size), each.search[way].p95) for each in figures))
        for way in WAYS
    ]
    names = [peer.name for peer in figures[0].peers]
    peers = [Series(name, _peer_points(figures, name)) for name in names]
    plots = [_plot("Search by size of the library", "p95 ms", ways)]
    if names:
        plots.append(_plot("BM25 query by number of passages", "p50 ms", peers))
    return plots


def _peer_points(figures: Sequence[SizeFigures], name: str) -> tuple[tuple[float, float], ...]:
    found: list[tuple[int, Latency]] = [
        (each.size, peer.query)
        for each in figures
        for peer in each.peers
        if peer.name == name and peer.query is not None
    ]
    return tuple((float(size), times.p50) for size, times in found)


def _plot(title: str, y_label: str, series: Sequence[Series]) -> Plot:
    kept = tuple(each for each in series if each.points)
    return Plot(title, "passages", y_label, kept, x_logarithmic=True, y_logarithmic=True)


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return ordered[len(ordered) // 2]
