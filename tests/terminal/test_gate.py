"""`margine eval gate` and `margine gate calibrate` with a scripted model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.core.thresholds import load_thresholds
from app.core.types import GateSignal
from app.terminal import eval_gate, gate_calibrate
from tests.engine.service_stage import ScriptedModels
from tests.fakes import Reply, ScriptedGenerator
from tests.terminal.program import Program

REPLIES = {
    "Passage:": Reply("right"),
    "easy": Reply("right", gap=6.0),
    "": Reply("wrong", gap=0.5),
}


@pytest.fixture
def generator() -> ScriptedGenerator:
    return ScriptedGenerator(REPLIES)


@pytest.fixture
def command(
    generator: ScriptedGenerator,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Program:
    models = ScriptedModels(generator=generator)
    for module in (eval_gate, gate_calibrate):
        monkeypatch.setattr(module, "InstalledModels", lambda _settings: models)
    monkeypatch.setenv("MARGINE_CONFIG_DIR", str(tmp_path / "config"))
    return Program(capsys)


@pytest.fixture
def questions(tmp_path: Path) -> str:
    """Four easy and eight hard questions."""
    kinds = ["easy"] * 4 + ["hard"] * 8
    lines = [
        {
            "_id": str(at),
            "set": kind,
            "text": f"A {kind} question, number {at}?",
            "answers": ["right"],
            "passages": [{"title": "Title", "text": "Text."}],
        }
        for at, kind in enumerate(kinds)
    ]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return str(path)


def test_the_table_and_the_plot(
    command: Program, generator: ScriptedGenerator, questions: str, tmp_path: Path
) -> None:
    output, plot = str(tmp_path / "r.jsonl"), tmp_path / "plot.svg"
    value = command.json("eval", "gate", questions, "--output", output)
    by_way = {row["way"]: row for row in value["tables"][0]["rows"]}
    assert by_way["Never"]["EM"]["value"] == pytest.approx(4 / 12)
    assert by_way["Always"]["EM"]["value"] == 1.0
    # The easy ones are the surest; equal scores are searched for together.
    assert by_way["margin at 70%"]["EM"]["value"] == 1.0
    assert by_way["margin at 70%"]["searched"] == pytest.approx(8 / 12)
    (margin, *_) = value["tables"][1]["rows"]
    assert margin["AUROC"]["value"] == 1.0
    asked = len(generator.calls)
    assert command("eval", "gate", questions, "--output", output, "--plot", str(plot)) == 0
    assert len(generator.calls) == asked, "nothing is asked again"
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    draft = ("--set", "gate.draft_tokens=5")
    assert command("eval", "gate", questions, "--output", output, *draft) == 1
    assert "another way" in command.err


def test_a_budget_is_calibrated_and_kept(command: Program, questions: str) -> None:
    assert command("gate", "calibrate", questions, "--budget", "0.7") == 0
    assert "8 of these 12 questions" in command.out
    (kept,) = load_thresholds()
    assert (kept.model_id, kept.signal) == ("scripted", GateSignal.MARGIN)
    assert 0.0 < kept.threshold < 0.6
    assert kept.questions == 12


def test_labels_come_from_the_results_of_eval_gate(
    command: Program, questions: str, tmp_path: Path
) -> None:
    output = str(tmp_path / "r.jsonl")
    assert command("eval", "gate", questions, "--output", output) == 0
    value = command.json("gate", "calibrate", output, "--labels", "--signal", "entropy")
    assert value["signal"] == "entropy"
    assert (value["accuracy"], value["searched"]) == (1.0, 8)


def test_printed_lines_set_nothing(command: Program, questions: str) -> None:
    assert command("gate", "calibrate", questions, "--print") == 0
    assert "[model.gate]\nmargin = " in command.out
    assert load_thresholds() == ()


def test_what_cannot_be_calibrated(command: Program, questions: str, tmp_path: Path) -> None:
    few = tmp_path / "few.txt"
    few.write_text("Who?\nWho?\nWhen?\n", encoding="utf-8")
    assert command("gate", "calibrate", str(few)) == 1
    assert "too few" in command.err
    assert "there are 2" in command.err
    assert command("gate", "calibrate", questions, "--labels") == 1
    assert "labelled" in command.err
    assert command("gate", "calibrate", str(tmp_path / "none")) == 1
    assert "cannot be read" in command.err
    assert command("gate", "calibrate", questions, "--signal", "mood") == 2
    assert command("gate", "calibrate", questions, "--budget", "2") == 2
    assert load_thresholds() == ()
