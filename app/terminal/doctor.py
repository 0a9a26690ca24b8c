"""`margine doctor`: checks the installation and the library, and repairs what is safe to repair."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable

from app.core.findings import CheckFinding, Level
from app.core.settings import Settings
from app.engine.checkup import check_all
from app.index.mending import mend_library
from app.terminal import output
from app.terminal.commands import StatusLine, print_json

_MARKS = {Level.OK: "ok     ", Level.WARNING: "warning", Level.PROBLEM: "problem"}


def add_doctor_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "--repair",
        action="store_true",
        help="put right what is safe: a damaged library, leftovers, permissions",
    )


def doctor(options: argparse.Namespace, settings: Settings) -> None:
    """Check, and before that repair if asked. Raises MargineError, and SystemExit
    with code 1 where problems are found."""
    line = StatusLine()

    def show(what: str, done: int, total: int) -> None:
        line.show(f"{what}: {done} of {total}")

    repaired: list[CheckFinding] = []
    found: list[CheckFinding] = []
    try:
        if options.repair:
            repaired = list(mend_library(options.library, show))
        for finding in check_all(options.library, settings, show):
            line.clear()
            found.append(finding)
            if not options.json:
                _say(finding)
    finally:
        line.clear()
    if options.json:
        print_json({"repaired": _as_json(repaired), "findings": _as_json(found)})
    else:
        _close(repaired, found)
    if any(each.level is Level.PROBLEM for each in found):
        raise SystemExit(1)


def _say(finding: CheckFinding) -> None:
    output.say(f"{_MARKS[finding.level]}  {finding.topic}: {finding.what}")
    for text in (finding.why, finding.next_step):
        if text and (finding.level is not Level.OK or text == finding.why):
            output.say(f"         {text}")


def _close(repaired: Iterable[CheckFinding], found: Iterable[CheckFinding]) -> None:
    for finding in repaired:
        output.say(f"repaired {finding.topic}: {finding.what}")
        for text in filter(None, (finding.why, finding.next_step)):
            output.say(f"         {text}")
    counts = {level: sum(each.level is level for each in found) for level in Level}
    output.say(
        f"{os.linesep}{counts[Level.PROBLEM]} problems, {counts[Level.WARNING]} warnings, "
        f"{counts[Level.OK]} fine."
    )


def _as_json(findings: Iterable[CheckFinding]) -> list[dict[str, str]]:
    return [
        {
            "topic": each.topic,
            "level": each.level.value,
            "what": each.what,
            "why": each.why,
            "next_step": each.next_step,
        }
        for each in findings
    ]
