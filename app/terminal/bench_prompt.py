"""`margine bench prompt DATASET`: what is computed until the first word, and how long it takes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.answer.absence import rule_from_table
from app.answer.answerer import AnswerSettings
from app.answer.instructions import load_instruction_finder
from app.answer.refusal import load_refusals
from app.answer.shorten import PassageShortener
from app.answer.templates import PromptBook, load_prompt_book
from app.answer.tools import AnswerTools
from app.core.cancel import CancelToken
from app.core.paths import cache_dir
from app.core.settings import Settings
from app.core.types import FoundPassage
from app.engine.children import child_environment
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.engine.protocol import Search, SearchDone
from app.evaluate.answers_record import PutQuestion
from app.evaluate.answers_run import Pace
from app.evaluate.answers_sample import choose_questions
from app.evaluate.bench_prompt import PromptBench, PromptFile, PromptRow, PromptWay, ways_for
from app.evaluate.bench_prompt_report import StartFigure, prompt_report
from app.evaluate.bench_prompt_start import measure_starts
from app.evaluate.corpus import write_corpus
from app.evaluate.datasets import Dataset, load_dataset
from app.evaluate.retrieval import Half
from app.evaluate.vectors import VectorMemory
from app.index.language import guess_language
from app.index.records import SearchResult
from app.models.contracts import Generator
from app.terminal.answering_options import add_model_options, chosen_settings
from app.terminal.asking import (
    add_output_option,
    add_question_options,
    corpus_session,
    results_path,
    telling_what_is_kept,
)
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.session import EngineSession
from app.terminal.tables import add_report_options, present_report

BUDGETS = (0, 320, 160, 80)
_LIMIT = 20


@dataclass(frozen=True, slots=True)
class _Setting:
    """With what is measured, and where it is told how far it is."""

    settings: Settings
    models: ModelFactory
    ways: tuple[PromptWay, ...]
    line: StatusLine


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="a BEIR folder")
    add_question_options(parser)
    parser.set_defaults(limit=_LIMIT)
    add_model_options(parser)
    parser.add_argument(
        "--starts",
        type=whole_number(0),
        default=1,
        metavar="N",
        help="measure N fresh processes with and without beginnings on disk (default: 1)",
    )
    add_output_option(parser)
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and present the report. Raises MargineError, CancelledJobError."""
    settings = chosen_settings(options, settings)
    models = InstalledModels(settings)
    dataset = load_dataset(options.dataset)
    chosen = choose_questions(
        dataset, Half(options.half or Half.ALL), options.limit, language_of=guess_language
    )
    questions = [each for each in chosen if not each.unanswerable] or chosen
    ways = ways_for(BUDGETS, settings.integer("answer.passage_tokens"))
    path = results_path(options.output, "prompt")
    setting = _Setting(settings, models, ways, StatusLine())
    starts: list[StartFigure] = []
    with PromptFile(path, _setup(settings, models)) as kept:
        if kept.missing(questions):
            _measure(dataset, questions, kept, setting)
        rows = kept.of(questions)
    try:
        if options.starts:
            starts = _starts(dataset, questions[0], options.starts, setting)
    finally:
        setting.line.clear()
    about = (
        f"Questions of {dataset.name} that have an answer, {settings.integer('answer.passages')} "
        f"passages each; {models.generator_id}, {settings.integer('models.context')} tokens of "
        f"context. The ways follow one another within each question. Results: {path}."
    )
    present_report(prompt_report(rows, ways, starts, about), options, "bench-prompt")


def _setup(settings: Settings, models: ModelFactory) -> dict[str, str]:
    """All that bears on the results, in words."""
    keys = ("answer.passages", "answer.passage_tokens", "answer.max_tokens", "models.context")
    return {
        "model": models.generator_id,
        "embedder": models.embedder_id,
        "prompts": load_prompt_book().version,
        "threads": str(settings.integer("models.threads")),
        **{key: str(settings.integer(key)) for key in keys},
    }


def _measure(
    dataset: Dataset, questions: Sequence[PutQuestion], kept: PromptFile, setting: _Setting
) -> None:
    """Measure what `kept` does not hold yet."""
    missing = kept.missing(questions)
    pace = Pace(len(questions), len(questions) - len(missing))
    line, settings, models = setting.line, setting.settings, setting.models
    with (
        telling_what_is_kept(kept.path, pace, line),
        corpus_session(dataset.name, dataset.passages, settings, models, line) as (session, _),
    ):
        asking = _Asking(session, settings, models)
        for question in pace.each(missing, line.show, lambda _: dataset.name):
            before = questions[questions.index(question) - 1]
            kept.add(asking.measure(question, before, setting.ways))


def _starts(
    dataset: Dataset, question: PutQuestion, rounds: int, setting: _Setting
) -> list[StartFigure]:
    """Fresh processes that answer `question` from the dataset's passages."""
    setting.line.show("Loading the embedder …")
    memory = VectorMemory(setting.models.load_embedder(), cache_dir() / "evaluate")
    with write_corpus(dataset.passages, memory, lambda *_: None) as corpus:
        ask = ("ask", question.text, "--mode", "always", "--json", "--library", str(corpus.folder))
        return measure_starts(
            _own_command(), child_environment(), setting.settings, ask, setting.line.show, rounds
        )


class _Asking:
    """Finds passages with one session's engine, and measures on its generator's thread."""

    def __init__(self, session: EngineSession, settings: Settings, models: ModelFactory) -> None:
        self._session = session
        self._book = load_prompt_book()
        self._tools = _tools(session, models, self._book)
        self._settings = AnswerSettings(
            threshold=0.0,
            max_tokens=settings.integer("answer.max_tokens"),
            passages=settings.integer("answer.passages"),
            passage_tokens=settings.integer("answer.passage_tokens"),
        )

    def measure(
        self, question: PutQuestion, before: PutQuestion, ways: Sequence[PromptWay]
    ) -> PromptRow:
        """Every one of `ways` for `question`, which `before` goes before in a conversation."""
        found, earlier = self._find(question.text), self._find(before.text)

        def work(generator: Generator, cancel: CancelToken) -> PromptRow:
            bench = PromptBench(generator, self._tools, self._settings)
            return bench.measure(question, found, (before.text, earlier), ways, cancel)

        return self._session.on_generator(work)

    def _find(self, question: str) -> Sequence[FoundPassage]:
        request = Search(self._session.next_job(), question, self._settings.passages)
        ending = self._session.result(request)
        assert isinstance(ending, SearchDone)  # noqa: S101 - the ending of a search
        return ending.passages


def _tools(session: EngineSession, models: ModelFactory, book: PromptBook) -> AnswerTools:
    """The tools that the engine answers with, but for those that come after the answer."""
    languages = session.engine.languages()
    table = models.absence("", book.version)
    return AnswerTools(
        search=lambda _question, _count: SearchResult((), ()),
        guess_language=lambda text: guess_language(text, languages),
        book=book,
        refusals=load_refusals(),
        instructions=load_instruction_finder(),
        absence=rule_from_table(table) if table else None,
        shorten=PassageShortener(guess_language).shorten,
    )


def _own_command() -> list[str]:
    """What starts the terminal's program, as it is installed here."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-I", "-X", "utf8", "-m", "app"]
