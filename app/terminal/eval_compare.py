"""`margine eval compare RESULTS…`: several files of answers in one table."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from app.core.settings import Settings
from app.evaluate.answers_compare import compare_files, compare_report
from app.evaluate.answers_ledger import KeptAnswers, read_kept
from app.evaluate.retrieval import Half
from app.terminal.tables import add_report_options, present_report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "results",
        nargs="+",
        type=Path,
        metavar="RESULTS",
        help="files that margine eval answers wrote with --output; the others are compared with "
        "the first",
    )
    parser.add_argument(
        "--half", choices=[Half.TUNE.value, Half.REPORT.value], help="only one half of the queries"
    )
    add_report_options(parser)


def run(options: argparse.Namespace, _settings: Settings) -> None:
    """Judge the files and print them side by side. Raises MargineError."""
    half = Half(options.half or Half.ALL)
    files = [_of_half(read_kept(path.expanduser()), half) for path in options.results]
    present_report(compare_report(compare_files(files)), options, "compare")


def _of_half(file: KeptAnswers, half: Half) -> KeptAnswers:
    answered = tuple(each for each in file.answered if half.holds(each.question.question_id))
    return replace(file, answered=answered)
