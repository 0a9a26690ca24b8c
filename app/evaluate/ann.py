"""Approximate nearest neighbours against exact ones: recall, speed, and the share compared.

The graph is HNSW (Malkov & Yashunin 2018), as hnswlib builds it. The share compared does not
depend on the machine; queries per second do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.evaluate.synthetic import VectorSet
from app.index.hnsw import SEED
from app.index.hnsw_graph import Distances, GraphLinks, TrialGraph
from app.models.contracts import Vectors

NEIGHBOURS = 10
GOOD_RECALL = 0.99
_ROUNDS = 3  # passes over all queries; the fastest counts, as the others met other work
# Two vectors of the same direction differ by a few units in the last place of a float32.
_SAME = 1e-6

Progress = Callable[[str], None]  # what is being done, in words


@dataclass(frozen=True, slots=True)
class GraphFigures:
    """What one graph took to build. `link_bytes` is its memory without the vectors."""

    links: int
    build_s: float
    link_bytes: int


@dataclass(frozen=True, slots=True)
class SearchFigures:
    """One setting. `recall` and `compared` (share of the vectors) are means over the queries.

    `queries_per_s` is of one thread and one query at a time.
    """

    links: int
    ef: int
    recall: float
    queries_per_s: float
    compared: float


@dataclass(frozen=True, slots=True)
class AnnFigures:
    """A whole measurement; `exact_per_s` are queries per second when all vectors are compared."""

    name: str
    vectors: int
    dimension: int
    queries: int
    ef_build: int
    exact_per_s: float
    graphs: tuple[GraphFigures, ...]
    settings: tuple[SearchFigures, ...]

    @property
    def cheapest(self) -> SearchFigures | None:
        """The setting that compares fewest vectors with recall@10 of at least 0.99, if any has."""
        good = [each for each in self.settings if each.recall >= GOOD_RECALL]
        return min(good, key=lambda each: (each.compared, each.links), default=None)


class ExactSearch:
    """All queries compared with all vectors: what the others are judged by."""

    def __init__(self, data: VectorSet) -> None:
        """Takes `(queries, vectors)` float32 of memory."""
        similarities = data.queries @ data.vectors.T
        kept = min(NEIGHBOURS, len(data.vectors))
        self.kept = kept
        self.distances: Distances = 1 - similarities
        self._farthest = np.partition(self.distances, kept - 1, axis=1)[:, kept - 1]

    def recall(self, query: int, found: Sequence[int] | NDArray[np.int64]) -> float:
        """Share of the 10 nearest of one query among the first 10 of `found` (rows, distinct).

        One as near as the tenth counts as found: which of several equal texts is named is chance.
        """
        rows = np.asarray(found[: self.kept], np.int64)
        near = self.distances[query, rows] <= self._farthest[query] + _SAME
        return float(np.count_nonzero(near)) / self.kept


def measure_ann(
    data: VectorSet,
    links: Sequence[int],
    efs: Sequence[int],
    ef_build: int,
    progress: Progress = lambda _text: None,
    *,
    seed: int = SEED,
) -> AnnFigures:
    """Build a graph (with `seed`) for each of `links` (M) and search it with each of `efs`."""
    progress("Comparing all vectors …")
    exact = ExactSearch(data)
    graphs, settings = [], []
    for each in links:
        graph, figures = _build(data.vectors, each, ef_build, seed, progress)
        taken = graph.links()
        graphs.append(figures)
        for ef in efs:
            progress(f"M {each}, ef {ef}: searching …")
            settings.append(_search(graph, taken, data, exact, each, ef))
    count, dimension = data.vectors.shape
    return AnnFigures(
        name=data.name,
        vectors=count,
        dimension=dimension,
        queries=len(data.queries),
        ef_build=ef_build,
        exact_per_s=_rate(data.queries, lambda query: _nearest(data.vectors, query, exact.kept)),
        graphs=tuple(graphs),
        settings=tuple(settings),
    )


def _build(
    vectors: Vectors, links: int, ef_build: int, seed: int, progress: Progress
) -> tuple[TrialGraph, GraphFigures]:
    def tell(done: int, total: int) -> None:
        progress(f"M {links}: building, {done:,} of {total:,} vectors …")

    start = time.perf_counter()
    graph = TrialGraph(vectors, links, ef_build, tell, seed=seed)
    build_s = time.perf_counter() - start
    return graph, GraphFigures(links, build_s, graph.links().size_bytes)


def _search(
    graph: TrialGraph, taken: GraphLinks, data: VectorSet, exact: ExactSearch, links: int, ef: int
) -> SearchFigures:
    walks = [taken.walk(row, max(ef, exact.kept)) for row in exact.distances]
    found = [graph.search(query, exact.kept, ef) for query in data.queries]
    return SearchFigures(
        links=links,
        ef=ef,
        recall=float(np.mean([exact.recall(at, rows) for at, rows in enumerate(found)])),
        queries_per_s=_rate(data.queries, lambda query: graph.search(query, exact.kept, ef)),
        compared=float(np.mean([len(walk.computed) for walk in walks])) / len(data.vectors),
    )


def _rate(queries: Vectors, search: Callable[[Vectors], object]) -> float:
    """Queries per second, one at a time."""
    times = []
    for _round in range(_ROUNDS):
        start = time.perf_counter()
        for query in queries:
            search(query)
        times.append(time.perf_counter() - start)
    return len(queries) / min(times)


def _nearest(vectors: Vectors, query: Vectors, k: int) -> NDArray[np.int64]:
    similarities = vectors @ query
    best = np.argpartition(similarities, -k)[-k:]
    return np.asarray(best[np.argsort(-similarities[best])], np.int64)
