"""The report of `margine eval extract`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app import __version__
from app.evaluate.bootstrap import LEVEL, SAMPLES, bootstrap_means
from app.evaluate.extract import BOTH, WAYS, Quoted
from app.evaluate.report import Cell, Estimate, Report, Table

_SHOWN = 40  # questions of each dataset that went wrong

Value = Callable[[Quoted], float | None]


@dataclass(frozen=True, slots=True)
class QuotesRun:
    """What came of the questions of one dataset, by the way that they were answered."""

    dataset: str
    quoted: Mapping[str, Sequence[Quoted]]


def _answerable(value: Callable[[Quoted], float]) -> Value:
    return lambda each: None if each.question.unanswerable else value(each)


FIGURES: Sequence[tuple[str, Value]] = (
    ("quote holds an accepted answer", _answerable(lambda each: each.contained)),
    ("token F1 of the quote", _answerable(lambda each: each.f1)),
    ("quoted passage is the judged one", _answerable(lambda each: each.right)),
    ("likeliest words: exact match", _answerable(lambda each: each.span_exact)),
    ("likeliest words: F1", _answerable(lambda each: each.span_f1)),
    ("marked as the likely answer", _answerable(lambda each: each.marked)),
    (
        "of those marked: exact match",
        lambda each: (
            float(each.span_exact) if each.marked and not each.question.unanswerable else None
        ),
    ),
    ("two sentences quoted", lambda each: float(each.two_sentences)),
    ("too far to be shown, answerable", _answerable(lambda each: each.declined)),
    (
        "too far to be shown, unanswerable",
        lambda each: float(each.declined) if each.question.unanswerable else None,
    ),
)


def quotes_report(runs: Sequence[QuotesRun], details: Mapping[str, str]) -> Report:
    """The whole report; `details` say in words what bears on the figures."""
    rows = tuple((name, value) for name, value in details.items())
    parts = [
        *map(_figures, runs),
        *map(_failures, runs),
        Table("What was measured", ("what", "value"), (*rows, ("version", __version__))),
    ]
    names = ", ".join(run.dataset for run in runs)
    introduction = (
        "The best sentences of the passages that the program's own search finds, quoted without a "
        f"generator, beside the accepted answers.\nDatasets: {names}."
    )
    return Report("Quotes", introduction, tuple(parts))


def _figures(run: QuotesRun) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (name, *(_estimate(value, run.quoted[way]) for way in WAYS)) for name, value in FIGURES
    ]
    rows.append(
        (
            "ms a question, embedding and search apart, median",
            *(float(np.median([each.took_ms for each in run.quoted[way]])) for way in WAYS),
        )
    )
    quoted = run.quoted[BOTH]
    unanswerable = sum(each.question.unanswerable for each in quoted)
    return Table(
        f"{run.dataset}: {len(quoted) - unanswerable} answerable and {unanswerable} unanswerable "
        "questions",
        ("figure", *WAYS),
        tuple(rows),
        note=f"In brackets the middle {100 * LEVEL:.0f} % of {SAMPLES} bootstrap samples of the "
        "questions.",
    )


def _estimate(value: Value, quoted: Sequence[Quoted]) -> Estimate | None:
    values = [number for each in quoted if (number := value(each)) is not None]
    if not values:
        return None
    (estimate,) = bootstrap_means(np.array(values, np.float64)[:, np.newaxis])
    return estimate


def _failures(run: QuotesRun) -> Table:
    """Questions whose quote does not hold the answer."""
    wrong = [
        each for each in run.quoted[BOTH] if not each.contained and not each.question.unanswerable
    ]
    return Table(
        f"{run.dataset}: quotes without the answer",
        ("question", "accepted", "quote", "judged passage"),
        tuple(
            (
                each.question.text,
                "; ".join(each.question.accepted),
                each.text,
                "yes" if each.right else "no",
            )
            for each in wrong[:_SHOWN]
        ),
        folded=True,
    )
