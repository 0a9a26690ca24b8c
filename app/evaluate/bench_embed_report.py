"""The report of `margine bench embed`."""

from __future__ import annotations

from collections.abc import Sequence

from app.evaluate.bench_embed import WORDS, QualityFigures, SpeedFigures
from app.evaluate.bench_embed_start import StartFigures
from app.evaluate.report import Part, Report, Table


def embed_report(
    speeds: Sequence[SpeedFigures],
    starts: Sequence[StartFigures],
    qualities: Sequence[QualityFigures],
    introduction: str,
) -> Report:
    """Tables of what was measured; a part without figures is left out."""
    parts: list[Part] = []
    if speeds:
        parts.append(_speed_table(speeds))
    if starts:
        parts += [_start_table(starts), _memory_table(starts)]
    if qualities:
        parts.append(_quality_table(qualities))
    return Report("Ways to run the embedder", introduction, tuple(parts))


def _speed_table(speeds: Sequence[SpeedFigures]) -> Table:
    first = speeds[0]
    rows = tuple(
        (
            each.name,
            each.median(lambda turn: turn.passages),
            each.ratio(first, lambda turn: turn.passages),
            each.median(lambda turn: turn.passages_processor),
            each.ratio(first, lambda turn: turn.passages_processor),
            each.median(lambda turn: turn.queries),
            each.median(lambda turn: turn.queries_processor),
            min(each.cosines),
            sum(each.cosines) / len(each.cosines),
        )
        for each in speeds
    )
    return Table(
        "Speed",
        (
            "variant",
            "passages/s",
            "times the first",
            "passages/s of processor",
            "times the first (processor)",
            "queries/s",
            "queries/s of processor",
            "least cosine",
            "mean cosine",
        ),
        rows,
        note=(
            f"Medians over rounds in which all take turns. Passages of {WORDS} words. 'Of "
            "processor' counts the time that the process had its cores, which other programs on "
            "the machine disturb less than the clock. Cosines are with the first variant's vectors."
        ),
        column_digits=(0, 1, 2, 1, 2, 0, 0, 4, 4),
    )


def _start_table(starts: Sequence[StartFigures]) -> Table:
    return Table(
        "Start, in seconds",
        (
            "variant",
            "interpreter",
            "torch",
            "sentence-transformers",
            "model",
            "first query",
            "all",
            "processor time",
        ),
        tuple(
            (
                each.name,
                each.interpreter,
                each.torch,
                each.library,
                each.model,
                each.first_query,
                each.total,
                each.processor,
            )
            for each in starts
        ),
        note="From the start of a fresh process to the first query's vector.",
        digits=2,
    )


def _memory_table(starts: Sequence[StartFigures]) -> Table:
    return Table(
        "Memory, in MB",
        ("variant", "ready", "peak"),
        tuple((each.name, each.memory_ready, each.memory_peak) for each in starts),
        note="Of the whole process: when it is ready, and at most while it loads and embeds.",
        digits=0,
    )


def _quality_table(qualities: Sequence[QualityFigures]) -> Table:
    return Table(
        "Retrieval: nDCG@10, exact dense search",
        ("dataset", "variant", "nDCG@10", "above the first"),
        tuple((each.dataset, each.name, each.ndcg, each.above_first) for each in qualities),
        digits=4,
    )
