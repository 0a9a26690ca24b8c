"""Datasets in BEIR's layout: what is read, and what is said of files that do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import UserError
from app.evaluate.datasets import cross_dataset, load_dataset
from tests.evaluate.beir import JUDGED, QUERIES, TEXTS, write_dataset


def test_a_dataset_is_read(tmp_path: Path) -> None:
    dataset = load_dataset(write_dataset(tmp_path / "small"))
    assert dataset.name == "small"
    assert [each.passage_id for each in dataset.passages] == list(TEXTS)
    assert [each.query_id for each in dataset.queries] == list(QUERIES)
    assert [each.query_id for each in dataset.judged] == ["q1", "q2", "q3", "q4"]
    assert dict(dataset.queries[2].relevant) == {"wine": 1, "tea": 1}


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"There is no .*qrels\.tsv") as told:
        load_dataset(tmp_path / "nowhere")
    assert "corpus.jsonl" in told.value.why


@pytest.mark.parametrize(
    ("name", "line", "complaint"),
    [
        ("corpus.jsonl", "{not json", r"Line 7 of .*corpus\.jsonl does not fit"),
        ("queries.jsonl", '{"_id": "q9"}', r'lacks "_id" or "text"'),
        ("qrels.tsv", "q1\ttea\tgood", r"Line 7 of .*qrels\.tsv does not fit"),
        ("qrels.tsv", "q1\tcoffee\t1", "name passages that are not there.* coffee"),
        ("qrels.tsv", "q7\ttea\t1", "name queries that are not there.* q7"),
        ("corpus.jsonl", '{"_id": "tea", "text": "Again."}', 'corpus.* same id.*"tea"'),
        ("queries.jsonl", '{"_id": "q1", "text": "Again?"}', 'queries.* same id.*"q1"'),
    ],
)
def test_a_line_that_does_not_fit_is_named(
    tmp_path: Path, name: str, line: str, complaint: str
) -> None:
    folder = write_dataset(tmp_path / "small")
    with (folder / name).open("a", encoding="utf-8") as stream:
        stream.write(line + "\n")
    with pytest.raises(UserError, match=complaint):
        load_dataset(folder)


def test_queries_of_another_dataset(tmp_path: Path) -> None:
    corpus = load_dataset(write_dataset(tmp_path / "english"))
    asked = write_dataset(tmp_path / "italiano", queries={"q1": "Quanto?"}, judged=JUDGED[:1])
    crossed = cross_dataset(corpus, load_dataset(asked))
    assert crossed.name == "italiano → english"
    assert crossed.passages == corpus.passages
    assert [each.text for each in crossed.queries] == ["Quanto?"]
    less = write_dataset(tmp_path / "less", texts={"snow": "Snow."}, judged=JUDGED[-1:])
    with pytest.raises(UserError, match="name passages that are not there"):
        cross_dataset(load_dataset(less), load_dataset(asked))
