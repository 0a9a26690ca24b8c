"""`margine eval absence`: the rule judged as stored, fitted, or with another threshold."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.answer.absence import AbsenceRule
from app.evaluate.answers_ledger import Ledger
from app.terminal import eval_absence
from tests.evaluate.answer_values import answered_with, put_question
from tests.terminal.program import Program

RULE = AbsenceRule(0.0, {"check": 1.0}, 0.5)
# How far the model denies that a passage answers, in log odds.
FOUND = [-3.0 + each / 10 for each in range(20)]  # up to -1.1
ABSENT = (-1.25, 0.2, 1.0, 2.0)


def kept(path: Path) -> Path:
    """A file of results: 20 questions with an answer, 4 without."""
    with Ledger(path, {"model": "scripted"}) as ledger:
        for number, check in enumerate((*FOUND, *ABSENT)):
            accepted = ("eighty degrees",) if number < len(FOUND) else ()
            signs = {"reading": -9.0, "check": check, "coverage": 0.5, "foreign": 0.0}
            row = answered_with("At eighty degrees.", put_question(f"q{number}", accepted=accepted))
            ledger.add(replace(row, signs=signs))
    return path


@pytest.fixture
def command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Program:
    monkeypatch.setattr(eval_absence, "_stored_rule", lambda _settings: RULE)
    return Program(capsys, "eval", "absence", str(kept(tmp_path / "results.jsonl")))


def printed(words: str) -> dict[str, float]:
    """The rule that was printed as models.toml has it."""
    table: dict[str, float] = tomllib.loads(words)["model"]["absence"]
    return table


@pytest.mark.parametrize(
    ("words", "wrongly", "rightly"),
    [
        ((), 0, 3),  # at one half the rule declines from log odds 0 on
        (("--threshold",), 1, 3),  # 0.08 of 20 is one: halfway between -1.1 and -1.2
        (("--threshold", "--budget", "0.2"), 4, 4),
        (("--threshold", "--budget", "0"), 0, 2),  # halfway to certainty
    ],
)
def test_the_threshold_keeps_to_the_budget_and_the_weights_stay(
    command: Program, words: Sequence[str], wrongly: int, rightly: int
) -> None:
    assert command(*words) == 0
    if words:
        assert {**printed(command.err), "threshold": 0.5} == {
            "intercept": 0.0,
            "check": 1.0,
            "threshold": 0.5,
        }
    else:
        assert command.err == ""
    assert command(*words, "--json") == 0
    assert f'"declined wrongly": {wrongly / 20}' in command.out
    assert f'"declined rightly": {rightly / 4}' in command.out


def test_a_fit_finds_weights_of_its_own(command: Program) -> None:
    assert command("--fit") == 0
    assert printed(command.err)["check"] > 1.0


def test_fit_and_threshold_are_two_ways(command: Program) -> None:
    assert command("--fit", "--threshold") == 2
