"""`margine eval retrieval`, on a small dataset with scripted vectors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.core.errors import UserError
from app.terminal import eval_retrieval
from tests.engine.service_stage import ScriptedModels
from tests.evaluate.beir import write_dataset
from tests.fakes import HashedEmbedder, ScriptedGenerator
from tests.terminal.program import Program


class Command(Program):
    """Runs `margine eval retrieval` on a dataset of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(capsys, "eval", "retrieval")
        self.folder = folder
        self.models = ScriptedModels()

    def json(self, *words: str) -> Any:  # noqa: ANN401 - whatever the command prints
        return super().json(str(self.folder), *words)


@pytest.fixture
def command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Command:
    command = Command(write_dataset(tmp_path / "small"), capsys)
    monkeypatch.setattr(eval_retrieval, "InstalledModels", lambda _settings: command.models)
    return command


def table(value: Any, title: str) -> list[dict[str, Any]]:  # noqa: ANN401 - JSON
    (found,) = (each for each in value["tables"] if each["title"].startswith(title))
    rows: list[dict[str, Any]] = found["rows"]
    return rows


def test_one_retriever(command: Command) -> None:
    (row,) = table(command.json("--retriever", "bm25", "--k", "1"), "Metrics")
    assert (row["dataset"], row["retriever"], row["queries"]) == ("small", "bm25", 4)
    assert row["hit@1"] == 0.75  # "falls from the clouds" finds the rain first
    assert row["P@1"] == pytest.approx((1 + 1 + 1 + 0) / 4)
    assert row["R@1"] == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    assert row["MRR@10"] == pytest.approx((1 + 1 + 1 + 0.5) / 4)
    assert row["nDCG@10"]["low"] <= row["nDCG@10"]["value"] <= row["nDCG@10"]["high"]
    assert row["median ms"] > 0
    assert row["embed ms"] is None
    assert command.models.loads == []  # words need no embedder


def test_the_default_is_the_programs_own_search(command: Command) -> None:
    value = command.json()
    (row,) = table(value, "Metrics")
    assert row["retriever"] == "hybrid"
    details = {row["what"]: row["value"] for row in table(value, "How it was measured")}
    assert details["fusion"] == "weighted"
    assert details["embedder"].startswith("hashed")
    assert command.models.loads == ["embedder"]


def test_compare_shows_differences(command: Command) -> None:
    value = command.json("--compare")
    assert [row["retriever"] for row in table(value, "Metrics")] == ["bm25", "dense", "hybrid"]
    differences = table(value, "Differences")
    assert [row["difference"] for row in differences] == [
        "dense − bm25",
        "hybrid − bm25",
        "hybrid − dense",
    ]
    by_name = {row["retriever"]: row for row in table(value, "Metrics")}
    expected = by_name["hybrid"]["nDCG@10"]["value"] - by_name["bm25"]["nDCG@10"]["value"]
    assert differences[1]["nDCG@10"]["value"] == pytest.approx(expected)
    assert {row["nDCG@10 is"] for row in differences} <= {"better", "worse", "undecided"}


def test_options_override_the_settings(command: Command) -> None:
    ranks = command.json("--fusion", "rrf", "--depth", "10", "--dense-weight", "0.25")
    details = {row["what"]: row["value"] for row in table(ranks, "How it was measured")}
    assert (details["fusion"], details["depth"], details["dense weight"]) == ("rrf", "10", "0.25")
    # All weight on one side is that side.
    words = command.json("--dense-weight", "0")
    plain = command.json("--retriever", "bm25")
    metrics = ("hit@1", "hit@3", "MRR@10", "nDCG@10")
    assert [table(words, "Metrics")[0][each] for each in metrics] == [
        table(plain, "Metrics")[0][each] for each in metrics
    ]


def test_halves(command: Command) -> None:
    rows = table(command.json("--retriever", "bm25", "--halves"), "Metrics")
    queries = {row["half"]: row["queries"] for row in rows}
    assert queries == {"all": 4, "tune": 2, "report": 2}
    for half in ("tune", "report"):
        (row,) = table(command.json("--retriever", "bm25", "--half", half), "Metrics")
        assert row["queries"] == queries[half]
        assert row["MRR@10"] == next(each["MRR@10"] for each in rows if each["half"] == half)


def test_several_datasets_have_rows_of_their_own_and_a_mean(
    command: Command, tmp_path: Path
) -> None:
    other = write_dataset(tmp_path / "other", judged=[("q1", "tea", 1)])
    rows = table(command.json(str(other), "--retriever", "bm25"), "Metrics")
    assert [row["dataset"] for row in rows] == ["small", "other", "mean"]
    assert rows[2]["hit@1"] == pytest.approx((rows[0]["hit@1"] + rows[1]["hit@1"]) / 2)
    assert rows[2]["queries"] == 5


def test_queries_of_another_dataset(command: Command, tmp_path: Path) -> None:
    asked = {"q1": "A quanti degrees il green tea?"}
    other = write_dataset(tmp_path / "altro", queries=asked, judged=[("q1", "tea", 1)])
    (row,) = table(command.json("--queries", str(other), "--retriever", "bm25"), "Metrics")
    assert (row["dataset"], row["queries"], row["hit@1"]) == ("altro → small", 1, 1.0)


def test_titles_can_be_left_out(command: Command, tmp_path: Path) -> None:
    folder = write_dataset(
        tmp_path / "titled",
        texts={"one": "It is made of oranges.", "two": "It is made of milk."},
        titles={"one": "Marmalade", "two": "Butter"},
        queries={"q": "marmalade"},
        judged=[("q", "one", 1)],
    )
    for words, hit in (((), 1.0), (("--no-title",), 0.0)):
        command.folder = folder
        (row,) = table(command.json("--retriever", "bm25", *words), "Metrics")
        assert row["hit@1"] == hit


def test_failures_are_told_with_what_was_found_instead(command: Command) -> None:
    value = command.json("--retriever", "bm25")
    title = "small, bm25: 1 not at rank 1, of these 0 not among the first 10"
    (row,) = table(value, title)
    assert (row["id"], row["query"], row["rank"]) == ("q4", "What falls from the clouds?", 2)
    assert row["relevant"].startswith("snow: Snow needs cold air")
    assert row["found first"].startswith("rain: Rain falls from clouds")
    assert command(str(command.folder), "--retriever", "bm25", "--failures", "5") == 0
    shown = command.out.partition(title)[2]
    assert "q4: What falls from the clouds?" in shown
    assert "at rank 2: snow: Snow needs" in shown
    assert "instead: rain: Rain falls" in shown


def test_the_table_for_people(command: Command) -> None:
    assert command(str(command.folder), "--compare") == 0
    lines = command.out.splitlines()
    assert lines[0] == "Retrieval"
    assert any(line.split()[:2] == ["dataset", "retriever"] for line in lines)
    assert sum(line.startswith("small ") for line in lines) == 6  # metrics and differences
    assert "not at rank 1" not in command.out


def test_the_report(command: Command, tmp_path: Path) -> None:
    assert command(str(command.folder), "--compare", "--report", str(tmp_path / "out")) == 0
    page = (tmp_path / "out" / "retrieval.html").read_text(encoding="utf-8")
    assert command.err.endswith("retrieval.html\n")
    assert "Differences between retrievers" in page
    assert "Rain falls from clouds" in page
    assert page.count('role="img"') == 4  # the comparison and one plot, wide and narrow


def test_a_second_run_embeds_nothing(command: Command) -> None:
    for embeds in (True, False):
        embedder = HashedEmbedder()
        command.models = ScriptedModels(embedder=embedder)
        command.json()
        assert bool(embedder.embedded) == embeds


def test_without_an_embedder_one_is_told(command: Command) -> None:
    command.models = ScriptedModels(embedder=UserError("No embedder.", next_step="Fetch one."))
    assert command(str(command.folder)) == 1
    assert command.out == ""
    assert command.err == "No embedder.\nFetch one.\n"
    assert command(str(command.folder), "--retriever", "bm25") == 0


def test_a_dataset_that_does_not_fit_is_told_before_anything_is_loaded(
    command: Command, tmp_path: Path
) -> None:
    assert command(str(command.folder), str(tmp_path / "nowhere")) == 1
    assert command.err.startswith(f"There is no {tmp_path / 'nowhere'}")
    with (command.folder / "qrels.tsv").open("a", encoding="utf-8") as stream:
        stream.write("q1\tcoffee\t1\n")
    assert command(str(command.folder)) == 1
    assert "coffee" in command.err
    assert command.models.loads == []


def test_a_dataset_without_judgements_is_told(command: Command, tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "unjudged", judged=[])
    assert command(str(folder)) == 1
    assert "unjudged has no query to be measured" in command.err


def test_a_half_without_a_query_is_told(command: Command) -> None:
    assert command(str(command.folder), "--halves", "--sample", "1") == 1
    assert "each half needs one" in command.err
    assert command.models.loads == []


def test_the_same_dataset_twice_is_told(command: Command) -> None:
    assert command(str(command.folder), str(command.folder)) == 1
    assert "same name" in command.err


@pytest.mark.parametrize(
    "words",
    [
        ["--retriever", "magic"],
        ["--k", "0"],
        ["--k", "many"],
        ["--half", "all"],
        ["--half", "tune", "--halves"],
        ["--fusion", "bm25"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_two(command: Command, words: list[str]) -> None:
    assert command(str(command.folder), *words) == 2
    assert command.out == ""


@pytest.mark.parametrize("words", [["--dense-weight", "1.5"], ["--depth", "5"]], ids=" ".join)
def test_a_value_out_of_bounds_is_told(command: Command, words: list[str]) -> None:
    assert command(str(command.folder), *words) == 1
    assert "Choose a value from" in command.err


def test_compare_shows_where_retrievers_differ(command: Command) -> None:
    rows = table(command.json("--compare"), "small: ranks by retriever")
    assert {"id", "query", "bm25", "dense", "hybrid"} == rows[0].keys()
    by_id = {row["id"]: row for row in rows}
    assert by_id["q4"]["bm25"] == 2
    assert "q1" not in by_id  # all three find it at once


def test_the_generator_reranks_the_last_list(command: Command) -> None:
    liked = "Rain falls"
    command.models.generator = ScriptedGenerator({f"Passage: {liked}": "yes", "": "no"})
    value = command.json("--retriever", "bm25", "--rerank", "generator", "--rerank-depth", "2")
    names = [row["retriever"] for row in table(value, "Metrics")]
    assert names == ["bm25", "bm25 + scripted"]
    details = {row["what"]: row["value"] for row in table(value, "How it was measured")}
    assert details["reranker"] == "generator, over the first 2 passages"
    assert command.models.loads == [""]  # the default generator, and no embedder


def test_a_cross_encoder_that_is_none(command: Command, tmp_path: Path) -> None:
    assert command(str(command.folder), "--rerank", str(tmp_path / "none")) == 1
    assert "There is no reranker in" in command.err


def test_a_sample_of_the_queries_is_always_the_same(command: Command) -> None:
    runs = [command.json("--retriever", "bm25", "--sample", "2") for _ in range(2)]
    rows = [table(value, "Metrics") for value in runs]
    assert [row["queries"] for row in rows[0]] == [2]
    assert rows[0][0]["hit@1"] == rows[1][0]["hit@1"]
    assert command(str(command.folder), "--sample", "0") == 2
