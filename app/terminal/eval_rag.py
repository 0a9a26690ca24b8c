"""`margine eval rag DATASET…`: answers from several passages, by RAG-Sequence and RAG-Token."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from app.answer.side_by_side import CERTAINTY, TEMPERATURE
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.evaluate.answers_record import PutQuestion
from app.evaluate.answers_run import Pace
from app.evaluate.answers_sample import choose_questions
from app.evaluate.datasets import Dataset, check_names, load_dataset
from app.evaluate.rag_record import RagFile
from app.evaluate.rag_report import RagRun, rag_report
from app.evaluate.rag_run import ALL_WAYS
from app.evaluate.retrieval import Half
from app.index.language import guess_language
from app.terminal.answering_options import (
    ChosenPrompts,
    add_answering_options,
    choose_prompts,
    chosen_settings,
)
from app.terminal.asking import (
    add_output_option,
    add_question_options,
    corpus_session,
    load_indexes,
    results_path,
    telling_what_is_kept,
)
from app.terminal.asking_ways import WaysSession
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.tables import add_report_options, present_report

_PASSAGES = "answer.passages"
_BEARING = (_PASSAGES, "answer.passage_tokens", "answer.max_tokens")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    add_question_options(parser)
    add_answering_options(parser)
    parser.add_argument(
        "--passages",
        type=whole_number(1),
        metavar="N",
        help="answer from so many passages (default: as the program does)",
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
    settings = chosen_settings(options, settings)
    if options.passages:
        settings = settings.with_value(_PASSAGES, options.passages)
    prompts = choose_prompts(options.prompts)
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
        "prompts": prompts.name,
        **{key: str(settings.integer(key)) for key in _BEARING},
        "temperature": f"{options.temperature:g}",
    }
    path = results_path(options.output, "rag")
    with RagFile(path, setup) as results:
        _ask(sets, results, options.temperature, settings, models, prompts)
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
    temperature: float,
    settings: Settings,
    models: ModelFactory,
    prompts: ChosenPrompts,
) -> None:
    """Ask what is not answered yet. What is answered is kept, however this ends."""
    missing = [(dataset, results.missing(questions)) for dataset, questions in sets]
    total = sum(len(questions) for _, questions in sets)
    pace = Pace(total, total - sum(len(questions) for _, questions in missing))
    line = StatusLine()
    with telling_what_is_kept(results.path, pace, line):
        for dataset, questions in missing:
            if not questions:
                continue
            with corpus_session(
                dataset.name, dataset.passages, settings, models, line, prompts.book
            ) as (session, entry_id):
                ways = WaysSession(session, settings, prompts.book, entry_id, ALL_WAYS, temperature)
                line.show("Loading the models …")
                load_indexes(session, questions[0])
                for question in pace.each(questions, line.show, lambda each: each.dataset):
                    results.add(ways.ask(question))
