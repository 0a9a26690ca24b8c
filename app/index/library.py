"""The library: everything that is known of a person's documents, and the search over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from app.core.types import DocumentText, FileRecord, FileState, LibraryTotals, Passage
from app.index.records import (
    EmbedderInfo,
    FileStat,
    Fusion,
    KnownFile,
    Root,
    SearchResult,
    StoredPage,
    StoredPassage,
    UnfinishedDocument,
    Vectors,
)


class Library:
    """One library folder, open. The thread that opened it makes every call."""

    # ------------------------------------------------------------------------ open and close

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        embedder: EmbedderInfo | None,
        splitter: str,
        read_only: bool = False,
    ) -> Library:
        """Open (and unless `read_only` create) the library in `folder`.

        With another embedder than last time, all vectors are cleared and handed out again by
        `pending_vectors(None, ...)`; documents stay searchable by BM25. With another `splitter`,
        files wait to be read again; their old passages stay until then. `embedder` None (not
        installed, or not known yet) leaves everything as it is. Files left in READING by a
        process that died wait again.

        Raises LibraryInUseError if another process writes to it, LibraryFormatError if it is of
        a newer format or damaged, UserError if `read_only` and there is none.
        """
        raise NotImplementedError

    def attach_embedder(self, embedder: EmbedderInfo) -> None:
        """Tell which embedder is used, where that was not known at `open`."""
        raise NotImplementedError

    def save(self) -> None:
        """Write the derived files, if they are behind. Called when idle, and by `close`."""
        raise NotImplementedError

    def close(self) -> None:
        """Save and let go of the folder. May be called twice."""
        raise NotImplementedError

    @property
    def read_only(self) -> bool:
        """Whether this library never writes."""
        raise NotImplementedError

    # --------------------------------------------------------------------------------- roots

    def add_root(self, path: str, is_dir: bool) -> int:
        """Take in a folder or file (absolute path); return the root that covers it.

        Roots never overlap: inside an existing one, that one is returned; around existing ones,
        they are taken up into the new one with their files. Paths taken out before
        (`exclude_path`) at or below `path` count again.
        """
        raise NotImplementedError

    def remove_root(self, root_id: int) -> tuple[int, ...]:
        """Forget a root and its files; return the ids of those files."""
        raise NotImplementedError

    def roots(self) -> tuple[Root, ...]:
        """All roots, in the order they were added."""
        raise NotImplementedError

    def exclude_path(self, path: str) -> tuple[int, ...]:
        """Take a file or sub-folder out for good, though its root stays; return the file ids.

        A scan must skip what is at or below an excluded path.
        """
        raise NotImplementedError

    def excluded_paths(self) -> frozenset[str]:
        """Paths that were taken out of their root."""
        raise NotImplementedError

    # --------------------------------------------------------------------------------- files

    def known_files(self, root_id: int) -> dict[str, KnownFile]:
        """The files of one root, by path."""
        raise NotImplementedError

    def note_file(
        self, path: str, root_id: int, stat: FileStat, state: FileState, reason: str = ""
    ) -> int:
        """Insert a file, or update it with a new look at it; return its id.

        In a final state other than INDEXED the file loses its document, as with `set_state`.
        """
        raise NotImplementedError

    def set_state(
        self, file_id: int, state: FileState, reason: str = "", *, sha256: str | None = None
    ) -> None:
        """Set a file's state, and its content's hash where known.

        NO_TEXT, LOCKED, FAILED and UNSUPPORTED take the file's document away (what it held is
        stale); WAITING and READING keep it until it is replaced.
        """
        raise NotImplementedError

    def touch_file(self, file_id: int, stat: FileStat) -> None:
        """Note that the file looks different but holds what it held."""
        raise NotImplementedError

    def link_file(self, file_id: int, document_id: int, sha256: str) -> None:
        """Let a file show a live document: a copy, or a renamed file. State INDEXED.

        Its previous document is dropped if no file shows it any more. For a rename, link the
        new path before removing the old one. Raises ValueError if the document is not live.
        """
        raise NotImplementedError

    def remove_files(self, file_ids: Iterable[int]) -> None:
        """Forget files; documents that no file shows any more go, with their passages."""
        raise NotImplementedError

    def files(self) -> list[FileRecord]:
        """All files, by path."""
        raise NotImplementedError

    def file_records(self, file_ids: Iterable[int]) -> list[FileRecord]:
        """These files, by path; ids that are gone are left out."""
        raise NotImplementedError

    def totals(self) -> LibraryTotals:
        """Counts over all files and live documents."""
        raise NotImplementedError

    # ----------------------------------------------------------------------------- documents

    def find_document(self, sha256: str) -> int | None:
        """The live document made of this content by the present splitter, if any."""
        raise NotImplementedError

    def find_unfinished(self, sha256: str) -> int | None:
        """The pending document made of this content by the present splitter, if any."""
        raise NotImplementedError

    def unfinished_documents(self) -> tuple[UnfinishedDocument, ...]:
        """All pending documents: to be gone on with, or dropped if no file needs them."""
        raise NotImplementedError

    def begin_document(
        self, sha256: str, document: DocumentText, passages: Sequence[Passage]
    ) -> int:
        """Store a document, not searchable yet; return its id.

        The same document left over from before is returned as it is, with the vectors it has;
        vectors of passages that read exactly like stored ones are taken over. Lone surrogates
        are stored as U+FFFD, one for one, so that spans stay right.
        """
        raise NotImplementedError

    def pending_vectors(self, document_id: int | None, limit: int) -> list[tuple[int, str]]:
        """Passages without a vector, of one document or (None) of all: id, searchable text."""
        raise NotImplementedError

    def count_pending(self, document_id: int | None = None) -> int:
        """How many passages lack a vector, in one document or (None) in all."""
        raise NotImplementedError

    def store_vectors(self, passage_ids: Sequence[int], vectors: Vectors) -> None:
        """Store `(n, dimension)` float32 vectors; ids that are gone meanwhile are skipped.

        Vectors of live passages are searchable at once. Raises ValueError for NaN, infinite,
        zero or wrong-sized vectors, and if no embedder is known; nothing is stored then.
        """
        raise NotImplementedError

    def publish_document(self, document_id: int, file_id: int) -> None:
        """Make a document searchable as what `file_id` shows; state INDEXED. One transaction.

        The file's previous document goes (if no other file shows it), and so does an older
        version of the same content, whose files move over.
        """
        raise NotImplementedError

    def drop_document(self, document_id: int) -> None:
        """Forget a document; files that showed it wait to be read again."""
        raise NotImplementedError

    def page_text(self, document_id: int, page_index: int) -> StoredPage:
        """One stored page. Raises DocumentError if the document has gone or has no such page."""
        raise NotImplementedError

    def passage(self, passage_id: int) -> StoredPassage | None:
        """One passage, or None if it has gone."""
        raise NotImplementedError

    def languages(self) -> Mapping[str, int]:
        """Live passages per language (ISO 639-1; "" is unknown), most frequent first."""
        raise NotImplementedError

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
    ) -> SearchResult:
        """The `k` best passages for `query`, of which `vector` `(dimension,)` is the embedding.

        `"exact phrase"` must occur, `-word` must not (embed `parse_query(query).text`, which is
        without the operators). `vector` None searches by BM25 alone; a passage without a vector
        is found by BM25. Passages with the same text fill one place.
        """
        raise NotImplementedError
