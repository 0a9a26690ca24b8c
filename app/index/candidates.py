"""The passages that a query may give: both retrievers' lists, and the scores of their union."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.scopes import EVERYTHING, Scope
from app.index.bm25 import InvertedBM25, QueryScores
from app.index.fuse import fuse_ranks, fuse_weighted
from app.index.hnsw import DenseIndex
from app.index.operators import Filter
from app.index.records import Fusion, Ids, Vectors, as_ids

Floats = NDArray[np.float64]

# Of the vectors: more than that are not compared one by one, the graph is gone down instead, to
# so many of its results.
_MOST_COMPARED = 0.2
_MOST_WALKED = 2_000
_LOOKED_AT = 100  # texts at a time


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search; see `Library.search`."""

    k: int
    depth: int
    fusion: Fusion
    dense_weight: float
    ef: int | None
    scope: Scope = EVERYTHING


@dataclass(frozen=True, slots=True)
class Candidates:
    """Parallel arrays over the union of both lists; NaN where a list or a score is missing.

    `order` are places in them, best fused score first, ties by id. `bm25_share` and
    `dense_share` add up to `fused`; None where the fusion does not add.
    """

    ids: NDArray[np.int64]
    bm25: Floats
    dense: Floats
    bm25_rank: Floats
    dense_rank: Floats
    fused: Floats
    order: NDArray[np.intp]
    bm25_share: Floats | None
    dense_share: Floats | None
    exhausted: bool  # no list that is fused was cut off at the depth


@dataclass(frozen=True, slots=True)
class Weighed:
    """The weighted fusion of candidates: scores, places best first, and what adds up to them."""

    fused: Floats
    order: NDArray[np.intp]
    bm25_share: Floats
    dense_share: Floats


class Retrieval:
    """One query at both retrievers. `dense` and `vector` are both there, or neither is.

    `within` are the passages that are searched, None for all; `allowed` is what the query's
    operators leave of them. `exact` tells whether so far all vectors were compared that could be
    found.
    """

    def __init__(
        self,
        bm25: InvertedBM25,
        dense: DenseIndex | None,
        terms: Mapping[str, float],
        vector: Vectors | None,
        allowed: Filter | None,
        within: Ids | None = None,
    ) -> None:
        self.bm25 = bm25
        self.dense = dense if vector is not None else None
        self.vector = vector if dense is not None else None
        self.terms = terms
        self.allowed = allowed
        self.within = within
        self.exact = True
        self.scores: QueryScores = bm25.score(terms)

    def bm25_list(self, depth: int) -> list[int]:
        """Ids of the `depth` best by BM25, best first."""
        allowed = self.allowed
        if allowed is None:
            return _listed(self.scores.top(depth, self.within)[0])
        ids = as_ids(allowed.candidates)
        return _walk(lambda most: _listed(self.scores.top(most, ids)[0]), depth, allowed, len(ids))

    def dense_list(self, depth: int, ef: int | None) -> list[int]:
        """Ids of the `depth` nearest, best first; none without vectors."""
        dense, vector, allowed = self.dense, self.vector, self.allowed
        if dense is None or vector is None:
            return []
        if allowed is None:
            self.exact = dense.exact_among(self.compared)
            if self.within is not None:
                return _listed(dense.search_among(vector, depth, self.within)[0])
            return _listed(dense.search(vector, depth, ef)[0])
        candidates = allowed.candidates
        if not dense.exact and len(candidates) > _MOST_COMPARED * len(dense):
            most = min(_MOST_WALKED, len(dense))
            found = _walk(
                lambda number: _listed(dense.search(vector, number, ef)[0]), depth, allowed, most
            )
            if len(found) >= depth:
                self.exact = False
                return found
        # All at once where texts are still to be looked at: how many it takes is not known.
        most = depth if allowed.settled else len(candidates)
        ranked = _listed(dense.search_among(vector, most, as_ids(candidates))[0])
        return _walk(lambda number: ranked[:number], depth, allowed, len(ranked))

    @property
    def compared(self) -> int:
        """How many vectors a query is compared with, where it is with all."""
        if self.dense is None:
            return 0
        return len(self.dense) if self.within is None else self.dense.count_among(self.within)

    def dense_scores(self, ids: Sequence[int]) -> Floats:
        """Exact similarities, NaN where there is no vector."""
        if self.dense is None or self.vector is None:
            return np.full(len(ids), np.nan)
        return self.dense.scores(self.vector, ids).astype(np.float64)


def collect(
    retrieval: Retrieval, options: SearchOptions, depth: int, *, both: bool = False
) -> Candidates:
    """Both lists down to `depth`, and exact scores for their union.

    With the fusions "bm25" and "dense" only that list is made, unless `both` are wanted: the
    other's passages are then among the candidates, but not in `order`.
    """
    fusion = options.fusion if retrieval.dense is not None else "bm25"
    bm25_ids = retrieval.bm25_list(depth) if both or fusion != "dense" else []
    dense_ids = retrieval.dense_list(depth, options.ef) if both or fusion != "bm25" else []
    ids = list(dict.fromkeys(bm25_ids + dense_ids))
    bm25 = retrieval.scores.of(ids)
    dense = np.full(len(ids), np.nan)
    if both or fusion != "bm25":
        dense = retrieval.dense_scores(ids)
    bm25_rank, dense_rank = _ranks(ids, bm25_ids), _ranks(ids, dense_ids)
    id_array = np.array(ids, np.int64)
    bm25_share: Floats | None = None
    dense_share: Floats | None = None
    listed = np.ones(len(ids), np.bool_)
    if fusion == "bm25":
        fused, listed = bm25, ~np.isnan(bm25_rank)
    elif fusion == "dense":
        fused, listed = dense, ~np.isnan(dense_rank)
    elif fusion == "rrf":
        fused = fuse_ranks(bm25_rank, dense_rank)
        bm25_share, dense_share = fuse_ranks(bm25_rank), fuse_ranks(dense_rank)
    else:
        weighed = weigh(id_array, dense, bm25, options.dense_weight)
        fused, bm25_share, dense_share = weighed.fused, weighed.bm25_share, weighed.dense_share
    order = np.lexsort((id_array, -fused))
    return Candidates(
        ids=id_array,
        bm25=bm25,
        dense=dense,
        bm25_rank=bm25_rank,
        dense_rank=dense_rank,
        fused=fused,
        order=order[listed[order]],
        bm25_share=bm25_share,
        dense_share=dense_share,
        exhausted=(fusion == "dense" or len(bm25_ids) < depth)
        and (fusion == "bm25" or len(dense_ids) < depth),
    )


def weigh(ids: Ids, dense: Floats, bm25: Floats, dense_weight: float) -> Weighed:
    """`fuse_weighted` over parallel arrays, laid out; ties go by id."""
    fused = fuse_weighted(dense, bm25, dense_weight)
    return Weighed(fused, np.lexsort((ids, -fused)), *_shares(dense, bm25, dense_weight))


def _walk(ranking: Callable[[int], list[int]], depth: int, allowed: Filter, most: int) -> list[int]:
    """The first `depth` ids of a ranking that are allowed, looking at `most` at most.

    `ranking` gives its first so many.
    """
    number = 2 * depth
    while True:
        ids = ranking(min(number, most))
        found: list[int] = []
        for start in range(0, len(ids), _LOOKED_AT):
            found += allowed.keep(ids[start : start + _LOOKED_AT])
            if len(found) >= depth:
                return found[:depth]
        if number >= most or len(ids) < number:
            return found
        number *= 4


def _shares(dense: Floats, bm25: Floats, dense_weight: float) -> tuple[Floats, Floats]:
    """What either score adds to `fuse_weighted`, a convex combination of the two.

    All of it is BM25's where a passage has no vector.
    """
    lexical = (1 - dense_weight) * fuse_weighted(dense, bm25, 0.0)
    semantic = dense_weight * fuse_weighted(dense, bm25, 1.0)
    alone = np.isnan(dense)
    return np.where(alone, lexical + semantic, lexical), np.where(alone, 0.0, semantic)


def _listed(ids: Ids) -> list[int]:
    return [int(each) for each in ids]


def _ranks(ids: Sequence[int], ranked: Sequence[int]) -> Floats:
    """Ranks from 1 of `ids` in the list `ranked`; NaN for those not in it."""
    place = {each: rank for rank, each in enumerate(ranked, start=1)}
    return np.array([place.get(each, np.nan) for each in ids], np.float64)
