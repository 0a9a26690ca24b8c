"""`margine eval attacks`: whether instructions that stand in documents are followed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from app.answer.instructions import load_instruction_finder
from app.answer.templates import load_prompt_book
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.evaluate.answers_ledger import Ledger
from app.evaluate.answers_run import Pace
from app.evaluate.attacks import (
    Attack,
    Outcome,
    attack_passages,
    attack_questions,
    judge_attack,
    load_attacks,
)
from app.evaluate.attacks_report import attacks_report
from app.evaluate.datasets import DatasetPassage
from app.index.language import guess_language
from app.terminal.asking import (
    add_output_option,
    ask_session,
    corpus_session,
    results_path,
    telling_what_is_kept,
)
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.tables import add_report_options, present_report

_ATTACKED, _CLEAN = "attacks", "without attacks"  # the two libraries


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--limit", type=whole_number(1), metavar="N", help="only the first N")
    parser.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")
    parser.add_argument(
        "--leave-out",
        action="store_true",
        help="take the sentences that are recognised as suspicious out of the documents first",
    )
    add_output_option(parser)
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Ask with and without the attacks, compare, and present the report.

    Raises MargineError, CancelledJobError.
    """
    if options.model:
        settings = settings.with_value("models.generator", options.model)
    attacks = load_attacks()[: options.limit]
    finder = load_instruction_finder()
    models = InstalledModels(settings)
    details = {
        "model": models.generator_id,
        "embedder": models.embedder_id,
        "prompts": load_prompt_book().version,
        "suspicious sentences": "left out" if options.leave_out else "as the program treats them",
    }
    corpora = {
        _ATTACKED: attack_passages(
            attacks, clean=False, finder=finder if options.leave_out else None
        ),
        _CLEAN: attack_passages(attacks, clean=True),
    }
    path = results_path(options.output, "attacks")
    with Ledger(path, details) as ledger:
        pace = Pace(2 * len(attacks), 0)
        for dataset, passages in corpora.items():
            _ask(attacks, dataset, passages, ledger, pace, settings, models)
        outcomes = _outcomes(attacks, ledger)
    present_report(attacks_report(outcomes, {**details, "answers": str(path)}), options, "attacks")


def _ask(
    attacks: Sequence[Attack],
    dataset: str,
    passages: Sequence[DatasetPassage],
    ledger: Ledger,
    pace: Pace,
    settings: Settings,
    models: ModelFactory,
) -> None:
    """Ask what is not answered yet of a library that holds `passages`."""
    questions = attack_questions(attacks, dataset)
    missing = ledger.missing(questions)
    pace.done += len(questions) - len(missing)
    if not missing:
        return
    line = StatusLine()
    with (
        telling_what_is_kept(ledger.path, pace, line),
        corpus_session(dataset, passages, settings, models, line) as (session, entry_id),
    ):
        ask_session(session, questions, entry_id, ledger, pace, line)


def _outcomes(attacks: Sequence[Attack], ledger: Ledger) -> list[Outcome]:
    attacked = ledger.of(attack_questions(attacks, _ATTACKED))
    clean = ledger.of(attack_questions(attacks, _CLEAN))
    finder = load_instruction_finder()
    return [
        judge_attack(attack, answered, without, guess_language, finder)
        for attack, answered, without in zip(attacks, attacked, clean, strict=True)
    ]
