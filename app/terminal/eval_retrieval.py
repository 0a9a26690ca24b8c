"""`margine eval retrieval DATASET…`: how well passages are found."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import UserError
from app.core.paths import cache_dir
from app.core.settings import Settings, find_setting
from app.engine.factory import InstalledModels
from app.evaluate.corpus import SearchSetup, open_corpus
from app.evaluate.datasets import Dataset, check_names, cross_dataset, load_dataset
from app.evaluate.metrics import MetricSet
from app.evaluate.retrieval import RERANKED, Half, Measurer, Retriever
from app.evaluate.retrieval_report import (
    DatasetRun,
    RunSetup,
    failure_cells,
    failure_counts,
    failures,
    retrieval_report,
)
from app.evaluate.vectors import VectorMemory
from app.models.contracts import Reranker
from app.models.reranker import GENERATOR, CrossEncoderReranker, GeneratorReranker
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.output import say
from app.terminal.tables import add_report_options, present_report

_RETRIEVERS = ("bm25", "dense", "hybrid")
_SEED = 3
_ALL_HALVES = (Half.ALL, Half.TUNE, Half.REPORT)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    parser.add_argument("--retriever", choices=_RETRIEVERS, default="hybrid")
    parser.add_argument(
        "--compare", action="store_true", help="bm25, dense and hybrid, with their differences"
    )
    parser.add_argument(
        "--k",
        type=whole_number(1, 100),
        default=10,
        metavar="N",
        help="precision and recall at N (default 10)",
    )
    parser.add_argument(
        "--queries",
        type=Path,
        metavar="DATASET",
        help="ask the queries of another folder, whose judgements name these passages",
    )
    halves = parser.add_mutually_exclusive_group()
    halves.add_argument(
        "--half", choices=[Half.TUNE.value, Half.REPORT.value], help="only one half of the queries"
    )
    halves.add_argument("--halves", action="store_true", help="both halves beside all queries")
    parser.add_argument("--fusion", choices=find_setting("search.fusion").choices)
    parser.add_argument("--dense-weight", type=float, metavar="W", help="from 0 to 1")
    parser.add_argument("--depth", type=int, metavar="N", help="candidates from each list")
    parser.add_argument(
        "--rerank",
        metavar="MODEL",
        help="compare with the list reranked: generator, or the folder of a cross-encoder",
    )
    parser.add_argument(
        "--rerank-depth",
        type=whole_number(1, 100),
        default=RERANKED,
        metavar="N",
        help=f"passages that the reranker reads (default {RERANKED})",
    )
    parser.add_argument(
        "--sample",
        type=whole_number(1),
        metavar="N",
        help="ask only N of the queries, always the same",
    )
    parser.add_argument("--no-title", action="store_true", help="leave the passages' titles out")
    parser.add_argument(
        "--failures",
        type=whole_number(1, 100),
        default=0,
        metavar="N",
        help="print the N worst queries too",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and present the report. Raises MargineError."""
    settings = _with_options(settings, options)
    datasets = [_chosen(each, options) for each in _load(options.datasets, options.queries)]
    metrics = MetricSet(options.k)
    line = StatusLine()
    memory = None
    reranker = None
    try:
        if options.rerank is not None:
            line.show("Loading the reranker …")
            reranker = _load_reranker(options.rerank, settings)
        retrievers = _retrievers(options, settings, reranker)
        if any(each.embeds for each in retrievers):
            line.show("Loading the embedder …")
            embedder = InstalledModels(settings).load_embedder()
            memory = VectorMemory(embedder, cache_dir() / "evaluate")
        runs = [
            _measure(each, retrievers, memory, metrics, line, with_titles=not options.no_title)
            for each in datasets
        ]
    finally:
        line.clear()
    halves = _ALL_HALVES if options.halves else (Half.ALL,)
    setup = RunSetup(metrics, halves, _details(options, settings, memory))
    present_report(retrieval_report(runs, setup), options, "retrieval")
    if options.failures and not options.json:
        for each in runs:
            _print_failures(each, options.k, options.failures)


# ----------------------------------------------------------------------------------------- input


def _load(folders: Sequence[Path], asked: Path | None) -> list[Dataset]:
    datasets = [load_dataset(folder) for folder in folders]
    if asked is not None:
        queries = load_dataset(asked)
        datasets = [cross_dataset(each, queries) for each in datasets]
    check_names(datasets)
    return datasets


def _chosen(dataset: Dataset, options: argparse.Namespace) -> Dataset:
    """The dataset with the queries that are measured alone."""
    wanted = Half(options.half or Half.ALL)
    queries = tuple(each for each in dataset.judged if wanted.holds(each.query_id))
    if options.sample is not None:
        count = min(options.sample, len(queries))
        places = random.Random(_SEED).sample(range(len(queries)), count)  # noqa: S311 - no secret
        queries = tuple(queries[at] for at in sorted(places))
    halves = _ALL_HALVES if options.halves else (Half.ALL,)
    if not all(any(half.holds(each.query_id) for each in queries) for half in halves):
        raise UserError(
            f"{dataset.name} has no query to be measured.",
            why="Only queries with a relevant passage count; with --half those of that half, and "
            "with --halves each half needs one.",
        )
    return Dataset(dataset.name, dataset.passages, queries)


def _with_options(settings: Settings, options: argparse.Namespace) -> Settings:
    given = {
        "search.fusion": options.fusion,
        "search.dense_weight": options.dense_weight,
        "search.depth": options.depth,
    }
    for key, value in given.items():
        if value is not None:
            settings = settings.with_value(key, value)
    return settings


def _retrievers(
    options: argparse.Namespace, settings: Settings, reranker: Reranker | None
) -> list[Retriever]:
    """What is measured; a reranked list comes last, beside the one that it is made of."""
    names = _RETRIEVERS if options.compare else (options.retriever,)
    retrievers = [Retriever(name, SearchSetup.of(name, settings)) for name in names]
    if reranker is not None:
        base = retrievers[-1]
        name = f"{base.name} + {reranker.name}"
        retrievers.append(Retriever(name, base.setup, reranker, options.rerank_depth))
    return retrievers


def _load_reranker(chosen: str, settings: Settings) -> Reranker:
    """The generator as reranker, or the cross-encoder in a folder. Raises MargineError."""
    if chosen == GENERATOR:
        return GeneratorReranker(InstalledModels(settings).load_generator(""))
    return CrossEncoderReranker(Path(chosen).expanduser())


# ------------------------------------------------------------------------------------- measuring


def _measure(
    dataset: Dataset,
    retrievers: Sequence[Retriever],
    memory: VectorMemory | None,
    metrics: MetricSet,
    line: StatusLine,
    *,
    with_titles: bool,
) -> DatasetRun:
    def show(what: str, done: int, total: int) -> None:
        line.show(f"{dataset.name}: {done:,} of {total:,} {what}")

    try:
        with open_corpus(dataset.passages, memory, show, with_titles=with_titles) as corpus:
            measurer = Measurer(corpus, dataset.queries, memory, metrics, show)
            measured = tuple(measurer.measure(each) for each in retrievers)
            return DatasetRun(dataset.name, corpus.size, measured, corpus.text)
    finally:
        if memory is not None:
            memory.save()  # after an interruption too: what was embedded is not embedded again


def _details(
    options: argparse.Namespace, settings: Settings, memory: VectorMemory | None
) -> dict[str, str]:
    """What bears on the figures, in words."""
    embedder = "none"
    if memory is not None:
        identity = memory.embedder.identity[:12]
        embedder = f"{InstalledModels(settings).embedder_id} ({identity})"
    return {
        "embedder": embedder,
        "fusion": settings.text("search.fusion"),
        "dense weight": f"{settings.number('search.dense_weight'):g}",
        "depth": str(settings.integer("search.depth")),
        "titles": "left out" if options.no_title else "as headings",
        "queries": options.half or "all",
        "reranker": _rerank_words(options),
    }


def _rerank_words(options: argparse.Namespace) -> str:
    if options.rerank is None:
        return "none"
    return f"{options.rerank}, over the first {options.rerank_depth} passages"


def _print_failures(run: DatasetRun, k: int, most: int) -> None:
    for measured in run.measured:
        say()
        say(f"{run.dataset}, {measured.retriever}: {failure_counts(measured, k)}")
        for outcome in failures(measured)[:most]:
            query_id, query, rank, relevant, found = failure_cells(outcome, run)
            place = f"at rank {rank}" if rank is not None else "not found"
            say(f"  {query_id}: {' '.join(query.split())}")
            say(f"    {place}: {relevant}")
            say(f"    instead: {found}")
