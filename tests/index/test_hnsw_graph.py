"""The counted search is hnswlib's own search."""

from __future__ import annotations

import hnswlib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.hnsw_graph import GraphLinks, TrialGraph, read_links
from app.index.records import Vectors


def draw_vectors(count: int, dimension: int, seed: int) -> Vectors:
    rows = np.random.default_rng(seed).standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 600),
    links=st.sampled_from([2, 4, 16]),
    ef=st.integers(1, 80),
)
def test_the_walk_finds_what_hnswlib_finds(seed: int, count: int, links: int, ef: int) -> None:
    vectors = draw_vectors(count, 6, seed)
    graph = TrialGraph(vectors, links, ef_build=40)
    taken = graph.links()
    for query in draw_vectors(5, 6, seed + 1):
        distances = 1 - vectors @ query
        walk = taken.walk(distances, ef)
        # All ef results, not only the first few: any other path through the graph would show.
        found = graph.search(query, min(ef, len(walk.nearest)), ef)
        assert len(found) == len(walk.nearest)
        # Compared by distance, as rounding may swap two that are as good as equal.
        np.testing.assert_allclose(distances[walk.nearest], distances[found], rtol=0, atol=1e-6)


def test_the_walk_computes_at_least_what_hnswlib_takes_in() -> None:
    """hnswlib asks its filter about each vector that it takes in, and about no other."""
    vectors = draw_vectors(2000, 16, seed=3)
    index = hnswlib.Index("ip", 16)
    index.init_index(len(vectors), M=6, ef_construction=60, random_seed=1)
    index.add_items(vectors, np.arange(len(vectors)), num_threads=1)
    index.set_ef(50)
    links = read_links(index.__getstate__()[0])
    for query in draw_vectors(20, 16, seed=4):
        asked: set[int] = set()

        def take(label: int, asked: set[int] = asked) -> bool:
            asked.add(label)
            return True

        index.knn_query(query, 50, num_threads=1, filter=take)
        computed = set(links.walk(1 - vectors @ query, 50).computed.tolist())
        assert asked < computed
        # Whatever was computed is linked from something taken in, or was passed on the way down.
        linked = {
            neighbour
            for node in asked
            for neighbour in links.base[node, : links.base_counts[node]].tolist()
        }
        above = {each for row in links.upper.values() for each in row.tolist()}
        assert computed <= linked | asked | above | {links.entry}


def test_a_walk_by_hand() -> None:
    """Five vectors in a row, 0 – 1 – 2 – 3 – 4; the query lies at the far end."""
    links = GraphLinks(
        base=np.array([[1, 0], [0, 2], [1, 3], [2, 4], [3, 0]], np.uint32),
        base_counts=np.array([1, 2, 2, 2, 1], np.uint16),
        upper={(1, 0): np.array([2], np.uint32), (1, 2): np.array([0], np.uint32)},
        entry=0,
        top=1,
    )
    distances = np.array([0.9, 0.7, 0.5, 0.2, 0.1], np.float32)
    walk = links.walk(distances, ef=1)
    assert walk.nearest.tolist() == [4]
    # Down from 0 to 2; from there 1 and 3 are looked at, then 4.
    assert walk.computed.tolist() == [0, 1, 2, 3, 4]

    near = links.walk(np.array([0.1, 0.3, 0.5, 0.7, 0.9], np.float32), ef=1)
    assert near.nearest.tolist() == [0]
    assert near.computed.tolist() == [0, 1, 2]  # 3 and 4 are never reached


def test_more_candidates_cost_more_and_find_more() -> None:
    vectors = draw_vectors(3000, 24, seed=5)
    links = TrialGraph(vectors, 8, ef_build=60).links()
    query = draw_vectors(1, 24, seed=6)[0]
    costs = [len(links.walk(1 - vectors @ query, ef).computed) for ef in (10, 50, 200, 3000)]
    assert costs == sorted(costs)
    assert costs[0] < 1000
    exact = np.argsort(-(vectors @ query))[:10]
    assert links.walk(1 - vectors @ query, 3000).nearest[:10].tolist() == exact.tolist()


def test_progress_of_building() -> None:
    told: list[tuple[int, int]] = []
    TrialGraph(draw_vectors(2100, 4, seed=7), 4, 10, lambda done, total: told.append((done, total)))
    assert told == [(1000, 2100), (2000, 2100), (2100, 2100)]


def test_a_graph_that_is_not_known_is_refused() -> None:
    index = hnswlib.Index("ip", 4)
    index.init_index(10, M=4)
    vectors = draw_vectors(5, 4, seed=8)
    index.add_items(vectors, np.arange(5) + 7, num_threads=1)
    state = index.__getstate__()[0]
    with pytest.raises(ValueError, match="rows in order"):
        read_links(state)
    with pytest.raises(ValueError, match="version 2"):
        read_links({**state, "ser_version": 2})
    index.mark_deleted(8)
    with pytest.raises(ValueError, match="deleted"):
        read_links(index.__getstate__()[0])
