"""What indexing needs from the rest of the engine: small enough for the tests to stand in for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from app.core.cancel import CancelToken
from app.core.types import DocumentText, FileRecord, FileStat, FileState, Passage
from app.engine.protocol import PageRead
from app.index.records import KnownFile, Root, UnfinishedDocument, Vectors

T = TypeVar("T")

Embed = Callable[[Sequence[str]], Vectors]
"""`(n, dimension)` float32 vectors of n searchable texts. Raises EnvironmentProblem."""


class IndexLibrary(Protocol):
    """The part of `app.index.library.Library` that indexing uses; see there."""

    def add_root(self, path: str, is_dir: bool) -> int: ...
    def remove_root(self, root_id: int) -> tuple[int, ...]: ...
    def roots(self) -> tuple[Root, ...]: ...
    def exclude_path(self, path: str) -> tuple[int, ...]: ...
    def excluded_paths(self) -> frozenset[str]: ...
    def known_files(self, root_id: int) -> dict[str, KnownFile]: ...
    def has_file(self, file_id: int) -> bool: ...
    def note_file(
        self, path: str, root_id: int, stat: FileStat, state: FileState, reason: str = ""
    ) -> int: ...
    def set_state(
        self, file_id: int, state: FileState, reason: str = "", *, sha256: str | None = None
    ) -> None: ...
    def link_file(self, file_id: int, document_id: int, sha256: str) -> None: ...
    def remove_files(self, file_ids: Iterable[int]) -> None: ...
    def files(self) -> list[FileRecord]: ...
    def find_document(self, sha256: str) -> int | None: ...
    def find_unfinished(self, sha256: str) -> int | None: ...
    def unfinished_documents(self) -> tuple[UnfinishedDocument, ...]: ...
    def begin_document(
        self, sha256: str, document: DocumentText, passages: Sequence[Passage]
    ) -> int: ...
    def pending_vectors(self, document_id: int | None, limit: int) -> list[tuple[int, str]]: ...
    def count_pending(self, document_id: int | None = None) -> int: ...
    def store_vectors(self, passage_ids: Sequence[int], vectors: Vectors) -> None: ...
    def publish_document(self, document_id: int, file_id: int) -> None: ...
    def drop_document(self, document_id: int) -> None: ...
    def save(self) -> None: ...


class LibraryAccess(Protocol):
    """The way to a library that another thread owns."""

    def call(self, work: Callable[[IndexLibrary], T]) -> T:
        """Run `work(library)` on the owner's thread and wait for its result. Any thread."""


class DocumentReader(Protocol):
    """What reads files: `ReaderPool`, or a stand-in."""

    @property
    def size(self) -> int:
        """How many files are read at the same time."""

    def read(
        self,
        path: Path,
        password: str = "",
        on_page: Callable[[PageRead], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> DocumentText:
        """Read one file; see `ReaderPool.read`. Any thread."""
