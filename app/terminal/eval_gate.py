"""`margine eval gate QUESTIONS`: answers from memory, from documents, and as the gate decides."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.answer.gate_signals import SAMPLES, TEMPERATURE
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.engine.protocol import Search, SearchDone
from app.evaluate.answers_run import Pace
from app.evaluate.gate_prompts import GatePromptBuilder, GatePrompts, load_gate_prompts
from app.evaluate.gate_questions import (
    GateQuestion,
    GivenPassage,
    choose_gate_questions,
    load_gate_questions,
)
from app.evaluate.gate_record import GateFile
from app.evaluate.gate_report import frontier_svg, gate_report
from app.evaluate.gate_run import MAX_TOKENS, FindPassages, GateRunner, given_passages
from app.terminal.answering_options import add_model_options, chosen_settings
from app.terminal.asking import (
    add_output_option,
    loaded_generator,
    results_path,
    telling_what_is_kept,
)
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.output import complain
from app.terminal.session import EngineSession
from app.terminal.tables import add_report_options, present_report

_DRAFT = "gate.draft_tokens"
_PASSAGES = "answer.passages"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "questions",
        type=Path,
        metavar="QUESTIONS",
        help="JSON lines with _id, set, text, answers and passages",
    )
    parser.add_argument(
        "--library",
        type=Path,
        metavar="DIR",
        help="search this library (default: the passages that are given with the questions)",
    )
    parser.add_argument("--limit", type=whole_number(1), metavar="N", help="ask N of them, by lot")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="another lot (default: %(default)s)"
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw EM over the share searched for, as SVG"
    )
    add_model_options(parser)
    add_output_option(parser)
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Generate what is missing, and present the tables. Raises MargineError, CancelledJobError."""
    settings = chosen_settings(options, settings)
    every = load_gate_questions(options.questions)
    questions = choose_gate_questions(every, options.limit, options.seed)
    models = InstalledModels(settings)
    prompts = load_gate_prompts()
    setup = {
        "model": models.generator_id,
        "prompts": prompts.version,
        "passages": "given" if options.library is None else str(options.library.absolute()),
        "draft": f"{settings.integer(_DRAFT)} tokens",
        "samples": f"{SAMPLES} at {TEMPERATURE:g}",
        "answer": f"{MAX_TOKENS} tokens",
    }
    path = results_path(options.output, "gate")
    puts = [each.put for each in questions]
    with GateFile(path, setup) as results:
        missing = {put.key for put in results.missing(puts)}
        todo = [each for each in questions if each.put.key in missing]
        pace = Pace(len(questions), len(questions) - len(todo))
        line = StatusLine()
        if todo:
            with (
                telling_what_is_kept(path, pace, line),
                _passages(options.library, settings, models) as find,
            ):
                _ask(todo, results, find, settings, models, prompts, pace, line)
        rows = results.of(puts)
    details = {**setup, "seed": str(options.seed), "results": str(path)}
    present_report(gate_report(rows, details), options, "gate")
    if options.plot is not None:
        _draw(options.plot.expanduser(), frontier_svg(rows))


def _ask(
    todo: Sequence[GateQuestion],
    results: GateFile,
    find: FindPassages,
    settings: Settings,
    models: ModelFactory,
    prompts: GatePrompts,
    pace: Pace,
    line: StatusLine,
) -> None:
    """Ask what is not answered yet; each is kept as soon as it is there."""
    with loaded_generator(models, line) as generator:
        builder = GatePromptBuilder(generator, prompts)
        runner = GateRunner(generator, builder, find, settings.integer(_DRAFT))
        for question in pace.each(todo, line.show):
            results.add(runner.ask(question, CancelToken()))


@contextmanager
def _passages(
    library: Path | None, settings: Settings, models: ModelFactory
) -> Iterator[FindPassages]:
    """What finds a question's passages: those that are given, or a library's own search."""
    if library is None:
        yield given_passages
        return
    with EngineSession(library, settings, models=models, read_only=True) as session:

        def find(question: GateQuestion) -> list[GivenPassage]:
            request = Search(session.next_job(), question.put.text, settings.integer(_PASSAGES))
            ending = session.result(request)
            assert isinstance(ending, SearchDone)  # noqa: S101 - the ending of a search
            return [
                GivenPassage(each.heading or each.document, each.text) for each in ending.passages
            ]

        yield find


def _draw(path: Path, svg: str) -> None:
    try:
        path.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise UserError(
            f"The plot could not be written to {path}.",
            why=f"{error.strerror or error}.",
            next_step="Choose another file with --plot.",
        ) from error
    complain(f"Plot: {path}")
