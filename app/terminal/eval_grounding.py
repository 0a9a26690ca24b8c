"""`margine eval grounding [FILE…]`: how well the check of answers tells what is not borne out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.answer.embedding import TextEmbedder
from app.core.errors import UserError
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.evaluate.datasets import load_dataset
from app.evaluate.grounding_cases import GroundingSet, default_file, load_cases
from app.evaluate.grounding_corrupt import make_cases
from app.evaluate.grounding_figures import judge_set
from app.evaluate.grounding_report import JudgedSet, grounding_report
from app.evaluate.retrieval import Half
from app.models.contracts import Embedder, Vectors
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.tables import add_report_options, present_report

_LIMIT = 100


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="labelled sentences (TOML), or BEIR folders, of whose passages faithful and corrupted "
        "sentences are made (default: the labelled sentences that come with the program)",
    )
    parser.add_argument(
        "--half", choices=[Half.TUNE.value, Half.REPORT.value], help="only one half of the cases"
    )
    parser.add_argument(
        "--words-alone", action="store_true", help="compare without the embedder's vectors"
    )
    parser.add_argument(
        "--limit",
        type=whole_number(1),
        default=_LIMIT,
        metavar="N",
        help=f"make cases of N passages of a BEIR folder (default: {_LIMIT})",
    )
    parser.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="N", help="of what is made (default: 0)"
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Check every sentence, and present the report. Raises MargineError."""
    half = Half(options.half or Half.ALL)
    sets = [
        _load(path, half, options.limit, options.seed) for path in options.files or [default_file()]
    ]
    models = InstalledModels(settings)
    line = StatusLine()
    try:
        embedder: TextEmbedder | None = None
        if not options.words_alone:
            line.show("Loading the embedder …")
            embedder = _RememberingEmbedder(models.load_embedder())
        compared = "words" if embedder is None else "words, vectors"
        judged = [
            JudgedSet(each.name, compared, tuple(judge_set(each, embedder, line.show)))
            for each in sets
        ]
    finally:
        line.clear()
    details = {
        "half": half.value,
        "embedder": "none" if options.words_alone else models.embedder_id,
        "seed": str(options.seed),
    }
    present_report(grounding_report(judged, details), options, "grounding")


def _load(path: Path, half: Half, limit: int, seed: int) -> GroundingSet:
    path = path.expanduser()
    if path.is_dir():
        found = make_cases(load_dataset(path), half, limit, seed)
    else:
        found = load_cases(path, half)
    if not found.cases:
        raise UserError(f"{path} holds no sentences to be checked in the half that was asked for.")
    return found


class _RememberingEmbedder:
    """An embedder that embeds each text once: the sentences of a case share their passages."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """See `TextEmbedder`."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= zip(new, self._embedder.embed_passages(new), strict=True)
        return np.stack([self._known[text] for text in texts])

    def embed_query(self, text: str) -> Vectors:
        """See `TextEmbedder`."""
        return self._embedder.embed_query(text)
