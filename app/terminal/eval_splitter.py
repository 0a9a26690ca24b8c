"""`margine eval splitter DATASET…`: the length and overlap of passages against what is found."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.core.errors import UserError
from app.core.paths import cache_dir
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.evaluate.corpus import SearchSetup
from app.evaluate.datasets import check_names, load_dataset
from app.evaluate.splitter import measure_settings, settings_grid
from app.evaluate.splitter_cases import SplitCases, make_cases
from app.evaluate.splitter_report import splitter_report
from app.evaluate.vectors import VectorMemory
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number, whole_numbers
from app.terminal.tables import add_report_options, present_report

_SIZES = (96, 128, 160, 200, 256, 320)
_OVERLAPS = (0, 40)
_RETRIEVERS = ("bm25", "dense", "hybrid")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    parser.add_argument(
        "--sizes",
        type=whole_numbers(16, 4096),
        default=_SIZES,
        metavar="N,N",
        help=f"target lengths in tokens (default: {','.join(map(str, _SIZES))})",
    )
    parser.add_argument(
        "--overlaps",
        type=whole_numbers(0, 2048),
        default=_OVERLAPS,
        metavar="N,N",
        help=f"overlaps in tokens (default: {','.join(map(str, _OVERLAPS))})",
    )
    parser.add_argument("--retriever", choices=_RETRIEVERS, default="hybrid")
    parser.add_argument(
        "--limit", type=whole_number(1), metavar="N", help="only the first N titles of each set"
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure every setting on every set, and present the report. Raises MargineError."""
    datasets = [load_dataset(folder) for folder in options.datasets]
    check_names(datasets)
    sets = [make_cases(each, options.limit) for each in datasets]
    for folder, cases in zip(options.datasets, sets, strict=True):
        _check(folder, cases)
    line = StatusLine()
    try:
        line.show("Loading the embedder …")
        embedder = InstalledModels(settings).load_embedder()
        memory = VectorMemory(embedder, cache_dir() / "evaluate")
        grid = settings_grid(options.sizes, options.overlaps, embedder.max_tokens)
        if not grid:
            raise UserError(
                "No setting is left to measure.",
                why="An overlap may be at most half of the length.",
                next_step="Give smaller overlaps or greater lengths.",
            )
        setup = SearchSetup.of(options.retriever, settings)
        try:
            results = list(measure_settings(sets, grid, memory, setup, line.show))
        finally:
            memory.save()  # after an interruption too: what was embedded is not embedded again
    finally:
        line.clear()
    present_report(splitter_report(results, sets, options.retriever), options, "splitter")


def _check(folder: Path, cases: SplitCases) -> None:
    if not cases.cases:
        raise UserError(
            f"The dataset in {folder} has no question that could be measured.",
            why="No judged question has an answer that stands in its passage.",
            next_step='Give datasets whose queries carry "answers".',
        )
