"""`margine eval absence RESULTS…`: the rule by which it is declined to answer."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.answer.absence import AbsenceRule, rule_from_table
from app.answer.templates import load_prompt_book
from app.core.errors import UserError
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.evaluate.absence_fit import BUDGET, fit_rule, with_thresholds
from app.evaluate.absence_report import absence_report, labelled_signs, rule_as_toml
from app.evaluate.answers_ledger import read_results
from app.terminal.option_types import share
from app.terminal.output import complain
from app.terminal.tables import add_report_options, present_report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "results",
        nargs="+",
        type=Path,
        metavar="RESULTS",
        help="files that margine eval answers wrote with --output",
    )
    change = parser.add_mutually_exclusive_group()
    change.add_argument(
        "--fit",
        action="store_true",
        help="fit the rule to these results, and print it as models.toml has it",
    )
    change.add_argument(
        "--threshold",
        action="store_true",
        help="keep the stored weights, choose the thresholds by these results, and print the rule",
    )
    parser.add_argument(
        "--budget",
        type=share,
        default=BUDGET,
        metavar="SHARE",
        help="with --fit or --threshold: most answerable questions of a dataset that may be "
        f"declined ({BUDGET})",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Judge the rule, fitted or as stored with the model, on the results. Raises MargineError."""
    answered = [each for path in options.results for each in read_results(path.expanduser())]
    rows = labelled_signs(answered)
    rule = fit_rule(rows, budget=options.budget) if options.fit else _stored_rule(settings)
    if options.threshold:
        rule = with_thresholds(rule, rows, options.budget)
    if options.fit or options.threshold:
        complain(rule_as_toml(rule))
    present_report(absence_report(rows, rule), options, "absence")


def _stored_rule(settings: Settings) -> AbsenceRule:
    """The rule of the default model. Raises UserError if it has none."""
    models = InstalledModels(settings)
    table = models.absence("", load_prompt_book().version)
    if not table:
        raise UserError(
            f"No rule is stored for {models.generator_id} with {models.embedder_id}.",
            next_step="Fit one with --fit.",
        )
    return rule_from_table(table)
