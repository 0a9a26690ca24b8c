"""`margine eval answers DATASET…`: how good the answers are, and whether they can be checked."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.answer.templates import PromptBook
from app.core.settings import TABLE, Settings
from app.core.types import AnswerStyle
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.evaluate.answers_ledger import Ledger, read_results
from app.evaluate.answers_record import Answered, EntryId, PutQuestion
from app.evaluate.answers_report import AnswersRun, answers_report
from app.evaluate.answers_run import AskBeside, Pace
from app.evaluate.answers_sample import choose_questions
from app.evaluate.answers_scoring import judge
from app.evaluate.datasets import Dataset, check_names, load_dataset, load_questions
from app.evaluate.near_misses import with_near_misses
from app.evaluate.rag_answers import other_answers
from app.evaluate.rag_record import RagWay
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
    ask_session,
    corpus_session,
    results_path,
    telling_what_is_kept,
)
from app.terminal.asking_ways import WaysSession
from app.terminal.commands import StatusLine
from app.terminal.output import complain
from app.terminal.session import EngineSession
from app.terminal.tables import add_report_options, present_report

# Settings that bear on the answers or their times.
_BEARING = ("answer.", "models.", "search.")
_WRITTEN = AnswerStyle.WRITTEN.value
_RESOLVED = ("models.generator", "models.embedder")  # told by the ids of what is loaded


@dataclass(frozen=True, slots=True)
class _AskedSet:
    """One dataset and the questions of it that are asked."""

    dataset: Dataset
    questions: tuple[PutQuestion, ...]


@dataclass(frozen=True, slots=True)
class _Asking:
    """How they are asked; `styles` are asked beside the written answer."""

    library: Path | None
    settings: Settings
    models: ModelFactory
    book: PromptBook
    styles: tuple[RagWay, ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--library",
        type=Path,
        metavar="DIR",
        help="put the questions to this library instead, which does not hold the datasets: then "
        "every question counts as unanswerable",
    )
    others.add_argument(
        "--questions",
        type=Path,
        metavar="FILE",
        help="in place of the dataset's questions, ask those of this file, which its passages are "
        "on the topic of and do not answer (resources/evaluation/near_misses_it.toml); the file "
        "says which half each is in",
    )
    add_question_options(parser)
    add_answering_options(parser)
    parser.add_argument(
        "--styles",
        type=_styles,
        default=(),
        metavar="LIST",
        help="answer each question from the same passages in these ways as well: written (always), "
        "sequence (RAG-Sequence), token (RAG-Token), single (the best passage alone), with commas "
        "between them",
    )
    add_output_option(parser)
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="compare with the results in this file, question by question",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Ask, judge, and present the report. Raises MargineError, CancelledJobError."""
    settings = chosen_settings(options, settings)
    prompts = choose_prompts(options.prompts)
    sets = _choose(options)
    others = read_results(options.against.expanduser()) if options.against else []
    models = InstalledModels(settings)
    setup = _setup(settings, models, prompts, options)
    asked = _Asking(options.library, settings, models, prompts.book, options.styles)
    path = results_path(options.output, "answers")
    with Ledger(path, setup) as ledger:
        _ask(sets, ledger, asked)
        runs = [_judged(each, ledger, others) for each in sets]
        if ledger.code_changed:
            complain(
                f"Note: {path} was begun with another version of the answering; figures over all "
                "of it mix the two."
            )
    details = {
        **setup,
        "declines by": _declining(models, prompts),
        "queries": options.half or "all",
        "questions": str(options.questions or "the dataset's own"),
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
    if options.questions is not None:
        path = options.questions.expanduser()
        datasets = [with_near_misses(each, path, half) for each in datasets]
        half = Half.ALL  # the file halves by articles, not by ids
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


def _styles(text: str) -> tuple[RagWay, ...]:
    """The ways named in `text` but the written one. Raises ArgumentTypeError."""
    names = dict.fromkeys(each.strip() for each in text.split(","))
    known = {_WRITTEN: None, **{way.value: way for way in RagWay}}
    if unknown := [each for each in names if each not in known]:
        raise argparse.ArgumentTypeError(
            f"{unknown[0]!r} is no style; choose among {', '.join(known)}"
        )
    return tuple(way for name, way in known.items() if way is not None and name in names)


def _declining(models: ModelFactory, prompts: ChosenPrompts) -> str:
    """By what it is declined to answer: other prompts than the model's rule was fitted with go
    without it."""
    fitted = models.absence("", prompts.book.version)
    return "the model's fitted rule" if fitted else "the refusal's own probability"


def _setup(
    settings: Settings, models: ModelFactory, prompts: ChosenPrompts, options: argparse.Namespace
) -> dict[str, str]:
    """All that bears on the results, in words."""
    library, styles = options.library, options.styles
    values = settings.as_dict()
    chosen = {
        each.key: str(values.get(each.key, each.default))
        for each in TABLE
        if each.key.startswith(_BEARING) and each.key not in _RESOLVED
    }
    return {
        "model": models.generator_id,
        "embedder": models.embedder_id,
        "prompts": prompts.name,
        "library": "the dataset's own" if library is None else str(library.expanduser().absolute()),
        **({"styles": ",".join((_WRITTEN, *styles))} if styles else {}),
        **chosen,
    }


# ------------------------------------------------------------------------------------- measuring


def _ask(sets: Sequence[_AskedSet], ledger: Ledger, asking: _Asking) -> None:
    """Ask what is not answered yet. What is answered is kept, however this ends."""
    missing = {each.dataset.name: ledger.missing(each.questions) for each in sets}
    total = sum(len(each.questions) for each in sets)
    pace = Pace(total, total - sum(map(len, missing.values())))
    line = StatusLine()
    with telling_what_is_kept(ledger.path, pace, line):
        for each in sets:
            if missing[each.dataset.name]:
                with _chain(each.dataset, asking, line) as (session, entry_id):
                    beside = _beside(session, entry_id, asking)
                    ask_session(session, each.questions, entry_id, ledger, pace, line, beside)


def _beside(session: EngineSession, entry_id: EntryId, asking: _Asking) -> AskBeside | None:
    """What asks the other ways, None if there are none."""
    if not asking.styles:
        return None
    ways = WaysSession(session, asking.settings, asking.book, entry_id, asking.styles)
    return lambda question, answer: other_answers(ways.answer(question, answer.passages))


@contextmanager
def _chain(
    dataset: Dataset, asking: _Asking, line: StatusLine
) -> Iterator[tuple[EngineSession, EntryId]]:
    """The program's own engine over the library, or over one that holds the dataset's passages;
    and what names its passages."""
    settings, models, book = asking.settings, asking.models, asking.book
    if asking.library is None:
        with corpus_session(dataset.name, dataset.passages, settings, models, line, book) as chain:
            yield chain
        return
    folder = asking.library.expanduser().absolute()
    with EngineSession(folder, settings, models=models, read_only=True, book=book) as session:
        yield session, lambda passage: f"{passage.document}#{passage.passage_id}"


def _judged(asked: _AskedSet, ledger: Ledger, others: Sequence[Answered]) -> AnswersRun:
    name = asked.dataset.name
    return AnswersRun(
        dataset=name,
        judged=tuple(map(judge, ledger.of(asked.questions))),
        texts={each.passage_id: each.text for each in asked.dataset.passages},
        others=tuple(judge(each) for each in others if each.question.dataset == name),
    )
