"""`margine bench search`: search, start, change, memory and disk at several sizes, with peers."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from app.core.paths import cache_dir
from app.core.resources import resource_path
from app.core.settings import Settings
from app.engine.children import child_command, child_environment
from app.engine.factory import InstalledModels
from app.evaluate.bench_children import ProbeCommand
from app.evaluate.bench_search import SearchBench, SizeFigures
from app.evaluate.bench_search_report import search_report
from app.evaluate.bench_sources import gather
from app.evaluate.bench_texts import PASSAGES, BaseTexts
from app.evaluate.corpus import SearchSetup
from app.evaluate.vectors import VectorMemory
from app.index.records import Vectors
from app.models.contracts import Embedder
from app.terminal.commands import StatusLine
from app.terminal.output import complain
from app.terminal.tables import add_report_options, present_report

SIZES = (1_000, 10_000, 50_000, 200_000)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_library_options(parser, SIZES)
    parser.add_argument("--no-peers", action="store_true", help="measure the library alone")
    add_report_options(parser)


def add_library_options(parser: argparse.ArgumentParser, sizes: Sequence[int]) -> None:
    """Add `--sizes`, with this default, `--texts` and `--folder`: the libraries to measure on."""
    shown = ",".join(map(str, sizes))
    parser.add_argument(
        "--sizes", type=sizes_of, default=sizes, metavar="N,N", help=f"passages ({shown})"
    )
    parser.add_argument(
        "--texts",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="datasets in BEIR's layout or folders of documents (default: the sample documents)",
    )
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="where libraries are kept (default: the cache)"
    )


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and print."""
    folder = (options.folder or cache_dir() / "bench").expanduser().absolute()
    status = StatusLine()
    try:
        status.show("Loading the embedder …")
        embedder = InstalledModels(settings).load_embedder()
        texts = gather(options.texts or [resource_path("samples")], embedder.count_tokens)
        vectors, queries, rate = _embed(texts, embedder, folder, status)
        bench = SearchBench(
            folder,
            texts,
            vectors,
            queries,
            embedder.identity,
            SearchSetup.of("hybrid", settings),
            ProbeCommand(child_command("bench"), child_environment()),
            status.show,
        )
        figures = _measure(bench, options.sizes, peers=not options.no_peers)
    finally:
        status.clear()
    sources = sorted({document.source for document in texts.documents})
    introduction = (
        f"{len(texts.documents) * PASSAGES} real passages of {', '.join(sources)}, repeated with "
        f"seeded noise in text and vector up to each size; {len(texts.queries)} queries. Searched "
        f"with the program's settings: {settings.text('search.fusion')} fusion, "
        f"{settings.integer('search.depth')} candidates a list. Each line is a process of its own."
    )
    present_report(search_report(figures, rate, introduction), options, "bench-search")


def _measure(bench: SearchBench, sizes: Sequence[int], *, peers: bool) -> list[SizeFigures]:
    """Measure every size; an interruption leaves those that were finished, if there are any."""
    figures: list[SizeFigures] = []
    try:
        for size in sizes:
            figures.append(bench.measure(size, peers=peers))  # noqa: PERF401 - kept when stopped
    except KeyboardInterrupt:
        if not figures:
            raise
        complain(f"Stopped; measured: {', '.join(str(each.size) for each in figures)}.")
    return figures


def _embed(
    texts: BaseTexts, embedder: Embedder, folder: Path, status: StatusLine
) -> tuple[Vectors, Vectors, float | None]:
    """Vectors of the passages, by document, and of the queries; passages a second if embedded."""
    memory = VectorMemory(embedder, folder / "vectors")
    counted: list[tuple[int, float]] = []

    def show(done: int, total: int) -> None:
        counted.append((done, time.perf_counter()))
        status.show(f"Embedding the real passages … {done} of {total}")

    began = time.perf_counter()
    flat = memory.passages(texts.searchable, show)
    took = time.perf_counter() - began
    queries = memory.queries(texts.queries)
    memory.save()
    # Only a run that embedded everything tells the rate: the longest passages come first.
    rate = len(flat) / took if counted and counted[0][0] <= 256 else None
    return flat.reshape(-1, PASSAGES, embedder.dimension), queries, rate


def sizes_of(text: str) -> Sequence[int]:
    """Sizes of libraries as an option gives them. Raises ArgumentTypeError."""
    try:
        sizes = tuple(int(part) for part in text.split(","))
    except ValueError:
        sizes = ()
    if not sizes or any(size < PASSAGES or size % PASSAGES for size in sizes):
        raise argparse.ArgumentTypeError(f"give multiples of {PASSAGES}, as 1000,10000")
    return sorted(set(sizes))
