"""The second look at the best candidates, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from app.index.refine import fed_back, pair_scores, query_pairs
from tests.index.shelves import Shelf, embed


def test_a_pair_weighs_what_its_words_weigh() -> None:
    idf = {"codice": 1.5, "civile": 2.0, "articolo": 0.5}.__getitem__
    pairs = query_pairs(["articolo", "codice", "civile"], idf)
    assert pairs == {("articolo", "codice"): 2.0, ("codice", "civile"): 3.5}


def test_one_word_has_no_pair() -> None:
    assert query_pairs(["codice"], lambda _term: 1.0) == {}
    assert query_pairs([], lambda _term: 1.0) == {}


def test_pairs_count_in_their_order_and_saturate() -> None:
    pairs = {("codice", "civile"): 3.5}
    passages = [
        ["il", "codice", "civile"],
        ["il", "civile", "codice"],
        ["codice", "penale", "civile"],
        ["codice", "civile", "codice", "civile"],
        [],
    ]
    once = 3.5 * 1 * 2.2 / (1 + 1.2)
    twice = 3.5 * 2 * 2.2 / (2 + 1.2)
    assert pair_scores(pairs, passages) == pytest.approx([once, 0.0, 0.0, twice, 0.0])


def test_feedback_moves_the_query_towards_the_mean_of_the_best() -> None:
    query = np.array([1.0, 0.0], np.float32)
    best = np.array([[0.0, 1.0], [1.0, 0.0]], np.float32)
    assert fed_back(query, best) == pytest.approx([1.15, 0.15])


def test_nothing_found_leaves_the_query_as_it_is() -> None:
    query = np.array([0.6, 0.8], np.float32)
    assert fed_back(query, np.zeros((0, 2), np.float32)) == pytest.approx(query)


def test_words_side_by_side_come_before_the_same_words_apart(shelf: Shelf) -> None:
    apart = "il codice di procedura e la responsabilità civile del medico"
    together = "la responsabilità del medico e il codice civile di procedura"
    shelf.put("/a.txt", apart, together)  # the same words: their vectors are equal
    query = "codice civile"
    found = shelf.library.search(query, embed(query), k=2).passages
    assert [each.text for each in found] == [together, apart]
    assert found[0].scores.bm25 == pytest.approx(found[1].scores.bm25)
    by_rank = shelf.library.search(query, embed(query), k=2, fusion="rrf").passages
    assert [each.text for each in by_rank] == [apart, together]  # in the order of their ids


def test_shares_still_add_up(shelf: Shelf) -> None:
    shelf.put("/a.txt", *(f"parola{n} comune parola{n + 1}" for n in range(9)))
    query = "comune parola3"
    inspection = shelf.library.inspect(query, embed(query), k=5)
    for each in inspection.passages:
        assert each.dense_share is not None
        assert each.bm25_share is not None
        total = each.dense_share + each.bm25_share
        assert total == pytest.approx(each.passage.scores.fused)


ITALIAN = (
    "La richiesta di ferie va presentata al responsabile entro quindici giorni.",
    "Il rimborso delle spese di viaggio richiede lo scontrino e la firma.",
    "Gli orari di apertura dello studio cambiano durante il mese di agosto.",
)


def weights_of_words(shelf: Shelf, query: str, **options: float) -> float:
    """The largest share of a fused score that comes from words."""
    inspection = shelf.library.inspect(query, embed(query), k=3, **options)  # type: ignore[arg-type]  # options of inspect
    return max(each.bm25_share or 0.0 for each in inspection.passages)


def test_words_weigh_less_in_a_question_of_a_foreign_language(shelf: Shelf) -> None:
    shelf.put("/a.txt", *ITALIAN)
    own = "Quanti giorni servono per la richiesta di ferie al responsabile?"
    foreign = "How many days before must the request for agosto be handed in to the manager?"
    assert weights_of_words(shelf, own) == pytest.approx(0.3)
    assert weights_of_words(shelf, foreign) == pytest.approx(0.1)
    assert weights_of_words(shelf, foreign, dense_weight=0.0) == pytest.approx(1.0)
    shelf.put("/b.txt", "The request must be handed in to the manager two weeks before.")
    assert weights_of_words(shelf, foreign) == pytest.approx(0.3)
