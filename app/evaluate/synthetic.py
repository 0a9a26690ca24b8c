"""Vectors made by a published recipe, so that figures can be compared across machines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.models.contracts import Vectors

VECTORS = 20_000
QUERIES = 200
DIMENSION = 64
CENTRES = 50
SPREAD = 0.5  # of the centres; that of the vectors about their centre is 1
SEED = 0


@dataclass(frozen=True, slots=True)
class VectorSet:
    """`(n, dimension)` vectors to be searched and `(m, dimension)` queries, all normalised.

    `name` says in a few words where they come from.
    """

    name: str
    vectors: Vectors
    queries: Vectors


def make_synthetic_set(count: int = VECTORS, queries: int = QUERIES) -> VectorSet:
    """Normal clouds about 50 normal centres, in 64 dimensions; queries are drawn likewise.

    The published figures are those of the default numbers; with others the set is another one.
    """
    rng = np.random.default_rng(SEED)
    centres = rng.standard_normal((CENTRES, DIMENSION)) * SPREAD
    vectors = _draw(rng, centres, count)
    return VectorSet("synthetic", vectors, _draw(rng, centres, queries))


def _draw(rng: np.random.Generator, centres: NDArray[np.float64], count: int) -> Vectors:
    labels = rng.integers(0, CENTRES, count)
    rows = centres[labels] + rng.standard_normal((count, DIMENSION))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)
