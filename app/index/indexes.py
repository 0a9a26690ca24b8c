"""The two derived indexes, kept in step with the database by its change log."""

from __future__ import annotations

from collections.abc import Sequence

from app.index.backwork import BackWorker
from app.index.bm25 import InvertedBM25
from app.index.change_log import ChangeLog
from app.index.documents import DocumentTable
from app.index.hnsw import DenseIndex
from app.index.kept_bm25 import KeptBM25
from app.index.kept_dense import KeptDense, dense_files
from app.index.records import EmbedderInfo
from app.index.store import Store
from app.index.tokens import Tokenizer

# Changes kept in the log after a save, for other processes that read this library.
_LOG_KEPT = 4096
# At the end, so long may vectors still be put into the graph; what is left, the next start does.
_GRACE_S = 3.0


class Indexes:
    """BM25 and dense index of all live passages. The library's thread owns it.

    Loaded at the first need, each by itself, then caught up by `catch_up` inside whichever
    transaction asks, so that they always show the same state as the rows read beside them. What
    takes long is done by a worker; its results are taken over by the next call here.
    """

    def __init__(self, store: Store, documents: DocumentTable, tokenizer: Tokenizer) -> None:
        self._store = store
        self._documents = documents
        self._tokenizer = tokenizer
        self._worker = BackWorker()
        self._bm25 = KeptBM25(store, documents, tokenizer, self._worker)
        self._dense: KeptDense | None = None

    @property
    def bm25(self) -> InvertedBM25:
        """The BM25 index, as of the last `catch_up`."""
        return self._bm25.index

    @property
    def dense(self) -> DenseIndex | None:
        """The dense index, as of the last `catch_up` with it; None if no embedder is known."""
        return None if self._dense is None else self._dense.index

    @property
    def embedder(self) -> EmbedderInfo | None:
        """Whose vectors the dense index holds."""
        return None if self._dense is None else self._dense.embedder

    def tidy(self) -> None:
        """Delete derived files that a process which died left over: they may hold what was removed
        since. For a writer, before anything is loaded."""
        self._bm25.tidy()
        dense_files(self._store.folder).tidy()

    def catch_up(self, *, dense: bool = True) -> None:
        """Take in every change since the last time, without `dense` for BM25 alone.

        Call inside a transaction.
        """
        self._bm25.catch_up()
        kept = self._kept_dense()
        if dense and kept is not None:
            kept.catch_up()

    def warm_up(self) -> None:
        """Load BM25 now, and begin to load the vectors. Call inside a transaction."""
        self._bm25.catch_up()
        kept = self._kept_dense()
        if kept is not None:
            kept.begin_loading()

    def tend(self) -> None:
        """Begin a merge if one is due. After a change, never in a query."""
        self._bm25.merge_if_large()

    def prepare(self, passage_ids: Sequence[int]) -> None:
        """Split those of these passages into words that are not live yet. In a transaction."""
        self._bm25.prepare(self._documents.pending_passages(passage_ids))

    def forget_prepared(self) -> None:
        """Forget what was prepared: some of it has gone."""
        self._bm25.forget_prepared()

    def distrust_bm25(self) -> None:
        """The BM25 index's file turned out to be damaged: make the index anew."""
        self._bm25.distrust()

    def save(self, *, wait: bool) -> None:
        """Let both files be written if they are behind, and `wait` for it or not.

        Not inside a transaction. What cannot be written is logged, and made anew by the next start.
        """
        # An index that was never loaded is not behind by anything that was done here.
        used = self._dense is not None and self._dense.loaded
        if self._bm25.generation >= 0:
            with self._store.reading():
                self.catch_up(dense=used)
        self._store.checkpoint()
        if self._bm25.generation >= 0:
            self._bm25.save()
        if self._dense is not None and self._dense.generation >= 0:
            self._dense.save()
        if wait:
            self._bm25.finish()
            if self._dense is not None:
                self._dense.finish()
        self._trim_log()

    def close(self, *, save: bool) -> None:
        """Stop the worker, after a last `save`; may be called twice."""
        try:
            if save:
                self._worker.hurry(_GRACE_S)
                self.save(wait=True)
        finally:
            self._worker.close()

    # --------------------------------------------------------------------------------- inside

    def _kept_dense(self) -> KeptDense | None:
        embedder = stored_embedder(self._store)
        if self.embedder != embedder:
            if self._dense is not None:
                self._dense.drop()
            self._dense = (
                None
                if embedder is None
                else KeptDense(self._store, self._documents, self._worker, embedder)
            )
        return self._dense

    def _trim_log(self) -> None:
        saved = [self._bm25.saved_generation]
        if self._dense is not None:
            saved.append(self._dense.saved_generation)
        if min(saved) > _LOG_KEPT:
            with self._store.writing():
                ChangeLog(self._store).trim(min(saved) - _LOG_KEPT)


def stored_embedder(store: Store) -> EmbedderInfo | None:
    """Whose vectors the database holds; None before the first embedder was told."""
    identity, dimension = store.meta("embedder_identity"), store.meta("embedder_dimension")
    if identity is None or dimension is None:
        return None
    return EmbedderInfo(identity, int(dimension))
