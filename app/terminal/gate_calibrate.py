"""`margine gate calibrate QUESTIONS`: the threshold above which documents are searched."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from app.answer.gate_draft import DraftScorer, Sampling
from app.answer.prompt import PromptBuilder
from app.answer.templates import PromptBook, load_prompt_book
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.settings import Settings
from app.core.thresholds import (
    FEWEST_QUESTIONS,
    CalibratedThreshold,
    save_threshold,
    thresholds_file,
)
from app.core.types import GateSignal
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.evaluate.answers_run import Pace
from app.evaluate.gate_calibration import Calibration, calibrate
from app.evaluate.gate_questions import LabelledQuestion, load_labelled
from app.evaluate.gate_scores import ScoreFile, ScoreRow, put_labelled
from app.terminal.answering_options import add_model_options, chosen_settings
from app.terminal.asking import (
    add_output_option,
    loaded_generator,
    results_path,
    telling_what_is_kept,
)
from app.terminal.commands import StatusLine, print_json
from app.terminal.option_types import share
from app.terminal.output import Json, say

SIGNALS = (GateSignal.MARGIN, GateSignal.ENTROPY, GateSignal.VARIANCE)
_DRAFT = "gate.draft_tokens"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "questions",
        type=Path,
        metavar="QUESTIONS",
        help="a question a line, or JSON lines with text (and needs_documents), as the results of "
        "margine eval gate are",
    )
    by = parser.add_mutually_exclusive_group()
    by.add_argument(
        "--budget",
        type=share,
        metavar="SHARE",
        help="search for so many of such questions (default: the setting gate.budget)",
    )
    by.add_argument(
        "--labels",
        action="store_true",
        help="decide most of the questions rightly that are labelled by needs_documents",
    )
    parser.add_argument(
        "--signal",
        choices=[each.value for each in SIGNALS],
        help="which signal of the draft (default: the setting gate.signal, or margin)",
    )
    parser.add_argument(
        "--print",
        action="store_true",
        dest="only_print",
        help="print the lines for resources/models.toml, and set nothing",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_model_options(parser)
    add_output_option(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Draft, calibrate, and set or print τ. Raises MargineError, CancelledJobError."""
    settings = chosen_settings(options, settings)
    signal = _signal(options.signal, settings)
    questions = _usable(load_labelled(options.questions), options)
    models = InstalledModels(settings)
    book = load_prompt_book()
    rows = _score(questions, signal, options.output, settings, models, book)
    budget = settings.number("gate.budget") if options.budget is None else options.budget
    drafted = [row for row in rows if row.score is not None]
    scores = [row.score for row in drafted if row.score is not None]
    if options.labels:
        calibration = calibrate(scores, labels=[bool(row.needed) for row in drafted])
    else:
        calibration = calibrate(scores, budget=budget)
    calibrated = calibration.of(models.generator_id, signal, book.version)
    if not options.only_print:
        _save(calibrated)
    if options.json:
        print_json(_json(calibrated, calibration))
    elif options.only_print:
        say(as_toml(calibrated))
    else:
        say(words(calibrated, calibration))


def as_toml(calibrated: CalibratedThreshold) -> str:
    """The lines of models.toml, below the model's own."""
    made = f"{calibrated.questions} questions, 95 %: {calibrated.low:.4g} to {calibrated.high:.4g}"
    line = f"{calibrated.signal.value} = {calibrated.threshold:.6g} # {made}"
    about = f"# {calibrated.model_id}, prompt_version {calibrated.prompt_version}"
    return f"{about}\n[model.gate]\n{line}"


def words(calibrated: CalibratedThreshold, calibration: Calibration) -> str:
    """What was set, for a person."""
    name, questions = calibrated.signal.value, calibration.questions
    lines = [
        f"{calibrated.model_id} searches where {name} is above {calibrated.threshold:.4g} "
        f"(95 %: {calibrated.low:.4g} to {calibrated.high:.4g}).",
        f"That is for {calibration.searched} of these {questions} questions.",
    ]
    if calibration.accuracy is not None:
        lines.append(f"It decides {calibration.accuracy:.0%} of them as they are labelled.")
    lines.append(f"Kept in {thresholds_file()}.")
    return "\n".join(lines)


def _json(calibrated: CalibratedThreshold, calibration: Calibration) -> Json:
    return {
        "model": calibrated.model_id,
        "signal": calibrated.signal.value,
        "prompt_version": calibrated.prompt_version,
        "threshold": calibration.threshold,
        "low": calibration.low,
        "high": calibration.high,
        "searched": calibration.searched,
        "questions": calibration.questions,
        "accuracy": calibration.accuracy,
    }


def _signal(chosen: str | None, settings: Settings) -> GateSignal:
    """The signal to calibrate: evidence has a threshold of its own, fitted with its rule."""
    signal = GateSignal(chosen or settings.text("gate.signal"))
    return signal if signal in SIGNALS else GateSignal.MARGIN


def _usable(
    questions: Sequence[LabelledQuestion], options: argparse.Namespace
) -> list[LabelledQuestion]:
    """Each question once, with --labels the labelled ones. UserError if too few are left."""
    usable = {
        each.text: each for each in questions if not options.labels or each.needed is not None
    }
    if len(usable) < FEWEST_QUESTIONS:
        kind = "labelled questions" if options.labels else "questions"
        raise UserError(
            f"There are too few {kind} in {options.questions}.",
            why=f"The gate is calibrated on {FEWEST_QUESTIONS} at least; there are {len(usable)}.",
            next_step='Label them by "needs_documents": true or false, or give --budget instead.'
            if options.labels
            else "Give more questions, of the kind that are going to be asked.",
        )
    return list(usable.values())


def _score(
    questions: Sequence[LabelledQuestion],
    signal: GateSignal,
    output: Path | None,
    settings: Settings,
    models: ModelFactory,
    book: PromptBook,
) -> list[ScoreRow]:
    """U of every question; what is drafted is kept, however this ends."""
    sampling = Sampling.of(settings)
    setup = {
        "model": models.generator_id,
        "signal": signal.value,
        "prompts": book.version,
        "draft": f"{settings.integer(_DRAFT)} tokens",
        "samples": f"{sampling.count} at {sampling.temperature:g}",
    }
    path = results_path(output, "gate-scores")
    labels = {put_labelled(each): each.needed for each in questions}
    with ScoreFile(path, setup) as results:
        missing = results.missing(labels)
        pace = Pace(len(labels), len(labels) - len(missing))
        line = StatusLine()
        if missing:
            with (
                telling_what_is_kept(path, pace, line),
                loaded_generator(models, line) as generator,
            ):
                builder = PromptBuilder(generator, book, settings.integer("answer.max_tokens"))
                scorer = DraftScorer(generator, builder, signal, settings.integer(_DRAFT), sampling)
                for put in pace.each(missing, line.show):
                    score = scorer.score(put.text, CancelToken())
                    results.add(ScoreRow(put, labels[put], score))
        # The labels are those of the file now: they may have been put right since.
        return [
            ScoreRow(row.question, labels[row.question], row.score) for row in results.of(labels)
        ]


def _save(calibrated: CalibratedThreshold) -> None:
    try:
        save_threshold(calibrated)
    except OSError as error:
        raise UserError(
            f"The threshold cannot be kept in {thresholds_file()}.",
            why=f"{error.strerror or error}.",
            next_step="Make the folder writable, or name another one in MARGINE_CONFIG_DIR.",
        ) from error
