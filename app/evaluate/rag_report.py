"""The three ways to answer from several passages side by side, and the temperature fitted."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.answer.compare import PassageAnswer, compare_answers
from app.answer.same_answer import AnswerMatcher
from app.answer.side_by_side import similarity_shares
from app.evaluate.answers_figures import auroc
from app.evaluate.answers_matching import contains_answer
from app.evaluate.answers_record import Answered, Cost, OfferedPassage
from app.evaluate.answers_scoring import Judged, judge
from app.evaluate.posterior import PassageRow, TemperatureFit, fit_temperature
from app.evaluate.rag_record import RagRow
from app.evaluate.report import Cell, Plot, Report, Series, Table

_COLUMNS = (
    "way",
    "contained",
    "F1",
    "cites right",
    "citation precision",
    "wrongly refused",
    "rightly refused",
    "AUROC",
    "median s",
    "mean s",
)

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
        "best passage alone": _single,
        f"RAG-Sequence, T = {temperature:g}": lambda row: _sequence(row, temperature, certainty),
    }
    if fitted is not None:
        best = fitted.best.temperature
        ways[f"RAG-Sequence, T = {best:.3g} (fitted)"] = lambda row: _sequence(row, best, certainty)
    ways[f"RAG-Token, T = {temperature:g}"] = _token
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


def _sequence(row: RagRow, temperature: float, certainty: float) -> Answered:
    shares = similarity_shares([each.similarity for each in row.passages], temperature)
    answers = [
        PassageAnswer(each.number, each.answer, share, each.absent)
        for each, share in zip(row.passages, shares, strict=True)
    ]
    matcher = AnswerMatcher(row.question.text, row.question.language)
    comparison = compare_answers(answers, matcher)
    if not comparison.candidates or comparison.silent >= certainty:
        return _answered(row, "", (), comparison.silent if row.passages else 1.0, row.ms.sequence)
    best = comparison.candidates[0]
    return _answered(row, best.text, best.passages, comparison.silent, row.ms.sequence)


def _token(row: RagRow) -> Answered:
    blended = row.blended
    return _answered(row, blended.text, blended.sources, blended.absent, row.ms.token)


def _single(row: RagRow) -> Answered:
    first = tuple(each.number for each in row.passages[:1])
    return _answered(row, row.single.text, first, row.single.absent, row.ms.single)


def _answered(
    row: RagRow, text: str, cited: Sequence[int], absent: float, spent_ms: float
) -> Answered:
    """One way's answer in the form that is judged; "" is a refusal."""
    return Answered(
        question=row.question,
        passages=tuple(
            OfferedPassage(
                each.number,
                each.entry_id,
                "",
                each.text,
                used=True,
                cited=bool(text) and each.number in cited,
            )
            for each in row.passages
        ),
        text=text,
        refused=not text,
        absent=absent,
        cost=Cost(row.ms.search, spent_ms, spent_ms, spent_ms, 0, 0, 0),
        truncated=False,
    )


def _ways_table(run: RagRun, ways: Mapping[str, Way]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, way in ways.items():
        judged = [judge(way(row)) for row in run.rows]
        answerable = [each for each in judged if each.answerable]
        others = [each for each in judged if not each.answerable]
        precision = [
            each.citation_precision for each in answerable if each.citation_precision is not None
        ]
        seconds = [each.answered.cost.total_ms / 1000 for each in judged]
        rows.append(
            (
                name,
                _mean([float(each.contained) for each in answerable]),
                _mean([each.f1 for each in answerable]),
                _mean([float(each.cites_right) for each in answerable]),
                _mean(precision),
                _refused(answerable),
                _refused(others),
                auroc(judged),
                statistics.median(seconds),
                _mean(seconds),
            )
        )
    without = sum(row.question.unanswerable for row in run.rows)
    return Table(
        f"{run.dataset}: {len(run.rows) - without} questions with an answer, {without} without",
        _COLUMNS,
        tuple(rows),
        "Contained, F1, citations and wrongly refused are over the questions with an answer; the "
        "times are without the search, and each way reads its prompts anew.",
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
            _sequence(row, temperature, 1.0).text,
            row.blended.text,
        )
        for row in run.rows
    )
    columns = ("question", "accepted", "best passage alone", "RAG-Sequence", "RAG-Token")
    return Table(f"{run.dataset}: what was said", columns, rows, folded=True)


def _refused(judged: Sequence[Judged]) -> float | None:
    return _mean([float(each.refused) for each in judged])


def _mean(values: Sequence[float]) -> float | None:
    return statistics.fmean(values) if values else None
