"""`margine eval evidence`: the program's own search with a scripted model, on small data sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.terminal import eval_evidence
from tests.engine.service_stage import ScriptedModels
from tests.evaluate.mixed_data import write_mixed_data
from tests.fakes import Reply, ScriptedGenerator
from tests.terminal.program import Program

RULE: dict[str, float | str] = {
    "signal": "margin",
    "intercept": -3.0,
    "coverage": 6.0,
    "threshold": 0.5,
}


@pytest.fixture
def models() -> ScriptedModels:
    sure = {"Who won": Reply("Brazil.", gap=9.0), "": Reply("Perhaps tea?", gap=0.5)}
    return ScriptedModels(generator=ScriptedGenerator(sure))


@pytest.fixture
def command(
    models: ScriptedModels, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Program:
    monkeypatch.setattr(eval_evidence, "InstalledModels", lambda _settings: models)
    return Program(capsys, "eval", "evidence")


def tables(value: dict[str, list[dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
    return {str(each["title"]): each["rows"] for each in value["tables"]}  # type: ignore[misc]  # rows of a table


def test_a_rule_is_fitted_to_one_half_and_judged_on_the_other(
    command: Program, models: ScriptedModels, tmp_path: Path
) -> None:
    data = str(write_mixed_data(tmp_path / "data"))
    output = tmp_path / "evidence.jsonl"
    drafted = (data, "--limit", "3", "--output", str(output))
    options = (*drafted, "--signals", "margin,entropy", "--fit")
    assert command(*options, "--json") == 0
    found = tables(json.loads(command.out))
    assert "[model.gate.evidence]" in command.err
    assert 'embedder = "hashed"' in command.err
    by_sign = {row["sign"]: row for row in found["Each sign alone"]}
    assert by_sign["coverage"]["AUROC library"]["value"] > 0.95  # type: ignore[index]  # an estimate
    assert {row["signal inside"] for row in found["Fitted rules"]} == {"margin", "entropy"}
    header, *rows = map(json.loads, output.read_text(encoding="utf-8").splitlines())
    assert header["signals"] == "margin entropy"
    drafts = len(rows)
    assert isinstance(models.generator, ScriptedGenerator)
    asked = len(models.generator.branchings)
    assert command(*options, "--json") == 0
    assert tables(json.loads(command.out)) == found
    assert len(models.generator.branchings) == asked == drafts, "nothing is drafted again"
    assert command(*drafted, "--signals", "margin") == 1
    assert "another way" in command.err


def test_the_stored_rule_is_judged(
    command: Program, models: ScriptedModels, tmp_path: Path
) -> None:
    models.rule = RULE
    data = str(write_mixed_data(tmp_path / "data"))
    output = str(tmp_path / "evidence.jsonl")
    value = command.json(
        data, "--limit", "2", "--half", "tune", "--signals", "margin", "--output", output
    )
    found = tables(value)
    decided = {row["rule"]: row for row in found["At the thresholds"]}
    assert decided["margin"]["threshold"] == models.tau
    assert decided["evidence with margin"]["threshold"] == 0.5
    assert {row["what"]: row["value"] for row in found["How it was measured"]}[
        "questions of"
    ] == "the tuning half"


def test_without_a_rule_the_signals_alone_are_reported(command: Program, tmp_path: Path) -> None:
    data = str(write_mixed_data(tmp_path / "data"))
    output = str(tmp_path / "evidence.jsonl")
    options = (
        data,
        "--limit",
        "1",
        "--signals",
        "margin,entropy",
        "--half",
        "report",
        "--output",
        output,
    )
    found = tables(command.json(*options))
    assert [row["rule"] for row in found["At the thresholds"]] == ["margin", "entropy"]
    assert "The rule" not in found


@pytest.mark.parametrize("signals", ["mood", "evidence", ""])
def test_only_signals_of_a_draft_are_drafted(
    command: Program, tmp_path: Path, signals: str
) -> None:
    assert command(str(tmp_path), "--signals", signals) == 2
    assert "--signals" in command.err
