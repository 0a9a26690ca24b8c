"""Texts become windows; what was embedded once is not embedded again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from app.core.errors import UserError
from app.evaluate.ann_texts import collect_texts, embed_texts, hold_out
from app.evaluate.vectors import VectorMemory
from app.models.contracts import Vectors
from tests import pdf_samples
from tests.fakes import HashedEmbedder


def words(prefix: str, count: int) -> str:
    return " ".join(f"{prefix}{number}" for number in range(count))


def write_dataset(folder: Path, texts: Sequence[str], questions: Sequence[str]) -> None:
    folder.mkdir(parents=True)
    corpus = [{"_id": f"c{n}", "text": text} for n, text in enumerate(texts)]
    queries = [{"_id": f"q{n}", "text": text} for n, text in enumerate(questions)]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        lines = "\n".join(json.dumps(row) for row in rows)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n", encoding="utf-8")
    (folder / "SOURCE.md").write_text("Where this was taken from.", encoding="utf-8")


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A dataset of three windows, and two documents of two windows each and one that is broken."""
    root = tmp_path / "mixed"
    write_dataset(root / "sets" / "one", [words("a", 30), "b0 b1", "b0 b1"], ["who", "what", "who"])
    (root / "papers").mkdir()
    (root / "papers" / "plain.txt").write_text(words("p", 25), encoding="utf-8")
    (root / "papers" / "page.pdf").write_bytes(pdf_samples.text_pdf([[words("d", 5)]]))
    (root / "papers" / "broken.pdf").write_bytes(b"%PDF-1.7 nothing else")
    return root


def test_datasets_and_documents_are_cut_into_windows(mixed: Path) -> None:
    texts = collect_texts([mixed], limit=100, queries=2)
    assert set(texts.windows) == {
        words("a", 20),
        " ".join(f"a{n}" for n in range(10, 30)),
        "b0 b1",
        words("p", 20),
        " ".join(f"p{n}" for n in range(10, 25)),
        words("d", 5),
    }
    assert len(texts.windows) == 6  # the passage that stands twice is there once
    assert set(texts.queries) == {"who", "what"}
    assert "mixed" in texts.name


def test_too_much_is_left_out_by_the_same_lot(mixed: Path) -> None:
    some = collect_texts([mixed], limit=4, queries=1)
    assert len(some.windows) == 4
    assert len(some.queries) == 1
    assert some == collect_texts([mixed], limit=4, queries=1)


def test_windows_are_held_out_where_nobody_asks(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text(words("w", 200), encoding="utf-8")
    texts = collect_texts([tmp_path], limit=100, queries=5)
    assert len(texts.queries) == 5
    assert len(texts.windows) == 14
    assert not set(texts.queries) & set(texts.windows)


def test_too_little_text_and_missing_folders(tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("a few words", encoding="utf-8")
    with pytest.raises(UserError, match="too little text"):
        collect_texts([tmp_path], limit=100, queries=5)
    with pytest.raises(UserError, match="no folder"):
        collect_texts([tmp_path / "gone"], limit=100, queries=5)


def test_a_limit_below_the_queries_is_named(mixed: Path, tmp_path: Path) -> None:
    (tmp_path / "mixed" / "papers" / "long.txt").write_text(words("w", 200), encoding="utf-8")
    for folder in (mixed, mixed / "papers"):  # with questions, and without
        with pytest.raises(UserError, match="--limit 1 leaves") as caught:
            collect_texts([folder], limit=1, queries=2)
        assert "higher --limit" in (caught.value.next_step or "")
    few = collect_texts([mixed], limit=2, queries=50)
    assert (len(few.windows), len(few.queries)) == (2, 2)  # there are no more questions


class CountingEmbedder(HashedEmbedder):
    """Counts what it embeds, and fails after so many."""

    def __init__(self, fails_after: int = 10**9) -> None:
        super().__init__(8)
        self.count = 0
        self._fails_after = fails_after

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if self.count >= self._fails_after:
            raise KeyboardInterrupt
        self.count += len(texts)
        return super().embed_passages(texts)


def test_embedding_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "long.txt").write_text(words("w", 50_000), encoding="utf-8")
    texts = collect_texts([folder], limit=4500, queries=3)
    first = CountingEmbedder(fails_after=2000)
    with pytest.raises(KeyboardInterrupt):
        embed_texts(texts, VectorMemory(first, tmp_path / "memory"), lambda _text: None)
    second = CountingEmbedder()
    told: list[str] = []
    data = embed_texts(texts, VectorMemory(second, tmp_path / "memory"), told.append)
    assert second.count == 2500
    assert any("4,500 of 4,500" in text for text in told)
    assert np.array_equal(data.vectors, HashedEmbedder(8).embed_passages(texts.windows))
    assert np.array_equal(data.queries[0], HashedEmbedder(8).embed_query(texts.queries[0]))


def test_vectors_held_out_of_a_library() -> None:
    vectors = np.eye(60, dtype=np.float32)
    data = hold_out("some", vectors, limit=20, queries=5)
    assert data.vectors.shape == (20, 60)
    assert data.queries.shape == (5, 60)
    together = np.concatenate([data.vectors, data.queries])
    assert len(np.unique(together, axis=0)) == 25
    small = hold_out("some", vectors, limit=1000, queries=200)
    assert (len(small.queries), len(small.vectors)) == (12, 48)
    with pytest.raises(UserError, match="too few"):
        hold_out("some", vectors[:49], limit=20, queries=5)
