"""Stand-ins for what indexing works with: a library in memory, a reader of small text files."""

from __future__ import annotations

import dataclasses
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.core.cancel import CancelToken
from app.core.errors import DocumentError, DocumentLockedError, NoTextError
from app.core.folders import FolderRules, Mount
from app.core.types import (
    DocumentText,
    FileRecord,
    FileStat,
    FileState,
    Page,
    Passage,
    searchable_text,
)
from app.engine.index_ports import IndexLibrary
from app.engine.protocol import PageRead
from app.index.records import KnownFile, Root, UnfinishedDocument, Vectors

T = TypeVar("T")

_LOSE_DOCUMENT = (
    FileState.NO_TEXT,
    FileState.LOCKED,
    FileState.FAILED,
    FileState.UNSUPPORTED,
)


@dataclasses.dataclass
class FakeDocument:
    """One stored document; `vectors` by passage id."""

    sha256: str
    pages: int
    passages: dict[int, Passage]
    vectors: dict[int, Vectors] = dataclasses.field(default_factory=dict)
    live: bool = False


class FakeLibrary:
    """The obvious library: dictionaries, no search but by words."""

    def __init__(self) -> None:
        self.known: dict[int, KnownFile] = {}
        self.root_of: dict[int, int] = {}
        self.all_roots: dict[int, Root] = {}
        self.excluded: set[str] = set()
        self.documents: dict[int, FakeDocument] = {}
        self.rules: dict[int, FolderRules] = {}
        self.drives: dict[int, tuple[Mount, ...]] = {}
        self.stops: dict[str, int] = {}
        self._ids = iter(range(1, 1_000_000))

    def add_root(self, path: str, is_dir: bool) -> int:
        self.excluded -= {each for each in self.excluded if _below(each, path)}
        for root in self.all_roots.values():
            if self._reaches(root.path, path):
                return root.root_id
        root_id = next(self._ids)
        for root in list(self.all_roots.values()):
            if self._reaches(path, root.path):
                del self.all_roots[root.root_id]
                for file_id, owner in self.root_of.items():
                    if owner == root.root_id:
                        self.root_of[file_id] = root_id
        self.all_roots[root_id] = Root(root_id, path, is_dir)
        return root_id

    def _reaches(self, folder: str, path: str) -> bool:
        return _below(path, folder) and not any(
            _below(path, each) and _below(each, folder) for each in self.excluded
        )

    def remove_root(self, root_id: int) -> tuple[int, ...]:
        ids = tuple(file_id for file_id, owner in self.root_of.items() if owner == root_id)
        self.remove_files(ids)
        del self.all_roots[root_id]
        return ids

    def roots(self) -> tuple[Root, ...]:
        return tuple(self.all_roots.values())

    def exclude_path(self, path: str) -> tuple[int, ...]:
        self.excluded.add(path)
        ids = tuple(each.file_id for each in self.known.values() if _below(each.path, path))
        self.remove_files(ids)
        return ids

    def include_path(self, path: str) -> bool:
        inside = {each for each in self.excluded if _below(each, path)}
        self.excluded -= inside
        return bool(inside)

    def excluded_paths(self) -> frozenset[str]:
        return frozenset(self.excluded)

    def folder_rules(self) -> dict[int, FolderRules]:
        return dict(self.rules)

    def set_folder_rules(self, root_id: int, rules: FolderRules) -> None:
        self.rules[root_id] = rules

    def mounts(self) -> dict[int, tuple[Mount, ...]]:
        return dict(self.drives)

    def set_mounts(self, root_id: int, mounts: Iterable[Mount]) -> None:
        self.drives[root_id] = tuple(mounts)

    def keep_document(self, file_id: int, sha256: str) -> bool:
        known = self.known[file_id]
        if known.document_id is None or known.sha256 != sha256:
            return False
        self.set_state(file_id, FileState.INDEXED)
        return True

    def reader_stops(self, sha256: str) -> int:
        return self.stops.get(sha256, 0)

    def set_reader_stops(self, sha256: str, stops: int) -> None:
        self.stops[sha256] = stops

    def known_files(self, root_id: int) -> dict[str, KnownFile]:
        return {
            each.path: each for each in self.known.values() if self.root_of[each.file_id] == root_id
        }

    def has_file(self, file_id: int) -> bool:
        return file_id in self.known

    def note_file(
        self, path: str, root_id: int, stat: FileStat, state: FileState, reason: str = ""
    ) -> int:
        path.encode("utf-8")
        old = next((each for each in self.known.values() if each.path == path), None)
        file_id = old.file_id if old else next(self._ids)
        self.known[file_id] = KnownFile(
            file_id,
            path,
            stat.size,
            stat.mtime_ns,
            stat.inode,
            old.sha256 if old else None,
            state,
            reason,
            old.document_id if old else None,
        )
        self.root_of[file_id] = root_id
        if state in _LOSE_DOCUMENT:
            self._show(file_id, None, state, reason, None)
        return file_id

    def set_state(
        self, file_id: int, state: FileState, reason: str = "", *, sha256: str | None = None
    ) -> None:
        old = self.known[file_id]
        keep = None if state in _LOSE_DOCUMENT else old.document_id
        self._show(file_id, keep, state, reason, sha256 or old.sha256)

    def link_file(self, file_id: int, document_id: int, sha256: str) -> None:
        if not self.documents[document_id].live:
            raise ValueError("not live")
        self._show(file_id, document_id, FileState.INDEXED, "", sha256)

    def remove_files(self, file_ids: Iterable[int]) -> None:
        for file_id in file_ids:
            self.known.pop(file_id, None)
            self.root_of.pop(file_id, None)
        self._drop_unshown()

    def files(self) -> list[FileRecord]:
        return [self._record(each) for each in sorted(self.known.values(), key=lambda f: f.path)]

    def file_states(self) -> list[tuple[int, str, FileState]]:
        return [(each.file_id, each.path, each.state) for each in self.known.values()]

    def find_document(self, sha256: str) -> int | None:
        return self._find(sha256, live=True)

    def find_unfinished(self, sha256: str) -> int | None:
        return self._find(sha256, live=False)

    def unfinished_documents(self) -> tuple[UnfinishedDocument, ...]:
        return tuple(
            UnfinishedDocument(
                document_id, each.sha256, each.pages, len(each.passages), self._missing(each)
            )
            for document_id, each in self.documents.items()
            if not each.live
        )

    def begin_document(
        self, sha256: str, document: DocumentText, passages: Sequence[Passage]
    ) -> int:
        known = self._find(sha256, live=False)
        if known is not None:
            return known
        document_id = next(self._ids)
        self.documents[document_id] = FakeDocument(
            sha256, len(document.pages), {next(self._ids): passage for passage in passages}
        )
        return document_id

    def pending_vectors(self, document_id: int | None, limit: int) -> list[tuple[int, str]]:
        documents = (
            self.documents.values() if document_id is None else [self.documents[document_id]]
        )
        return [
            (passage_id, searchable_text(passage.heading, passage.text))
            for each in documents
            for passage_id, passage in each.passages.items()
            if passage_id not in each.vectors
        ][:limit]

    def count_pending(self, document_id: int | None = None) -> int:
        return len(self.pending_vectors(document_id, 1_000_000))

    def store_vectors(self, passage_ids: Sequence[int], vectors: Vectors) -> None:
        assert len(passage_ids) == len(vectors)
        if not np.isfinite(vectors).all() or not vectors.any(axis=1).all():
            raise ValueError("bad vector")
        for passage_id, vector in zip(passage_ids, vectors, strict=True):
            for document in self.documents.values():
                if passage_id in document.passages:
                    document.vectors[passage_id] = vector

    def publish_document(self, document_id: int, file_id: int) -> None:
        document = self.documents[document_id]
        for other_id, other in list(self.documents.items()):
            if other.live and other.sha256 == document.sha256:
                for each in list(self.known.values()):
                    if each.document_id == other_id:
                        self._show(each.file_id, document_id, each.state, each.reason, each.sha256)
        document.live = True
        self._show(file_id, document_id, FileState.INDEXED, "", document.sha256)

    def drop_document(self, document_id: int) -> None:
        del self.documents[document_id]
        for each in list(self.known.values()):
            if each.document_id == document_id:
                self._show(each.file_id, None, FileState.WAITING, "", each.sha256)

    def save(self) -> None:
        """Nothing is derived."""

    def find(self, word: str) -> list[str]:
        """Paths of the files that show a live passage with `word` in it."""
        return sorted(
            each.path
            for each in self.known.values()
            if each.document_id is not None
            and any(
                word in passage.text
                for passage in self.documents[each.document_id].passages.values()
            )
        )

    def _find(self, sha256: str, *, live: bool) -> int | None:
        for document_id, each in self.documents.items():
            if each.sha256 == sha256 and each.live == live:
                return document_id
        return None

    def _show(
        self,
        file_id: int,
        document_id: int | None,
        state: FileState,
        reason: str,
        sha256: str | None,
    ) -> None:
        self.known[file_id] = dataclasses.replace(
            self.known[file_id],
            document_id=document_id,
            state=state,
            reason=reason,
            sha256=sha256,
        )
        self._drop_unshown()

    def _drop_unshown(self) -> None:
        shown = {each.document_id for each in self.known.values()}
        for document_id, each in list(self.documents.items()):
            if each.live and document_id not in shown:
                del self.documents[document_id]

    def _record(self, each: KnownFile) -> FileRecord:
        document = self.documents.get(each.document_id or 0)
        return FileRecord(
            each.file_id,
            each.path,
            self.all_roots[self.root_of[each.file_id]].path,
            each.state,
            each.reason,
            each.size,
            document.pages if document else 0,
            len(document.passages) if document else 0,
        )

    @staticmethod
    def _missing(document: FakeDocument) -> int:
        return len(document.passages) - len(document.vectors)


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


class DirectAccess:
    """Calls a library on the calling thread, one call at a time; may be told to fail."""

    def __init__(self, library: IndexLibrary) -> None:
        self.library = library
        self.fail_with: Exception | None = None
        self.calls = 0
        self._lock = threading.Lock()

    def call(self, work: Callable[[IndexLibrary], T]) -> T:
        with self._lock:
            self.calls += 1
            if self.fail_with is not None:
                raise self.fail_with
            return work(self.library)


class FakePool:
    """Reads text files: pages are parted by form feeds. Names decide what goes wrong.

    `reads` counts by file name; `before_read` and `on_each_page` let a test step in.
    """

    def __init__(self, size: int = 2) -> None:
        self.size = size
        self.reads: Counter[str] = Counter()
        self.before_read: Callable[[Path], None] | None = None
        self.on_each_page: Callable[[Path, int], None] | None = None
        self._lock = threading.Lock()

    def read(
        self,
        path: Path,
        password: str = "",  # noqa: ARG002 - as the protocol has it
        on_page: Callable[[PageRead], None] | None = None,
        cancel: CancelToken | None = None,
        on_stop: Callable[[], None] | None = None,
    ) -> DocumentText:
        with self._lock:
            self.reads[path.name] += 1
        if self.before_read is not None:
            self.before_read(path)
        if "locked" in path.name:
            raise DocumentLockedError("It asks for a password.")
        if "broken" in path.name:
            raise DocumentError("The file is damaged.")
        if "bug" in path.name:
            raise ZeroDivisionError
        if "deadly" in path.name and on_stop is not None:
            on_stop()
            on_stop()
            raise DocumentError("Set aside.")
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError as error:
            raise DocumentError("The file is no longer there.") from error
        if not text.strip():
            raise NoTextError("The file holds no text.")
        parts = text.split("\f")
        pages = tuple(Page(index, None, part, "fake") for index, part in enumerate(parts))
        for page in pages:
            if cancel is not None:
                cancel.check()
            if on_page is not None:
                on_page(PageRead(1, page, len(pages)))
            if self.on_each_page is not None:
                self.on_each_page(path, page.index)
        return DocumentText("text", None, len(pages) > 1, pages)


class FakeEmbedder:
    """Vectors of 8 components from the letters of each text; counts what it was given."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.batches: list[int] = []
        self.before_batch: Callable[[Sequence[str]], None] | None = None
        self.spoil: Callable[[str], bool] = lambda _: False

    def __call__(self, texts: Sequence[str]) -> Vectors:
        if self.before_batch is not None:
            self.before_batch(texts)
        self.texts += texts
        self.batches.append(len(texts))
        rows = np.ones((len(texts), 8), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text:
                row[ord(letter) % 8] += 1
            row /= np.linalg.norm(row)
            if self.spoil(text):
                row[:] = np.nan
        return rows


def measure_words(texts: Sequence[str]) -> list[int]:
    """A token a word, and four for the prompt; a long word counts by its letters."""
    return [4 + sum(1 + len(word) // 12 for word in text.split()) for text in texts]
