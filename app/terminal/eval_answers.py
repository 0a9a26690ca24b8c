"""`margine eval answers DATASET…`: how good the answers are, and whether they can be checked."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.answer.templates import load_prompt_book
from app.core.settings import TABLE, Settings, Value, find_setting
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.evaluate.answers_ledger import Ledger, read_results
from app.evaluate.answers_record import Answered, EntryId, PutQuestion
from app.evaluate.answers_report import AnswersRun, answers_report
from app.evaluate.answers_run import Pace
from app.evaluate.answers_sample import choose_questions
from app.evaluate.answers_scoring import judge
from app.evaluate.datasets import Dataset, check_names, load_dataset, load_questions
from app.evaluate.retrieval import Half
from app.index.language import guess_language
from app.terminal.asking import (
    add_output_option,
    add_question_options,
    ask_session,
    corpus_session,
    results_path,
    telling_what_is_kept,
)
from app.terminal.commands import StatusLine
from app.terminal.output import complain
from app.terminal.session import EngineSession
from app.terminal.tables import add_report_options, present_report

# Settings that bear on the answers or their times.
_BEARING = ("answer.", "models.", "search.")
_RESOLVED = ("models.generator", "models.embedder")  # told by the ids of what is loaded


@dataclass(frozen=True, slots=True)
class _AskedSet:
    """One dataset and the questions of it that are asked."""

    dataset: Dataset
    questions: tuple[PutQuestion, ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    parser.add_argument(
        "--library",
        type=Path,
        metavar="DIR",
        help="put the questions to this library instead, which does not hold the datasets: then "
        "every question counts as unanswerable",
    )
    add_question_options(parser)
    parser.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")
    add_output_option(parser)
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="compare with the results in this file, question by question",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=_assignment,
        metavar="KEY=VALUE",
        help="another value for a setting, as answer.passages=3; may be given more than once",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Ask, judge, and present the report. Raises MargineError, CancelledJobError."""
    for key, value in options.set:
        settings = settings.with_value(key, _typed(key, value))
    if options.model:
        settings = settings.with_value("models.generator", options.model)
    sets = _choose(options)
    others = read_results(options.against.expanduser()) if options.against else []
    models = InstalledModels(settings)
    setup = _setup(settings, models, options.library)
    path = results_path(options.output, "answers")
    with Ledger(path, setup) as ledger:
        _ask(sets, ledger, options.library, settings, models)
        runs = [_judged(each, ledger, others) for each in sets]
        if ledger.code_changed:
            complain(
                f"Note: {path} was begun with another version of the answering; figures over all "
                "of it mix the two."
            )
    details = {
        **setup,
        "queries": options.half or "all",
        "results": str(path),
        "compared with": str(options.against or "nothing"),
    }
    present_report(answers_report(runs, details), options, "answers")


# ----------------------------------------------------------------------------------------- input


def _choose(options: argparse.Namespace) -> list[_AskedSet]:
    elsewhere = options.library is not None
    datasets = [
        load_questions(folder) if elsewhere else load_dataset(folder) for folder in options.datasets
    ]
    check_names(datasets)
    half = Half(options.half or Half.ALL)
    return [
        _AskedSet(
            each,
            tuple(
                choose_questions(
                    each, half, options.limit, language_of=guess_language, elsewhere=elsewhere
                )
            ),
        )
        for each in datasets
    ]


def _setup(settings: Settings, models: ModelFactory, library: Path | None) -> dict[str, str]:
    """All that bears on the results, in words."""
    values = settings.as_dict()
    chosen = {
        each.key: str(values.get(each.key, each.default))
        for each in TABLE
        if each.key.startswith(_BEARING) and each.key not in _RESOLVED
    }
    return {
        "model": models.generator_id,
        "embedder": models.embedder_id,
        "prompts": load_prompt_book().version,
        "library": "the dataset's own" if library is None else str(library.expanduser().absolute()),
        **chosen,
    }


# ------------------------------------------------------------------------------------- measuring


def _ask(
    sets: Sequence[_AskedSet],
    ledger: Ledger,
    library: Path | None,
    settings: Settings,
    models: ModelFactory,
) -> None:
    """Ask what is not answered yet. What is answered is kept, however this ends."""
    missing = {each.dataset.name: ledger.missing(each.questions) for each in sets}
    total = sum(len(each.questions) for each in sets)
    pace = Pace(total, total - sum(map(len, missing.values())))
    line = StatusLine()
    with telling_what_is_kept(ledger.path, pace, line):
        for each in sets:
            if missing[each.dataset.name]:
                with _chain(each.dataset, library, settings, models, line) as (session, entry_id):
                    ask_session(session, each.questions, entry_id, ledger, pace, line)


@contextmanager
def _chain(
    dataset: Dataset,
    library: Path | None,
    settings: Settings,
    models: ModelFactory,
    line: StatusLine,
) -> Iterator[tuple[EngineSession, EntryId]]:
    """The program's own engine over the library, or over one that holds the dataset's passages;
    and what names its passages."""
    if library is None:
        with corpus_session(dataset.name, dataset.passages, settings, models, line) as chain:
            yield chain
        return
    folder = library.expanduser().absolute()
    with EngineSession(folder, settings, models=models, read_only=True) as session:
        yield session, lambda passage: f"{passage.document}#{passage.passage_id}"


def _judged(asked: _AskedSet, ledger: Ledger, others: Sequence[Answered]) -> AnswersRun:
    name = asked.dataset.name
    return AnswersRun(
        dataset=name,
        judged=tuple(map(judge, ledger.of(asked.questions))),
        texts={each.passage_id: each.text for each in asked.dataset.passages},
        others=tuple(judge(each) for each in others if each.question.dataset == name),
    )


def _assignment(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("write the setting's name, =, and its value")
    return key.strip(), value.strip()


def _typed(key: str, value: str) -> Value:
    """`value` in the type of the setting. Raises UserError if there is none, or it does not fit."""
    kind = type(find_setting(key).default)
    if kind is bool:
        return {"true": True, "false": False}.get(value.lower(), value)
    try:
        return kind(value)
    except ValueError:
        return value  # which the setting refuses, saying what would be right
