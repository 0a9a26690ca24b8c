"""`margine bench embed DATASET…`: the embedder, run by torch and by ONNX Runtime."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.core.errors import UserError
from app.core.paths import cache_dir, models_dir
from app.core.settings import Settings
from app.engine.children import child_command, child_environment
from app.evaluate.bench_children import ProbeCommand
from app.evaluate.bench_embed import (
    WORDS,
    QualityFigures,
    SpeedFigures,
    Texts,
    cut_texts,
    measure_quality,
    measure_speed,
)
from app.evaluate.bench_embed_report import embed_report
from app.evaluate.bench_embed_start import StartFigures, measure_start
from app.evaluate.datasets import Dataset, load_dataset
from app.evaluate.embedder_variants import Variant, load_variant, prepare_variant, variants_here
from app.models.catalog import resolve_embedder
from app.models.embedder import SentenceEmbedder
from app.models.model_threads import model_threads
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.tables import add_report_options, present_report

_PARTS = ("speed", "start", "quality")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET", help="BEIR folders")
    parser.add_argument(
        "--passages",
        type=whole_number(1),
        default=96,
        metavar="N",
        help="passages to time (default 96)",
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(1),
        default=6,
        metavar="N",
        help="turns of each variant (default 6)",
    )
    parser.add_argument(
        "--parts",
        nargs="+",
        choices=_PARTS,
        default=_PARTS,
        metavar="PART",
        help=f"what to measure: {', '.join(_PARTS)} (default: all)",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and present the report. Raises MargineError."""
    bench = _Bench(options, settings)
    try:
        report = embed_report(
            bench.speeds() if "speed" in options.parts else [],
            bench.starts() if "start" in options.parts else [],
            bench.qualities() if "quality" in options.parts else [],
            bench.introduction(),
        )
    finally:
        bench.line.clear()
    present_report(report, options, "bench-embed")


class _Bench:
    """One run of the command."""

    def __init__(self, options: argparse.Namespace, settings: Settings) -> None:
        self.line = StatusLine()
        self._rounds: int = options.rounds
        self._datasets: list[Dataset] = [load_dataset(each) for each in options.datasets]
        passages = max(options.passages, options.rounds)
        self._texts: Texts = cut_texts(self._datasets, passages, 4 * passages)
        self._check(options.rounds if "speed" in options.parts else 1)
        model = resolve_embedder(settings.text("models.embedder"), models_dir())
        self._model = model.path
        self._work = cache_dir() / "bench" / "embed" / model.model_id
        self._threads = model_threads(settings)
        self.line.show("Preparing the variants …")
        self._variants = variants_here()
        for variant in self._variants:
            prepare_variant(variant, self._model, self._work)

    def _check(self, turns: int) -> None:
        """Every turn needs a passage and a query, every dataset a judged query."""
        unjudged = next((each.name for each in self._datasets if not each.judged), None)
        if unjudged is not None:
            raise UserError(
                f"{unjudged} has no query to be measured.",
                why="Only queries with a relevant passage count.",
            )
        found = min(len(self._texts.passages), len(self._texts.queries))
        if found < turns:
            raise UserError(
                "There is too little text to measure with.",
                why=f"{turns} rounds need as many texts of {WORDS} words and as many queries.",
                next_step="Give larger datasets, or fewer --rounds.",
            )

    def introduction(self) -> str:
        """What was measured on what."""
        names = ", ".join(dataset.name for dataset in self._datasets)
        return (
            f"{self._model.name} on {self._threads} threads; texts of {names}. The first variant is"
            f" {self._variants[0]}."
        )

    def speeds(self) -> list[SpeedFigures]:
        """All variants in turns, in this process."""
        embedders = {str(each): self._load(each) for each in self._variants}
        return measure_speed(embedders, self._texts, self._rounds, self._threads, self.line.show)

    def starts(self) -> list[StartFigures]:
        """Each variant in a process of its own, once to warm the disk's cache and once to count."""
        command = ProbeCommand(child_command("bench"), child_environment())
        figures = []
        for variant in self._variants:
            request = {
                "variant": variant.value,
                "folder": str(self._model),
                "work": str(self._work),
                "threads": self._threads,
                "query": self._texts.queries[0],
                "passages": self._texts.passages[:32],
            }
            self.line.show(f"Starting {variant} …")
            measure_start(command, request)
            figures.append(measure_start(command, request))
        return figures

    def qualities(self) -> list[QualityFigures]:
        """Every dataset with every variant."""
        embedders = {str(each): self._load(each) for each in self._variants}
        return [
            figures
            for dataset in self._datasets
            for figures in measure_quality(
                embedders, dataset, self._work / "vectors", self.line.show
            )
        ]

    def _load(self, variant: Variant) -> SentenceEmbedder:
        self.line.show(f"Loading {variant} …")
        return load_variant(variant, self._model, self._work, self._threads)
