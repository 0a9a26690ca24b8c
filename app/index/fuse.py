"""Two result lists made one. Pure functions over parallel arrays of candidates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RRF_K = 60  # Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion", SIGIR 2009, section 2


def min_max(scores: Floats) -> Floats:
    """`scores` stretched to [0, 1]; NaN stays. All equal: all 1, none is worse than another."""
    known = scores[~np.isnan(scores)]
    if len(known) == 0:
        return scores.copy()
    low, high = known.min(), known.max()
    if high == low:
        return np.where(np.isnan(scores), np.nan, 1.0)
    return np.asarray((scores - low) / (high - low), np.float64)


def share_of_maximum(scores: Floats) -> Floats:
    """Non-negative `scores` divided by their maximum: [0, 1], and 0 stays 0 ("no term found")."""
    high = scores.max(initial=0.0)
    return scores / high if high > 0 else np.zeros_like(scores)


def fuse_weighted(dense: Floats, bm25: Floats, dense_weight: float) -> Floats:
    """`w · min-max(dense) + (1 − w) · bm25 / max(bm25)` over the same candidates; in [0, 1].

    Convex combination as in Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid
    Retrieval", ACM TOIS 2023, where min-max (for BM25: its theoretical minimum 0) does well.
    `dense` is NaN for a passage that has no vector: its BM25 share then stands for both.
    """
    if not 0.0 <= dense_weight <= 1.0:
        raise ValueError(f"dense_weight must lie in [0, 1], not {dense_weight}")
    lexical = share_of_maximum(bm25)
    semantic = min_max(dense)
    semantic = np.where(np.isnan(semantic), lexical, semantic)
    return np.asarray(dense_weight * semantic + (1 - dense_weight) * lexical, np.float64)


def fuse_ranks(*ranks: Floats) -> Floats:
    """`Σ 1 / (60 + rank)` over lists, ranks from 1; NaN where a list lacks the candidate."""
    total = np.zeros(len(ranks[0]), np.float64)
    for each in ranks:
        total += np.where(np.isnan(each), 0.0, 1.0 / (RRF_K + np.nan_to_num(each, nan=1.0)))
    return total
