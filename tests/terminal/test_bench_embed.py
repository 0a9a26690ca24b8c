"""`margine bench embed` on a tiny embedder with random weights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app import cli
from app.core.settings import Settings, save_settings
from app.engine.children import child_command, child_environment
from app.evaluate.bench_children import ProbeCommand
from app.evaluate.bench_embed_start import measure_start
from app.evaluate.embedder_variants import Variant, variants_here
from tests.models.tiny_encoders import TinyEncoder


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Eight passages and eight queries, in BEIR's layout."""
    folder = tmp_path / "tiny-data"
    folder.mkdir()
    words = "the tower stands on sand and visitors enter from nine".split()  # noqa: SIM905 - a text
    rows = [{"_id": f"p{n}", "title": "", "text": " ".join(words[n:] * 9)} for n in range(8)]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    rows = [{"_id": f"q{n}", "text": " ".join(words[n:])} for n in range(8)]
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, rows)))
    judgements = "\n".join(f"q{n}\tp{n}\t1" for n in range(8))
    (folder / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{judgements}\n")
    return folder


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """The embedder that the settings name."""
    folder = TinyEncoder().write(tmp_path / "tiny-model")
    save_settings(Settings({"models.embedder": str(folder), "models.threads": 1}))
    return folder


@pytest.mark.usefixtures("model")
def test_variants_are_measured_beside_each_other(
    dataset: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = tmp_path / "report"
    words = ["bench", "embed", str(dataset), "--passages", "4", "--rounds", "2", "--json"]
    assert cli.main([*words, "--parts", "speed", "quality", "--report", str(report)]) == 0
    tables = {each["title"]: each["rows"] for each in json.loads(capsys.readouterr().out)["tables"]}
    speed = {row["variant"]: row for row in tables["Speed"]}
    assert list(speed) == [str(each) for each in variants_here()]
    assert speed[Variant.ONNX_FLOAT32]["least cosine"] > 0.9999
    assert 0.98 < speed[Variant.ONNX_INT8]["least cosine"] < 0.99999
    assert all(row["passages/s"] > 0 for row in speed.values())
    quality = tables["Retrieval: nDCG@10, exact dense search"]
    assert [row["dataset"] for row in quality] == ["tiny-data"] * len(speed)
    assert (report / "bench-embed.html").is_file()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(["--rounds", "40"], "too little text"), (["--parts", "quality"], "no query to be measured")],
)
def test_too_little_to_measure_is_told(
    dataset: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    complaint: str,
) -> None:
    if "quality" in words:
        (dataset / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n")
    assert cli.main(["bench", "embed", str(dataset), *words]) == 1
    assert complaint in capsys.readouterr().err


def test_a_start_is_timed_step_by_step(model: Path, tmp_path: Path) -> None:
    command = ProbeCommand(child_command("bench"), child_environment())
    request = {
        "variant": Variant.TORCH_FLOAT32.value,
        "folder": str(model),
        "work": str(tmp_path / "work"),
        "threads": 1,
        "query": "the tower",
        "passages": ["the sand"] * 3,
    }
    figures = measure_start(command, request)
    steps = (figures.interpreter, figures.torch, figures.library, figures.model)
    assert min(steps) > 0
    assert figures.total > sum(steps)
    assert figures.processor > 0
    assert figures.memory_peak >= figures.memory_ready > 50
