"""`margine eval extract` and `margine bench quote`, with scripted models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.terminal import bench_quote, eval_extract
from tests.engine.service_stage import ScriptedModels
from tests.evaluate.beir import write_dataset
from tests.terminal.program import Program

ANSWERS = {"q1": ["eighty degrees"], "q2": ["one queen"], "q3": ["a dark cellar"]}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "small", answers=ANSWERS)


@pytest.fixture(autouse=True)
def models(monkeypatch: pytest.MonkeyPatch) -> ScriptedModels:
    models = ScriptedModels()
    for module in (eval_extract, bench_quote):
        monkeypatch.setattr(module, "InstalledModels", lambda _settings: models)
    return models


def figures(value: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401 - JSON
    rows = value["tables"][0]["rows"]
    return {row["figure"]: row for row in rows}


def test_quotes_are_measured_in_three_ways_without_a_generator(
    dataset: Path, capsys: pytest.CaptureFixture[str], models: ScriptedModels
) -> None:
    program = Program(capsys, "eval", "extract")
    value = program.json(str(dataset))
    assert value["tables"][0]["title"].startswith("small: 3 answerable and 2 unanswerable")
    rows = figures(value)
    holds = rows["quote holds an accepted answer"]
    assert set(holds) == {"figure", "words alone", "embedder alone", "both"}
    assert holds["both"]["value"] == pytest.approx(1.0)
    assert rows["quoted passage is the judged one"]["both"]["value"] == pytest.approx(1.0)
    assert 0 <= rows["likeliest words: exact match"]["both"]["value"] <= 1
    assert models.loads == ["embedder"]


def test_a_sample_and_a_half_can_be_measured(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = Program(capsys, "eval", "extract")
    value = program.json(str(dataset), "--limit", "3")
    assert value["tables"][0]["title"].startswith("small: 2 answerable and 1 unanswerable")
    sizes = [
        program.json(str(dataset), "--half", half)["tables"][0]["title"]
        for half in ("tune", "report")
    ]
    assert len(set(sizes)) == 2


def test_the_time_to_a_quote_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {f"p{n}": f"Mill {n} of {n * 37} stands by river {n * 53}." for n in range(20)}
    queries = {"q1": "Where does mill 3 stand?"}
    folder = write_dataset(
        tmp_path / "mills", texts=texts, titles={}, queries=queries, judged=[("q1", "p3", 1)]
    )
    program = Program(capsys, "bench", "quote")
    words = ("--texts", str(folder), "--sizes", "20,40", "--folder", str(tmp_path / "bench"))
    rows = program.json(*words)["tables"][0]["rows"]
    assert [row["passages"] for row in rows] == [20] * 4 + [40] * 4
    assert all(row["p50 ms"] > 0 for row in rows)
