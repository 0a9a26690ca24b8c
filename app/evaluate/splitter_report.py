"""The report on the splitter: what each length and overlap finds, and at what cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from app.evaluate.report import Cell, Part, Plot, Report, Series, Table
from app.evaluate.splitter import (
    BUDGETS,
    CUTOFFS,
    SettingResult,
    compare,
    hit_at_5,
    hit_within_1000,
)
from app.evaluate.splitter_cases import SplitCases
from app.ingest.split import SplitSettings

_INTRODUCTION = (
    "Documents are the passages of one title, joined in file order and split anew. A hit is a "
    "passage that overlaps the place the question was asked about and holds an accepted answer. "
    "Recall within a budget counts the best passages that fit it together; context is the share "
    "of the place asked about that these hold. Lengths are in the embedder's tokens."
)

Value = Callable[[SettingResult], float]


def splitter_report(
    results: Sequence[SettingResult], sets: Sequence[SplitCases], retriever: str
) -> Report:
    """Tables of every dataset and of their mean, and plots of recall against length."""
    grid = list(dict.fromkeys(each.settings for each in results))
    by_setting = {
        settings: [each for each in results if each.settings == settings] for settings in grid
    }
    default = SplitSettings()
    baseline = by_setting.get(default) or by_setting[grid[0]]
    parts: list[Part] = [
        _overview(by_setting, baseline),
        _plot("recall@5", by_setting, lambda each: each.recall(5)),
        _plot("recall within 1,000 tokens", by_setting, lambda each: each.recall_within(1000)),
        _plot("context within 1,000 tokens", by_setting, lambda each: each.context_within(1000)),
    ]
    parts += [_dataset_table(each, results, retriever) for each in sets]
    return Report(f"Passages by length and overlap ({retriever})", _INTRODUCTION, tuple(parts))


def _overview(
    by_setting: dict[SplitSettings, list[SettingResult]], baseline: Sequence[SettingResult]
) -> Table:
    against = baseline[0].settings
    rows: list[tuple[Cell, ...]] = []
    for settings, results in by_setting.items():
        same = settings == against
        rows.append(
            (
                *_lengths(settings),
                *_figures(results),
                None if same else compare(results, baseline, hit_at_5),
                None if same else compare(results, baseline, hit_within_1000),
            )
        )
    return Table(
        "All sets: mean over the sets",
        (*_LENGTHS, *_FIGURES, "Δ R@5", "Δ R in 1000"),
        tuple(rows),
        note=f"Δ: against {against.target_tokens} + {against.overlap_tokens}, with the middle "
        "95 % of a paired bootstrap.",
    )


def _dataset_table(cases: SplitCases, results: Sequence[SettingResult], retriever: str) -> Table:
    return Table(
        f"{cases.name} ({retriever})",
        (*_LENGTHS, *_FIGURES),
        tuple(
            (*_lengths(each.settings), *_figures([each]))
            for each in results
            if each.dataset == cases.name
        ),
        note=f"{len(cases.documents)} documents, {len(cases.cases)} questions; {cases.left_out} "
        "more are left out, whose answer is not in their passage as it is written.",
    )


_LENGTHS = ("target", "overlap", "max")
_FIGURES = (
    *(f"R@{k}" for k in CUTOFFS),
    "MRR@10",
    *(f"R in {budget}" for budget in BUDGETS),
    *(f"context in {budget}" for budget in BUDGETS),
    "reachable",
    "tokens a passage",
    "passages a document",
    "embedded tokens",
)


def _lengths(settings: SplitSettings) -> tuple[Cell, ...]:
    return (settings.target_tokens, settings.overlap_tokens, settings.max_tokens)


def _figures(results: Sequence[SettingResult]) -> tuple[Cell, ...]:
    """The columns of `_FIGURES`: means over the datasets, the embedded tokens in all."""

    recalls = [_mean(results, partial(SettingResult.recall, k=k)) for k in CUTOFFS]
    within = [_mean(results, partial(SettingResult.recall_within, budget=b)) for b in BUDGETS]
    context = [_mean(results, partial(SettingResult.context_within, budget=b)) for b in BUDGETS]
    return (
        *recalls,
        _mean(results, lambda each: each.reciprocal_rank),
        *within,
        *context,
        _mean(results, lambda each: each.reachable),
        round(_mean(results, _length)),
        round(_mean(results, lambda each: each.passages / each.documents)),
        sum(each.embedded_tokens for each in results),
    )


def _plot(name: str, by_setting: dict[SplitSettings, list[SettingResult]], value: Value) -> Plot:
    """A line for each overlap, over what passages come to: it makes them longer at the same
    target. Means over the datasets."""
    overlaps = dict.fromkeys(settings.overlap_tokens for settings in by_setting)
    series = []
    for overlap in overlaps:
        points = sorted(
            (_mean(results, _length), _mean(results, value), str(settings.target_tokens))
            for settings, results in by_setting.items()
            if settings.overlap_tokens == overlap
        )
        series.append(
            Series(
                f"overlap {overlap}",
                tuple((length, height) for length, height, _ in points),
                tuple(target for _, _, target in points),
            )
        )
    title = f"{name[0].upper()}{name[1:]} by length"
    note = "The numbers at the points are the targets."
    return Plot(title, "tokens a passage", name, tuple(series), note=note)


def _mean(results: Sequence[SettingResult], value: Value) -> float:
    return sum(map(value, results)) / len(results)


def _length(result: SettingResult) -> float:
    return result.tokens_per_passage
