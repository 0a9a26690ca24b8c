"""`margine eval evidence DATA`: does a question need the documents? By draft and by search."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.answer.affairs import AffairsAxis, stored_axis
from app.answer.evidence import evidence_rule_from_table
from app.answer.gate_signals import SAMPLES, TEMPERATURE
from app.answer.prompt import PromptBuilder
from app.answer.templates import PromptBook
from app.core.cancel import CancelToken
from app.core.paths import cache_dir
from app.core.settings import Settings, find_setting
from app.core.types import GateEvidence, GateSignal
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.evaluate.answers_run import Pace
from app.evaluate.corpus import Corpus, SearchSetup, open_corpus
from app.evaluate.mixed_fit import BUDGET, FittedRule, evidence_as_toml, fit_best
from app.evaluate.mixed_record import MixedFile
from app.evaluate.mixed_report import MixedRun, mixed_report
from app.evaluate.mixed_run import FindEvidence, MixedRunner
from app.evaluate.mixed_set import PER_HALF, MixedSet, load_mixed_set
from app.evaluate.retrieval import Half
from app.evaluate.vectors import VectorMemory
from app.index.language import guess_language
from app.index.query import parse_query
from app.terminal.answering_options import (
    ChosenPrompts,
    add_answering_options,
    choose_prompts,
    chosen_settings,
)
from app.terminal.asking import (
    add_output_option,
    loaded_generator,
    results_path,
    telling_what_is_kept,
)
from app.terminal.commands import StatusLine
from app.terminal.option_types import share, whole_number
from app.terminal.output import complain
from app.terminal.tables import add_report_options, present_report

DRAFTED = (GateSignal.MARGIN, GateSignal.ENTROPY, GateSignal.VARIANCE)
_BEARING = ("gate.draft_tokens", "search.fusion", "search.dense_weight", "search.depth")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "data",
        type=Path,
        metavar="DATA",
        help="folder that holds the data sets squad2_en, squad_it, studio_alfa and gate",
    )
    parser.add_argument(
        "--half",
        choices=[Half.TUNE.value, Half.REPORT.value],
        help="draft one half of the questions alone; without it a rule is fitted to the first "
        "and judged on the other",
    )
    parser.add_argument(
        "--limit",
        type=whole_number(1),
        default=PER_HALF,
        metavar="N",
        help="questions of each data set in each half, always the same (default: %(default)s)",
    )
    parser.add_argument(
        "--signals",
        type=_signals,
        default=DRAFTED,
        metavar="NAMES",
        help="read these of the drafts, as margin,entropy (default: margin, entropy, variance)",
    )
    parser.add_argument(
        "--fit",
        action="store_true",
        help="fit the rule to the tuning half, and print it as models.toml has it",
    )
    parser.add_argument(
        "--budget",
        type=share,
        default=BUDGET,
        metavar="SHARE",
        help="with --fit: questions that need documents, at most, that may be answered "
        "without them (%(default)s)",
    )
    add_answering_options(parser)
    add_output_option(parser)
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Draft, fit or take the stored rule, and report. Raises MargineError, CancelledJobError."""
    settings = chosen_settings(options, settings)
    prompts = choose_prompts(options.prompts)
    models = InstalledModels(settings)
    half = Half(options.half or Half.ALL)
    mixed = load_mixed_set(options.data, half, guess_language, per_half=options.limit)
    setup = _setup(settings, models, prompts, options.signals)
    path = results_path(options.output, "evidence")
    with MixedFile(path, setup) as results:
        _draft(mixed, results, options.signals, settings, models, prompts.book)
        rows = results.of(mixed.questions)
    tune, report = (
        [row for row in rows if each.holds(row.question.question_id)]
        for each in (Half.TUNE, Half.REPORT)
    )
    fitted: list[FittedRule] = []
    if options.fit:
        fitted = fit_best(tune, options.signals, budget=options.budget)
        complain(evidence_as_toml(fitted[0].rule, models.embedder_id))
    table = models.evidence("", prompts.name)
    stored = evidence_rule_from_table(table) if table else None
    thresholds = {signal: models.threshold("", signal, prompts.name) for signal in options.signals}
    rule = fitted[0].rule if fitted else stored
    reported = MixedRun(report or tune, options.signals, thresholds, rule, fitted)
    details = {**setup, "questions of": "the reporting half" if report else "the tuning half"}
    present_report(mixed_report(reported, {**details, "results": str(path)}), options, "evidence")


def _signals(text: str) -> tuple[GateSignal, ...]:
    """Raises ValueError for what is no signal that is read from a draft."""
    signals = tuple(GateSignal(name.strip()) for name in text.split(","))
    if not set(signals) <= set(DRAFTED):
        raise ValueError("evidence is no signal of a draft")
    return signals


def _setup(
    settings: Settings, models: ModelFactory, prompts: ChosenPrompts, signals: Sequence[GateSignal]
) -> dict[str, str]:
    """All that bears on the results, in words."""
    values = settings.as_dict()
    return {
        "model": models.generator_id,
        "embedder": models.embedder_id,
        "prompts": prompts.name,
        "signals": " ".join(signals),
        "samples": f"{SAMPLES} at {TEMPERATURE:g}",
        **{key: str(values.get(key, find_setting(key).default)) for key in _BEARING},
    }


# --------------------------------------------------------------------------------------- drafting


def _draft(
    mixed: MixedSet,
    results: MixedFile,
    signals: Sequence[GateSignal],
    settings: Settings,
    models: ModelFactory,
    book: PromptBook,
) -> None:
    """Draft what is not drafted yet. What is drafted is kept, however this ends."""
    missing = results.missing(mixed.questions)
    if not missing:
        return
    pace = Pace(len(mixed.questions), len(mixed.questions) - len(missing))
    line = StatusLine()
    with (
        telling_what_is_kept(results.path, pace, line),
        _search(mixed, settings, models, line) as find,
        loaded_generator(models, line) as generator,
    ):
        builder = PromptBuilder(generator, book, settings.integer("answer.max_tokens"))
        tokens = settings.integer("gate.draft_tokens")
        runner = MixedRunner(generator, builder, find, signals, tokens)
        for question in pace.each(missing, line.show):
            results.add(runner.ask(question, CancelToken()))


@contextmanager
def _search(
    mixed: MixedSet, settings: Settings, models: ModelFactory, line: StatusLine
) -> Iterator[FindEvidence]:
    """The program's own search over a library with the set's passages, made for the block."""

    def show(what: str, done: int, total: int) -> None:
        line.show(f"{done:,} of {total:,} {what}")

    line.show("Loading the embedder …")
    memory = VectorMemory(models.load_embedder(), cache_dir() / "evaluate")
    setup = SearchSetup.of("hybrid", settings)
    try:
        with open_corpus(mixed.passages, memory, show) as corpus:
            memory.save()
            axis = stored_axis(models.embedder_id)
            yield lambda question: _evidence(question, corpus, memory, setup, axis)
    finally:
        memory.save()  # after an interruption too: what was embedded is not embedded again


def _evidence(
    question: str,
    corpus: Corpus,
    memory: VectorMemory,
    setup: SearchSetup,
    axis: AffairsAxis | None,
) -> GateEvidence:
    """What is known of a question before a draft; the same question is embedded once."""
    (vector,) = memory.queries([parse_query(question).text])
    evidence = corpus.result(question, vector, setup, count=1).evidence
    assert evidence is not None  # noqa: S101 - every passage has its vector, both lists are made
    return evidence if axis is None else replace(evidence, affairs=axis.sign(vector))
