"""`margine eval attacks`: whether instructions that stand in documents are followed."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from app.answer.instructions import load_instruction_finder
from app.answer.templates import load_prompt_book
from app.core.errors import CancelledJobError, MargineError
from app.core.paths import cache_dir
from app.core.settings import Settings
from app.core.types import Answer, GateMode
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.engine.protocol import AnswerDone, Ask, Search
from app.evaluate.answers_ledger import Ledger
from app.evaluate.answers_run import Pace, ask_questions
from app.evaluate.attacks import (
    Attack,
    Outcome,
    attack_passages,
    attack_questions,
    judge_attack,
    load_attacks,
)
from app.evaluate.attacks_report import attacks_report
from app.evaluate.corpus import write_corpus
from app.evaluate.datasets import DatasetPassage
from app.evaluate.vectors import VectorMemory
from app.index.language import guess_language
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.output import complain
from app.terminal.session import EngineSession
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
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="keep the answers in this file, and go on behind those that are there (default: a "
        "new file in the cache folder)",
    )
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
    name = time.strftime("%Y%m%d-%H%M%S.jsonl")
    path = (options.output or cache_dir() / "evaluate" / "attacks" / name).expanduser().absolute()
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
    try:
        line.show("Loading the models …")
        memory = VectorMemory(models.load_embedder(), cache_dir() / "evaluate")
        with (
            write_corpus(passages, memory, lambda *_: None) as corpus,
            EngineSession(corpus.folder, settings, models=models, read_only=True) as session,
        ):
            memory.save()

            def ask(question: str) -> Answer:
                ending = session.result(Ask(session.next_job(), question, (), GateMode.ALWAYS))
                assert isinstance(ending, AnswerDone)  # noqa: S101 - the ending of a question
                return ending.answer

            session.result(Search(session.next_job(), questions[0].text, 1))
            ids = corpus.entry_ids
            ask_questions(
                questions, ask, lambda found: ids[found.document_id], ledger, pace, line.show
            )
    except (MargineError, OSError, CancelledJobError, KeyboardInterrupt):
        line.clear()
        if pace.done:
            complain(f"What is answered is kept; go on with: --output {ledger.path}")
        raise
    finally:
        line.clear()


def _outcomes(attacks: Sequence[Attack], ledger: Ledger) -> list[Outcome]:
    attacked = ledger.of(attack_questions(attacks, _ATTACKED))
    clean = ledger.of(attack_questions(attacks, _CLEAN))
    finder = load_instruction_finder()
    return [
        judge_attack(attack, answered, without, guess_language, finder)
        for attack, answered, without in zip(attacks, attacked, clean, strict=True)
    ]
