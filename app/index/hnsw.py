"""Nearest vectors by inner product: an HNSW graph, or all of them while they are few.

Malkov & Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical
Navigable Small World graphs" (2018), as implemented by hnswlib.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Collection, Iterable
from pathlib import Path

import hnswlib
import numpy as np
from numpy.typing import NDArray

from app.index.derived import StaleFileError
from app.index.records import Ids, Vectors

_log = logging.getLogger(__name__)

# Malkov & Yashunin, section 4.1: M from 16 on for high dimension and high recall; a larger
# efConstruction buys recall with building time, which embedding outweighs many times over.
LINKS = 16
EF_BUILD = 200
# Candidates held while searching: at 100 results wanted, recall@10 stays above 0.99.
EF_SEARCH = 200
SEED = 20251103
# Below this many vectors all are compared: exact, and no slower than the graph.
EXACT_BELOW = 5_000
_FIRST_CAPACITY = 1024
_COMPACT_SHARE = 0.3  # of vectors in the graph marked as deleted

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


class DenseIndex:
    """Vectors under their passage ids. One thread owns it.

    Vectors are float32 and L2-normalised, so that the inner product is the cosine, in [-1, 1].
    They are held twice: in the graph, and as the rows of one matrix, which gives exact scores
    (hnswlib hands its vectors out by way of Python lists, a hundred times slower).
    """

    def __init__(self, dimension: int, *, exact_below: int = EXACT_BELOW) -> None:
        self.dimension = dimension
        self._exact_below = exact_below
        self._rows: dict[int, int] = {}  # live ids
        self._row_ids = np.zeros(_FIRST_CAPACITY, np.int64)
        self._row_live = np.zeros(_FIRST_CAPACITY, np.bool_)
        self._matrix = np.zeros((_FIRST_CAPACITY, dimension), np.float32)
        self._used = 0  # rows, those of deleted vectors included
        self._graph = self._new_graph(_FIRST_CAPACITY)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, passage_id: object) -> bool:
        return passage_id in self._rows

    @property
    def ids(self) -> Ids:
        """Ids of the live vectors, in the order they were added."""
        return self._row_ids[: self._used][self._row_live[: self._used]]

    @property
    def deleted(self) -> int:
        """How many vectors are only marked as deleted."""
        return self._used - len(self._rows)

    @property
    def exact(self) -> bool:
        """Whether `search` compares all vectors: they are few."""
        return len(self._rows) < self._exact_below

    def add(self, ids: Iterable[int], vectors: Vectors) -> None:
        """Add `(n, dimension)` vectors; an id that is or was present gets the new vector.

        Raises ValueError for vectors that do not fit; nothing is added then.
        """
        labels = np.fromiter(ids, np.int64)
        array = check_vectors(vectors, len(labels), self.dimension)
        if len(np.unique(labels)) != len(labels):
            raise ValueError("an id is given twice")
        if len(labels) == 0:
            return
        if np.isin(labels, self._row_ids[: self._used]).any():
            # hnswlib would move the node in place, which costs recall: build anew without it.
            self._mark_deleted(labels.tolist())
            self.compact()
        self._reserve(self._used + len(labels))
        rows = range(self._used, self._used + len(labels))
        self._graph.add_items(array, labels, num_threads=1)
        self._append_rows(labels, array)
        self._rows.update(zip(labels.tolist(), rows, strict=True))

    def remove(self, ids: Iterable[int]) -> None:
        """Take vectors out; ids that are not present are passed over."""
        self._mark_deleted(ids)
        if self.deleted > _COMPACT_SHARE * self._used:
            self.compact()

    def compact(self) -> None:
        """Build a graph of the live vectors beside the old one, and swap."""
        fresh = DenseIndex(self.dimension, exact_below=self._exact_below)
        live = self._row_live[: self._used]
        fresh.add(self.ids, self._matrix[: self._used][live])
        self.__dict__.update(fresh.__dict__)  # the swap: nothing above touched this index

    def search(self, vector: Vectors, k: int, ef: int | None = None) -> tuple[Ids, Similarities]:
        """Ids and similarities of the `k` nearest, best first, ties by id; fewer if there are.

        `ef` is how many candidates the graph's search holds (at least `k`): more finds more of
        the true nearest and takes longer; None is the default, twice `k` and `EF_SEARCH` at least.
        Raises ValueError for a vector that does not fit.
        """
        query = self._check_query(vector)
        k = min(k, len(self._rows))
        if k > 0 and len(self._rows) >= self._exact_below:
            found = self._search_graph(query, k, ef)
            if found is not None:
                return found
        return self._search_exactly(query, k, self.ids)

    def search_among(
        self, vector: Vectors, k: int, ids: Collection[int]
    ) -> tuple[Ids, Similarities]:
        """As `search`, exactly, among those of `ids` that have a vector."""
        present = [each for each in ids if each in self._rows]
        return self._search_exactly(self._check_query(vector), k, np.array(present, np.int64))

    def scores(self, vector: Vectors, ids: Iterable[int]) -> Similarities:
        """Exact similarities of these passages, NaN for one that has no vector."""
        query = self._check_query(vector)
        rows = np.fromiter((self._rows.get(each, -1) for each in ids), np.int64)
        result = np.full(len(rows), np.nan, np.float32)
        present = rows >= 0
        result[present] = self._matrix[rows[present]] @ query
        return result

    # ---------------------------------------------------------------------------------- files

    def save(self, path: Path) -> None:
        """Write the graph to `path`, which must exist (its permissions stay)."""
        if self.deleted and len(self) < self._exact_below:
            self.compact()  # cheap here; nothing deleted stays in the file
        self._graph.save_index(str(path))

    @classmethod
    def load(
        cls, path: Path, ids: Ids, vectors: Vectors, *, exact_below: int = EXACT_BELOW
    ) -> DenseIndex:
        """The index whose graph is in `path`; `ids` and `vectors` are those of the library now.

        What the graph holds beyond them is deleted; what it lacks is for the caller to add.
        hnswlib trusts the file blindly: check that it is whole before. Raises StaleFileError if
        it cannot be read.
        """
        index = cls(vectors.shape[1], exact_below=exact_below)
        graph = hnswlib.Index("ip", index.dimension)
        try:
            graph.load_index(str(path))
        except RuntimeError as error:
            raise StaleFileError(str(error)) from error
        graph.set_num_threads(1)
        index._graph = graph
        stored = np.array(graph.get_ids_list(), np.int64)
        present = np.isin(ids, stored)
        gone = np.setdiff1d(stored, ids)
        for label in gone.tolist():
            with contextlib.suppress(RuntimeError):  # it was marked before it was stored
                graph.mark_deleted(label)
        index._reserve(len(stored))
        index._append_rows(ids[present], vectors[present])
        index._rows = {each: row for row, each in enumerate(ids[present].tolist())}
        # Deleted ones keep a dead row each, so that `deleted` stays right.
        index._append_rows(gone, np.zeros((len(gone), index.dimension), np.float32))
        index._row_live[len(index._rows) : index._used] = False
        return index

    def holds(self, passage_id: int, vector: Vectors) -> bool:
        """Whether the passage is present with this very vector."""
        row = self._rows.get(passage_id)
        return row is not None and bool(np.allclose(self._matrix[row], vector, atol=1e-6))

    # --------------------------------------------------------------------------------- inside

    def _new_graph(self, capacity: int) -> hnswlib.Index:
        graph = hnswlib.Index("ip", self.dimension)
        graph.init_index(capacity, M=LINKS, ef_construction=EF_BUILD, random_seed=SEED)
        # One thread: the same vectors in the same order give the same graph, and the cores are
        # left to whoever is answering.
        graph.set_num_threads(1)
        return graph

    def _check_query(self, vector: Vectors) -> Vectors:
        row = np.reshape(vector, (1, -1))
        return check_vectors(row, 1, self.dimension).reshape(-1)

    def _reserve(self, needed: int) -> None:
        """Make room for `needed` vectors in all."""
        if needed > self._graph.get_max_elements():
            self._graph.resize_index(max(needed, self._graph.get_max_elements() * 3 // 2))
        if needed > len(self._matrix):
            capacity = max(needed, len(self._matrix) * 3 // 2)
            more = capacity - len(self._matrix)
            self._row_ids = np.pad(self._row_ids, (0, more))
            self._row_live = np.pad(self._row_live, (0, more))
            self._matrix = np.pad(self._matrix, ((0, more), (0, 0)))

    def _append_rows(self, ids: Ids, vectors: Vectors) -> None:
        rows = slice(self._used, self._used + len(ids))
        self._row_ids[rows], self._row_live[rows], self._matrix[rows] = ids, True, vectors
        self._used += len(ids)

    def _mark_deleted(self, ids: Iterable[int]) -> None:
        for passage_id in ids:
            row = self._rows.pop(passage_id, None)
            if row is not None:
                self._row_live[row] = False
                self._matrix[row] = 0.0
                self._graph.mark_deleted(passage_id)

    def _search_graph(
        self, query: Vectors, k: int, ef: int | None
    ) -> tuple[Ids, Similarities] | None:
        """Search the graph; None if it yields fewer than `k` (many neighbours are deleted)."""
        self._graph.set_ef(max(EF_SEARCH, 2 * k) if ef is None else max(ef, k))
        try:
            labels, distances = self._graph.knn_query(query, k, num_threads=1)
        except RuntimeError:
            _log.debug("the graph yields fewer than %d results; comparing all vectors", k)
            return None
        return _ranked(labels[0].astype(np.int64), 1.0 - distances[0], k)

    def _search_exactly(self, query: Vectors, k: int, ids: Ids) -> tuple[Ids, Similarities]:
        if len(ids) == len(self._rows):
            used = self._row_live[: self._used]
            similarities = (self._matrix[: self._used] @ query)[used]
            return _ranked(self.ids, similarities, k)
        rows = np.fromiter((self._rows[each] for each in ids.tolist()), np.int64, len(ids))
        return _ranked(ids, self._matrix[rows] @ query, k)


def _ranked(ids: Ids, similarities: Similarities, k: int) -> tuple[Ids, Similarities]:
    """The `k` best, best first, ties by id."""
    if len(ids) > k > 0:
        worst = np.partition(similarities, len(ids) - k)[len(ids) - k]
        kept = similarities >= worst
        ids, similarities = ids[kept], similarities[kept]
    order = np.lexsort((ids, -similarities))[: max(k, 0)]
    return ids[order], similarities[order]
