"""Vectors checked, and the best of many similarities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.index.records import Ids, Vectors

Similarities = NDArray[np.float32]


def check_vectors(vectors: Vectors, count: int, dimension: int) -> Vectors:
    """`vectors` as contiguous float32, each L2-normalised.

    Raises ValueError unless they are `(count, dimension)`, finite and none is zero. (hnswlib
    takes NaN and zeros without complaint, and then returns them for every query, or crashes.)
    """
    array = np.ascontiguousarray(vectors, np.float32)
    if array.shape != (count, dimension):
        raise ValueError(f"expected vectors of shape {(count, dimension)}, got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError("a vector holds NaN or infinity")
    norms = np.linalg.norm(array, axis=1, keepdims=True)
    if count and float(norms.min()) < 1e-6:
        raise ValueError("a vector is zero")
    return np.asarray(array / norms, np.float32)


def ranked(ids: Ids, similarities: Similarities, k: int) -> tuple[Ids, Similarities]:
    """The `k` best, best first, ties by id."""
    if len(ids) > k > 0:
        worst = np.partition(similarities, len(ids) - k)[len(ids) - k]
        kept = similarities >= worst
        ids, similarities = ids[kept], similarities[kept]
    order = np.lexsort((ids, -similarities))[: max(k, 0)]
    return ids[order], similarities[order]
