"""TF-IDF by hand, by formula and by scikit-learn; the published figures of studio_alfa."""

from __future__ import annotations

import math
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from app.evaluate.classic_figures import compare_lsa, compare_splits, compare_tfidf
from app.evaluate.classic_text import (
    TfIdf,
    best_similarities,
    count_hits,
    reduce_by_lsa,
    vectorize,
    vectorize_by_hand,
)
from app.evaluate.classics import measure_classics
from app.evaluate.datasets import Dataset, DatasetPassage, DatasetQuery, load_dataset
from app.evaluate.report import Table

pytest.importorskip("sklearn", reason="the extra `eval` is not installed")


def make_dataset(texts: list[str], queries: list[tuple[str, str]]) -> Dataset:
    passages = tuple(DatasetPassage(f"p{n}", "", text) for n, text in enumerate(texts))
    asked = tuple(
        DatasetQuery(f"q{n}", text, MappingProxyType({relevant: 1} if relevant else {}))
        for n, (text, relevant) in enumerate(queries)
    )
    return Dataset("small", passages, asked)


SMALL = make_dataset(
    ["Il gatto dorme", "il cane corre, il gatto no", "È l'ora del tè"],
    [("gatto gatto cane", "p1"), ("niente", "p0"), ("ora", "")],
)


def test_weights_worked_out() -> None:
    found = vectorize_by_hand(SMALL)
    assert found.vocabulary == ("cane", "corre", "del", "dorme", "gatto", "il", "no", "ora", "tè")
    # One passage in three holds "dorme", two hold "gatto" and "il".
    rare, common = math.log(4 / 2) + 1, math.log(4 / 3) + 1
    length = math.sqrt(rare**2 + 2 * common**2)
    row = dict(zip(found.vocabulary, found.passages[0].tolist(), strict=True))
    assert row["dorme"] == pytest.approx(rare / length)
    assert row["gatto"] == row["il"] == pytest.approx(common / length)
    assert row["cane"] == 0
    query = dict(zip(found.vocabulary, found.queries[0].tolist(), strict=True))
    assert query["gatto"] / query["cane"] == pytest.approx(2 * common / rare)
    assert not found.queries[1].any()


def check_equal(dataset: Dataset) -> None:
    by_hand, by_library = vectorize_by_hand(dataset), vectorize(dataset)
    assert by_hand.vocabulary == by_library.vocabulary
    np.testing.assert_allclose(by_hand.passages, by_library.passages, rtol=0, atol=1e-15)
    np.testing.assert_allclose(by_hand.queries, by_library.queries, rtol=0, atol=1e-15)


def test_by_hand_equals_scikit_learn() -> None:
    check_equal(SMALL)


@pytest.mark.data
def test_by_hand_equals_scikit_learn_on_real_texts(evaluation_data: Path) -> None:
    check_equal(load_dataset(evaluation_data / "studio_alfa"))


def test_hits_by_hand() -> None:
    similarities = np.array([[0.1, 0.9, 0.5], [0.5, 0.6, 0.7], [1.0, 0.0, 0.0]])
    hits = count_hits(SMALL, similarities)
    assert (hits.queries, hits.hit_1, hits.hit_3) == (2, 1, 2)
    assert hits.mrr == pytest.approx((1 + 1 / 3) / 2)
    # Equals keep the order of the file: p1 is second of three equal ones, p0 first.
    tied = count_hits(SMALL, np.zeros((3, 3)))
    assert (tied.hit_1, tied.mrr) == (1, pytest.approx((1 / 2 + 1) / 2))


def test_best_similarities_by_hand() -> None:
    vectors = TfIdf(("a", "b"), np.eye(2), np.array([[0.6, 0.8], [0.0, 1.0], [0.3, 0.1]]))
    assert best_similarities(SMALL, vectors) == ([0.8, 1.0], [0.3])


def test_lsa_with_every_dimension_is_tfidf() -> None:
    vectors = vectorize(SMALL)
    full = reduce_by_lsa(vectors, 3)
    # Three passages span three dimensions: passages keep their cosines to what lies in there.
    inside = vectors.passages @ vectors.passages.T
    passages = TfIdf(vectors.vocabulary, vectors.passages, vectors.passages)
    np.testing.assert_allclose(reduce_by_lsa(passages, 3), inside, atol=1e-9)
    assert full.shape == (3, 3)
    assert not full[1].any()  # a query without a known word is like nothing


def equal_rows(table: Table) -> dict[str, bool]:
    return {str(row[0]): bool(row[-1]) for row in table.rows if row[-1] is not None}


@pytest.mark.data
def test_published_figures_of_studio_alfa(evaluation_data: Path) -> None:
    dataset = load_dataset(evaluation_data / "studio_alfa")
    vectors = vectorize(dataset)
    for table, count in (
        (compare_tfidf(dataset, vectors), 13),
        (compare_lsa(dataset, vectors), 12),
        (compare_splits(dataset), 9),
    ):
        equal = equal_rows(table)
        assert len(equal) == count
        assert [name for name, same in equal.items() if not same] == []


def test_figures_of_another_dataset_are_not_compared() -> None:
    with pytest.raises(Exception, match="not those of small"):
        measure_classics(SMALL)
