"""What a search tells the gate: similarity, coverage of the query's idf mass, agreement."""

from __future__ import annotations

import math

import pytest

from app.core.types import GateEvidence
from app.index.bm25 import InvertedBM25
from app.index.records import Fusion
from tests.index.shelves import Shelf, embed

A, B = "/docs/a.pdf", "/docs/b.pdf"


def idf(passages: int, holding: int) -> float:
    return math.log(1 + (passages - holding + 0.5) / (holding + 0.5))


def evidence(shelf: Shelf, query: str, fusion: Fusion = "weighted") -> GateEvidence | None:
    return shelf.library.search(query, embed(query), k=3, fusion=fusion).evidence


def test_shares_of_the_idf_mass_by_hand() -> None:
    index = InvertedBM25([["red", "fox"], ["red", "red", "hen"], ["blue", "hen"]], [5, 6, 7])
    index.remove([7])  # two passages are left, "blue" is in none
    index.add([8], [["green"]])
    weights = {"red": 1.0, "fox": 2.0, "blue": 0.5}
    mass = idf(3, 2) + 2 * idf(3, 1) + 0.5 * idf(3, 0)
    shares = index.idf_shares(weights, [8, 6, 5, 7, 99])
    expected = [0, idf(3, 2) / mass, (idf(3, 2) + 2 * idf(3, 1)) / mass, 0, 0]
    assert shares == pytest.approx(expected)


def test_a_query_without_terms_covers_nothing() -> None:
    index = InvertedBM25([["red"]])
    assert index.idf_shares({}, [0]).tolist() == [0.0]
    assert index.idf_shares({"red": 1.0}, []).tolist() == []


def test_the_best_passage_gives_coverage_and_similarity(shelf: Shelf) -> None:
    shelf.put(A, "tigre", "gatto nero", "cane")
    found = evidence(shelf, "gatto zzz")
    assert found is not None
    best = max(float(embed(text) @ embed("gatto zzz")) for text in ("tigre", "gatto nero", "cane"))
    assert found.similarity == pytest.approx(best, abs=1e-5)
    assert 0 < found.coverage < 0.5, "the word that no passage holds weighs more"
    whole = evidence(shelf, "gatto nero")
    assert whole is not None
    assert whole.coverage == pytest.approx(1.0)


def test_agreement_is_the_share_of_the_nearest_that_words_find_too(shelf: Shelf) -> None:
    shelf.put(A, *(f"gatto {'x' * n}" for n in range(1, 4)), *(f"cane {n}" for n in range(5)))
    found = evidence(shelf, "gatto")
    assert found is not None
    assert found.agreement == pytest.approx(3 / 8)  # eight passages are near, three hold the word
    none = evidence(shelf, "elefante")
    assert none is not None
    assert (none.agreement, none.coverage) == (0.0, 0.0)


def test_the_first_ten_of_either_list_are_compared(shelf: Shelf) -> None:
    shelf.put(A, *(f"gatto {'y' * n} cane {'z' * (41 - n)}" for n in range(1, 41)))
    query = "gatto yyy zzzz"
    lists = shelf.library.inspect(query, embed(query), k=10)
    found = evidence(shelf, query)
    assert found is not None
    assert found.agreement == len({*lists.bm25} & {*lists.dense}) / 10
    assert 0 < found.agreement < 1


def test_the_other_way_to_fuse_both_lists_tells_the_same(shelf: Shelf) -> None:
    shelf.put(A, "gatto nero", "cane bianco")
    assert evidence(shelf, "gatto bianco", "rrf") == evidence(shelf, "gatto bianco")


def test_one_list_alone_is_no_evidence(shelf: Shelf) -> None:
    shelf.put(A, "gatto nero")
    assert evidence(shelf, "gatto", "bm25") is None
    assert evidence(shelf, "gatto", "dense") is None
    assert shelf.library.search("gatto", None, k=3).evidence is None


def test_a_phrase_that_stands_nowhere_is_evidence_of_nothing(shelf: Shelf) -> None:
    shelf.put(A, "gatto nero")
    assert evidence(shelf, 'gatto "cane bianco"') == GateEvidence(0.0, 0.0, 0.0)
