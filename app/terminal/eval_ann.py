"""`margine eval ann`: the vector graph against exact search."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.core.errors import EnvironmentProblem
from app.core.paths import cache_dir, default_library_dir
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.evaluate.ann import Progress, measure_ann
from app.evaluate.ann_report import report_ann
from app.evaluate.ann_texts import collect_texts, embed_texts, hold_out
from app.evaluate.synthetic import QUERIES, VECTORS, VectorSet, make_synthetic_set
from app.evaluate.vectors import VectorMemory
from app.index.hnsw import EF_BUILD, EF_SEARCH, EXACT_BELOW, LINKS
from app.index.stored_vectors import read_vectors
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number, whole_numbers
from app.terminal.tables import add_report_options, present_report

_LIMIT = 50_000
# The program's own setting is always among them.
_LINKS = tuple(sorted({8, 16, 32, LINKS}))
_EFS = tuple(sorted({50, 100, 200, 400, EF_SEARCH}))
_NAME = "ann"  # of the report's file, and of the folder of remembered vectors


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--library",
        type=Path,
        default=default_library_dir(),
        metavar="DIR",
        help="measure on the vectors of this library (default: the window's)",
    )
    source.add_argument(
        "--synthetic",
        action="store_true",
        help=f"measure on {VECTORS:,} synthetic vectors, always the same",
    )
    source.add_argument(
        "--texts",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="measure on 20-word windows of datasets and documents; embedding them takes a while "
        "the first time, and goes on where it was stopped",
    )
    parser.add_argument(
        "--m",
        type=whole_numbers(2),
        default=_LINKS,
        metavar="N,N",
        help=f"links a node (default: {_listed(_LINKS)})",
    )
    parser.add_argument(
        "--ef",
        type=whole_numbers(2),
        default=_EFS,
        metavar="N,N",
        help=f"candidates held while searching (default: {_listed(_EFS)})",
    )
    parser.add_argument(
        "--ef-build",
        type=whole_number(2),
        default=EF_BUILD,
        metavar="N",
        help=f"candidates held while building (default: {EF_BUILD})",
    )
    parser.add_argument(
        "--limit",
        type=whole_number(2),
        default=_LIMIT,
        metavar="N",
        help=f"vectors at most, drawn by lot (default: {_LIMIT:,})",
    )
    parser.add_argument(
        "--queries",
        type=whole_number(2),
        default=QUERIES,
        metavar="N",
        help=f"queries at most (default: {QUERIES})",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and print. Raises MargineError."""
    line = StatusLine()
    try:
        data = _take_vectors(options, settings, line.show)
        figures = measure_ann(data, options.m, options.ef, options.ef_build, line.show)
    finally:
        line.clear()
    present_report(report_ann(figures, (LINKS, EF_SEARCH), EXACT_BELOW), options, _NAME)


def _take_vectors(options: argparse.Namespace, settings: Settings, show: Progress) -> VectorSet:
    limit, queries = options.limit, options.queries
    if options.synthetic:
        return make_synthetic_set(min(limit, VECTORS), queries)
    if not options.texts:
        vectors = read_vectors(options.library.expanduser().absolute())
        return hold_out("vectors of the library", vectors, limit, queries)
    texts = collect_texts(options.texts, limit, queries, show)
    show("Loading the embedding model …")
    # A folder of their own: so many windows would slow every other measurement's start.
    folder = cache_dir() / "evaluate" / _NAME
    try:
        memory = VectorMemory(InstalledModels(settings).load_embedder(), folder)
        return embed_texts(texts, memory, show)
    except OSError as error:
        raise EnvironmentProblem(
            f"The vectors could not be kept in {folder}.",
            why=f"{error.strerror or error}.",
            next_step="Make room on the disk, then run the command again.",
        ) from error


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))
