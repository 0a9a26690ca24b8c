"""`margine eval grounding`, with scripted vectors and without any."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app import cli
from app.terminal import eval_grounding
from tests.engine.service_stage import ScriptedModels
from tests.fakes import HashedEmbedder

Run = Callable[..., int]
CASES = """
[[case]]
half = "tune"
language = "en"
field = "office"
question = "When is the report due?"
passages = ["The report is due on 3 May 2021 and is read by Ada Ferri."]
faithful = [["words", "The report is due on May 3, 2021 [1]."]]
corrupted = [
  ["date", "The report is due on 4 May 2021 [1]."],
  ["name", "The report is read by Ada Bianchi [1]."],
  ["roles", "Ada Ferri is read by the report [1]."],
]
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    models = ScriptedModels(embedder=HashedEmbedder(max_tokens=512))
    monkeypatch.setattr(eval_grounding, "InstalledModels", lambda _settings: models)
    return lambda *words: cli.main(["eval", "grounding", *map(str, words)])


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(CASES)
    return path


def test_json_tells_figures_kinds_languages_and_what_was_misjudged(
    run: Run, cases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(cases, "--words-alone", "--json") == 0
    out, err = capsys.readouterr()
    assert err == ""
    report: Any = json.loads(out)
    overall, kinds, languages, wrong, setup = report["tables"]
    (row,) = overall["rows"]
    assert (row["set"], row["compared by"]) == ("mine", "words")
    assert (row["faithful"], row["corrupted"]) == (1, 2)  # swapped roles are not in it
    assert (row["precision"], row["recall"], row["AUROC"]) == (1.0, 1.0, 1.0)
    assert {each["kind"] for each in kinds["rows"]} == {"words", "date", "name", "roles"}
    assert [each["language"] for each in languages["rows"]] == ["en"]
    assert [each["kind"] for each in wrong["rows"]] == ["roles"]
    assert {each["what"]: each["value"] for each in setup["rows"]}["embedder"] == "none"


def test_vectors_are_used_where_they_are_not_left_out(
    run: Run, cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(cases, "--report", tmp_path / "report") == 0
    out, err = capsys.readouterr()
    assert "words, vectors" in out
    assert "Report:" in err
    assert (tmp_path / "report" / "grounding.html").exists()


def test_a_half_without_cases_says_so(
    run: Run, cases: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(cases, "--half", "report") != 0
    assert "holds no sentences" in capsys.readouterr().err


def test_a_folder_gives_made_sentences(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "museums"
    folder.mkdir()
    passages, queries, judged = [], [], ["query-id\tcorpus-id\tscore"]
    for at in range(10, 30):
        text = f"The museum of Turin was founded in 18{at} by the painter Ferri and his friends."
        passages.append({"_id": f"p{at}", "title": f"Museum {at // 4}", "text": text})
        queries.append({"_id": f"q{at}", "text": f"Which museum is of 18{at}?"})
        judged.append(f"q{at}\tp{at}\t1")
    for name, rows in (("corpus", passages), ("queries", queries)):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "qrels.tsv").write_text("\n".join(judged))
    assert run(folder, "--words-alone", "--limit", "4", "--json") == 0
    report: Any = json.loads(capsys.readouterr().out)
    (row,) = report["tables"][0]["rows"]
    assert (row["set"], row["faithful"]) == ("museums", 4)
    assert row["false alarms"] == 0.0
    assert row["recall"] == 1.0
