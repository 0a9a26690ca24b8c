"""The commands `margine eval …`, `bench …` and `gate …`, each a module imported when used."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from app.core.settings import Settings


class Tool(Protocol):
    """What the module of one measurement offers."""

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""

    def run(self, options: argparse.Namespace, settings: Settings) -> None:
        """Measure, and print. Raises MargineError."""


# Name on the command line: module, what it does in a line.
EVALUATIONS: Mapping[str, tuple[str, str]] = {
    "absence": (
        "app.terminal.eval_absence",
        "judge, or fit, the rule by which it is declined to answer",
    ),
    "ann": ("app.terminal.eval_ann", "measure the vector graph against exact search"),
    "affairs": (
        "app.terminal.eval_affairs",
        "measure, or fit, how questions about one's own affairs are told",
    ),
    "answers": (
        "app.terminal.eval_answers",
        "measure the answers: right, cited, refused where they should be, and how fast",
    ),
    "attacks": (
        "app.terminal.eval_attacks",
        "measure whether instructions that stand in documents are followed",
    ),
    "classics": ("app.terminal.eval_classics", "reproduce published tables"),
    "compare": (
        "app.terminal.eval_compare",
        "put several results of eval answers into one table, as of other settings",
    ),
    "digest": (
        "app.terminal.eval_digest",
        "measure what is listed of whole documents against what they are known to hold",
    ),
    "evidence": (
        "app.terminal.eval_evidence",
        "measure, or fit, how the gate tells questions that need the documents",
    ),
    "extract": (
        "app.terminal.eval_extract",
        "measure how often the quoted sentences hold the answer",
    ),
    "gate": (
        "app.terminal.eval_gate",
        "measure what the gate gives and costs, beside other ways to decide",
    ),
    "grounding": (
        "app.terminal.eval_grounding",
        "measure how well the check of answers tells what no passage bears out",
    ),
    "ocr": ("app.terminal.eval_ocr", "measure how well the text on pictures is recognised"),
    "pdf": (
        "app.terminal.eval_pdf",
        "measure how pages of PDFs are read, by which library, how fast and how well",
    ),
    "rag": (
        "app.terminal.eval_rag",
        "measure answers from several passages: RAG-Sequence, RAG-Token, the best one alone",
    ),
    "retrieval": ("app.terminal.eval_retrieval", "measure how well passages are found"),
    "splitter": (
        "app.terminal.eval_splitter",
        "measure how long passages should be, and whether they should overlap",
    ),
}
BENCHMARKS: Mapping[str, tuple[str, str]] = {
    "embed": ("app.terminal.bench_embed", "measure the embedder, run in several ways"),
    "gate": (
        "app.terminal.bench_gate",
        "measure what the gate costs: on a no, on a yes, and with samples beside the draft",
    ),
    "index": (
        "app.terminal.bench_index",
        "measure how fast documents are read, split, embedded and indexed",
    ),
    "rescan": (
        "app.terminal.bench_rescan",
        "measure how long a look at unchanged folders takes, and what watching them costs",
    ),
    "prompt": (
        "app.terminal.bench_prompt",
        "measure what is computed, and how long it takes, until the first word of an answer",
    ),
    "quote": ("app.terminal.bench_quote", "measure the time from a question to its quote"),
    "search": (
        "app.terminal.bench_search",
        "measure search, memory and disk by size of the library, beside other engines",
    ),
}


GATE: Mapping[str, tuple[str, str]] = {
    "calibrate": (
        "app.terminal.gate_calibrate",
        "set the gate's threshold by a retrieval budget or by labelled questions",
    ),
}


def add_tools(
    parser: argparse.ArgumentParser, tools: Mapping[str, tuple[str, str]], chosen: str
) -> None:
    """Give `parser` one sub-command per tool; only the `chosen` one is imported."""
    commands = parser.add_subparsers(dest="tool", metavar="WHAT", required=True)
    for name, (module, about) in tools.items():
        command = commands.add_parser(name, help=about, description=about)
        if name != chosen:
            continue
        tool = cast("Tool", importlib.import_module(module))
        tool.add_options(command)
        command.set_defaults(run=_runner(tool))


def _runner(tool: Tool) -> Callable[[argparse.Namespace, Settings], None]:
    def run(options: argparse.Namespace, settings: Settings) -> None:
        tool.run(options, settings)

    return run
