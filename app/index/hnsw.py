"""Nearest vectors by inner product: an HNSW graph, or all of them while they are few.

Malkov & Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical
Navigable Small World graphs" (2018), as implemented by hnswlib.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import hnswlib
import numpy as np
from numpy.typing import NDArray

from app.index.derived import StaleFileError
from app.index.graph_file import GraphRecords, read_records, read_state, write_graph
from app.index.nearest import Similarities, check_vectors, ranked
from app.index.records import Ids, Vectors, as_ids
from app.index.turns import Turns
from app.index.vector_rows import VectorRows

__all__ = ["DenseIndex", "LiveVectors", "check_vectors", "rebuild"]

_log = logging.getLogger(__name__)

# Malkov & Yashunin, section 4.1: M up to 48 for high dimension and high recall; a larger
# efConstruction buys recall with building time, which embedding outweighs many times over.
# Where a library holds dozens of near-copies of each passage, 16 links leave most of them out of
# reach, whatever is searched: recall@10 of 0.32 at 50,000 vectors of that kind, and 1.00 with 32.
LINKS = 32
EF_BUILD = 200
# Candidates held while searching. `margine eval ann`: recall@10 of 0.997 on 20,000 random vectors
# in 50 clouds, more on texts.
EF_SEARCH = 200
SEED = 20251103
# Below this many vectors all are compared, which is exact and takes 33 ms at 200,000 of 384
# components (one core, 11 GB/s): less than the rest of a search. A graph takes 2 ms, but where
# each passage has hundreds of near-copies it leaves whole families of them out of reach.
EXACT_BELOW = 250_000
# A search waits for so many insertions at most, of 2 ms each in a large graph.
INSERTED_AT_ONCE = 8
_FIRST_CAPACITY = 1024
_WORN_SHARE = 0.3  # of vectors in the graph marked as deleted
# With more than this many outside of the graph, all vectors are compared instead.
_MOST_WAITING = 4_000
# Up to this share of the vectors, those to search among are looked at one by one; above, the
# graph is asked for more than is wanted, down to this rank.
_GATHERED_SHARE = 0.1
_DEEPEST = 2_000
_FEW_AMONG = 1_000  # are looked up one by one, instead of going through all rows
_REBUILD_ROWS = 1_000
# Labels in the graph are ids; the bits above tell apart what an id meant before and means now.
_ID_MASK = (1 << 48) - 1


@dataclass(frozen=True, slots=True, eq=False)
class LiveVectors:
    """What was live at some time: row by id, and label in the graph by id. Any thread may read."""

    vectors: VectorRows
    rows: Mapping[int, int]
    labels: Mapping[int, int]

    def take(self, ids: Sequence[int]) -> Vectors:
        """`(len(ids), dimension)` copies of these vectors."""
        return self.vectors.take(np.fromiter((self.rows[each] for each in ids), np.int64, len(ids)))


class DenseIndex:
    """Vectors under their passage ids.

    Vectors are float32 and L2-normalised, so that the inner product is the cosine, in [-1, 1].
    The graph holds a copy of its own. Exact scores come from rows that, for what is in a file,
    are a view of that file (hnswlib hands its vectors out by way of Python lists, a hundred times
    slower).

    What is added with `later` is found at once, by comparing with all of it, and goes into the
    graph when `insert_some` is called.

    One thread owns the index; a second one may call `insert_some` and `save` meanwhile.
    The graph and the list of what waits for it are theirs together, under a lock that is held for
    a few insertions at most; rows are only appended, and those on the list stay as they are.
    """

    def __init__(self, dimension: int, *, exact_below: int | None = None) -> None:
        self.dimension = dimension
        self._exact_below = EXACT_BELOW if exact_below is None else exact_below
        self._vectors = VectorRows(dimension)
        self._rows: dict[int, int] = {}  # by id, live ones
        self._labels: dict[int, int] = {}  # by id, where the label in the graph is another number
        self._row_ids = np.zeros(_FIRST_CAPACITY, np.int64)
        self._row_live = np.zeros(_FIRST_CAPACITY, np.bool_)
        self._turns = Turns()
        self._waiting: dict[int, int] = {}  # label: row
        self._deleted: set[int] = set()  # labels of what the graph holds as deleted
        self._spent: set[int] = set()  # labels of what was removed before the graph held it
        self._graph = _new_graph(dimension, _FIRST_CAPACITY)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, passage_id: object) -> bool:
        return passage_id in self._rows

    @property
    def exact(self) -> bool:
        """Whether `search` compares with all vectors, since they are few."""
        return len(self._rows) < self._exact_below

    @property
    def ids(self) -> Ids:
        """Ids of the live vectors, in the order of their rows."""
        used = len(self._vectors)
        return self._row_ids[:used][self._row_live[:used]]

    def ids_between(self, first: int, last: int) -> list[int]:
        """Live ids from `first` to `last`."""
        if last - first < len(self._rows):
            return [each for each in range(first, last + 1) if each in self._rows]
        return [each for each in self._rows if first <= each <= last]

    @property
    def deleted(self) -> int:
        """How many vectors in the graph are only marked as deleted."""
        return len(self._deleted)

    @property
    def waiting(self) -> int:
        """How many vectors are not in the graph yet."""
        return len(self._waiting)

    @property
    def worn(self) -> bool:
        """Whether so much was deleted that the graph should be made anew."""
        return len(self._deleted) > _WORN_SHARE * (len(self._deleted) + len(self._rows))

    # --------------------------------------------------------------------------------- change

    def add(self, ids: Iterable[int], vectors: Vectors, *, later: bool = False) -> None:
        """Add `(n, dimension)` vectors; an id that is or was present gets the new vector.

        Raises ValueError for vectors that do not fit; nothing is added then.
        """
        names = list(ids)
        array = check_vectors(vectors, len(names), self.dimension)
        if len(set(names)) != len(names):
            raise ValueError("an id is given twice")
        self.remove(names)
        self._append(names, array)
        if not later:
            self.insert_some(len(self._waiting))

    def _append(self, ids: Sequence[int], vectors: Vectors) -> None:
        self._append_rows(ids, vectors)
        with self._turns.owner():
            for passage_id in ids:
                self._waiting[self._new_label(passage_id)] = self._rows[passage_id]

    def _append_rows(self, ids: Sequence[int], vectors: Vectors) -> None:
        first, last = len(self._vectors), len(self._vectors) + len(ids)
        if last > len(self._row_ids):
            more = max(last, len(self._row_ids) * 3 // 2) - len(self._row_ids)
            self._row_ids = np.pad(self._row_ids, (0, more))
            self._row_live = np.pad(self._row_live, (0, more))
        self._row_ids[first:last], self._row_live[first:last] = ids, True
        self._vectors.append(vectors)
        self._rows.update(zip(ids, range(first, last), strict=True))

    def _new_label(self, passage_id: int) -> int:
        """The id itself, or the id with a number above it: hnswlib would move the node of a label
        that it knows, which costs recall, and `renewed` would take the vector for the one before.
        """
        label = passage_id
        while label in self._deleted or label in self._spent:
            label += _ID_MASK + 1
        if label != passage_id:
            self._labels[passage_id] = label
        return label

    def remove(self, ids: Iterable[int]) -> None:
        """Take vectors out; ids that are not present are passed over."""
        gone = dict.fromkeys(each for each in ids if each in self._rows)
        if not gone:
            return
        rows = np.fromiter((self._rows.pop(each) for each in gone), np.int64, len(gone))
        self._row_live[rows] = False
        with self._turns.owner():
            for passage_id in gone:
                label = self._labels.pop(passage_id, passage_id)
                if self._waiting.pop(label, None) is None:
                    self._graph.mark_deleted(label)
                    self._deleted.add(label)
                else:
                    self._spent.add(label)
            self._vectors.clear(rows)

    def insert_some(self, count: int) -> bool:
        """Put up to `count` waiting vectors into the graph; return whether more are waiting.

        Also from a second thread. Always in the order of addition, one at a time: the same
        history gives the same graph.
        """
        with self._turns.helper():
            part = dict(itertools.islice(self._waiting.items(), count))
            if part:
                rows = np.fromiter(part.values(), np.int64, len(part))
                self._make_room(len(part))
                labels = np.fromiter(part, np.int64, len(part))
                self._graph.add_items(self._vectors.take(rows), labels, num_threads=1)
                for label in part:
                    del self._waiting[label]
            return bool(self._waiting)

    def _make_room(self, count: int) -> None:
        needed = self._graph.get_current_count() + count
        if needed > self._graph.get_max_elements():
            self._graph.resize_index(max(needed, self._graph.get_max_elements() * 3 // 2))

    def snapshot(self) -> LiveVectors:
        """What is live now."""
        labels = {each: self._labels.get(each, each) for each in self._rows}
        return LiveVectors(self._vectors, dict(self._rows), labels)

    def renewed(self, fresh: DenseIndex, snapshot: LiveVectors) -> DenseIndex:
        """`fresh`, which was rebuilt from `snapshot`, with what has changed here since."""
        now = self.snapshot()
        fresh.remove(
            each for each, label in snapshot.labels.items() if now.labels.get(each) != label
        )
        new = [each for each, label in now.labels.items() if snapshot.labels.get(each) != label]
        fresh._append(new, now.take(new))
        return fresh

    def compact(self) -> None:
        """Build a graph of the live vectors here and now."""
        fresh = rebuild(self.snapshot(), self.dimension, exact_below=self._exact_below)
        assert fresh is not None  # noqa: S101 - nothing stops it
        with self._turns.owner():
            fresh._turns = self._turns
            self.__dict__.update(fresh.__dict__)

    # ---------------------------------------------------------------------------------- query

    def search(self, vector: Vectors, k: int, ef: int | None = None) -> tuple[Ids, Similarities]:
        """Ids and similarities of the `k` nearest, best first, ties by id; fewer if there are.

        `ef` is how many candidates the graph's search holds (at least `k`): more finds more of
        the true nearest and takes longer; None is the default, twice `k` and `EF_SEARCH` at least.
        Raises ValueError for a vector that does not fit.
        """
        query = self._check_query(vector)
        k = min(k, len(self._rows))
        if k > 0 and not self.exact and len(self._waiting) <= _MOST_WAITING:
            found = self._search_graph(query, k, ef)
            if found is not None:
                return found
        return self._search_all(query, k)

    def search_among(
        self, vector: Vectors, k: int, ids: Collection[int] | Ids
    ) -> tuple[Ids, Similarities]:
        """As `search`, among those of `ids` (an array, for speed) that have a vector.

        Exact, unless they are so many that `search` among as many would not be: then as good as
        the graph.
        """
        query = self._check_query(vector)
        allowed = as_ids(ids)
        rows = self._rows_among(allowed)
        if len(rows) <= _GATHERED_SHARE * len(self._rows):
            return ranked(self._row_ids[rows], self._vectors.take(rows) @ query, k)
        depth = 2 * k
        while not self.exact_among(len(rows)) and 0 < depth <= _DEEPEST:
            found, similarities = self.search(query, depth)
            kept = np.flatnonzero(np.isin(found, allowed))[:k]
            if len(kept) >= k:
                return found[kept], similarities[kept]
            depth *= 4
        return ranked(self._row_ids[rows], self._vectors.products(query)[rows], k)

    def exact_among(self, count: int) -> bool:
        """Whether `search_among` compares with all of `count` vectors."""
        return count < self._exact_below

    def count_among(self, ids: Ids) -> int:
        """How many of `ids` have a vector."""
        return len(self._rows_among(ids))

    def _rows_among(self, ids: Ids) -> NDArray[np.intp]:
        """Rows of those of `ids` that have a vector, ascending."""
        used = len(self._vectors)
        if len(ids) <= _FEW_AMONG:
            rows = (self._rows[each] for each in ids.tolist() if each in self._rows)
            return np.sort(np.fromiter(rows, np.intp))
        return np.flatnonzero(np.isin(self._row_ids[:used], ids) & self._row_live[:used])

    def scores(self, vector: Vectors, ids: Iterable[int]) -> Similarities:
        """Exact similarities of these passages, NaN for one that has no vector."""
        query = self._check_query(vector)
        rows = np.fromiter((self._rows.get(each, -1) for each in ids), np.int64)
        result = np.full(len(rows), np.nan, np.float32)
        present = rows >= 0
        result[present] = self._vectors.take(rows[present]) @ query
        return result

    def vectors(self, ids: Iterable[int]) -> Vectors:
        """`(n, dimension)` copies of the vectors of those of `ids` that have one."""
        rows = [self._rows[each] for each in ids if each in self._rows]
        return self._vectors.take(np.array(rows, np.int64))

    def differing(self, ids: Sequence[int], vectors: Vectors) -> list[int]:
        """Places in `ids` of those that are not present with this very vector of `vectors`."""
        rows = np.fromiter((self._rows.get(each, -1) for each in ids), np.int64, len(ids))
        same = rows >= 0
        own = self._vectors.take(rows[same])
        same[same] = np.isclose(own, vectors[same], atol=1e-6).all(axis=1)
        return np.flatnonzero(~same).tolist()

    def _check_query(self, vector: Vectors) -> Vectors:
        row = np.reshape(vector, (1, -1))
        return check_vectors(row, 1, self.dimension).reshape(-1)

    def _search_graph(
        self, query: Vectors, k: int, ef: int | None
    ) -> tuple[Ids, Similarities] | None:
        """Search the graph, and all that waits for it; None if that yields fewer than `k` (many
        neighbours are deleted)."""
        with self._turns.owner():
            rows = np.fromiter(self._waiting.values(), np.int64, len(self._waiting))
            wanted = min(k, len(self._rows) - len(rows))
            if wanted == 0:
                return None
            self._graph.set_ef(max(EF_SEARCH, 2 * k) if ef is None else max(ef, k))
            try:
                labels, distances = self._graph.knn_query(query, wanted, num_threads=1)
            except RuntimeError:
                _log.debug("the graph yields fewer than %d results; comparing all vectors", k)
                return None
        ids = labels[0].astype(np.int64) & _ID_MASK
        similarities = (1.0 - distances[0]).astype(np.float32)
        if len(rows):
            ids = np.concatenate((ids, self._row_ids[rows]))
            own = (self._vectors.take(rows) @ query).astype(np.float32)
            similarities = np.concatenate((similarities, own))
        return ranked(ids, similarities, k)

    def _search_all(self, query: Vectors, k: int) -> tuple[Ids, Similarities]:
        live = self._row_live[: len(self._vectors)]
        return ranked(self.ids, self._vectors.products(query)[live], k)

    # ---------------------------------------------------------------------------------- files

    def save(self, path: Path) -> None:
        """Write the graph to `path`, which must exist (its permissions stay), without what waits.

        Nothing of deleted vectors is in it. Also from a second thread; the graph is in memory twice
        for a moment. Raises OSError, StaleFileError if hnswlib is of an unknown version.
        """
        with self._turns.helper():
            state = self._graph.__getstate__()[0]
        write_graph(state, path)

    @classmethod
    def load(cls, path: Path, dimension: int, *, exact_below: int | None = None) -> DenseIndex:
        """The index whose graph is in `path`. Any thread.

        hnswlib trusts the file blindly: check that it is whole before. Raises StaleFileError if
        it cannot be read.
        """
        index = cls(dimension, exact_below=exact_below)
        records = read_records(path, dimension)
        # Room for what may be added: memory is only taken when it is used.
        graph = _load_graph(path, dimension, len(records.labels) * 5 // 4 + _FIRST_CAPACITY)
        graph.set_num_threads(1)
        index._graph = graph
        index._deleted = set(records.labels[records.deleted].tolist())
        index._take_records(records, ~records.deleted)
        return index

    def rebase(self, path: Path) -> None:
        """Let rows be those of `path`, to which this index was saved, where they are in it.

        That frees the memory of their copies. Raises StaleFileError; nothing is changed then.
        """
        records = read_records(path, self.dimension)
        with self._turns.owner():
            before, labels = LiveVectors(self._vectors, self._rows, {}), self._labels
            gone = np.fromiter(self._deleted, np.uint64, len(self._deleted))
            self._take_records(records, ~records.deleted & ~np.isin(records.labels, gone))
            self._labels = labels
            rest = [each for each in before.rows if each not in self._rows]
            self._append_rows(rest, before.take(rest))
            for each in rest:
                label = labels.get(each, each)
                if label in self._waiting:
                    self._waiting[label] = self._rows[each]

    def _take_records(self, records: GraphRecords, live: NDArray[np.bool_]) -> None:
        ids = (records.labels & np.uint64(_ID_MASK)).astype(np.int64)
        self._vectors = VectorRows(self.dimension, records.vectors)
        self._row_ids, self._row_live = ids, live
        self._rows = dict(zip(ids[live].tolist(), np.flatnonzero(live).tolist(), strict=True))
        others = live & (records.labels > np.uint64(_ID_MASK))
        self._labels = dict(zip(ids[others].tolist(), records.labels[others].tolist(), strict=True))


def rebuild(
    snapshot: LiveVectors,
    dimension: int,
    *,
    exact_below: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> DenseIndex | None:
    """A new index of what is in `snapshot`, without anything deleted; None once `stop` says so.

    Any thread. What its owner removed meanwhile may be in it as zeros: `DenseIndex.renewed` takes
    it out.
    """
    fresh = DenseIndex(dimension, exact_below=exact_below)
    ids = list(snapshot.rows)
    for start in range(0, len(ids), _REBUILD_ROWS):
        part = ids[start : start + _REBUILD_ROWS]
        fresh._append(part, snapshot.take(part))
        more = not stop()
        while more:
            more = fresh.insert_some(INSERTED_AT_ONCE) and not stop()
        if fresh.waiting:
            return None
    return fresh


def _load_graph(path: Path, dimension: int, capacity: int) -> hnswlib.Index:
    """The graph in the file at `path`, which can be opened. Raises StaleFileError."""
    graph = hnswlib.Index("ip", dimension)
    try:
        graph.load_index(str(path), max_elements=capacity)
    except RuntimeError as error:
        if "open" not in str(error):
            raise StaleFileError(str(error)) from error
        # On Windows hnswlib finds no path with characters outside of the system's code page.
        _log.debug("the graph is read on behalf of hnswlib")
        state = read_state(path, _new_graph(dimension, capacity).__getstate__()[0])
        graph = hnswlib.Index.__new__(hnswlib.Index)  # as unpickling does
        try:
            graph.__setstate__((state,))  # type: ignore[attr-defined]  # its stubs lack it
        except (RuntimeError, ValueError) as refusal:
            raise StaleFileError(str(refusal)) from refusal
    return graph


def _new_graph(dimension: int, capacity: int) -> hnswlib.Index:
    graph = hnswlib.Index("ip", dimension)
    graph.init_index(capacity, M=LINKS, ef_construction=EF_BUILD, random_seed=SEED)
    # One thread: the same vectors in the same order give the same graph, and the cores are left
    # to whoever is answering.
    graph.set_num_threads(1)
    return graph
