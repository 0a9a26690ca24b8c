"""What `margine bench prompt` measured, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.evaluate.bench_clock import latency
from app.evaluate.bench_prompt import PromptRow, PromptWay
from app.evaluate.report import Report, Table


@dataclass(frozen=True, slots=True)
class StartFigure:
    """One fresh process: seconds to its first word, `loading` those before the question was taken
    up, and tokens that were computed until then."""

    name: str
    first_word: float
    loading: float
    computed: int


def prompt_report(
    rows: Sequence[PromptRow], ways: Sequence[PromptWay], starts: Sequence[StartFigure], about: str
) -> Report:
    """The ways in their order, the first of them as the measure of the others; then the starts."""
    tables = [ways_table(rows, ways)]
    if starts:
        tables.append(_starts_table(starts))
    return Report("Time to the first word", about, tuple(tables))


def ways_table(rows: Sequence[PromptRow], ways: Sequence[PromptWay]) -> Table:
    """One line a way: medians and 95th percentiles over the questions."""
    lines = []
    peer = latency(row.ways[ways[0].name].ms for row in rows).p50
    for way in ways:
        taken = [row.ways[way.name] for row in rows]
        times = latency(each.ms for each in taken)
        computed = [each.computed for each in taken]
        lines.append(
            (
                way.name,
                float(np.median([each.prompt for each in taken])),
                float(np.median(computed)),
                float(np.percentile(computed, 95)),
                times.p50 / 1000,
                times.p95 / 1000,
                times.p50 / peer,
                sum(each.declined for each in taken),
            )
        )
    return Table(
        f"From the question to the first word, {len(rows)} questions",
        (
            "way",
            "prompt",
            "computed",
            "computed p95",
            "first word s",
            "p95 s",
            "of the first",
            "declined",
        ),
        tuple(lines),
        note="Tokens of all prompts of a question, those of them that were computed, and seconds: "
        "medians, and 95th percentiles. Finding the passages is not counted. Where it was declined "
        "to answer, the time until that was decided.",
        column_digits=(0, 0, 0, 0, 2, 2, 2, 0),
    )


def _starts_table(starts: Sequence[StartFigure]) -> Table:
    return Table(
        "From the start of a process to the first word of its first answer",
        ("start", "first word s", "before the question s", "computed"),
        tuple((each.name, each.first_word, each.loading, each.computed) for each in starts),
        note="`margine ask` in a process of its own, its end included. Before the question: "
        "starting, opening the library and loading the models.",
        column_digits=(0, 1, 1, 0),
    )
