"""BM25's saturation and its negative idf, in the formulas and in rank_bm25."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from app.evaluate.classic_bm25 import lucene_idf, okapi_idf, saturated
from app.evaluate.classic_figures import compare_bm25


def test_saturation_in_numbers() -> None:
    assert saturated(1, 1.2) == 1
    assert saturated(10, 1.2) == pytest.approx(22 / 11.2)
    assert round(saturated(10, 1.2), 2) == 1.96
    assert saturated(10_000, 1.2) == pytest.approx(2.2, abs=1e-3)
    assert saturated(0, 1.2) == 0


@given(tf=st.floats(0.1, 1e6), k1=st.floats(0.01, 10))
def test_saturation_grows_but_never_past_its_bound(tf: float, k1: float) -> None:
    assert saturated(tf, k1) < saturated(2 * tf, k1) or saturated(tf, k1) == pytest.approx(k1 + 1)
    assert saturated(tf, k1) <= (k1 + 1) * (1 + 1e-12)


def test_saturation_of_rank_bm25() -> None:
    """A passage that says it ten times is worth 1.96 of one that says it once, not ten."""
    corpus = [["tea"] * 10, ["tea"], ["milk"], ["bread"], ["salt"]]
    many, once, *_others = BM25Okapi(corpus, k1=1.2, b=0).get_scores(["tea"])
    assert many / once == pytest.approx(saturated(10, 1.2))


@given(passages=st.integers(1, 10**6), data=st.data())
def test_where_the_idf_turns_negative(passages: int, data: st.DataObject) -> None:
    containing = data.draw(st.integers(1, passages))
    assert (okapi_idf(passages, containing) < 0) == (containing > passages / 2)
    assert lucene_idf(passages, containing) > 0


def test_the_anomaly_in_rank_bm25() -> None:
    """With few passages its repair is negative too: a passage is put last for what it says."""
    # "il" and "tè" are in two of three passages, and so is the mean of all idf below zero.
    scores = BM25Okapi([["il", "tè"], ["il", "tè"], ["pane"]]).get_scores(["tè"])
    assert okapi_idf(3, 2) < 0
    assert scores[0] == scores[1] < scores[2] == 0


def test_the_table() -> None:
    rows = {str(row[0]): row for row in compare_bm25().rows}
    assert [row[-1] for row in rows.values()] == [True, True, None, None]
    assert rows["idf of BM25Okapi, word in 10 of 18 passages"][2] == pytest.approx(
        okapi_idf(18, 10)
    )
