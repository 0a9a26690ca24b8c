"""The three ways to answer from several passages side by side, and the temperature fitted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.evaluate.answers_matching import contains_answer
from app.evaluate.answers_record import Answered
from app.evaluate.answers_scoring import judge
from app.evaluate.answers_ways import ways_table
from app.evaluate.posterior import PassageRow, TemperatureFit, fit_temperature
from app.evaluate.rag_answers import sequence_answer, single_answer, token_answer
from app.evaluate.rag_record import RagRow
from app.evaluate.report import Cell, Plot, Report, Series, Table

Way = Callable[[RagRow], Answered]


@dataclass(frozen=True, slots=True)
class RagRun:
    """The rows of one dataset."""

    dataset: str
    rows: tuple[RagRow, ...]


def rag_report(
    runs: Sequence[RagRun], temperature: float, certainty: float, details: Mapping[str, str]
) -> Report:
    """`temperature` is the one that RAG-Token was decoded with; `certainty` the least weight of
    silence at which RAG-Sequence declines."""
    fits = [(run.dataset, fit_temperature(passage_rows(run.rows))) for run in runs]
    if len(runs) > 1:
        everything = [row for run in runs for row in run.rows]
        fits.append(("all", fit_temperature(passage_rows(everything))))
    fitted = fits[-1][1]
    ways: dict[str, Way] = {
        "best passage alone": single_answer,
        f"RAG-Sequence, T = {temperature:g}": lambda row: sequence_answer(
            row, temperature, certainty
        ),
    }
    if fitted is not None:
        best = fitted.best.temperature
        ways[f"RAG-Sequence, T = {best:.3g} (fitted)"] = lambda row: sequence_answer(
            row, best, certainty
        )
    ways[f"RAG-Token, T = {temperature:g}"] = token_answer
    tables = [_ways_table(run, ways) for run in runs if run.rows]
    examples = [_examples(run, temperature) for run in runs if run.rows]
    return Report(
        title="Answers from several passages",
        introduction="; ".join(f"{name}: {value}" for name, value in details.items()),
        parts=(*tables, _fit_table(fits, temperature), *_curve(fits), *examples),
    )


def passage_rows(rows: Sequence[RagRow]) -> list[list[PassageRow]]:
    """What the temperature is fitted on, a list for each question."""
    return [
        [
            PassageRow(
                similarity=passage.similarity,
                right=not row.question.unanswerable
                and contains_answer(passage.answer, row.question.accepted, row.question.language),
                absent=passage.absent,
                silent=not passage.answer,
            )
            for passage in row.passages
        ]
        for row in rows
    ]


def _ways_table(run: RagRun, ways: Mapping[str, Way]) -> Table:
    return ways_table(
        run.dataset,
        {name: [judge(way(row)) for row in run.rows] for name, way in ways.items()},
        "The times are without the search, and each way reads its prompts anew.",
    )


def _fit_table(fits: Sequence[tuple[str, TemperatureFit | None]], temperature: float) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, fit in fits:
        if fit is None:
            rows.append((name, 0, None, None, None, None, None))
            continue
        near = min(fit.curve, key=lambda each: abs(each.temperature - temperature))
        best = fit.best
        figures = (best.temperature, best.log_likelihood, best.accuracy)
        rows.append((name, fit.questions, *figures, near.log_likelihood, near.accuracy))
    return Table(
        "Temperature of softmax(similarity / T), by maximum likelihood of the right answers",
        (
            "dataset",
            "questions that tell",
            "fitted T",
            "log-likelihood",
            "accuracy",
            f"log-likelihood at {temperature:g}",
            f"accuracy at {temperature:g}",
        ),
        tuple(rows),
        "A question tells something if its passages give a right answer and a wrong one.",
        digits=4,
    )


def _curve(fits: Sequence[tuple[str, TemperatureFit | None]]) -> list[Plot]:
    series = tuple(
        Series(name, tuple((point.temperature, point.log_likelihood) for point in fit.curve))
        for name, fit in fits
        if fit is not None
    )
    if not series:
        return []
    return [
        Plot(
            "Log-likelihood of the right answers by temperature",
            "T",
            "mean log-likelihood",
            series,
            x_logarithmic=True,
        )
    ]


def _examples(run: RagRun, temperature: float) -> Table:
    """Every question with what each way says."""
    rows = tuple(
        (
            row.question.text,
            "; ".join(row.question.accepted) if not row.question.unanswerable else "–",
            row.single.text,
            sequence_answer(row, temperature, 1.0).text,
            row.blended.text,
        )
        for row in run.rows
    )
    columns = ("question", "accepted", "best passage alone", "RAG-Sequence", "RAG-Token")
    return Table(f"{run.dataset}: what was said", columns, rows, folded=True)
