"""The report on answers: figures with their intervals, costs, the refusal's number, failures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app import __version__
from app.evaluate.answers_failures import KINDS, count_failures, failure_tables
from app.evaluate.answers_figures import (
    CONTAINED,
    MEASURES,
    RIGHTLY_REFUSED,
    WRONGLY_REFUSED,
    auroc,
    best_threshold,
    costs,
    count_changed,
    counted_values,
    difference,
    estimate,
    refusal_curve,
    refusal_numbers,
)
from app.evaluate.answers_scoring import Judged, judge
from app.evaluate.answers_ways import ways_table
from app.evaluate.bootstrap import LEVEL, SAMPLES, SEED
from app.evaluate.report import Cell, Comparison, Estimate, Part, Plot, Report, Series, Table

_LEVEL = f"{LEVEL:.0%}".replace("%", " %")
_WRONGLY = (0.05, 0.1, 0.15, 0.2)  # shares wrongly refused that might be put up with
_WAYS = {"sequence": "RAG-Sequence", "token": "RAG-Token", "single": "best passage alone"}
_COMPARED = (CONTAINED, WRONGLY_REFUSED, RIGHTLY_REFUSED)


@dataclass(frozen=True, slots=True)
class AnswersRun:
    """What came of the questions of one dataset, at least one; `texts` are those of its passages,
    by id. `others` are answers to the same questions, made another way, to be compared with."""

    dataset: str
    judged: tuple[Judged, ...]
    texts: Mapping[str, str]
    others: tuple[Judged, ...] = ()


def answers_report(runs: Sequence[AnswersRun], details: Mapping[str, str]) -> Report:
    """The whole report; `details` say in words what bears on the figures."""
    parts: list[Part] = [_figures(runs), _costs(runs), _failure_counts(runs)]
    parts += [table for run in runs if (table := _ways(run)) is not None]
    if any(run.others for run in runs):
        parts.append(_differences(runs))
    parts.append(_comparison(runs))
    curves = [curve for run in runs if (curve := _curve(run)) is not None]
    if curves:
        parts += [_refusal_plot(curves), _thresholds(runs)]
    parts.append(_denominators(runs))
    parts += [table for run in runs for table in failure_tables(run.dataset, run.judged, run.texts)]
    parts.append(_details(details))
    names = ", ".join(run.dataset for run in runs)
    introduction = (
        "Every question is put to the whole answering chain of the program, with passages always "
        "used and without a conversation, and the answer is compared with the accepted ones.\n"
        f"Datasets: {names}."
    )
    return Report("Answers", introduction, tuple(parts))


def _columns(first: str, runs: Sequence[AnswersRun]) -> tuple[str, ...]:
    return (first, *(run.dataset for run in runs))


def _figures(runs: Sequence[AnswersRun]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        ("answerable questions", *(sum(each.answerable for each in run.judged) for run in runs)),
        (
            "unanswerable questions",
            *(sum(not each.answerable for each in run.judged) for run in runs),
        ),
    ]
    for measure in MEASURES:
        estimates = [estimate(measure, run.judged) for run in runs]
        if any(each is not None for each in estimates):
            rows.append((measure.name, *estimates))
    areas = [auroc(run.judged) for run in runs]
    if any(each is not None for each in areas):
        rows.append(("AUROC of the refusal's number", *areas))
    note = f"In brackets: {_LEVEL} confidence intervals. What each is a share of: see the report."
    return Table("Figures", _columns("measure", runs), tuple(rows), note)


def _costs(runs: Sequence[AnswersRun]) -> Table:
    by_run = [costs(run.judged) for run in runs]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, *(each[name] for each in by_run)) for name in by_run[0]
    )
    note = (
        "Over all questions, the models loaded. First words: when the first words of the answer, "
        "or the refusal, stand on the screen. Tokens, passages and citations: means."
    )
    return Table("Time and tokens", _columns("cost", runs), rows, note, digits=2)


def _failure_counts(runs: Sequence[AnswersRun]) -> Table:
    counts = [count_failures(run.judged) for run in runs]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (kind.name, *(each[kind.name] for each in counts)) for kind in KINDS
    )
    note = "One answer may fail in several ways. The report shows each."
    return Table("Failures", _columns("failure", runs), rows, note)


def _ways(run: AnswersRun) -> Table | None:
    """The chain's answers above those of the other ways, where such were asked."""
    answered = [each.answered for each in run.judged]
    names = dict.fromkeys(name for each in answered for name in each.beside)
    names = {name: None for name in names if all(name in each.beside for each in answered)}
    if not names:
        return None
    ways: dict[str, Sequence[Judged]] = {"written": run.judged}
    for name in names:
        judged = [judge(each.as_answered(name)) for each in answered]
        ways[_WAYS.get(name, name)] = judged
    note = (
        "All answer from the same passages behind the same prompts. Written: the whole chain, its "
        "search and checks included; the others begin when the passages are found, and what all "
        "prompts begin with is computed."
    )
    return ways_table(run.dataset, ways, note)


def _differences(runs: Sequence[AnswersRun]) -> Table:
    """These answers less the others, over the questions that both answer."""
    rows: list[tuple[Cell, ...]] = []
    for measure in MEASURES:
        found = [difference(measure, run.judged, run.others) for run in runs]
        if any(value is not None for value, _ in found):
            rows.append((measure.name, *(cell for each in found for cell in each)))
    columns = ("measure", *(name for run in runs for name in (run.dataset, f"n {run.dataset}")))
    note = (
        f"Paired over the n questions that count in both, with {_LEVEL} confidence intervals: "
        "where one holds 0, the questions are too few to tell."
    )
    changed = [(run.dataset, count_changed(run.judged, run.others)) for run in runs]
    note += "".join(
        f" {count:,} more of {dataset} {'is' if count == 1 else 'are'} left out: the other answers "
        "were made over another version of the dataset."
        for dataset, count in changed
        if count
    )
    return Table("Differences from the other answers", columns, tuple(rows), note)


def _denominators(runs: Sequence[AnswersRun]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.name, each.about, *(len(counted_values(each, run.judged)) for run in runs))
        for each in MEASURES
    )
    note = (
        f"The numbers are those of the questions that count. Intervals: percentile bootstrap over "
        f"them, {SAMPLES:,} samples, seed {SEED}. AUROC: how likely an unanswerable question has a "
        "higher refusal number than an answerable one."
    )
    columns = ("measure", "share or mean of", *(run.dataset for run in runs))
    return Table("What is counted", columns, rows, note, folded=True)


def _comparison(runs: Sequence[AnswersRun]) -> Comparison:
    groups = []
    for run in runs:
        entries: list[tuple[str, Estimate]] = []
        for measure in MEASURES:
            value = estimate(measure, run.judged) if measure.name in _COMPARED else None
            if value is not None:
                entries.append((measure.name, value))
        groups.append((run.dataset, tuple(entries)))
    return Comparison(
        f"Answered and refused, with {_LEVEL} confidence intervals", "share", tuple(groups)
    )


def _curve(run: AnswersRun) -> Series | None:
    numbers = refusal_numbers(run.judged)
    return None if numbers is None else Series(run.dataset, refusal_curve(*numbers))


def _refusal_plot(curves: Sequence[Series]) -> Plot:
    return Plot(
        "Refusing by the refusal's number, from never to always",
        "wrongly refused",
        "rightly refused",
        tuple(curves),
        note="Each point is a threshold; the diagonal would be tossing a coin.",
    )


def _thresholds(runs: Sequence[AnswersRun]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        numbers = refusal_numbers(run.judged)
        if numbers is not None:
            rows += [(run.dataset, most, *best_threshold(*numbers, most)) for most in _WRONGLY]
    columns = ("dataset", "wrongly at most", "threshold", "wrongly refused", "rightly refused")
    note = (
        "What the number alone would do at the best threshold for these very questions; one that "
        "is fitted here is to be judged on the other half."
    )
    return Table(
        "Refusing by the number alone",
        columns,
        tuple(rows),
        note,
        folded=True,
        column_digits=(0, 2, 4, 3, 3),
    )


def _details(details: Mapping[str, str]) -> Table:
    rows = tuple({**details, "margine": __version__}.items())
    return Table("How it was measured", ("what", "value"), rows, folded=True)
