"""`margine eval rag DATASET…`: answers from several passages, by RAG-Sequence and RAG-Token."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.answer.compare import CompareOptions
from app.answer.prompt import PromptBuilder
from app.answer.refusal import load_refusals
from app.answer.side_by_side import CERTAINTY, TEMPERATURE
from app.answer.templates import load_prompt_book
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, MargineError
from app.core.paths import cache_dir
from app.core.settings import Settings
from app.core.types import FoundPassage
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.engine.protocol import Search, SearchDone
from app.evaluate.answers_record import EntryId, PutQuestion
from app.evaluate.answers_run import Pace
from app.evaluate.answers_sample import choose_questions
from app.evaluate.corpus import write_corpus
from app.evaluate.datasets import Dataset, check_names, load_dataset
from app.evaluate.rag_record import RagFile, RagRow
from app.evaluate.rag_report import RagRun, rag_report
from app.evaluate.rag_run import Find, RagRunner
from app.evaluate.retrieval import Half
from app.evaluate.vectors import VectorMemory
from app.index.language import guess_language
from app.models.contracts import Generator
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.output import complain
from app.terminal.session import EngineSession
from app.terminal.tables import add_report_options, present_report

_PASSAGES = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    parser.add_argument(
        "--limit",
        type=whole_number(1),
        metavar="N",
        help="ask N questions of each dataset, always the same, answerable and not as in the whole",
    )
    parser.add_argument(
        "--half", choices=[Half.TUNE.value, Half.REPORT.value], help="only one half of the queries"
    )
    parser.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")
    parser.add_argument(
        "--passages",
        type=whole_number(1),
        default=_PASSAGES,
        metavar="N",
        help="answer from so many passages (default: %(default)s)",
    )
    parser.add_argument(
        "--temperature",
        type=_positive,
        default=TEMPERATURE,
        metavar="T",
        help="weigh passages by softmax(similarity / T) (default: %(default)s)",
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="keep the results in this file, one JSON object a line, and go on behind those that "
        "are there (default: a new file in the cache folder)",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Ask in three ways, and present the report. Raises MargineError, CancelledJobError."""
    if options.model:
        settings = settings.with_value("models.generator", options.model)
    datasets = [load_dataset(folder) for folder in options.datasets]
    check_names(datasets)
    half = Half(options.half or Half.ALL)
    sets = [
        (each, choose_questions(each, half, options.limit, language_of=guess_language))
        for each in datasets
    ]
    models = InstalledModels(settings)
    setup = {
        "model": models.generator_id,
        "embedder": models.embedder_id,
        "prompts": load_prompt_book().version,
        "passages": str(options.passages),
        "temperature": f"{options.temperature:g}",
    }
    path = (options.output or _new_file()).expanduser().absolute()
    with RagFile(path, setup) as results:
        _ask(sets, results, options, settings, models)
        runs = [RagRun(each.name, _rows(questions, results)) for each, questions in sets]
    details = {**setup, "queries": options.half or "all", "results": str(path)}
    present_report(rag_report(runs, options.temperature, CERTAINTY, details), options, "rag")


def _new_file() -> Path:
    return cache_dir() / "evaluate" / "rag" / time.strftime("%Y%m%d-%H%M%S.jsonl")


def _positive(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise ValueError("a temperature is positive")
    return value


def _rows(questions: Sequence[PutQuestion], results: RagFile) -> tuple[RagRow, ...]:
    found = (results.find(question) for question in questions)
    return tuple(row for row in found if row is not None)


def _ask(
    sets: Sequence[tuple[Dataset, Sequence[PutQuestion]]],
    results: RagFile,
    options: argparse.Namespace,
    settings: Settings,
    models: ModelFactory,
) -> None:
    """Ask what is not answered yet. What is answered is kept, however this ends."""
    missing = [
        (dataset, [each for each in questions if results.find(each) is None])
        for dataset, questions in sets
    ]
    total = sum(len(questions) for _, questions in sets)
    pace = Pace(total, total - sum(len(questions) for _, questions in missing))
    line = StatusLine()
    if pace.done == total:
        return
    try:
        line.show("Loading the models …")
        generator = models.load_generator("")
        try:
            for dataset, questions in missing:
                if questions:
                    with _runner(dataset, generator, options, settings, models, line) as runner:
                        _ask_all(runner, questions, results, pace, line)
        finally:
            generator.close()
    except (MargineError, OSError, CancelledJobError, KeyboardInterrupt):
        line.clear()
        if pace.done:
            complain(f"{pace.done:,} of {total:,} questions are answered, and kept.")
            complain(f"The same command goes on from there with: --output {results.path}")
        raise
    finally:
        line.clear()


def _ask_all(
    runner: RagRunner,
    questions: Sequence[PutQuestion],
    results: RagFile,
    pace: Pace,
    line: StatusLine,
) -> None:
    for question in questions:
        line.show(f"{question.dataset}: {pace.words()}")
        pace.begin()
        results.add(runner.ask(question, CancelToken()))
        pace.end()


@contextmanager
def _runner(
    dataset: Dataset,
    generator: Generator,
    options: argparse.Namespace,
    settings: Settings,
    models: ModelFactory,
    line: StatusLine,
) -> Iterator[RagRunner]:
    """What asks the questions, over the program's own search in the dataset's passages."""

    def show(what: str, done: int, total: int) -> None:
        line.show(f"{dataset.name}: {done:,} of {total:,} {what}")

    memory = VectorMemory(models.load_embedder(), cache_dir() / "evaluate")
    try:
        with write_corpus(dataset.passages, memory, show) as corpus:
            memory.save()
            with EngineSession(corpus.folder, settings, models=models, read_only=True) as session:

                def find(question: str) -> Sequence[FoundPassage]:
                    search = Search(session.next_job(), question, options.passages)
                    ending = session.result(search)
                    assert isinstance(ending, SearchDone)  # noqa: S101 - the ending of a search
                    return ending.passages

                line.show("Loading the embedder …")
                find(dataset.name)  # the indexes load at the first search, which is not timed
                yield _make_runner(
                    generator,
                    options.temperature,
                    settings,
                    find,
                    lambda passage: corpus.entry_ids[passage.document_id],
                )
    finally:
        memory.save()  # after an interruption too: what was embedded is not embedded again


def _make_runner(
    generator: Generator, temperature: float, settings: Settings, find: Find, entry_id: EntryId
) -> RagRunner:
    builder = PromptBuilder(generator, load_prompt_book(), settings.integer("answer.max_tokens"))
    refusals = load_refusals()

    def options(language: str) -> CompareOptions:
        refusal = builder.refusal_token(language)
        return CompareOptions(refusal, refusals.is_refusal, temperature)

    return RagRunner(generator, builder, options, find, entry_id)
