"""The BM25 index of a library: loaded, brought up to date, merged and saved."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from app.index.backwork import BackWorker
from app.index.bm25 import InvertedBM25, Snapshot
from app.index.bm25_file import read_postings, write_postings
from app.index.change_log import ChangeLog
from app.index.derived import DerivedFiles, Origin, StaleFileError
from app.index.documents import DocumentTable, LivePassage
from app.index.postings import Postings
from app.index.postings_merge import Merge
from app.index.store import Store
from app.index.tokens import Tokenizer

_log = logging.getLogger(__name__)

# What was added since the file was made is merged when it is so many postings, or this share of
# the file's; until then it is looked through beside the file.
_MERGE_POSTINGS = 200_000
_MERGE_SHARE = 0.25
# So few passages are not worth a new file of a large library: the next start takes them from the
# database again, in less time than it takes to write the file.
_LARGE_PASSAGES = 20_000
_WORTH_SAVING = 500
EVERYTHING = (0, 2**62)
# Passages of documents that are not published yet whose words are held ready, at most.
_MOST_PREPARED = 5_000


@dataclass(frozen=True, slots=True)
class _Merging:
    """A merge under way, of what the index held at `generation`."""

    snapshot: Snapshot
    generation: int
    result: Future[Postings]


class KeptBM25:
    """The index and its file. The library's thread owns it; merging is done by the worker, which
    reads a snapshot and a copy of the folder's names and nothing else."""

    def __init__(
        self, store: Store, documents: DocumentTable, tokenizer: Tokenizer, worker: BackWorker
    ) -> None:
        self._store = store
        self._documents = documents
        self._changes = ChangeLog(store)
        self._tokenizer = tokenizer
        self._worker = worker
        self._files = bm25_files(store.folder)
        self._merging: _Merging | None = None
        self._save_again = False
        self._prepared: dict[int, tuple[list[str], int]] = {}
        self.index = InvertedBM25()
        self.generation = -1  # -1: not loaded
        self.saved_generation = -1

    def tidy(self) -> None:
        """Delete what a process that died left beside the newest file. The writer's, at the start:
        an earlier file may hold words of what was removed."""
        self._files.tidy()

    def catch_up(self) -> None:
        """Take in every change since the last time. Call inside a transaction."""
        self.settle()
        if self.generation == self._store.generation:
            return
        if self.generation < 0:
            self._load()
        ranges = self._changes.after(self.generation)
        if ranges is None and self.generation > 0:  # the log was cut: a newer file may be there
            self._load()
            ranges = self._changes.after(self.generation)
        if ranges is None or self.generation == 0:
            self._reset()
            ranges = [EVERYTHING]
        for first, last in ranges:
            self._take_range(first, last)
        _documents, _pages, passages = self._documents.totals()
        if len(self.index) != passages and ranges != [EVERYTHING]:
            _log.warning("the BM25 index does not fit the library; making it anew")
            self._reset()
            self._take_range(*EVERYTHING)
        self.generation = self._store.generation

    def prepare(self, passages: Iterable[LivePassage]) -> None:
        """Split passages into words that are to be published soon: a large document then takes
        its place without holding anything up."""
        for each in passages:
            if len(self._prepared) >= _MOST_PREPARED:
                self._prepared.pop(next(iter(self._prepared)))
            self._prepared[each.passage_id] = self._count(each)

    def forget_prepared(self) -> None:
        """Forget the words of what is not published: some of it has gone."""
        self._prepared.clear()

    def _count(self, passage: LivePassage) -> tuple[list[str], int]:
        known = self._prepared.pop(passage.passage_id, None)
        return known or self._tokenizer.passage_terms(passage.searchable, passage.language)

    def distrust(self) -> None:
        """Make the index anew at the next `catch_up`: its file is damaged."""
        _log.warning("the file of the BM25 index is damaged; making it anew")
        self._merging = None
        if not self._store.read_only:
            self._files.keep_only(None)
        self._reset()

    def merge_if_large(self) -> None:
        """Begin a merge if much was added since the last one. Never inside a query."""
        limit = max(_MERGE_POSTINGS, _MERGE_SHARE * self.index.base_postings)
        if self._merging is None and self.index.added_postings > limit:
            self._begin_merge()

    def save(self) -> None:
        """Begin to write the file anew, unless it is up to date or nearly."""
        self.settle()
        index = self.index
        few = len(index) > _LARGE_PASSAGES and index.added_passages < _WORTH_SAVING
        up_to_date = self.saved_generation == self.generation
        nearly = few and index.removed_passages == 0 and self.saved_generation > 0
        if self._merging is not None:
            self._save_again = True  # what is being written may hold what has gone since
        elif not up_to_date and not nearly:
            self._begin_merge()

    def settle(self, *, wait: bool = False) -> None:
        """Take over a merge that is done (or, with `wait`, will be)."""
        merging = self._merging
        if merging is None or not (wait or merging.result.done()):
            return
        self._merging = None
        try:
            merged = merging.result.result()
        except StaleFileError:
            self.distrust()
            return
        except (OSError, MemoryError) as error:  # the next start takes it from the database
            _log.warning("derived files could not be written: %s", error)
            return
        self.index.adopt(merging.snapshot, merged)
        self.saved_generation = merging.generation
        if self._save_again:
            self._save_again = False
            self.save()

    def finish(self) -> None:
        """Wait for the file that is being written, and for another if that was asked for."""
        while self._merging is not None:
            self.settle(wait=True)

    # --------------------------------------------------------------------------------- inside

    def _begin_merge(self) -> None:
        snapshot, origin = self.index.freeze(), Origin(self._store.library_id, self.generation)
        store, files = self._store, self._files

        def merge() -> Postings:
            result = Merge(snapshot.parts)
            # The log must be on the disk before a file that claims to stand at its end.
            store.sync()
            path = files.next()
            write_postings(result, path, origin)
            files.keep_only(path)
            return read_postings(path, origin.library_id)[0]

        self._merging = _Merging(snapshot, self.generation, self._worker.submit(merge))

    def _reset(self) -> None:
        self._merging = None
        self.index = InvertedBM25()
        self.generation, self.saved_generation = 0, -1

    def _load(self) -> None:
        """Read the newest file; without one that fits, begin with nothing."""
        self._reset()
        tried: set[Path] = set()
        while (path := self._files.newest()) is not None and path not in tried:
            tried.add(path)  # a writer may just have put another in its place
            try:
                postings, generation = read_postings(path, self._store.library_id)
            except StaleFileError as error:
                _log.info("the file of the BM25 index is passed over: %s", error)
                continue
            if generation <= self._store.generation:
                self.index = InvertedBM25(base=postings)
                self.generation = self.saved_generation = generation
                if not self._store.read_only:  # what a crash left, or a system that maps files
                    self._files.keep_only(path)
                return
        if tried and not self._store.read_only:
            self._files.keep_only(None)  # so that no later state of the library believes them

    def _take_range(self, first: int, last: int) -> None:
        """Make the index hold exactly the live passages from `first` to `last`."""
        live: set[int] = set()
        for passages in self._documents.live_passages(first, last):
            by_id = {each.passage_id: each for each in passages}
            live.update(by_id)
            new = [by_id[each] for each in self.index.missing(list(by_id))]
            counted = [self._count(each) for each in new]
            self.index.add(
                [each.passage_id for each in new],
                [terms for terms, _length in counted],
                [length for _terms, length in counted],
            )
        gone = [each for each in self.index.ids_between(first, last) if each not in live]
        if gone:
            self.index.remove(gone)


def bm25_files(folder: Path) -> DerivedFiles:
    """The files of a library's BM25 index."""
    return DerivedFiles(folder, "bm25", ".bin", ("bm25.npz",))
