"""The two derived indexes, kept in step with the database by its change log."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np

from app.index.bm25 import InvertedBM25
from app.index.bm25_file import load_bm25, save_bm25
from app.index.dense_file import load_dense, save_dense
from app.index.derived import Origin, StaleFileError
from app.index.documents import DocumentTable, LivePassage
from app.index.hnsw import DenseIndex
from app.index.records import EmbedderInfo
from app.index.store import Store
from app.index.tokens import Tokenizer

_log = logging.getLogger(__name__)

BM25_FILE = "bm25.npz"
DENSE_FILE = "hnsw.bin"

# Changes kept in the log after a save, for other processes that read this library.
_LOG_KEPT = 4096
_EVERYTHING = (0, 2**62)


class Indexes:
    """BM25 and dense index of all live passages. One thread owns it.

    Loaded at the first need, then caught up by `catch_up` inside whichever transaction asks, so
    that they always show the same state as the rows read beside them.
    """

    def __init__(self, store: Store, documents: DocumentTable, tokenizer: Tokenizer) -> None:
        self._store = store
        self._documents = documents
        self._tokenizer = tokenizer
        self._embedder: EmbedderInfo | None = None  # whose vectors the dense index holds
        self._bm25 = InvertedBM25()
        self._dense: DenseIndex | None = None
        self._generation = -1  # -1: not loaded
        self._saved_generation = -1

    @property
    def bm25(self) -> InvertedBM25:
        """The BM25 index, as of the last `catch_up`."""
        return self._bm25

    @property
    def dense(self) -> DenseIndex | None:
        """The dense index, as of the last `catch_up`; None if no embedder is known."""
        return self._dense

    @property
    def embedder(self) -> EmbedderInfo | None:
        """Whose vectors the dense index holds."""
        return self._embedder

    def catch_up(self) -> None:
        """Take in every change since the last time. Call inside a transaction."""
        if self._generation < 0 or stored_embedder(self._store) != self._embedder:
            self._load()
            self._take_changes()
            if not self._complete():
                _log.warning("derived indexes do not fit the library; making them anew")
                self._reset()
                self._take_changes()
        elif self._generation != self._store.generation:
            self._take_changes()

    def save(self) -> None:
        """Write both files if they are behind. Not inside a transaction. Raises OSError."""
        if self._saved_generation < 0:
            with self._store.reading():
                self.catch_up()
        # The log must be on the disk before a file that claims to stand at its end.
        self._store.checkpoint()
        if self._saved_generation == self._generation:
            return
        origin = Origin(self._store.library_id, self._generation)
        save_bm25(self._bm25, self._store.folder / BM25_FILE, origin)
        if self._dense is not None and self._embedder is not None:
            save_dense(self._dense, self._store.folder / DENSE_FILE, origin, self._embedder)
        self._saved_generation = self._generation
        with self._store.writing():
            self._documents.trim_changes(self._generation - _LOG_KEPT)

    def forget(self) -> None:
        """Load anew at the next need: the database's vectors were cleared."""
        self._generation = self._saved_generation = -1

    # --------------------------------------------------------------------------------- inside

    def _load(self) -> None:
        self._reset()
        folder, library_id = self._store.folder, self._store.library_id
        generations = []
        try:
            self._bm25, generation = load_bm25(folder / BM25_FILE, library_id)
            generations.append(generation)
        except StaleFileError as error:
            _log.info("BM25 index is made anew: %s", error)
            generations.append(0)
        if self._embedder is not None:
            ids, vectors = self._documents.live_vectors(self._embedder)
            try:
                self._dense, generation = load_dense(
                    folder / DENSE_FILE, library_id, self._embedder, ids, vectors
                )
                generations.append(generation)
            except StaleFileError as error:
                _log.info("vector index is made anew: %s", error)
                generations.append(0)
        self._generation = min(generations)
        if len(set(generations)) == 1:
            self._saved_generation = self._generation

    def _reset(self) -> None:
        self._embedder = stored_embedder(self._store)
        self._bm25 = InvertedBM25()
        self._dense = DenseIndex(self._embedder.dimension) if self._embedder else None
        self._generation, self._saved_generation = 0, -1

    def _take_changes(self) -> None:
        ranges = self._documents.changes_after(self._generation)
        if ranges is None or self._generation == 0:
            ranges = [_EVERYTHING]
        for first, last in ranges:
            self._take_range(first, last)
        self._generation = self._store.generation

    def _take_range(self, first: int, last: int) -> None:
        """Make the indexes hold exactly the live passages from `first` to `last`."""
        live: set[int] = set()
        for passages in self._documents.live_passages(first, last):
            live.update(each.passage_id for each in passages)
            self._take_passages(passages)
        gone = [each for each in self._bm25.ids_between(first, last) if each not in live]
        self._bm25.remove(gone)
        if self._dense is not None:
            stored = self._dense.ids
            stored = stored[(stored >= first) & (stored <= last)]
            self._dense.remove([each for each in stored.tolist() if each not in live])

    def _take_passages(self, passages: Sequence[LivePassage]) -> None:
        new = [each for each in passages if each.passage_id not in self._bm25]
        counted = [self._tokenizer.passage_terms(each.searchable, each.language) for each in new]
        self._bm25.add(
            [each.passage_id for each in new],
            [terms for terms, _length in counted],
            [length for _terms, length in counted],
        )
        if self._dense is None:
            return
        vectors = {
            each.passage_id: each.vector
            for each in passages
            if each.vector is not None and not self._dense.holds(each.passage_id, each.vector)
        }
        if vectors:
            self._dense.add(vectors, np.stack(list(vectors.values())))

    def _complete(self) -> bool:
        """Whether both indexes hold as many passages as the database says."""
        _documents, _pages, passages = self._documents.totals()
        vectors = self._documents.count_live_vectors()
        return len(self._bm25) == passages and (self._dense is None or len(self._dense) == vectors)


def stored_embedder(store: Store) -> EmbedderInfo | None:
    """Whose vectors the database holds; None before the first embedder was told."""
    identity, dimension = store.meta("embedder_identity"), store.meta("embedder_dimension")
    if identity is None or dimension is None:
        return None
    return EmbedderInfo(identity, int(dimension))
