"""`margine bench quote`: the time from a question to its quote, at several sizes."""

from __future__ import annotations

import argparse

from app.core.paths import cache_dir
from app.core.resources import resource_path
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.evaluate.bench_quote import QuoteBench, QuoteTimes, quote_times_report
from app.evaluate.bench_sources import gather
from app.evaluate.bench_texts import PASSAGES
from app.evaluate.corpus import SearchSetup
from app.evaluate.vectors import VectorMemory
from app.terminal.bench_search import add_library_options
from app.terminal.commands import StatusLine
from app.terminal.tables import add_report_options, present_report

SIZES = (1_000, 50_000)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_library_options(parser, SIZES)
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and print. A library that was filled once is found again. Raises MargineError."""
    folder = (options.folder or cache_dir() / "bench").expanduser().absolute()
    line = StatusLine()
    try:
        line.show("Loading the embedder …")
        embedder = InstalledModels(settings).load_embedder()
        texts = gather(options.texts or [resource_path("samples")], embedder.count_tokens)
        memory = VectorMemory(embedder, folder / "vectors")

        def show(done: int, total: int) -> None:
            line.show(f"Embedding the real passages … {done} of {total}")

        try:
            flat = memory.passages(texts.searchable, show)
        finally:
            memory.save()
        bench = QuoteBench(
            folder,
            texts,
            flat.reshape(-1, PASSAGES, embedder.dimension),
            embedder,
            SearchSetup.of("hybrid", settings),
            settings.integer("answer.passages"),
            line.show,
        )
        times: list[QuoteTimes] = [bench.measure(size) for size in options.sizes]
    finally:
        line.clear()
    introduction = (
        f"{len(texts.queries)} questions to the program's own library, its embedder and its way "
        "to find quotes, in one process."
    )
    present_report(quote_times_report(times, introduction), options, "bench-quote")
