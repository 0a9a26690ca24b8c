"""`margine eval splitter`, on a small dataset with scripted vectors."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from app import cli
from app.core.errors import EnvironmentProblem
from app.core.settings import Settings
from app.evaluate import vectors
from app.models.contracts import Vectors
from app.terminal import eval_splitter
from tests.engine.service_stage import ScriptedModels
from tests.fakes import HashedEmbedder

Run = Callable[..., int]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    models = ScriptedModels(embedder=HashedEmbedder(max_tokens=512))
    monkeypatch.setattr(eval_splitter, "InstalledModels", lambda _settings: models)
    return lambda *words: cli.main(["eval", "splitter", *map(str, words)])


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Two documents of three passages each, and a question about each passage."""
    folder = tmp_path / "animals"
    folder.mkdir()
    passages, queries, judged = [], [], ["query-id\tcorpus-id\tscore"]
    for number, animal in enumerate(("bees", "ants", "dogs", "cats", "owls", "bats")):
        text = f"Of {animal} we know much. They sleep {number + 3} hours. They eat well."
        title = "Insects" if number < 2 else "Others"
        passages.append({"_id": animal, "title": title, "text": text})
        answers = [f"{number + 3} hours"] if animal != "bats" else ["who knows"]
        query = {"_id": f"q{number}", "text": f"How many hours do {animal} sleep?"}
        queries.append(query | {"answers": answers})
        judged.append(f"q{number}\t{animal}\t1")
    for name, rows in (("corpus", passages), ("queries", queries)):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "qrels.tsv").write_text("\n".join(judged))
    return folder


def test_json_has_a_table_for_all_sets_and_one_for_each(
    run: Run, dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(dataset, "--sizes", "24,48", "--overlaps", "0,12", "--json") == 0
    out, err = capsys.readouterr()
    assert err == ""
    report: Any = json.loads(out)
    overall, animals = report["tables"]
    assert [(row["target"], row["overlap"]) for row in overall["rows"]] == [
        (24, 0),
        (48, 0),
        (24, 12),
        (48, 12),
    ]
    first = overall["rows"][0]
    assert first["Δ R@5"] is None  # it is what the others are compared with
    assert set(overall["rows"][1]["Δ R@5"]) == {"value", "low", "high"}
    assert 0 < first["R@1"] <= first["R@10"] <= first["reachable"] <= 1
    assert overall["rows"][1]["tokens a passage"] > first["tokens a passage"]
    assert animals["title"] == "animals (hybrid)"
    assert animals["note"].startswith("2 documents, 5 questions; 1 more")
    assert {each["name"] for each in report["plots"][0]["series"]} == {"overlap 0", "overlap 12"}


def test_the_report_is_a_table_and_one_file(
    run: Run, dataset: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "report"
    words = ("--sizes", "24", "--overlaps", "0", "--retriever", "bm25", "--limit", "1")
    assert run(dataset, *words, "--report", folder) == 0
    out, err = capsys.readouterr()
    assert "1 documents, 2 questions" in out
    assert str(folder / "splitter.html") in err
    assert "<svg" in (folder / "splitter.html").read_text(encoding="utf-8")


def test_vectors_are_remembered(run: Run, dataset: Path) -> None:
    models = eval_splitter.InstalledModels(Settings())
    embedder = models.load_embedder()
    assert isinstance(embedder, HashedEmbedder)
    assert run(dataset, "--sizes", "24", "--overlaps", "0", "--json") == 0
    assert embedder.embedded
    embedder.embedded.clear()
    assert run(dataset, "--sizes", "24", "--overlaps", "0", "--json") == 0
    assert embedder.embedded == []


class FailingEmbedder(HashedEmbedder):
    """Embeds one batch of passages and fails at the next, until it is told to go on."""

    fails = True

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if self.fails and self.embedded:
            raise EnvironmentProblem("The memory is full.")
        return super().embed_passages(texts)


def test_what_was_embedded_before_a_failure_is_remembered(
    dataset: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = FailingEmbedder(max_tokens=512)
    models = ScriptedModels(embedder=embedder)
    monkeypatch.setattr(eval_splitter, "InstalledModels", lambda _settings: models)
    monkeypatch.setattr(vectors, "_ROUND", 2)
    words = (dataset, "--sizes", "24", "--overlaps", "0", "--json")
    assert run(*words) == 1
    first = set(embedder.embedded)
    assert len(first) == 2
    embedder.fails = False
    embedder.embedded.clear()
    assert run(*words) == 0
    assert embedder.embedded
    assert first.isdisjoint(embedder.embedded)


@pytest.mark.parametrize("value", ["", "a", "8", "96,", "96,9999"])
def test_sizes_are_numbers(run: Run, dataset: Path, value: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(dataset, "--sizes", value)


def test_what_cannot_be_measured_is_said(
    run: Run, dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(dataset, dataset) == 1
    assert "same name" in capsys.readouterr().err
    assert run(dataset, "--sizes", "24", "--overlaps", "20") == 1
    assert "at most half" in capsys.readouterr().err
    queries = dataset / "queries.jsonl"
    queries.write_text(queries.read_text().replace("answers", "nothing"))
    assert run(dataset) == 1
    assert "no question" in capsys.readouterr().err
