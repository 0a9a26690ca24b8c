"""A search laid open: lists, shares, and what each word adds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.types import InspectedPassage, Inspection
from app.index.bm25 import InvertedBM25
from app.index.inspect import Explainer
from app.index.tokens import Tokenizer
from tests.index.shelves import Shelf, embed

A, B = "/docs/a.pdf", "/docs/b.pdf"
WORDS = [
    "ferie",
    "Ferie",
    "maturare",
    "maturano",
    "il",
    "E-52",
    "e52",
    "dell'albergo",
    "水道",
    "水",
]


def inspect(shelf: Shelf, query: str, **options: object) -> Inspection:
    return shelf.library.inspect(query, embed(query), **{"k": 5, **options})  # type: ignore[arg-type]  # options of inspect


def by_text(inspection: Inspection) -> dict[str, InspectedPassage]:
    return {each.passage.text: each for each in inspection.passages}


@pytest.fixture
def filled(shelf: Shelf) -> Shelf:
    shelf.put(
        A,
        *(f"word{n} common text number {n}" for n in range(12)),
        heading="Common things",
    )
    return shelf


@pytest.mark.parametrize("fusion", ["weighted", "rrf", "bm25", "dense"])
@pytest.mark.parametrize("query", ["word3 common", '"text number" word7', "word1 -number"])
def test_the_fused_list_is_what_a_search_finds(filled: Shelf, fusion: str, query: str) -> None:
    found = filled.library.search(query, embed(query), k=5, fusion=fusion)  # type: ignore[arg-type]  # a fusion
    opened = inspect(filled, query, fusion=fusion)
    assert opened.fused == tuple(each.passage_id for each in found.passages)
    assert set(found.words) <= set(opened.words)
    for inspected, each in zip(opened.passages, found.passages, strict=False):
        assert inspected.passage.rank == each.rank
        assert inspected.passage.scores.fused == pytest.approx(each.scores.fused)


def test_each_list_is_what_its_retriever_finds_alone(filled: Shelf) -> None:
    query = "word3 common"
    opened = inspect(filled, query)
    for fusion, listed in (("bm25", opened.bm25), ("dense", opened.dense)):
        alone = filled.library.search(query, embed(query), k=5, fusion=fusion)  # type: ignore[arg-type]  # a fusion
        assert listed == tuple(each.passage_id for each in alone.passages)
    ranks = {each.passage.passage_id: each.passage for each in opened.passages}
    assert [ranks[each].bm25_rank for each in opened.bm25] == [1, 2, 3, 4, 5]
    assert [ranks[each].dense_rank for each in opened.dense] == [1, 2, 3, 4, 5]
    assert ranks.keys() == {*opened.bm25, *opened.dense, *opened.fused}


@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
@pytest.mark.parametrize("weight", [0.0, 0.7, 1.0])
def test_shares_add_up_to_the_fused_score(filled: Shelf, fusion: str, weight: float) -> None:
    file_id = filled.note(B)  # without vectors
    filled.library.publish_document(filled.begin("word3 common and no vector"), file_id)
    opened = inspect(filled, "word3 common", fusion=fusion, dense_weight=weight)
    for each in opened.passages:
        assert each.dense_share is not None
        assert each.bm25_share is not None
        assert each.dense_share + each.bm25_share == pytest.approx(each.passage.scores.fused)
        assert each.dense_share >= 0.0
        assert each.bm25_share >= 0.0
    bare = by_text(opened)["word3 common and no vector"]
    assert bare.dense_share == 0.0


@pytest.mark.parametrize("fusion", ["bm25", "dense"])
def test_one_list_alone_has_no_shares(filled: Shelf, fusion: str) -> None:
    for each in inspect(filled, "word3 common", fusion=fusion).passages:
        assert (each.dense_share, each.bm25_share) == (None, None)


def test_what_the_words_add_makes_up_the_score(shelf: Shelf) -> None:
    holidays = "Le ferie maturano ogni mese; chi matura Ferie le chiede."
    shelf.put(
        A,
        holidays,
        "Il codice E-52 indica un guasto.",
        "Nulla di ciò.",
        heading="Ferie e permessi",
    )
    opened = inspect(shelf, "quando maturano le ferie? e il codice E-52?")
    for each in opened.passages:
        assert sum(match.score for match in each.terms) == pytest.approx(each.passage.scores.bm25)
        assert [match.score for match in each.terms] == sorted(
            (match.score for match in each.terms), reverse=True
        )
    terms = {
        match.term: match
        for match in by_text(opened)[
            "Le ferie maturano ogni mese; chi matura Ferie le chiede."
        ].terms
    }
    assert (terms["ferie"].words, terms["ferie"].count) == (("Ferie", "ferie"), 3)
    assert (terms["maturano"].words, terms["maturano"].count) == (("maturano", "matura"), 2)
    codes = {match.term for match in by_text(opened)["Il codice E-52 indica un guasto."].terms}
    assert {"codice", "E-52", "52"} <= codes


@settings(max_examples=60)
@given(data=st.data())
def test_word_scores_add_up_for_any_text_and_query(data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1), min_size=1))
    languages = data.draw(
        st.lists(st.sampled_from(["it", "en", ""]), min_size=len(texts), max_size=len(texts))
    )
    query = " ".join(data.draw(st.lists(st.sampled_from(WORDS), min_size=1)))
    tokenizer, index = Tokenizer(), InvertedBM25()
    counted = [
        tokenizer.passage_terms(" ".join(words), language)
        for words, language in zip(texts, languages, strict=True)
    ]
    index.add(range(len(texts)), [a for a, _ in counted], [b for _, b in counted])
    scores = index.score(tokenizer.query_terms(query, "it")).of(range(len(texts)))
    explained = Explainer(tokenizer, index, query, "it").explain(
        {n: (" ".join(words), languages[n]) for n, words in enumerate(texts)}
    )
    for n, score in enumerate(scores):
        assert sum(match.score for match in explained[n]) == pytest.approx(score, abs=1e-9)
        assert all(match.count > 0 and match.words for match in explained[n])


def test_words_are_counted_in_the_found_passages_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """One array over all passages per term would take longer than the search."""
    tokenizer, index = Tokenizer(), InvertedBM25([["alpha"], ["alpha", "beta"]])

    def forbid(*_args: object) -> None:
        pytest.fail("all passages are looked at")

    monkeypatch.setattr(InvertedBM25, "score", forbid)
    explained = Explainer(tokenizer, index, "alpha beta", "").explain({1: ("alpha beta", "")})
    assert len(explained[1]) == 2


def test_ranks_of_passages_outside_the_fused_list(shelf: Shelf) -> None:
    shelf.put(A, "alpha beta", "alpha gamma", "delta epsilon", "zeta eta")
    opened = inspect(shelf, "alpha beta", k=2, fusion="bm25")
    passages = {each.passage.passage_id: each.passage for each in opened.passages}
    assert [passages[each].rank for each in opened.fused] == [1, 2]
    others = [each for each in opened.dense if each not in opened.bm25]
    assert all(passages[each].rank == 0 for each in others)
    assert all(passages[each].scores.dense is not None for each in opened.bm25)


def test_operators_and_language_are_told(shelf: Shelf) -> None:
    shelf.put(A, "Le ferie si maturano ogni mese di lavoro.", "Il lavoro in sede è al lunedì.")
    opened = inspect(shelf, 'quando si maturano "le ferie" -lunedì')
    assert (opened.language, opened.phrases, opened.excluded) == ("it", ("le ferie",), ("lunedì",))
    assert [each.passage.text[:8] for each in opened.passages] == ["Le ferie"]
    assert "ferie" in opened.words


def test_without_vectors_the_dense_list_is_empty(shelf: Shelf) -> None:
    shelf.put(A, "alpha beta", "alpha gamma")
    opened = shelf.library.inspect("alpha", None, k=5)
    assert opened.dense == ()
    assert (opened.compared, opened.exact) == (0, True)
    assert opened.fused == opened.bm25
    assert all(each.passage.scores.dense is None for each in opened.passages)
    assert shelf.library.inspect("nothing", None, k=5).passages == ()


def test_a_graph_is_told_from_comparing_all(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.put(A, *(f"word{n} text" for n in range(30)))
    dense = shelf.library._indexes.dense
    assert dense is not None
    assert inspect(shelf, "word3").exact
    monkeypatch.setattr(dense, "_exact_below", 10)
    opened = inspect(shelf, "word3", ef=50)
    assert (opened.compared, opened.exact) == (30, False)
    assert inspect(shelf, 'word3 "text"').exact  # those with the phrase, all of them
    assert np.isfinite(opened.search_ms)
