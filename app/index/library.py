"""The library: everything that is known of a person's documents, and the search over it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.core.errors import DocumentError, MargineError
from app.core.folders import FolderRules, Mount
from app.core.scopes import EVERYTHING, Scope
from app.core.types import (
    DocumentText,
    FileRecord,
    FileStat,
    FileState,
    Inspection,
    LibraryTotals,
    Passage,
    Span,
)
from app.index.candidates import SearchOptions
from app.index.collection_table import CollectionTable
from app.index.conversations import Conversations
from app.index.derived import StaleFileError
from app.index.digest_shelf import DigestShelf
from app.index.documents import DocumentTable
from app.index.donors import Folders, no_libraries
from app.index.files import FileTable
from app.index.folder_table import FolderTable
from app.index.hnsw import DenseIndex, check_vectors
from app.index.indexes import Indexes, stored_embedder
from app.index.known_vectors import KnownVectors
from app.index.language import guess_language
from app.index.records import (
    DigestKey,
    EmbedderInfo,
    Fusion,
    KnownFile,
    Root,
    SearchResult,
    StoredPage,
    StoredPassage,
    UnfinishedDocument,
    Vectors,
    WholeDocument,
)
from app.index.repair import Repair
from app.index.scope import ScopeFinder
from app.index.search import Searcher
from app.index.stop_table import StopTable
from app.index.store import Store
from app.index.stored_pages import find_places, read_page
from app.index.tokens import Tokenizer
from app.index.vector_table import VectorTable
from app.index.whole import read_whole

_log = logging.getLogger(__name__)

T = TypeVar("T")

_SAMPLES = 20  # places of a document that its language is guessed from
_SAMPLE_CHARS = 200
_ANY_WORDS = "some words to begin with"


class Library:
    """One library folder, open. The thread that opened it makes every call, also on its parts:
    `conversations` and `collections`."""

    def __init__(
        self, store: Store, embedder: EmbedderInfo | None, splitter: str, donors: Folders
    ) -> None:
        """For `open` alone."""
        self._store = store
        self._embedder = embedder
        self._splitter = splitter
        tokenizer = Tokenizer()
        self._files = FileTable(store)
        self._folders = FolderTable(store)
        self._stops = StopTable(store)
        self._documents = DocumentTable(store)
        self._vectors = VectorTable(store)
        self._indexes = Indexes(store, self._documents, tokenizer)
        self._searcher = Searcher(self._documents, self._files, ScopeFinder(store), tokenizer)
        self._digests = DigestShelf(store.folder, read_only=store.read_only)
        self._known_vectors = KnownVectors(store, donors)
        self._closed = False
        self.conversations = Conversations(store)
        self.collections = CollectionTable(store)

    # ------------------------------------------------------------------------ open and close

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        embedder: EmbedderInfo | None,
        splitter: str,
        read_only: bool = False,
        donors: Folders = no_libraries,
    ) -> Library:
        """Open (and unless `read_only` create) the library in `folder`.

        With another embedder than last time, all vectors are cleared and handed out again by
        `pending_vectors(None, ...)`; documents stay searchable by BM25. With another `splitter`,
        files wait to be read again; their old passages stay until then. `embedder` None (not
        installed, or not known yet) leaves everything as it is. Files left in READING by a
        process that died wait again. `donors` names the folders of other libraries, from which
        vectors of the same text and embedder are taken over (`app.index.donors`).

        A damaged database is put aside, and what can be saved of it in its place: see
        `take_repair`. `read_only`, it raises LibraryDamagedError.

        Raises LibraryInUseError if another process writes to it, LibraryFormatError if it is of
        a newer format or damaged, UserError if `read_only` and there is none.
        """
        store = Store(folder, read_only=read_only)
        library = cls(store, embedder, splitter, donors)
        if read_only:
            return library
        try:
            with store.writing():
                library._files.reset_reading()
                library._take_splitter()
            library._tidy_digests()
            library._indexes.tidy()
            if embedder is not None:
                library.attach_embedder(embedder)
        except BaseException:
            library._indexes.close(save=False)
            store.close()
            raise
        return library

    def attach_embedder(self, embedder: EmbedderInfo) -> None:
        """Tell which embedder is used, where that was not known at `open`."""
        self._embedder = embedder
        if self.read_only:
            return
        stored = stored_embedder(self._store)
        if stored == embedder:
            self._take_next_vectors()  # what an earlier process was stopped in
            return
        if stored is not None:
            _log.info("another embedder than before: all passages are to be embedded again")
        with self._store.writing():
            self._vectors.clear()
            self._store.set_meta("embedder_identity", embedder.identity)
            self._store.set_meta("embedder_dimension", str(embedder.dimension))
        self._take_next_vectors()
        self._borrow_vectors(None)

    def _take_next_vectors(self) -> None:
        """Take over the vectors that were prepared for this embedder."""
        if self._embedder is not None:
            self._store_known(self._known_vectors.prepared(self._embedder))

    def forget_next_vectors(self) -> None:
        """No other embedder is to come."""
        self._known_vectors.forget_prepared()

    def texts_after(self, passage_id: int, limit: int) -> list[tuple[int, bytes, str]]:
        """At most `limit` passages behind `passage_id`, in order: id, hash of what is embedded,
        searchable text."""
        with self._store.reading():
            return self._vectors.texts_after(passage_id, limit)

    def count_texts(self) -> int:
        """How many passages there are, searchable or not yet."""
        with self._store.reading():
            return self._vectors.count_texts()

    def save(self, *, wait: bool = False) -> None:
        """Let the derived files be written, if they are behind: when idle, and by `close`.

        A thread beside does it, from what does not change meanwhile; `wait` for it or not. What
        was removed is gone from the files when it is done.
        """
        if not self.read_only:
            self._indexes.save(wait=wait)

    def close(self) -> None:
        """Save and let go of the folder. May be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            self._indexes.close(save=not self.read_only)
        except MargineError as error:  # a full disk, a damaged file: told where it was met
            _log.warning("the library was closed without saving: %s", error)
        finally:
            self._store.close()

    def take_repair(self) -> Repair | None:
        """What was kept when the database turned out damaged and was repaired, at this opening or
        an earlier one: told once."""
        return self._store.take_repair()

    @property
    def read_only(self) -> bool:
        """Whether this library never writes."""
        return self._store.read_only

    # --------------------------------------------------------------------------------- roots

    def add_root(self, path: str, is_dir: bool) -> int:
        """Take in a folder or file (absolute path); return the root that covers it.

        Roots do not overlap: inside an existing one, that one is returned; around existing ones,
        they are taken up into the new one with their files. Paths taken out before
        (`exclude_path`) at or below `path` count again. Inside a folder that was taken out,
        `path` becomes a root of its own, and the rest of that folder stays out. Patterns of a root
        that is taken up go on leaving out what they left out.
        """
        with self._store.writing():
            before, rules, mounts = self._files.roots(), self._folders.rules(), self.mounts()
            root_id = self._files.add_root(path, is_dir)
            kept = {root.root_id for root in self._files.roots()}
            gone = [root for root in before if root.root_id not in kept]
            if gone:
                self._folders.take_over(root_id, gone, rules, mounts)
        return root_id

    def remove_root(self, root_id: int) -> tuple[int, ...]:
        """Forget a root and its files; return the ids of those files."""
        with self._changing():
            ids = self._files.ids_of_root(root_id)
            self._documents.delete_unshown(self._files.remove(ids))
            self._files.delete_root(root_id)
            self._stops.tidy()
        return tuple(ids)

    def roots(self) -> tuple[Root, ...]:
        """All roots, in the order they were added."""
        with self._store.reading():
            return self._files.roots()

    def exclude_path(self, path: str) -> tuple[int, ...]:
        """Take a file or sub-folder out for good, though its root stays; return the file ids.

        A scan must skip what is at or below an excluded path inside its root (a root may lie
        inside an excluded folder: it was added later). Roots at or below `path` are forgotten.
        """
        with self._changing():
            ids = self._files.exclude(path)
            self._documents.delete_unshown(self._files.remove(ids))
            self._files.delete_roots_inside(path)
            self._stops.tidy()
        return tuple(ids)

    def include_path(self, path: str) -> bool:
        """Let what was taken out at or below `path` count again; whether anything was.

        It is read at the next look. To have it read now, `add_root` does the same and more.
        """
        with self._store.writing():
            return self._files.include(path)

    def excluded_paths(self) -> frozenset[str]:
        """Paths that were taken out of their root."""
        with self._store.reading():
            return self._files.exclusions()

    def folder_rules(self) -> dict[int, FolderRules]:
        """The rules of every root that has some, by root id."""
        with self._store.reading():
            return self._folders.rules()

    def set_folder_rules(self, root_id: int, rules: FolderRules) -> None:
        """Give a root other rules; the next look at it follows them."""
        with self._store.writing():
            self._folders.set_rules(root_id, rules)

    def mounts(self) -> dict[int, tuple[Mount, ...]]:
        """Where drives began, under or inside each root, when it was looked at last."""
        with self._store.reading():
            return self._folders.mounts()

    def set_mounts(self, root_id: int, mounts: Iterable[Mount]) -> None:
        """Note where drives begin, under and inside a root."""
        with self._store.writing():
            self._folders.set_mounts(root_id, mounts)

    # --------------------------------------------------------------------------------- files

    def known_files(self, root_id: int) -> dict[str, KnownFile]:
        """The files of one root, by path."""
        with self._store.reading():
            return self._files.known_files(root_id)

    def has_file(self, file_id: int) -> bool:
        """Whether this file is still in the library: it may have been taken out meanwhile."""
        with self._store.reading():
            return self._files.exists(file_id)

    def note_file(
        self, path: str, root_id: int, stat: FileStat, state: FileState, reason: str = ""
    ) -> int:
        """Insert a file, or update it with a new look at it; return its id.

        In a final state other than INDEXED the file loses its document, as with `set_state`.
        """
        with self._changing():
            file_id, gone = self._files.note(path, root_id, stat, state, reason)
            self._documents.delete_unshown(gone)
        return file_id

    def set_state(
        self, file_id: int, state: FileState, reason: str = "", *, sha256: str | None = None
    ) -> None:
        """Set a file's state, and its content's hash where known.

        NO_TEXT, LOCKED, FAILED and UNSUPPORTED take the file's document away (what it held is
        stale); WAITING and READING keep it until it is replaced.
        """
        with self._changing():
            gone = self._files.set_state(file_id, state, reason, sha256)
            self._documents.delete_unshown(gone)

    def link_file(self, file_id: int, document_id: int, sha256: str) -> None:
        """Let a file show a live document: a copy, or a renamed file. State INDEXED.

        Its previous document is dropped if no file shows it any more. For a rename, link the
        new path before removing the old one. Raises ValueError if the document is not live.
        """
        with self._changing():
            if not self._documents.is_live(document_id):
                raise ValueError(f"document {document_id} is not live")
            self._documents.delete_unshown(self._files.link(file_id, document_id, sha256))

    def remove_files(self, file_ids: Iterable[int]) -> None:
        """Forget files; documents that no file shows any more go, with their passages."""
        with self._changing():
            self._documents.delete_unshown(self._files.remove(file_ids))
            self._stops.tidy()

    def keep_document(self, file_id: int, sha256: str) -> bool:
        """Let a file that cannot be read anew show what was read of this very content before.

        State INDEXED; False, and nothing is changed, if it has no such document.
        """
        with self._store.writing():
            return self._files.keep_document(file_id, sha256)

    def reader_stops(self, sha256: str) -> int:
        """How often this content stopped the process that read it."""
        with self._store.reading():
            return self._stops.count(sha256)

    def set_reader_stops(self, sha256: str, stops: int) -> None:
        """Note how often; 0 forgets it. Without a file of this content it is soon forgotten."""
        with self._store.writing():
            self._stops.set(sha256, stops)

    def take_recognition(self, recognition: str | None, *, most_stamped: int = 0) -> None:
        """Tell what recognises the text on pictures now: a name, "" for nothing, None where what
        was used before is not to be had.

        If that is not what was used before, the files that it concerns wait to be read again;
        `most_stamped` is how many characters a page of a PDF may have that is looked at all the
        same.
        """
        if recognition is None or self._store.meta("recognition") == recognition:
            return
        with self._changing():
            self._files.await_recognition(switched_on=bool(recognition), most_stamped=most_stamped)
            self._store.set_meta("recognition", recognition)

    def files(self) -> list[FileRecord]:
        """All files, by path."""
        with self._store.reading():
            return self._files.records()

    def file_states(self) -> list[tuple[int, str, FileState]]:
        """Id, path and state of every file, in no order: cheaper than `files`."""
        with self._store.reading():
            return self._files.states()

    def file_records(self, file_ids: Iterable[int]) -> list[FileRecord]:
        """These files, by path; ids that are gone are left out."""
        with self._store.reading():
            return self._files.records(file_ids)

    def totals(self) -> LibraryTotals:
        """Counts over all files and live documents."""
        with self._store.reading():
            return LibraryTotals(self._files.count(), *self._documents.totals())

    # ----------------------------------------------------------------------------- documents

    def find_document(self, sha256: str) -> int | None:
        """The live document made of this content by the present splitter, if any."""
        with self._store.reading():
            return self._documents.find(sha256, self._splitter, live=True)

    def find_unfinished(self, sha256: str) -> int | None:
        """The pending document made of this content by the present splitter, if any."""
        with self._store.reading():
            return self._documents.find(sha256, self._splitter, live=False)

    def unfinished_documents(self) -> tuple[UnfinishedDocument, ...]:
        """All pending documents: to be gone on with, or dropped if no file needs them."""
        with self._store.reading():
            return self._documents.unfinished()

    def begin_document(
        self, sha256: str, document: DocumentText, passages: Sequence[Passage]
    ) -> int:
        """Store a document, not searchable yet; return its id.

        The same document left over from before is returned as it is, with the vectors it has;
        vectors of passages that read exactly like stored ones are taken over. Lone surrogates
        are stored as U+FFFD, one for one, so that spans stay right.
        """
        language = guess_language(_sample(passages))
        with self._store.writing():
            begun = self._documents.begin(sha256, self._splitter, language, document, passages)
        self._borrow_vectors(begun)
        return begun

    def _borrow_vectors(self, document_id: int | None) -> None:
        """Take over what other libraries hold for passages without a vector, of one document or
        all."""
        embedder = self._embedder
        if embedder is not None and stored_embedder(self._store) == embedder:
            self._store_known(self._known_vectors.borrowed(embedder, document_id))

    def _store_known(self, parts: Iterable[Mapping[int, Vectors]]) -> None:
        for part in parts:
            self.store_vectors(list(part), np.stack(list(part.values())))

    def pending_vectors(self, document_id: int | None, limit: int) -> list[tuple[int, str]]:
        """Passages without a vector, of one document or (None) of all: id, searchable text."""
        with self._store.reading():
            return self._vectors.pending(document_id, limit)

    def count_pending(self, document_id: int | None = None) -> int:
        """How many passages lack a vector, in one document or (None) in all."""
        with self._store.reading():
            return self._vectors.count_pending(document_id)

    def store_vectors(self, passage_ids: Sequence[int], vectors: Vectors) -> None:
        """Store `(n, dimension)` float32 vectors; ids that are gone meanwhile are skipped.

        Vectors of live passages are searchable at once. Raises ValueError for NaN, infinite,
        zero or wrong-sized vectors, and if no embedder is known; nothing is stored then.
        """
        if self._embedder is None:
            raise ValueError("no embedder is known")
        checked = check_vectors(vectors, len(passage_ids), self._embedder.dimension)
        with self._changing():
            self._vectors.store(passage_ids, checked)
        with self._store.reading():
            self._indexes.prepare(passage_ids)

    def publish_document(self, document_id: int, file_id: int) -> None:
        """Make a document searchable as what `file_id` shows; state INDEXED. One transaction.

        The file's previous document goes (if no other file shows it), and so does an older
        version of the same content, whose files move over.
        """
        with self._changing():
            sha256 = self._documents.content_of(document_id)
            if sha256 is None:
                raise ValueError(f"document {document_id} has gone")
            self._documents.publish(document_id)
            self._documents.delete_unshown(self._files.link(file_id, document_id, sha256))

    def drop_document(self, document_id: int) -> None:
        """Forget a document; files that showed it wait to be read again."""
        with self._changing():
            self._files.release(document_id)
            self._documents.delete(document_id)
        self._indexes.forget_prepared()

    def page_text(self, document_id: int, page_index: int) -> StoredPage:
        """One stored page. Raises DocumentError if the document has gone or has no such page."""
        with self._store.reading():
            page = read_page(self._documents, self._files, document_id, page_index)
        if page is None:
            raise DocumentError(
                "This text is no longer in the library.",
                why="The document was changed or removed since.",
                next_step="Ask again to get passages of what is there now.",
            )
        return page

    def find_in_document(
        self, document_id: int, sought: str, limit: int
    ) -> tuple[tuple[Span, ...], int]:
        """The first `limit` places of a text in the stored pages of a document, and how many there
        are; see `find_text`. None in a document that has gone."""
        with self._store.reading():
            return find_places(self._documents, document_id, sought, limit)

    def passage(self, passage_id: int) -> StoredPassage | None:
        """One passage, or None if it has gone."""
        with self._store.reading():
            return self._documents.passage(passage_id)

    def whole_document(self, document_id: int) -> WholeDocument:
        """A searchable document with all of its passages. Raises DocumentError if it has gone."""
        with self._store.reading():
            whole = read_whole(self._documents, self._files, document_id)
        if whole is None:
            raise _left_meanwhile()
        return whole

    def digest_parts(self, key: DigestKey) -> dict[str, str]:
        """The finished parts of a digest that were kept, by name."""
        return self._digests.parts(key)

    def keep_digest_part(self, key: DigestKey, part: str, text: str) -> None:
        """Keep a finished part of a digest, until one of its documents leaves the library.

        Raises DocumentError if one has left it already. Keeps nothing in a read-only library.
        """
        with self._store.reading():
            gone = self._documents.texts_gone(key.documents)
        if gone:
            raise _left_meanwhile()
        self._digests.keep(key, part, text)

    def forget_other_digests(self, prompt_version: str) -> None:
        """Delete the parts of digests that were made with other prompts."""
        if not self.read_only:
            self._digests.forget_other_prompts(prompt_version)

    def languages(self) -> Mapping[str, int]:
        """Live passages per language (ISO 639-1; "" is unknown), most frequent first."""
        with self._store.reading():
            return self._documents.languages()

    # -------------------------------------------------------------------------------- search

    def search(
        self,
        query: str,
        vector: Vectors | None,
        *,
        k: int,
        depth: int = 100,
        fusion: Fusion = "weighted",
        dense_weight: float = 0.7,
        ef: int | None = None,
        scope: Scope = EVERYTHING,
    ) -> SearchResult:
        """The `k` best passages for `query`, of which `vector` `(dimension,)` is the embedding.

        `"exact phrase"` must occur, `-word` must not (embed `parse_query(query).text`, which is
        without the operators). `vector` None searches by BM25 alone; a passage without a vector
        is found by BM25. Passages with the same text fill one place. `ef` as in
        `DenseIndex.search`. Nothing outside of `scope` is looked at or named.

        Raises UserError where the scope holds nothing that can be searched.
        """
        options = SearchOptions(k, depth, fusion, dense_weight, ef, scope)
        return self._searching(
            vector,
            lambda dense: self._searcher.search(self._indexes.bm25, dense, query, vector, options),
        )

    def inspect(
        self,
        query: str,
        vector: Vectors | None,
        *,
        k: int,
        depth: int = 100,
        fusion: Fusion = "weighted",
        dense_weight: float = 0.7,
        ef: int | None = None,
        scope: Scope = EVERYTHING,
    ) -> Inspection:
        """What `search` finds with the same arguments, laid open.

        `fused` are the passages of `search`, `bm25` and `dense` the `k` best of either retriever,
        copies and near-duplicates each for itself; both are there whatever the fusion. A passage
        that is not in `fused` has the rank of the one that it stands behind, else its place by
        fused score, else (the fusion does not count its list) 0. `embedding_ms` is 0.
        """
        options = SearchOptions(k, depth, fusion, dense_weight, ef, scope)
        return self._searching(
            vector,
            lambda dense: self._searcher.inspect(self._indexes.bm25, dense, query, vector, options),
        )

    def warm_up(self) -> None:
        """Load what a search by words needs now, and begin to load the vectors."""
        guess_language(_ANY_WORDS)  # loads its model
        with self._store.reading():
            self._indexes.warm_up()

    # --------------------------------------------------------------------------------- inside

    def _searching(self, vector: Vectors | None, find: Callable[[DenseIndex | None], T]) -> T:
        """Search with the vectors that `vector` may be compared with; None if there are none.

        BM25 alone does not wait for the vectors. If its file turns out to be damaged, it is made
        anew first.
        """
        with self._store.reading():
            try:
                return find(self._dense_for(vector))
            except StaleFileError:
                self._indexes.distrust_bm25()
                return find(self._dense_for(vector))

    def _dense_for(self, vector: Vectors | None) -> DenseIndex | None:
        self._indexes.catch_up(dense=vector is not None)
        usable = vector is not None and self._indexes.embedder == self._embedder
        return self._indexes.dense if usable else None

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """One transaction that may touch live passages; the indexes follow once it holds."""
        before = self._store.generation
        with self._store.writing():
            yield
        if self._store.generation != before:
            with self._store.reading():
                self._indexes.catch_up()
                dropped = self._documents.take_dropped()
            if dropped:
                self._digests.forget(dropped)
            self._indexes.tend()

    def _tidy_digests(self) -> None:
        """Delete digests of documents that have gone: a process that died may have left some."""
        kept = self._digests.documents()
        with self._store.reading():
            gone = self._documents.texts_gone(kept)
        if gone:
            self._digests.forget(gone)

    def _take_splitter(self) -> None:
        """Let files wait that another splitter cut: their passages stay until they are read."""
        if self._store.meta("splitter") == self._splitter:
            return
        self._files.await_other_splitter(self._splitter)
        self._store.set_meta("splitter", self._splitter)


def _left_meanwhile() -> DocumentError:
    return DocumentError(
        "This document is no longer in the library.",
        why="It was changed or removed since.",
        next_step="Choose the documents again.",
    )


def _sample(passages: Sequence[Passage]) -> str:
    """Some text from all over a document."""
    step = max(1, len(passages) // _SAMPLES)
    return "\n".join(each.text[:_SAMPLE_CHARS] for each in passages[::step])
