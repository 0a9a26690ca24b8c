"""The report on retrieval: metrics with their intervals, differences, times and failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app import __version__
from app.evaluate.bootstrap import LEVEL, SAMPLES, SEED, bootstrap_difference, bootstrap_means
from app.evaluate.metrics import MetricSet
from app.evaluate.report import Cell, Comparison, Estimate, Part, Plot, Report, Series, Table
from app.evaluate.retrieval import Half, Measured, Outcome

_LEVEL = f"{LEVEL:.0%}".replace("%", " %")
_FIRST_CHARACTERS = 140
_SHOWN_RELEVANT = 3
_NOT_FOUND = 1_000_000  # as a rank: behind all others
_RANK_NOTE = "Rank of the best relevant passage; a dash where it is not among the first hundred."
_COMPARED = ("hit@1", "MRR@10", "nDCG@10")


@dataclass(frozen=True, slots=True)
class DatasetRun:
    """Everything measured on one dataset. `text` gives an entry's text by its id."""

    dataset: str
    passages: int
    measured: tuple[Measured, ...]
    text: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class RunSetup:
    """What was measured, and how: the metrics, the halves that are reported, and in words
    whatever else bears on the figures."""

    metrics: MetricSet
    halves: tuple[Half, ...]
    details: Mapping[str, str]


def retrieval_report(runs: Sequence[DatasetRun], setup: RunSetup) -> Report:
    """The whole report on `runs`, which hold at least one query each in every half."""
    retrievers = list(dict.fromkeys(each.retriever for run in runs for each in run.measured))
    parts: list[Part] = [_figures(runs, setup)]
    if len(retrievers) > 1:
        parts.append(_differences(runs, setup))
    parts.append(_comparison(runs, setup))
    parts += [_rank_plot(run, setup) for run in runs]
    parts.append(_intervals(runs, setup))
    if len(retrievers) > 1:
        parts += [_rank_table(run, setup) for run in runs]
    parts += [_failure_table(run, each, setup) for run in runs for each in run.measured]
    parts.append(_details(setup))
    names = ", ".join(run.dataset for run in runs)
    introduction = (
        "Every query is put to a library that holds the dataset's passages, through the search "
        "that the program itself uses, and what is found is compared with the passages that are "
        f"judged relevant.\nDatasets: {names}. Retrievers: {', '.join(retrievers)}."
    )
    return Report("Retrieval", introduction, tuple(parts))


def _halved(runs: Sequence[DatasetRun], setup: RunSetup) -> Iterator[tuple[str, Half, Measured]]:
    """What is reported, row by row: dataset, half, and the queries of that half."""
    for run in runs:
        for half in setup.halves:
            for measured in run.measured:
                yield run.dataset, half, measured.half(half)


# ---------------------------------------------------------------------------------------- tables


def _figures(runs: Sequence[DatasetRun], setup: RunSetup) -> Table:
    names = setup.metrics.names
    rows: list[tuple[Cell, ...]] = []
    for dataset, half, measured in _halved(runs, setup):
        estimates = bootstrap_means(measured.values)
        rows.append(
            (
                *_named(dataset, half, setup),
                measured.retriever,
                len(measured.outcomes),
                *(each.value for each in estimates[:-1]),
                estimates[-1],
                measured.percentile_ms(0.5),
                measured.percentile_ms(0.95),
                measured.embed_ms,
            )
        )
    if len(runs) > 1:
        rows += _means_over_datasets(runs, setup)
    columns = (*_naming(setup), "retriever", "queries", *names, "median ms", "p95 ms", "embed ms")
    digits = (0,) * (len(columns) - len(names) - 3) + (3,) * len(names) + (1, 1, 1)
    note = (
        f"In brackets: {_LEVEL} confidence interval of nDCG@10. Times per query: search (and "
        "reranking) at the median and at the 95th percentile; to that, embedding the query adds "
        "the time in the last column (median)."
    )
    return Table("Metrics", columns, tuple(rows), note, column_digits=digits)


def _means_over_datasets(runs: Sequence[DatasetRun], setup: RunSetup) -> Iterator[tuple[Cell, ...]]:
    """Per half and retriever, the mean of the datasets' means: each dataset counts the same."""
    for half in setup.halves:
        by_retriever: dict[str, list[Measured]] = {}
        for run in runs:
            for each in run.measured:
                by_retriever.setdefault(each.retriever, []).append(each.half(half))
        for retriever, measured in by_retriever.items():
            means = np.mean([each.values.mean(axis=0) for each in measured], axis=0)
            yield (
                *_named("mean", half, setup),
                retriever,
                sum(len(each.outcomes) for each in measured),
                *means.tolist(),
                None,
                None,
                None,
            )


def _naming(setup: RunSetup) -> tuple[str, ...]:
    return ("dataset", "half") if len(setup.halves) > 1 else ("dataset",)


def _named(dataset: str, half: Half, setup: RunSetup) -> tuple[str, ...]:
    return (dataset, half.value) if len(setup.halves) > 1 else (dataset,)


def _differences(runs: Sequence[DatasetRun], setup: RunSetup) -> Table:
    """Each retriever against those before it, over the same queries."""
    places = [setup.metrics.names.index(name) for name in _COMPARED]
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for half in setup.halves:
            halves = [each.half(half) for each in run.measured]
            for at, ours in enumerate(halves):
                for theirs in halves[:at]:
                    estimates = bootstrap_difference(ours.values, theirs.values)
                    chosen = [estimates[place] for place in places]
                    name = f"{ours.retriever} − {theirs.retriever}"
                    rows.append(
                        (*_named(run.dataset, half, setup), name, *chosen, _verdict(chosen[-1]))
                    )
    columns = (*_naming(setup), "difference", *_COMPARED, "nDCG@10 is")
    note = (
        f"Paired over the queries, with {_LEVEL} confidence intervals. Better or worse is said "
        "where the interval leaves out 0; elsewhere the queries are too few to tell."
    )
    return Table("Differences between retrievers", columns, tuple(rows), note)


def _verdict(difference: Estimate) -> str:
    if difference.low > 0:
        return "better"
    return "worse" if difference.high < 0 else "undecided"


def _intervals(runs: Sequence[DatasetRun], setup: RunSetup) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (*_named(dataset, half, setup), each.retriever, *bootstrap_means(each.values))
        for dataset, half, each in _halved(runs, setup)
    ]
    columns = (*_naming(setup), "retriever", *setup.metrics.names)
    note = f"Percentile bootstrap over the queries, {SAMPLES:,} samples, seed {SEED}."
    return Table(f"All metrics with {_LEVEL} intervals", columns, tuple(rows), note, folded=True)


def _details(setup: RunSetup) -> Table:
    details = {
        **setup.details,
        "bootstrap": f"{SAMPLES:,} samples, seed {SEED}, {_LEVEL} percentile intervals",
        "margine": __version__,
    }
    return Table("How it was measured", ("what", "value"), tuple(details.items()), folded=True)


# ----------------------------------------------------------------------------------------- plots


def _comparison(runs: Sequence[DatasetRun], setup: RunSetup) -> Comparison:
    half = setup.halves[0]
    groups = tuple(
        (
            run.dataset,
            tuple(
                (each.retriever, bootstrap_means(each.half(half).values)[-1])
                for each in run.measured
            ),
        )
        for run in runs
    )
    return Comparison(f"nDCG@10 with {_LEVEL} confidence intervals", "nDCG@10", groups)


def _rank_plot(run: DatasetRun, setup: RunSetup) -> Plot:
    """Share of queries with a relevant passage among the first r, over r."""
    depth = setup.metrics.depth
    half = setup.halves[0]

    def share(measured: Measured, rank: int) -> float:
        hits = [each.rank is not None and each.rank <= rank for each in measured.outcomes]
        return float(np.mean(hits))

    series = tuple(
        Series(
            each.retriever,
            tuple((float(r), share(each.half(half), r)) for r in range(1, depth + 1)),
        )
        for each in run.measured
    )
    return Plot(
        f"{run.dataset}: queries with a relevant passage among the first r",
        "r",
        "share of queries",
        series,
        note=f"{run.passages:,} passages, {len(run.measured[0].half(half).outcomes):,} queries.",
    )


# -------------------------------------------------------------------------------------- failures


def failures(measured: Measured) -> list[Outcome]:
    """The queries whose best relevant passage is not at the first place, the worst first."""
    failed = [each for each in measured.outcomes if each.rank != 1]
    return sorted(failed, key=lambda each: -(each.rank or _NOT_FOUND))


def failure_cells(outcome: Outcome, run: DatasetRun) -> tuple[str, str, int | None, str, str]:
    """A failure in words: query id, query, rank, what should have been found, what was instead."""
    relevant = sorted(outcome.relevant, key=lambda each: -outcome.relevant[each])
    wanted = " | ".join(_entry_words(each, run) for each in relevant[:_SHOWN_RELEVANT])
    if len(relevant) > _SHOWN_RELEVANT:
        wanted += f" | and {len(relevant) - _SHOWN_RELEVANT} more"
    found = _entry_words(outcome.instead, run) if outcome.instead else "nothing"
    return outcome.query.query_id, outcome.query.text, outcome.rank, wanted, found


def _entry_words(entry_id: str, run: DatasetRun) -> str:
    text = _first_words(" ".join(run.text(entry_id).split()))
    return f"{entry_id}: {text}" if text else f"{entry_id} (has no text)"


def _first_words(text: str) -> str:
    """The beginning of a text, cut between words where there are any."""
    if len(text) <= _FIRST_CHARACTERS:
        return text
    cut = text[:_FIRST_CHARACTERS]
    head = cut.rpartition(" ")[0]
    return f"{head if 2 * len(head) > len(cut) else cut} …"


def failure_counts(measured: Measured, k: int) -> str:
    """How many queries failed, in words."""
    first, beyond = len(failures(measured)), _beyond(measured, k)
    return f"{first:,} not at rank 1, of these {beyond:,} not among the first {k}"


def _beyond(measured: Measured, k: int) -> int:
    return sum(each.rank is None or each.rank > k for each in measured.outcomes)


def _rank_table(run: DatasetRun, setup: RunSetup) -> Table:
    """The ranks that the retrievers give to the same query, where not all find it at once."""
    halves = [each.half(setup.halves[0]).outcomes for each in run.measured]
    rows = [
        (outcomes[0].query.query_id, outcomes[0].query.text, *(each.rank for each in outcomes))
        for outcomes in zip(*halves, strict=True)
        if any(each.rank != 1 for each in outcomes)
    ]
    rows.sort(key=lambda row: [-(rank or _NOT_FOUND) for rank in reversed(row[2:])])
    columns = ("id", "query", *(each.retriever for each in run.measured))
    title = f"{run.dataset}: ranks by retriever, where one of them fails"
    return Table(title, columns, tuple(rows), _RANK_NOTE, folded=True)


def _failure_table(run: DatasetRun, measured: Measured, setup: RunSetup) -> Table:
    shown = measured.half(setup.halves[0])
    counts = failure_counts(shown, setup.metrics.k)
    columns = ("id", "query", "rank", "relevant", "found first")
    rows = tuple(failure_cells(each, run) for each in failures(shown))
    title = f"{run.dataset}, {measured.retriever}: {counts}"
    return Table(title, columns, rows, _RANK_NOTE, folded=True)
