"""What a search in an HNSW graph costs: hnswlib's own search, and the same search counted.

hnswlib counts nothing, but it pickles the whole graph. `read_links` takes the links out of that,
and `GraphLinks.walk` searches them exactly as hnswlib's `searchKnn` does (Malkov & Yashunin 2018,
algorithms 2 and 5), so that what it counts is what the real search computes.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import hnswlib
import numpy as np
from numpy.typing import NDArray

from app.index.hnsw import SEED, check_vectors
from app.index.records import Ids, Vectors

Distances = NDArray[np.float32]
Nodes = NDArray[np.uint32]
Built = Callable[[int, int], None]  # vectors in the graph so far, vectors in all

_ROUND = 1000  # vectors added between two reports of progress
_SERIAL_VERSION = 1  # of hnswlib's pickled state
_HEAD_BYTES = 4  # before a list of links: their number in two bytes, the deletion mark, a gap
_LABEL_BYTES = 8


@dataclass(frozen=True, slots=True)
class Walk:
    """One counted search. Both arrays hold rows of vectors.

    `nearest` are the vectors found, nearest first, at most ef of them; `computed` are those
    whose distance to the query was computed, each once, in ascending order.
    """

    nearest: Ids
    computed: Ids


@dataclass(frozen=True, slots=True)
class GraphLinks:
    """The links of a graph of n vectors without deleted ones; node i is the vector at row i.

    `base` `(n, 2M)` and `base_counts` `(n,)` are the lowest layer, of whose rows the first
    `base_counts` entries hold; `upper` holds the neighbours of a node in a higher layer, by
    (layer, node). A search enters at `entry`, in layer `top`.
    """

    base: Nodes
    base_counts: NDArray[np.uint16]
    upper: Mapping[tuple[int, int], Nodes]
    entry: int
    top: int

    @property
    def size_bytes(self) -> int:
        """Memory that the links take."""
        return self.base.nbytes + sum(each.nbytes for each in self.upper.values())

    def walk(self, distances: Distances, ef: int) -> Walk:
        """Search for the query that is at `distances` `(n,)` from the vectors."""
        node, passed = self._descend(distances)
        seen = np.zeros(len(self.base), np.bool_)
        nearest = self._search_base(distances, node, ef, seen)
        seen[passed] = True
        return Walk(nearest, np.flatnonzero(seen))

    def _descend(self, distances: Distances) -> tuple[int, list[int]]:
        """Go greedily down to the lowest layer: where it is entered, and all nodes computed."""
        node, computed = self.entry, [self.entry]
        for layer in range(self.top, 0, -1):
            while True:
                neighbours = self.upper[layer, node]
                computed += neighbours.tolist()
                if not len(neighbours):
                    break
                best = int(neighbours[np.argmin(distances[neighbours])])
                if not distances[best] < distances[node]:
                    break
                node = best
        return node, computed

    def _search_base(
        self, distances: Distances, node: int, ef: int, seen: NDArray[np.bool_]
    ) -> Ids:
        """Best-first search of the lowest layer; marks in `seen` what was computed."""
        seen[node] = True
        bound = float(distances[node])
        waiting = [(bound, node)]
        found = [(-bound, node)]  # the farthest first, at most ef
        while waiting:
            distance, node = heapq.heappop(waiting)
            if distance > bound:
                break
            neighbours = self.base[node, : self.base_counts[node]]
            fresh = neighbours[~seen[neighbours]]
            seen[fresh] = True
            for each, near in zip(fresh.tolist(), distances[fresh].tolist(), strict=True):
                if len(found) < ef or near < bound:
                    heapq.heappush(waiting, (near, each))
                    heapq.heappush(found, (-near, each))
                    if len(found) > ef:
                        heapq.heappop(found)
                    bound = -found[0][0]
        return np.array([each for _near, each in sorted(found, reverse=True)], np.int64)


class TrialGraph:
    """An HNSW graph made to be measured: nothing is removed, and it can be counted.

    Built as `DenseIndex` builds its own, on one thread. One thread owns it.
    """

    def __init__(
        self,
        vectors: Vectors,
        links: int,
        ef_build: int,
        progress: Built | None = None,
        *,
        seed: int = SEED,
    ) -> None:
        """Build over `(n, dimension)` vectors with `links` (M) links a node.

        `seed` draws the layers that nodes reach up to.

        Raises ValueError as `check_vectors` does.
        """
        count, dimension = vectors.shape
        checked = check_vectors(vectors, count, dimension)
        self._graph = hnswlib.Index("ip", dimension)
        self._graph.init_index(count, M=links, ef_construction=ef_build, random_seed=seed)
        for start in range(0, count, _ROUND):
            part = checked[start : start + _ROUND]
            labels = np.arange(start, start + len(part))
            self._graph.add_items(part, labels, num_threads=1)
            if progress is not None:
                progress(start + len(part), count)

    def search(self, query: Vectors, k: int, ef: int) -> Ids:
        """Rows of the `k` nearest to `query` `(dimension,)`, nearest first, on one thread.

        None at all where the search reaches fewer than `k`: a graph of few links falls apart.
        """
        self._graph.set_ef(ef)
        try:
            labels, _distances = self._graph.knn_query(query, k, num_threads=1)
        except RuntimeError:
            return np.zeros(0, np.int64)
        return np.asarray(labels[0], np.int64)

    def links(self) -> GraphLinks:
        """The graph's links; the graph is in memory twice for a moment."""
        return read_links(self._graph.__getstate__()[0])


def read_links(state: Mapping[str, Any]) -> GraphLinks:
    """Take the links out of the pickled state of a `hnswlib.Index`.

    Raises ValueError if hnswlib lays it out in another way than known here, if vectors are
    deleted, or if labels are not the rows in order.
    """
    if state["ser_version"] != _SERIAL_VERSION:
        raise ValueError(f"hnswlib's state has version {state['ser_version']}, not 1")
    if state["has_deletions"]:
        raise ValueError("a graph with deleted vectors cannot be walked")
    count = int(state["cur_element_count"])
    nodes = state["data_level0"].view(np.uint8).reshape(count, state["size_data_per_element"])
    labels = _column(nodes, state["label_offset"], _LABEL_BYTES, np.uint64)[:, 0]
    if not np.array_equal(labels, np.arange(count)):
        raise ValueError("the labels are not the rows in order")
    start = int(state["offset_level0"])
    link_bytes = 4 * int(state["max_M0"])
    return GraphLinks(
        base=_column(nodes, start + _HEAD_BYTES, link_bytes, np.uint32),
        base_counts=_column(nodes, start, 2, np.uint16)[:, 0],
        upper=_read_upper(state, count),
        entry=int(state["enterpoint_node"]),
        top=int(state["max_level"]),
    )


def _read_upper(state: Mapping[str, Any], count: int) -> dict[tuple[int, int], Nodes]:
    """The layers above the lowest: their lists lie one after the other, by node, then layer."""
    width = int(state["size_links_per_element"])
    lists = state["link_lists"].view(np.uint8).reshape(-1, width)
    counts = _column(lists, 0, 2, np.uint16)[:, 0].tolist()
    links = _column(lists, _HEAD_BYTES, width - _HEAD_BYTES, np.uint32)
    levels = state["element_levels"][:count]
    places = (
        (layer, node)
        for node in np.flatnonzero(levels).tolist()
        for layer in range(1, int(levels[node]) + 1)
    )
    return {place: row[:filled] for place, row, filled in zip(places, links, counts, strict=True)}


def _column(
    rows: NDArray[np.uint8], start: int, width: int, kind: type[np.unsignedinteger[Any]]
) -> NDArray[Any]:
    """`width` bytes of every row, from `start` on, as numbers of `kind`."""
    return np.ascontiguousarray(rows[:, start : start + width]).view(kind)
