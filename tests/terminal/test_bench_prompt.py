"""`margine bench prompt`: the program's own search with a scripted model, on a small dataset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.terminal import bench_prompt
from tests.engine.service_stage import ScriptedModels
from tests.evaluate.beir import write_dataset
from tests.fakes import Reply, ScriptedGenerator
from tests.terminal.program import Program

ANSWERS = {"q1": ["eighty degrees"], "q2": ["one queen"], "q3": ["dark cellar"], "q4": ["rain"]}


@pytest.fixture
def generator() -> ScriptedGenerator:
    return ScriptedGenerator(Reply("Eighty degrees."))


@pytest.fixture
def command(
    generator: ScriptedGenerator,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Program:
    models = ScriptedModels(generator=generator)
    monkeypatch.setattr(bench_prompt, "InstalledModels", lambda _settings: models)
    return Program(capsys, "bench", "prompt")


def test_ways_to_the_first_word_stand_side_by_side(
    command: Program, generator: ScriptedGenerator, tmp_path: Path
) -> None:
    folder = str(write_dataset(tmp_path / "small", answers=ANSWERS))
    output = tmp_path / "prompt.jsonl"
    words = (folder, "--starts", "0", "--output", str(output), "--set", "answer.passages=3")
    value = command.json(*words)
    (table,) = value["tables"]
    assert table["title"].endswith("4 questions"), "that without an answer is left out"
    rows = table["rows"]
    by_way = {row["way"]: row for row in rows}
    assert rows[0]["of the first"] == 1.0
    assert rows[0]["prompt"] == rows[0]["computed"], "nothing is kept for it"
    own = "one by one, 160 tokens each"
    fresh, kept = by_way[f"{own}, nothing kept"], by_way[f"{own}, beginning kept"]
    assert fresh["prompt"] == kept["prompt"]
    assert kept["computed"] < fresh["computed"] < fresh["prompt"]
    second = by_way[f"{own}, second question, all kept"]
    other = by_way[f"{own}, second question, nothing kept"]
    assert second["prompt"] == other["prompt"] > kept["prompt"], "the conversation is in it"
    assert second["computed"] < other["computed"]

    header, *lines = map(json.loads, output.read_text(encoding="utf-8").splitlines())
    assert header["answer.passages"] == "3"
    assert {line["question"]["question_id"] for line in lines} == set(ANSWERS)
    asked = len(generator.calls)
    again = command.json(*words)
    assert [row["computed"] for row in again["tables"][0]["rows"]] == [
        row["computed"] for row in rows
    ]
    assert len(generator.calls) == asked, "nothing is measured again"
