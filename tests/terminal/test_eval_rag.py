"""`margine eval rag`: the program's own search with a scripted model, on a small dataset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.terminal import eval_rag
from tests.engine.service_stage import ScriptedModels
from tests.evaluate.beir import write_dataset
from tests.fakes import Reply, ScriptedGenerator
from tests.terminal.program import Program

ANSWERS = {"q1": ["eighty degrees"], "q2": ["one queen"], "q3": ["dark cellar"], "q4": ["rain"]}
REPLIES = {
    "How hot is green tea": Reply("Eighty degrees."),
    "Where is wine stored": Reply("A dark cellar."),
    "": Reply("NONE"),
}


@pytest.fixture
def generator() -> ScriptedGenerator:
    return ScriptedGenerator(REPLIES)


@pytest.fixture
def command(
    generator: ScriptedGenerator,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Program:
    models = ScriptedModels(generator=generator)
    monkeypatch.setattr(eval_rag, "InstalledModels", lambda _settings: models)
    return Program(capsys, "eval", "rag")


def test_three_ways_are_compared_and_the_results_kept(
    command: Program, generator: ScriptedGenerator, tmp_path: Path
) -> None:
    folder = str(write_dataset(tmp_path / "small", answers=ANSWERS))
    output = tmp_path / "rag.jsonl"
    value = command.json(folder, "--output", str(output), "--passages", "3")
    (table, *_) = value["tables"]
    assert table["title"] == "small: 4 questions with an answer, 1 without"
    by_way = {row["way"]: row for row in table["rows"]}
    for way in ("best passage alone", "RAG-Sequence, T = 0.01", "RAG-Token, T = 0.01"):
        assert by_way[way]["rightly refused"] == 1.0
        assert by_way[way]["contained"] == 0.5
    header, *rows = map(json.loads, output.read_text(encoding="utf-8").splitlines())
    assert (header["answer.passages"], header["answer.passage_tokens"]) == ("3", "160")
    assert len(rows) == 5
    assert all(len(row["passages"]) == 3 for row in rows)
    asked = len(generator.branchings)
    again = command.json(folder, "--output", str(output), "--passages", "3")
    assert again["tables"] == value["tables"]
    assert len(generator.branchings) == asked, "nothing is asked again"
    assert command(folder, "--output", str(output), "--passages", "2") == 1
    assert "another way" in command.err
    shorter = ("--passages", "3", "--set", "answer.passage_tokens=40")
    assert command(folder, "--output", str(output), *shorter) == 1
    assert "answer.passage_tokens: 160 there, 40 now" in command.err


@pytest.mark.parametrize("temperature", ["0", "-1", "warm"])
def test_a_temperature_is_positive(command: Program, tmp_path: Path, temperature: str) -> None:
    assert command(str(tmp_path), "--temperature", temperature) == 2
    assert "--temperature" in command.err


def test_half_and_limit_choose_the_questions(command: Program, tmp_path: Path) -> None:
    folder = str(write_dataset(tmp_path / "small", answers=ANSWERS))
    output = tmp_path / "rag.jsonl"
    value = command.json(folder, "--limit", "2", "--temperature", "0.5", "--output", str(output))
    assert value["tables"][0]["title"].startswith("small: 2 questions with an answer, 0 without")
    assert any("T = 0.5" in row["way"] for row in value["tables"][0]["rows"])
