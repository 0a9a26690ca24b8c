"""Metrics against examples worked out by hand, and against trec_eval."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evaluate.metrics import (
    MetricSet,
    first_rank,
    hit,
    ndcg,
    precision,
    recall,
    reciprocal_rank,
)

GRADES = {"a": 3, "b": 2, "c": 1}


def test_hit() -> None:
    assert hit(["x", "b"], GRADES, 1) == 0.0
    assert hit(["x", "b"], GRADES, 2) == 1.0
    assert hit([], GRADES, 3) == 0.0


def test_precision_counts_empty_places() -> None:
    assert precision(["a", "x", "b", "c"], GRADES, 3) == pytest.approx(2 / 3)
    assert precision(["a"], GRADES, 10) == pytest.approx(0.1)


def test_recall() -> None:
    assert recall(["a", "x", "b", "c"], GRADES, 3) == pytest.approx(2 / 3)
    assert recall(["a", "x", "b", "c"], GRADES, 4) == 1.0
    assert recall(["a"], {}, 4) == 0.0


def test_reciprocal_rank_stops_at_k() -> None:
    assert reciprocal_rank(["x", "y", "c", "a"], GRADES, 10) == pytest.approx(1 / 3)
    assert reciprocal_rank(["x", "y", "c"], GRADES, 2) == 0.0
    assert first_rank(["x", "c"], GRADES) == 2
    assert first_rank(["x"], GRADES) is None


def test_ndcg_by_hand() -> None:
    # found: 3 / log2(2) + 0 + 7 / log2(4); best: 7 / log2(2) + 3 / log2(3) + 1 / log2(4)
    expected = (3 + 3.5) / (7 + 3 / math.log2(3) + 0.5)
    assert ndcg(["b", "x", "a"], GRADES, 10) == pytest.approx(expected, abs=1e-15)
    assert ndcg(["b", "x", "a"], GRADES, 10) == pytest.approx(0.69202, abs=1e-5)


def test_ndcg_of_the_best_list_is_one_also_when_more_is_relevant_than_there_are_places() -> None:
    assert ndcg(["a", "b", "c"], GRADES, 10) == 1.0
    assert ndcg(["a", "b"], GRADES, 2) == 1.0
    assert ndcg(["x", "y"], GRADES, 10) == 0.0
    assert ndcg(["a"], {}, 10) == 0.0


IDS = st.lists(st.integers(0, 40).map(str), min_size=1, max_size=30, unique=True)
JUDGED = st.dictionaries(st.integers(0, 40).map(str), st.integers(1, 4), min_size=1, max_size=15)


@given(found=IDS, relevant=JUDGED, k=st.integers(1, 20))
def test_trec_eval_says_the_same(found: list[str], relevant: dict[str, int], k: int) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="not made for every computer")
    gains = {each: 2**grade - 1 for each, grade in relevant.items()}  # its own gain is the grade
    measures = {f"success.{k}", f"P.{k}", f"recall.{k}", f"ndcg_cut.{k}", "recip_rank"}
    scores = {each: float(-rank) for rank, each in enumerate(found)}
    theirs = pytrec_eval.RelevanceEvaluator({"q": gains}, measures).evaluate({"q": scores})["q"]
    assert hit(found, relevant, k) == theirs[f"success_{k}"]
    assert precision(found, relevant, k) == pytest.approx(theirs[f"P_{k}"])
    assert recall(found, relevant, k) == pytest.approx(theirs[f"recall_{k}"])
    assert ndcg(found, relevant, k) == pytest.approx(theirs[f"ndcg_cut_{k}"])
    assert reciprocal_rank(found, relevant, len(found)) == pytest.approx(theirs["recip_rank"])


@given(found=IDS, relevant=JUDGED, k=st.integers(1, 20))
def test_metrics_lie_between_0_and_1_and_have_names(
    found: list[str], relevant: dict[str, int], k: int
) -> None:
    metrics = MetricSet(k)
    values = metrics.values(found, relevant)
    assert len(values) == len(metrics.names)
    assert all(0.0 <= value <= 1.0 for value in values)


def test_the_metrics_of_a_report() -> None:
    metrics = MetricSet(3)
    assert metrics.names == ("hit@1", "hit@3", "P@3", "R@3", "MRR@10", "nDCG@10")
    assert metrics.depth == 10
    assert MetricSet(20).depth == 20
    found = ["x", "y", "z", "a"]  # behind k, but among the ten that MRR and nDCG look at
    assert metrics.values(found, {"a": 1}) == (0, 0, 0, 0, 0.25, pytest.approx(1 / math.log2(5)))
