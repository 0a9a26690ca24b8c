"""`margine eval classics`: published tables, measured again."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

from app.core.errors import EnvironmentProblem
from app.core.settings import Settings
from app.evaluate.classics import measure_classics
from app.evaluate.datasets import load_dataset
from app.terminal.commands import StatusLine
from app.terminal.tables import add_report_options, present_report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "dataset",
        nargs="?",
        type=Path,
        metavar="DATASET",
        help="folder of studio_alfa (without it: the figures that need no dataset)",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, _settings: Settings) -> None:
    """Measure, and print. Raises MargineError."""
    if importlib.util.find_spec("sklearn") is None:
        raise EnvironmentProblem(
            "This measurement needs scikit-learn, which is not installed.",
            next_step="Install it with: pip install scikit-learn",
        )
    dataset = None if options.dataset is None else load_dataset(options.dataset)
    line = StatusLine()
    try:
        report = measure_classics(dataset, line.show)
    finally:
        line.clear()
    present_report(report, options, "classics")
