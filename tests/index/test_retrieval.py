"""Word search on real questions: a change of the terms or the formula must not lose what is won."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.index.bm25 import InvertedBM25
from app.index.tokens import Tokenizer


def mean_reciprocal_rank(folder: Path, language: str) -> float:
    """MRR@10 of BM25 over a folder in BEIR's layout."""
    tokenizer, index = Tokenizer(), InvertedBM25()
    lines = (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    passages = [json.loads(line) for line in lines]
    counted = [tokenizer.passage_terms(each["text"], language) for each in passages]
    index.add(range(len(passages)), [a for a, _b in counted], [b for _a, b in counted])
    relevant: dict[str, set[str]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query_id, passage_id, _score = line.split("\t")
        relevant.setdefault(query_id, set()).add(passage_id)
    total = 0.0
    for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        query = json.loads(line)
        if query["_id"] in relevant:
            found = index.score(tokenizer.query_terms(query["text"], language)).top(10)[0].tolist()
            hits = [
                n for n, at in enumerate(found) if passages[at]["_id"] in relevant[query["_id"]]
            ]
            total += 1 / (hits[0] + 1) if hits else 0.0
    return total / len(relevant)


# What was measured, less about one question in a hundred.
@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "language", "least"),
    [
        ("studio_alfa", "it", 0.85),
        ("xquad_en", "en", 0.945),
        ("xquad_de", "de", 0.91),
        ("xquad_zh", "zh", 0.94),
    ],
)
def test_questions_find_their_passages_by_words(
    evaluation_data: Path, name: str, language: str, least: float
) -> None:
    assert mean_reciprocal_rank(evaluation_data / name, language) >= least
