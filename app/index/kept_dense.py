"""The vector index of a library: loaded, brought up to date, tended and saved."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from app.index.backwork import BackWorker
from app.index.change_log import ChangeLog
from app.index.dense_file import load_dense, save_dense
from app.index.derived import DerivedFiles, Origin, StaleFileError
from app.index.documents import DocumentTable
from app.index.hnsw import INSERTED_AT_ONCE, DenseIndex, LiveVectors, rebuild
from app.index.records import EmbedderInfo
from app.index.store import Store
from app.index.vector_table import VectorTable

_log = logging.getLogger(__name__)

# As for BM25: so few new vectors are not worth writing the file of a large library again.
_LARGE_VECTORS = 20_000
_WORTH_SAVING = 1_000
_EVERYTHING = (0, 2**62)
# A graph is in memory twice while it is written or built anew; hnswlib has errors of its own.
_OUT_OF_ROOM = (MemoryError, RuntimeError)


@dataclass(frozen=True, slots=True)
class _Saving:
    """A file that is being written of `index`; in the future the file and the generation that it
    stands at, None if there was nothing to write yet."""

    index: DenseIndex
    result: Future[tuple[Path, int] | None]


@dataclass(frozen=True, slots=True)
class _Renewal:
    """A graph that is being built anew from `snapshot`, which stands at `generation`."""

    snapshot: LiveVectors
    generation: int
    result: Future[DenseIndex | None]


class KeptDense:
    """The index of one embedder's vectors, and its file. The library's thread owns it.

    The worker loads it, puts vectors into the graph, writes the graph and builds it anew; what it
    shares with the owner meanwhile is said in `DenseIndex`.
    """

    def __init__(
        self, store: Store, documents: DocumentTable, worker: BackWorker, embedder: EmbedderInfo
    ) -> None:
        self._store = store
        self._documents = documents
        self._changes = ChangeLog(store)
        self._vectors = VectorTable(store)
        self._worker = worker
        self._files = dense_files(store.folder)
        self._loading: Future[tuple[DenseIndex, int]] | None = None
        self._inserting: Future[None] | None = None
        self._saving: _Saving | None = None
        self._save_again = False
        self._renewal: _Renewal | None = None
        self._added = self._removed = 0  # since the last file
        self._dropped = threading.Event()  # what the worker does with this index is for nothing
        self.embedder = embedder
        self.index = DenseIndex(embedder.dimension)
        self.generation = -1  # -1: not loaded
        self.saved_generation = -1

    @property
    def loaded(self) -> bool:
        """Whether a search needs not wait for the file to be read."""
        return self.generation >= 0 or (self._loading is not None and self._loading.done())

    def begin_loading(self) -> None:
        """Let the worker read the file, if that is still to be done."""
        if self.generation < 0 and self._loading is None:
            files, store, embedder = self._files, self._store, self.embedder
            library_id = store.library_id
            self._loading = self._worker.submit(lambda: _load(files, library_id, embedder))

    def catch_up(self) -> None:
        """Take in every change since the last time. Call inside a transaction."""
        self.settle()
        if self.generation == self._store.generation:
            return
        just_loaded = self.generation < 0
        if just_loaded:
            self._take_loaded()
        ranges = self._changes.after(self.generation)
        if ranges is None and self.generation > 0:  # the log was cut: a newer file may be there
            self.generation = -1
            self._take_loaded()
            just_loaded = True
            ranges = self._changes.after(self.generation)
        if self.generation == 0:  # whatever is in the graph is only passed over
            ranges = [_EVERYTHING]
        elif ranges is None:
            self._reset()
            ranges = [_EVERYTHING]
        for first, last in ranges:
            self._take_range(first, last)
        if just_loaded and ranges != [_EVERYTHING] and not self._fits():
            _log.warning("the vector index does not fit the library; making it anew")
            self._reset()
            self._take_range(*_EVERYTHING)
        self.generation = self._store.generation
        self._tend()

    def save(self) -> None:
        """Begin to write the file anew, unless it is up to date or nearly."""
        self.settle()
        few = len(self.index) > _LARGE_VECTORS and self._added < _WORTH_SAVING
        nearly = few and self._removed == 0 and self.saved_generation > 0
        if self._saving is not None:
            self._save_again = True  # what is being written may hold what has gone since
        elif (self.generation != self.saved_generation or self._removed) and not nearly:
            self._begin_saving()

    def settle(self, *, wait: bool = False) -> None:
        """Take over what the worker has done, with `wait` also the file that it is writing."""
        saving = self._saving
        if saving is not None and (wait or saving.result.done()):
            self._saving = None
            self._take_saved(saving)
            if self._save_again:
                self._save_again = False
                self.save()
        renewal = self._renewal  # read here: `save` may just have taken over an earlier one
        if renewal is not None and renewal.result.done():
            self._renewal = self._inserting = None
            try:
                fresh = renewal.result.result()
            except _OUT_OF_ROOM as error:  # the worn graph goes on, only slower
                _log.warning("the vector index could not be built anew: %s", error)
                fresh = None
            if fresh is not None:
                self.index = self.index.renewed(fresh, renewal.snapshot)
                # The new graph lacks what was added since, though a file of the old one has it.
                self.saved_generation = min(self.saved_generation, renewal.generation)
                self._removed += 1  # what is in the old graph's file goes at the next save
                self._tend()

    def finish(self) -> None:
        """Wait for the file that is being written, and for another if that was asked for."""
        while self._saving is not None:
            self.settle(wait=True)

    def drop(self) -> None:
        """Let the worker end what it does for this index, which is not used any more."""
        self._dropped.set()

    # --------------------------------------------------------------------------------- inside

    def _fits(self) -> bool:
        """Whether the index holds as many vectors as there are live ones."""
        _documents, _pages, passages = self._documents.totals()
        # As a rule each passage has one: counting them looks at all of the table.
        return len(self.index) == passages or (len(self.index) == self._vectors.count_live())

    def _stopping(self) -> Callable[[], bool]:
        """Whether the worker should end what it does for the present index. Any thread."""
        worker, dropped = self._worker, self._dropped
        return lambda: dropped.is_set() or worker.stopping()

    def _take_saved(self, saving: _Saving) -> None:
        saved = None
        try:
            saved = saving.result.result()
        except (OSError, StaleFileError, *_OUT_OF_ROOM) as error:  # the next start makes it anew
            _log.warning("derived files could not be written: %s", error)
        if saved is None:
            self._removed += 1  # to be tried again
            return
        path, generation = saved
        if self.index is saving.index:
            self.saved_generation = generation
            try:
                self.index.rebase(path)
            except StaleFileError as error:
                _log.warning("the vector index's file cannot be mapped: %s", error)

    def _reset(self) -> None:
        self._dropped.set()
        self._dropped = threading.Event()
        self.index = DenseIndex(self.embedder.dimension)
        self._inserting = self._saving = self._renewal = None
        self.generation, self.saved_generation = 0, -1

    def _take_loaded(self) -> None:
        self.begin_loading()
        assert self._loading is not None  # noqa: S101 - begun above
        loading, self._loading = self._loading, None
        self._reset()  # before the wait: what the worker does for the index until now goes first
        try:
            index, generation = loading.result()
        except StaleFileError as error:
            _log.info("the vector index is made anew: %s", error)
            generation = -1
        if 0 <= generation <= self._store.generation:
            self.index = index
            self.generation = self.saved_generation = generation
            if not self._store.read_only:  # what a crash, or a system that maps files, left over
                self._files.keep_only(self._files.newest())
        elif not self._store.read_only:
            self._files.keep_only(None)  # so that no later state of the library believes them

    def _take_range(self, first: int, last: int) -> None:
        """Make the index hold exactly the live vectors of passages from `first` to `last`."""
        live: set[int] = set()
        for ids, vectors in self._vectors.live_between(first, last, self.embedder):
            live.update(ids)
            new = self.index.differing(ids, vectors)
            if new:
                self.index.add([ids[n] for n in new], vectors[new], later=True)
                self._added += len(new)
        gone = [each for each in self.index.ids_between(first, last) if each not in live]
        self.index.remove(gone)
        self._removed += len(gone)

    def _tend(self) -> None:
        """Let the worker put waiting vectors into the graph, or build a worn one anew."""
        index, worker, stop = self.index, self._worker, self._stopping()
        # A reader leaves a worn graph to the writer, whose file it takes up later.
        if index.worn and self._renewal is None and not self._store.read_only:
            snapshot, dimension = index.snapshot(), self.embedder.dimension
            self._renewal = _Renewal(
                snapshot,
                self.generation,
                worker.submit(lambda: rebuild(snapshot, dimension, stop=stop)),
            )
        if self._inserting is not None and self._inserting.done():
            error = self._inserting.exception()
            if error is not None:  # what waits is compared one by one until it succeeds
                _log.warning("vectors could not be put into the graph: %r", error)
            self._inserting = None
        if index.waiting and self._inserting is None:
            self._inserting = worker.submit(lambda: _insert(index, stop))

    def _begin_saving(self) -> None:
        index, store, files, stop = self.index, self._store, self._files, self._stopping()
        library_id, embedder, dropped = store.library_id, self.embedder, self._dropped
        before, now = max(0, self.saved_generation), self.generation

        def save() -> tuple[Path, int] | None:
            _insert(index, stop)
            # In a hurry not all is in the graph: the change log from the last file on holds it.
            # Without a last file it is 0: the next start compares all, and goes on with the rest.
            generation = before if index.waiting else now
            if dropped.is_set() or (generation == 0 and index.waiting >= len(index)):
                return None
            path = files.next()
            # The graph may hold more than at `generation`: catching up passes over what is there.
            origin = Origin(library_id, generation)
            save_dense(index, path, origin, embedder, before_valid=store.sync)
            files.keep_only(path)
            return path, generation

        self._added = self._removed = 0
        self._saving = _Saving(index, self._worker.submit(save))


def dense_files(folder: Path) -> DerivedFiles:
    """The files of a library's vector index, whoever's vectors they are."""
    return DerivedFiles(folder, "hnsw", ".json", ("hnsw.bin", "hnsw.json"))


def _insert(index: DenseIndex, stop: Callable[[], bool]) -> None:
    while not stop() and index.insert_some(INSERTED_AT_ONCE):
        pass


def _load(files: DerivedFiles, library_id: str, embedder: EmbedderInfo) -> tuple[DenseIndex, int]:
    """The index in the newest file. Raises StaleFileError."""
    tried: set[Path] = set()
    while (path := files.newest()) is not None and path not in tried:
        tried.add(path)
        try:
            return load_dense(path, library_id, embedder)
        except StaleFileError as error:
            # A writer in another process may just have put another file in its place.
            _log.info("a file of the vector index is passed over: %s", error)
    raise StaleFileError("no file that fits")
