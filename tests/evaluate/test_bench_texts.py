"""Benchmark documents: real ones first, then as many as wanted, the same every time."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from app.core.errors import UserError
from app.evaluate.bench_sources import gather
from app.evaluate.bench_texts import (
    PASSAGES,
    VECTOR_NOISE,
    BaseDocument,
    BaseTexts,
    DocumentMaker,
    load_base,
    save_base,
    vary_text,
)
from tests.evaluate.beir import write_dataset
from tests.fakes import HashedEmbedder

WORDS = [f"word{n}" for n in range(60)]


def base(count: int = 2) -> BaseTexts:
    documents = tuple(
        BaseDocument(
            f"set{number}",
            tuple(f"Part {at}" for at in range(PASSAGES)),
            tuple(
                f"In {1900 + at} the {' '.join(WORDS[at : at + 40])} came to set {number}."
                for at in range(PASSAGES)
            ),
        )
        for number in range(count)
    )
    return BaseTexts(documents, ("when did word5 come?",))


def maker(count: int = 2, dimension: int = 384) -> DocumentMaker:
    vectors = np.random.default_rng(0).standard_normal((count, PASSAGES, dimension), np.float32)
    vectors /= np.linalg.norm(vectors, axis=2, keepdims=True)
    return DocumentMaker(base(count), vectors)


def test_the_first_documents_are_the_real_ones() -> None:
    document = maker().make(1)
    assert document.name == "set1-000001.txt"
    assert tuple(passage.text for passage in document.passages) == base().documents[1].texts
    page = document.document.pages[0].text
    for passage in document.passages:
        (span,) = passage.spans
        assert page[span.start : span.end] == passage.text


def test_later_documents_are_made_of_them_and_differ() -> None:
    first, copy, other_copy = (maker().make(number) for number in (0, 2, 4))
    assert copy.name == "set0-000002.txt"
    texts = [{passage.text for passage in each.passages} for each in (first, copy, other_copy)]
    assert len(set.union(*texts)) == 3 * PASSAGES
    assert len({each.sha256 for each in (first, copy, other_copy)}) == 3


def test_a_document_depends_on_its_number_alone() -> None:
    one, other = maker(), maker()
    other.make(7)
    assert one.make(9).passages == other.make(9).passages
    assert np.array_equal(one.make(9).vectors, other.vectors(9))


def test_vectors_move_as_far_as_they_should() -> None:
    made = maker()
    similarity = float((made.vectors(0) * made.vectors(2)).sum(axis=1).mean())
    assert similarity == pytest.approx(1 / np.sqrt(1 + VECTOR_NOISE**2), abs=0.01)
    assert np.linalg.norm(made.vectors(2), axis=1) == pytest.approx(1.0, abs=1e-5)


def test_text_changes_in_part_and_the_vocabulary_grows() -> None:
    text = " ".join(WORDS * 10) + " in 1984"
    varied = vary_text(text, WORDS, np.random.default_rng(1))
    before, after = text.split(), varied.split()
    assert 0.9 * len(before) < len(after) < len(before)
    same = sum(one == other for one, other in zip(before, after, strict=False))
    assert same < len(before)
    assert set(after) - set(before)  # words that were not there
    shared = shingles(before) & shingles(after)
    assert 0.1 < len(shared) / len(shingles(before)) < 0.7  # no near-duplicate, no other text


def shingles(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + 3]) for at in range(len(words) - 2)}


def test_text_without_spaces_is_varied_by_characters() -> None:
    text = "在一九四四年他写了一本关于物理学的书并且在欧洲各地讲课很多年" * 3
    varied = vary_text(text, list(text), np.random.default_rng(1))
    assert varied != text
    assert " " not in varied
    assert 0.8 * len(text) < len(varied) <= len(text)


def test_the_base_is_kept_for_other_processes(tmp_path: Path) -> None:
    vectors = np.ones((2, PASSAGES, 3), np.float32)
    save_base(base(), vectors, tmp_path)
    texts, again = load_base(tmp_path)
    assert texts == base()
    assert texts.identity == base().identity
    assert np.array_equal(again, vectors)
    assert BaseTexts(base().documents[:1], ()).identity != base().identity


# ---------------------------------------------------------------------- where they come from


def test_datasets_and_folders_take_turns(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path / "small")
    folder = tmp_path / "papers"
    folder.mkdir()
    sentence = "The garden of the house is open from eight in the morning."
    for number in range(30):
        (folder / f"{number:02d}.txt").write_text(f"{sentence} Number {number}.", "utf-8")
    (folder / "broken.pdf").write_bytes(b"no document")
    texts = gather([dataset, folder], HashedEmbedder().count_tokens)
    assert [document.source for document in texts.documents] == ["small", "papers"]
    assert all(len(document.texts) == PASSAGES for document in texts.documents)
    assert sentence in texts.queries[1]
    lines = (dataset / "queries.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line]
    assert texts.queries[0] in [row["text"] for row in rows]


def test_a_folder_without_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no text"):
        gather([tmp_path], HashedEmbedder().count_tokens)


def test_queries_hold_no_operators(tmp_path: Path) -> None:
    rows = {
        "corpus.jsonl": '{"_id": "a", "title": "", "text": "Rain falls."}\n',
        "queries.jsonl": '{"_id": "q", "text": "what is \\"acid rain\\" -wet good-bye"}\n',
        "qrels.tsv": "q\ta\t1\n",
    }
    for name, content in rows.items():
        (tmp_path / name).write_text(content, "utf-8")
    texts = gather([tmp_path], HashedEmbedder().count_tokens)
    assert texts.queries == ("what is acid rain wet good-bye",)
