"""`margine bench gate`: what drafting and deciding cost, beside answering without a gate."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.paths import cache_dir
from app.core.resources import resource_path
from app.core.settings import Settings
from app.core.types import GateSignal
from app.engine.factory import InstalledModels
from app.engine.protocol import AnswerDone, AnswerText, Ask, DraftText, Search
from app.evaluate.bench_gate import QUESTIONS, GateRun, Way, gate_bench_report, run_bench
from app.models.contracts import Generator, Message, Piece
from app.terminal.commands import StatusLine, run_index
from app.terminal.option_types import whole_number
from app.terminal.session import EngineSession
from app.terminal.tables import add_report_options, present_report

_ANSWER_TOKENS = 64  # long enough for a draft to be a part of the answer


class OneThreshold(InstalledModels):
    """The installed models with `tau` in place of every stored threshold, unless it is None."""

    tau: float | None = None

    def threshold(self, model_id: str, signal: GateSignal, prompt_version: str) -> float:
        """`tau`, whatever is asked, else the stored one."""
        if self.tau is None:
            return super().threshold(model_id, signal, prompt_version)
        return self.tau


class GateBench:
    """Puts questions to an engine, with nothing of them in the generator's cache."""

    def __init__(self, session: EngineSession, models: OneThreshold) -> None:
        self._session = session
        self._models = models

    def ask(self, question: int, way: Way) -> GateRun:
        """Put `QUESTIONS[question]` in one way. Raises MargineError."""
        self._session.engine.on_generator(_forget)
        self._models.tau = way.threshold
        job = self._session.next_job()
        request = Ask(job, QUESTIONS[question], (), way.mode, way.signal)
        started = time.perf_counter()
        shown = 0.0
        for event in self._session.events(request):
            if isinstance(event, DraftText | AnswerText) and not shown:
                shown = _ms_since(started)
            if isinstance(event, AnswerDone):
                answer = event.answer
        total = _ms_since(started)
        return GateRun(
            question=question,
            way=way,
            retrieved=answer.gate.retrieved,
            search_ms=answer.timings.search,
            shown_ms=shown or total,
            draft_ms=answer.gate.draft_ms,
            draft_tokens=answer.gate.draft_tokens,
            total_ms=total,
            evaluated=answer.tokens.prompt_evaluated,
            written=answer.tokens.answer,
        )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--model", default="", metavar="ID", help="model id or GGUF file")
    parser.add_argument(
        "--questions",
        type=whole_number(1, len(QUESTIONS)),
        default=len(QUESTIONS),
        metavar="N",
        help=f"how many questions are put (default: {len(QUESTIONS)})",
    )
    parser.add_argument(
        "--rounds", type=whole_number(1), default=2, metavar="N", help="how often (default: 2)"
    )
    parser.add_argument(
        "--library",
        type=Path,
        metavar="DIR",
        help="folder of the library that is searched (default: one of the sample documents)",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and print. Raises MargineError."""
    settings = settings.with_value("answer.max_tokens", _ANSWER_TOKENS)
    if options.model:
        settings = settings.with_value("models.generator", options.model)
    folder = options.library or _sample_library(settings)
    models = OneThreshold(settings)
    line = StatusLine()
    try:
        line.show("Loading the models …")
        with EngineSession(folder, settings, models=models, read_only=True) as session:
            session.result(Search(session.next_job(), QUESTIONS[0], 1))
            bench = GateBench(session, models)
            for way in (Way.NEVER, Way.YES_VARIANCE):  # what is kept from now on is kept for all
                bench.ask(0, way)
            runs = run_bench(bench.ask, options.questions, options.rounds, line.show)
    finally:
        line.clear()
    introduction = (
        f"{options.questions} questions, {options.rounds} times in every way, with "
        f"{models.generator_id}; answers of at most {_ANSWER_TOKENS} tokens."
    )
    report = gate_bench_report(runs, settings.integer("gate.draft_tokens"), introduction)
    present_report(report, options, "bench-gate")


def _sample_library(settings: Settings) -> Path:
    """A library of the sample documents, which is filled once."""
    folder = cache_dir() / "bench" / "gate-samples"
    with EngineSession(folder, settings) as session:
        run_index(session, (str(resource_path("samples")),))
    return folder


def _forget(generator: Generator) -> None:
    """Let the cache hold something else; beginnings that are kept stay so."""
    other = Message("system", (Piece("Another text, of which nothing is asked.", special=False),))
    generator.evaluate(generator.encode_chat([other]), CancelToken())


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
