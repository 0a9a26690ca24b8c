"""What indexing hands from one of its steps to the next."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem, MargineError
from app.engine.index_ports import IndexLibrary, LibraryAccess
from app.index.connection import disk_full
from app.ingest.stat import open_regular_file

T = TypeVar("T")

HASH_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class FileTask:
    """A file that is new, has changed, or was not finished. `force` reads it come what may.

    `folder` is the folder that was added, or that of a file that was added by itself.
    """

    file_id: int
    root_id: int
    folder: str
    path: str
    size: int
    force: bool = False


@dataclass(frozen=True, slots=True)
class EmbedTask:
    """A stored document whose `missing` passages want vectors, and the file that will show it."""

    document_id: int
    task: FileTask
    sha256: str
    missing: int


class LibraryFailure(Exception):
    """The library could not be read or written; `error` says so to the person."""

    def __init__(self, error: MargineError) -> None:
        super().__init__(str(error))
        self.error = error


class Store:
    """Calls on the library, whose failures end the job and not merely a file."""

    def __init__(self, access: LibraryAccess) -> None:
        self._access = access

    def call(self, work: Callable[[IndexLibrary], T]) -> T:
        """Run `work` on the library. Raises LibraryFailure, CancelledJobError."""
        try:
            return self._access.call(work)
        except CancelledJobError:
            raise
        except MargineError as error:
            raise LibraryFailure(error) from error
        except Exception as error:
            # Whatever it is, it is the library's: SQLite and hnswlib raise errors of many kinds.
            raise LibraryFailure(_explain(error)) from error


def _explain(error: Exception) -> MargineError:
    text = str(error).casefold()
    if "disk is full" in text or "no space left" in text or "disk full" in text:
        return disk_full()
    return EnvironmentProblem(
        "The library could not be written.",
        why=f"{type(error).__name__}: {error}"[:300],
        next_step="What was indexed before is kept. Try again; the log has the details.",
    )


class ChildToken(CancelToken):
    """Cancelled with its parent, or by itself: a failed job stops its own threads with it."""

    def __init__(self, parent: CancelToken) -> None:
        super().__init__()
        self._parent = parent

    @property
    def cancelled(self) -> bool:
        """Whether this token or its parent was cancelled."""
        return super().cancelled or self._parent.cancelled

    def check(self) -> None:
        """Raise `CancelledJobError` if this token or its parent was cancelled."""
        super().check()
        self._parent.check()

    def wait(self, timeout_s: float) -> bool:
        """Wait up to `timeout_s` seconds for the parent; return whether either is cancelled."""
        return self.cancelled or self._parent.wait(timeout_s) or self.cancelled


def link_known(library: IndexLibrary, file_id: int, sha256: str) -> bool:
    """Let a file show the live document of this content, if there is one; say whether."""
    document_id = library.find_document(sha256)
    if document_id is not None:
        library.link_file(file_id, document_id, sha256)
    return document_id is not None


def hash_file(path: str, size: int, cancel: CancelToken) -> str:
    """SHA-256 of the first `size` bytes of the file. Raises OSError, CancelledJobError.

    No more is read, so that a file that grows while it is read has an end; whoever asks compares
    its size afterwards. One of no bytes is not opened at all: what the system shows as files
    without a size (/proc) may keep a reader waiting for ever.
    """
    digest = hashlib.sha256()
    left = size
    if left > 0:
        with open_regular_file(path) as stream:
            while left > 0 and (block := stream.read(min(left, HASH_BLOCK))):
                cancel.check()
                digest.update(block)
                left -= len(block)
    return digest.hexdigest()
