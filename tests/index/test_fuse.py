"""Fusion: what must hold for any scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.fuse import RRF_K, fuse_ranks, fuse_weighted, min_max, share_of_maximum

similarity = st.floats(-1, 1, width=32)
pair = st.tuples(st.one_of(similarity, st.just(float("nan"))), st.floats(0, 50, width=32))
pairs = st.lists(pair, min_size=1, max_size=30)


def split(values: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([a for a, _b in values]), np.array([b for _a, b in values])


@given(values=pairs, weight=st.floats(0, 1))
def test_weighted_scores_lie_between_0_and_1(
    values: list[tuple[float, float]], weight: float
) -> None:
    fused = fuse_weighted(*split(values), weight)
    assert np.isfinite(fused).all()
    assert fused.min() >= 0.0
    assert fused.max() <= 1.0 + 1e-9


@given(values=pairs, weight=st.floats(0, 1))
def test_better_in_both_is_never_worse_fused(
    values: list[tuple[float, float]], weight: float
) -> None:
    dense, bm25 = split(values)
    fused = fuse_weighted(dense, bm25, weight)
    for i in range(len(values)):
        for j in range(len(values)):
            if dense[i] >= dense[j] and bm25[i] >= bm25[j]:
                assert fused[i] >= fused[j] - 1e-12


@given(values=pairs, data=st.data())
def test_order_of_the_candidates_does_not_matter(
    values: list[tuple[float, float]], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(values))))
    dense, bm25 = split(values)
    fused = fuse_weighted(dense, bm25, 0.7)
    again = fuse_weighted(dense[order], bm25[order], 0.7)
    assert again == pytest.approx(fused[order])


@given(values=pairs)
def test_scaling_either_list_changes_nothing(values: list[tuple[float, float]]) -> None:
    dense, bm25 = split(values)
    fused = fuse_weighted(dense, bm25, 0.7)
    # By powers of two, which floating point scales exactly.
    assert fuse_weighted(dense * 4, bm25 * 8, 0.7) == pytest.approx(fused)


def test_weights_at_the_ends_give_one_list_alone() -> None:
    dense, bm25 = np.array([0.9, 0.1, 0.5]), np.array([0.0, 6.0, 3.0])
    assert fuse_weighted(dense, bm25, 1.0) == pytest.approx([1.0, 0.0, 0.5])
    assert fuse_weighted(dense, bm25, 0.0) == pytest.approx([0.0, 1.0, 0.5])
    with pytest.raises(ValueError, match="dense_weight"):
        fuse_weighted(dense, bm25, 1.5)


def test_without_a_vector_bm25_stands_for_both() -> None:
    fused = fuse_weighted(np.array([np.nan, 0.8, 0.2]), np.array([4.0, 2.0, 0.0]), 0.7)
    assert fused == pytest.approx([1.0, 0.7 + 0.3 * 0.5, 0.0])


def test_degenerate_scores() -> None:
    assert min_max(np.array([0.3, 0.3])).tolist() == [1.0, 1.0]
    assert min_max(np.zeros(0)).tolist() == []
    assert np.isnan(min_max(np.array([np.nan]))).all()
    assert share_of_maximum(np.zeros(3)).tolist() == [0.0, 0.0, 0.0]
    assert fuse_weighted(np.zeros(0), np.zeros(0), 0.7).tolist() == []


def test_reciprocal_ranks_add_up() -> None:
    first, second = np.array([1.0, 2.0, np.nan]), np.array([np.nan, 2.0, 1.0])
    assert fuse_ranks(first, second) == pytest.approx(
        [1 / (RRF_K + 1), 2 / (RRF_K + 2), 1 / (RRF_K + 1)]
    )
