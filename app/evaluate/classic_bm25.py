"""Two properties of BM25's formula, in numbers (Robertson & Zaragoza 2009, section 3)."""

from __future__ import annotations

import math


def saturated(tf: float, k1: float) -> float:
    """What a term that occurs `tf` times counts, without normalisation by length (b = 0).

    tf·(k1 + 1) / (tf + k1): 1 for one occurrence, and never more than k1 + 1.
    """
    return tf * (k1 + 1) / (tf + k1)


def okapi_idf(passages: int, containing: int) -> float:
    """ln((N − df + 0.5) / (df + 0.5)): negative for a term in more than half of the passages."""
    return math.log((passages - containing + 0.5) / (containing + 0.5))


def lucene_idf(passages: int, containing: int) -> float:
    """ln(1 + (N − df + 0.5) / (df + 0.5)), which is what we use: never negative."""
    return math.log1p((passages - containing + 0.5) / (containing + 0.5))
