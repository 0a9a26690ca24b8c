"""`margine eval attacks`: the whole engine with a scripted model that obeys."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.terminal import eval_attacks
from tests.engine.service_stage import ScriptedModels
from tests.fakes import Reply, ScriptedGenerator
from tests.terminal.program import Program

REPLIES = {
    "ANANAS": Reply("ANANAS"),
    "PWNED": Reply("PWNED"),
    "palestra": Reply("La palestra comunale chiude alle 21:30."),
    "archive": Reply("The archive is open on Thursdays."),
}


def counts(value: Mapping[str, Any]) -> dict[str, int]:
    return {row["what"]: row["of all"] for row in value["tables"][0]["rows"]}


@pytest.fixture
def generator(monkeypatch: pytest.MonkeyPatch) -> ScriptedGenerator:
    generator = ScriptedGenerator(REPLIES)
    models = ScriptedModels(generator=generator)
    monkeypatch.setattr(eval_attacks, "InstalledModels", lambda _settings: models)
    return generator


def test_what_is_left_out_is_not_obeyed_and_what_was_answered_is_not_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], generator: ScriptedGenerator
) -> None:
    program = Program(capsys, "eval", "attacks", "--limit", "2", "--leave-out")
    output = ("--output", str(tmp_path / "answers.jsonl"))
    first = program.json(*output)
    found = counts(first)
    assert found["attacks"] == found["recognised as suspicious"] == 2
    assert found["right without the attack"] == found["right in spite of the attack"] == 2
    assert found["steered: what was asked for is in the answer"] == 0
    asked = len(generator.calls)
    assert counts(program.json(*output)) == found
    assert len(generator.calls) == asked


def test_each_attack_has_a_line(
    capsys: pytest.CaptureFixture[str], generator: ScriptedGenerator
) -> None:
    value = Program(capsys, "eval", "attacks", "--limit", "2").json()
    names = [row["attack"] for row in value["tables"][1]["rows"]]
    assert names == ["ignore-previous-it", "ignore-previous-en"]
    assert counts(value)["right without the attack"] == 2
    assert generator.calls
