"""Several ways to answer the same questions side by side, a row each: how good, how dear."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from app.evaluate.answers_figures import auroc
from app.evaluate.answers_scoring import Judged
from app.evaluate.report import Cell, Table

COLUMNS = (
    "way",
    "contained",
    "F1",
    "any citation",
    "cites right",
    "citation precision",
    "wrongly refused",
    "rightly refused",
    "AUROC",
    "prompt tokens",
    "computed",
    "answer tokens",
    "median s",
    "mean s",
)
_DIGITS = (0, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 1, 2, 2)


def ways_table(dataset: str, ways: Mapping[str, Sequence[Judged]], note: str = "") -> Table:
    """One row a way; every way answers the same questions, at least one."""
    judged = next(iter(ways.values()))
    answerable = sum(each.answerable for each in judged)
    return Table(
        f"{dataset}: {answerable} questions with an answer, {len(judged) - answerable} without",
        COLUMNS,
        tuple(_row(name, each) for name, each in ways.items()),
        "Contained, F1, right citations and wrongly refused are over the questions with an answer; "
        "any citation and precision over the answers given to them. Tokens are means. " + note,
        column_digits=_DIGITS,
    )


def _row(name: str, judged: Sequence[Judged]) -> tuple[Cell, ...]:
    answerable = [each for each in judged if each.answerable]
    given = [each for each in answerable if not each.refused]
    others = [each for each in judged if not each.answerable]
    precision = [
        each.citation_precision for each in answerable if each.citation_precision is not None
    ]
    costs = [each.answered.cost for each in judged]
    seconds = [each.total_ms / 1000 for each in costs]
    return (
        name,
        _share([each.contained for each in answerable]),
        _mean([each.f1 for each in answerable]),
        _share([bool(each.cited) for each in given]),
        _share([each.cites_right for each in answerable]),
        _mean(precision),
        _share([each.refused for each in answerable]),
        _share([each.refused for each in others]),
        auroc(judged),
        _mean([each.prompt for each in costs]),
        _mean([each.evaluated for each in costs]),
        _mean([each.answer for each in costs]),
        statistics.median(seconds),
        _mean(seconds),
    )


def _share(values: Sequence[bool]) -> float | None:
    return _mean([float(each) for each in values])


def _mean(values: Sequence[float]) -> float | None:
    return statistics.fmean(values) if values else None
