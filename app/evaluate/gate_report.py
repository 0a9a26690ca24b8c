"""The gate's table, how well each sign tells who needs documents, and the frontier as a plot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from app.evaluate.bootstrap import auroc, bootstrap_difference, bootstrap_means
from app.evaluate.gate_figures import (
    FRONTIER,
    SIGNALS,
    Policy,
    PolicyFigures,
    always,
    at_budgets,
    average_precision,
    baselines,
    measure,
    never,
    signs,
)
from app.evaluate.gate_record import GateRow
from app.evaluate.plot_svg import draw_plot
from app.evaluate.report import Cell, Part, Plot, Report, Series, Table
from app.evaluate.report_style import STYLE

_INTRODUCTION = (
    "Each question was answered once from memory and once from its passages; every way to decide "
    "between the two is computed from the same answers."
)
_TABLE = """EM and F1 after SQuAD's normalisation, in brackets 95 % intervals. Searched: the share
of the questions that were searched for; used: with passages in the prompt. Times in ms, without the
search where passages were given with the questions; +Never is the difference of the means from
Never, paired. Tokens: computed for a question, those of prompts included. Thresholds of budgets are
quantiles over these questions."""
_AREAS = """Needs documents: wrong from memory by EM, and right from the passages. AUROC with its
95 % interval; average precision is to be compared with the share that needs documents."""
_WIDTH, _HEIGHT = 860.0, 520.0
_NAME_PLACES = (0.25, 0.5, 0.75)  # of the lines' names, apart from each other


def gate_report(rows: Sequence[GateRow], details: Mapping[str, str]) -> Report:
    """All tables and the frontier. `rows` is not empty."""
    policies = [
        never(),
        always(),
        *(policy for signal in SIGNALS for policy in at_budgets(rows, signal)),
        *baselines(),
    ]
    parts: list[Part] = [_policies(policies, rows), _areas(rows), _sets(rows), frontier(rows)]
    parts.append(Table("How it was measured", ("what", "value"), tuple(details.items())))
    return Report("The gate", _INTRODUCTION, tuple(parts))


def frontier(rows: Sequence[GateRow]) -> Plot:
    """EM over the share searched for: a line a signal, points for the baselines.

    The line from Never to Always is what searching by lot would give.
    """

    def point(policy: Policy) -> tuple[float, float]:
        figures = measure(policy, rows)
        return 100 * float(figures.retrieved.mean()), 100 * float(figures.em.mean())

    ends = Series("by lot", (point(never()), point(always())), ("Never", "Always"))
    lines = [
        _named(signal.value, dict.fromkeys(map(point, at_budgets(rows, signal, FRONTIER))), place)
        for signal, place in zip(SIGNALS, _NAME_PLACES, strict=True)
    ]
    compared = baselines()
    points = [Series(each.name, (point(each),), (each.name,)) for each in compared]
    return Plot(
        title=f"Accuracy and retrieval, {len(rows)} questions",
        x_label="questions searched for, %",
        y_label="exact match, %",
        series=(*lines, ends, *points),
    )


def _named(name: str, points: Iterable[tuple[float, float]], place: float) -> Series:
    """A line with its name at the point at that share of it: a file has no legend."""
    kept = tuple(points)
    at = round(place * (len(kept) - 1))
    labels = tuple(name if index == at else "" for index in range(len(kept)))
    return Series(name, kept, labels)


def frontier_svg(rows: Sequence[GateRow]) -> str:
    """The frontier as a file of its own, its style included."""
    drawn = draw_plot(frontier(rows), _WIDTH, _HEIGHT)
    opening, _, rest = drawn.partition(">")
    own = "svg { background: var(--sheet); font-family: system-ui, sans-serif; }"
    style = f"<style><![CDATA[{STYLE}{own}]]></style>"
    return f'{opening} xmlns="http://www.w3.org/2000/svg">{style}{rest}\n'


def _policies(policies: Sequence[Policy], rows: Sequence[GateRow]) -> Table:
    base = measure(never(), rows)
    lines = tuple(_line(policy, measure(policy, rows), base) for policy in policies)
    columns = ("way", "EM", "F1", "searched", "used", "ms", "p95 ms", "+Never", "tokens")
    digits = (3, 3, 3, 3, 3, 0, 0, 0, 0)
    note = " ".join(_TABLE.split())
    return Table("The ways to decide", columns, lines, note, column_digits=digits)


def _line(policy: Policy, figures: PolicyFigures, base: PolicyFigures) -> tuple[Cell, ...]:
    em, f1 = bootstrap_means(np.stack([figures.em, figures.f1], axis=1))
    (slower,) = bootstrap_difference(figures.ms[:, np.newaxis], base.ms[:, np.newaxis])
    return (
        policy.name,
        em,
        f1,
        float(figures.retrieved.mean()),
        float(figures.used.mean()),
        float(figures.ms.mean()),
        float(np.quantile(figures.ms, 0.95)),
        slower,
        float(figures.tokens.mean()),
    )


def _areas(rows: Sequence[GateRow]) -> Table:
    needed = [row.needs_documents for row in rows]
    lines: list[tuple[Cell, ...]] = []
    for name, sign in signs().items():
        scores = [sign(row) for row in rows]
        above = [score for score, need in zip(scores, needed, strict=True) if need]
        below = [score for score, need in zip(scores, needed, strict=True) if not need]
        area = auroc(above, below)
        lines.append((name, sum(needed) / len(rows), area, average_precision(scores, needed)))
    columns = ("sign", "need documents", "AUROC", "average precision")
    return Table("Who needs documents", columns, tuple(lines), " ".join(_AREAS.split()))


def _sets(rows: Sequence[GateRow]) -> Table:
    lines: list[tuple[Cell, ...]] = []
    for name in sorted({row.question.dataset for row in rows}):
        own = [row for row in rows if row.question.dataset == name]
        memory, documents = measure(never(), own), measure(always(), own)
        lines.append(
            (
                name,
                len(own),
                float(memory.em.mean()),
                float(memory.f1.mean()),
                float(documents.em.mean()),
                float(documents.f1.mean()),
                sum(row.needs_documents for row in own) / len(own),
            )
        )
    columns = (
        "set",
        "questions",
        "Never EM",
        "Never F1",
        "Always EM",
        "Always F1",
        "need documents",
    )
    return Table("By set", columns, tuple(lines))
