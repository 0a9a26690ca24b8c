"""`margine eval rag DATASET…`: answers from several passages, by RAG-Sequence and RAG-Token."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.answer.compare import CompareOptions
from app.answer.prompt import PromptBuilder
from app.answer.refusal import load_refusals
from app.answer.side_by_side import CERTAINTY, TEMPERATURE
from app.answer.templates import load_prompt_book
from app.core.cancel import CancelToken
from app.core.settings import Settings
from app.core.types import FoundPassage
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.engine.protocol import Search, SearchDone
from app.evaluate.answers_record import EntryId, PutQuestion
from app.evaluate.answers_run import Pace
from app.evaluate.answers_sample import choose_questions
from app.evaluate.datasets import Dataset, check_names, load_dataset
from app.evaluate.rag_record import RagFile
from app.evaluate.rag_report import RagRun, rag_report
from app.evaluate.rag_run import Find, RagRunner
from app.evaluate.retrieval import Half
from app.index.language import guess_language
from app.models.contracts import Generator
from app.terminal.asking import (
    add_output_option,
    add_question_options,
    corpus_session,
    results_path,
    telling_what_is_kept,
)
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.tables import add_report_options, present_report

_PASSAGES = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    add_question_options(parser)
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
    add_output_option(parser)
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
    path = results_path(options.output, "rag")
    with RagFile(path, setup) as results:
        _ask(sets, results, options, settings, models)
        runs = [RagRun(each.name, tuple(results.of(questions))) for each, questions in sets]
    details = {**setup, "queries": options.half or "all", "results": str(path)}
    present_report(rag_report(runs, options.temperature, CERTAINTY, details), options, "rag")


def _positive(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise ValueError("a temperature is positive")
    return value


def _ask(
    sets: Sequence[tuple[Dataset, Sequence[PutQuestion]]],
    results: RagFile,
    options: argparse.Namespace,
    settings: Settings,
    models: ModelFactory,
) -> None:
    """Ask what is not answered yet. What is answered is kept, however this ends."""
    missing = [(dataset, results.missing(questions)) for dataset, questions in sets]
    total = sum(len(questions) for _, questions in sets)
    pace = Pace(total, total - sum(len(questions) for _, questions in missing))
    line = StatusLine()
    if pace.done == total:
        return
    with telling_what_is_kept(results.path, pace, line):
        line.show("Loading the models …")
        generator = models.load_generator("")
        try:
            for dataset, questions in missing:
                if questions:
                    with _runner(dataset, generator, options, settings, models, line) as runner:
                        _ask_all(runner, questions, results, pace, line)
        finally:
            generator.close()


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

    with corpus_session(dataset.name, dataset.passages, settings, models, line) as chain:
        session, entry_id = chain

        def find(question: str) -> Sequence[FoundPassage]:
            ending = session.result(Search(session.next_job(), question, options.passages))
            assert isinstance(ending, SearchDone)  # noqa: S101 - the ending of a search
            return ending.passages

        line.show("Loading the embedder …")
        find(dataset.name)  # the indexes load at the first search, which is not timed
        yield _make_runner(generator, options.temperature, settings, find, entry_id)


def _make_runner(
    generator: Generator, temperature: float, settings: Settings, find: Find, entry_id: EntryId
) -> RagRunner:
    builder = PromptBuilder(generator, load_prompt_book(), settings.integer("answer.max_tokens"))
    refusals = load_refusals()

    def options(language: str) -> CompareOptions:
        refusal = builder.refusal_token(language)
        return CompareOptions(refusal, refusals.is_refusal, temperature)

    return RagRunner(generator, builder, options, find, entry_id)
