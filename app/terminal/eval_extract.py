"""`margine eval extract DATASET…`: how often the quoted sentences hold the answer."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app.core.paths import cache_dir
from app.core.settings import Settings
from app.core.types import FoundPassage
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.evaluate.answers_sample import choose_questions
from app.evaluate.corpus import CorpusFolder, Progress, SearchSetup, write_corpus
from app.evaluate.datasets import Dataset, check_names, load_dataset
from app.evaluate.extract import EntryId, RememberedEmbedder, Search, quote_questions
from app.evaluate.extract_fit import Group, fit_quotes, weights_report
from app.evaluate.extract_report import QuotesRun, quotes_report
from app.evaluate.report import Report
from app.evaluate.retrieval import Half
from app.evaluate.vectors import VectorMemory
from app.index.language import guess_language
from app.index.library import Library
from app.index.records import EmbedderInfo
from app.terminal.asking import (
    add_question_options,
)
from app.terminal.commands import StatusLine
from app.terminal.tables import add_report_options, present_report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    add_question_options(parser)
    parser.add_argument(
        "--fit",
        action="store_true",
        help="fit the weights on the tuning halves instead, and show them beside the program's",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Quote, judge, and present the report. Raises MargineError."""
    datasets = [load_dataset(folder) for folder in options.datasets]
    check_names(datasets)
    line = StatusLine()
    try:
        line.show("Loading the embedder …")
        models = InstalledModels(settings)
        memory = VectorMemory(models.load_embedder(), cache_dir() / "evaluate")
        if options.fit:
            report = _fit(datasets, options, settings, memory, line)
        else:
            report = _measure(datasets, options, settings, models, memory, line)
    finally:
        line.clear()
    present_report(report, options, "extract")


def _measure(
    datasets: Sequence[Dataset],
    options: argparse.Namespace,
    settings: Settings,
    models: ModelFactory,
    memory: VectorMemory,
    line: StatusLine,
) -> Report:
    half = Half(options.half or Half.ALL)
    runs = []
    for dataset in datasets:
        questions = choose_questions(dataset, half, options.limit, language_of=guess_language)
        with _searched(dataset, settings, memory, line) as (search, entry_id, show):
            quoted = quote_questions(
                questions, search, entry_id, RememberedEmbedder(memory), partial(show, "questions")
            )
        runs.append(QuotesRun(dataset.name, quoted))
    setup = SearchSetup.of("hybrid", settings)
    details = {
        "queries": options.half or "all",
        "embedder": f"{models.embedder_id} ({memory.embedder.identity[:12]})",
        "passages": str(settings.integer("answer.passages")),
        "fusion": f"{setup.fusion}, dense weight {setup.dense_weight:g}, depth {setup.depth}",
    }
    return quotes_report(runs, details)


def _fit(
    datasets: Sequence[Dataset],
    options: argparse.Namespace,
    settings: Settings,
    memory: VectorMemory,
    line: StatusLine,
) -> Report:
    sentences: list[Group] = []
    spans: list[Group] = []
    for dataset in datasets:
        questions = choose_questions(dataset, Half.TUNE, options.limit, language_of=guess_language)
        with _searched(dataset, settings, memory, line) as (search, entry_id, show):
            found = fit_quotes(
                questions, search, entry_id, RememberedEmbedder(memory), partial(show, "questions")
            )
        sentences += found[0]
        spans += found[1]
    line.show("Fitting …")
    return weights_report(sentences, spans)


@contextmanager
def _searched(
    dataset: Dataset, settings: Settings, memory: VectorMemory, line: StatusLine
) -> Iterator[tuple[Search, EntryId, Progress]]:
    """The program's search over the dataset's passages, what names them, and a way to show how
    far something is."""

    def show(what: str, done: int, total: int) -> None:
        line.show(f"{dataset.name}: {done:,} of {total:,} {what}")

    try:
        with write_corpus(dataset.passages, memory, show) as corpus:
            memory.save()
            library = Library.open(
                corpus.folder,
                embedder=EmbedderInfo(memory.embedder.identity, memory.embedder.dimension),
                splitter="corpus",
                read_only=True,
            )
            try:
                yield partial(_search, library, memory, settings), partial(_entry_id, corpus), show
            finally:
                library.close()
    finally:
        memory.save()  # after an interruption too: what was embedded is not embedded again


def _search(
    library: Library, memory: VectorMemory, settings: Settings, question: str
) -> Sequence[FoundPassage]:
    """As the program searches for an answer."""
    setup = SearchSetup.of("hybrid", settings)
    (vector,) = memory.queries([question])
    return library.search(
        question,
        vector,
        k=settings.integer("answer.passages"),
        depth=setup.depth,
        fusion=setup.fusion,
        dense_weight=setup.dense_weight,
    ).passages


def _entry_id(corpus: CorpusFolder, passage: FoundPassage) -> str:
    return corpus.entry_ids[passage.document_id]
