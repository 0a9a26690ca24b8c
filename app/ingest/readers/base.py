"""What a reader is, and the errors by which it says that a file cannot be read."""

from __future__ import annotations

import stat
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from app.core.errors import (
    DocumentError,
    DocumentLockedError,
    NoTextError,
    UnsupportedFileError,
)
from app.core.types import FileState, Page

FAILED_PAGE = "failed"  # `Page.reader` of a page that nobody could read; its text is empty
# `Page.reader` of a page whose fonts do not say which letters they draw; its text is empty
GIBBERISH_PAGE = "gibberish"
NOTHING_SEEN = "ocr-none"  # `Page.reader` of a page on whose picture no text was recognised


class OpenDocument(Protocol):
    """One opened file. One thread uses it and closes it."""

    @property
    def format(self) -> str:
        """Name of the format, as "pdf"."""

    @property
    def title(self) -> str | None:
        """Title given inside the file, None where there is none."""

    @property
    def paged(self) -> bool:
        """Whether the file has pages; otherwise its text is its only page."""

    @property
    def page_count(self) -> int:
        """Number of pages, at least 1."""

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield the pages from index `first` on, in order, each read only when asked for.

        Pages in `skip` are not touched: they come out empty, with reader "failed". A page that
        cannot be read comes out the same way. Raises DocumentError if nothing can be read.
        """

    def close(self) -> None:
        """Let go of the file."""


class Reader(Protocol):
    """Opens files of one format."""

    def __call__(self, path: Path, password: str) -> OpenDocument:
        """Open `path`; the empty password is tried where none is given.

        Raises DocumentLockedError if it needs another password, NoTextError if it is plainly
        empty, DocumentError (with a reason a person understands) if it cannot be read.
        """


_STATES: Mapping[type[DocumentError], FileState] = {
    DocumentLockedError: FileState.LOCKED,
    NoTextError: FileState.NO_TEXT,
    UnsupportedFileError: FileState.UNSUPPORTED,
}


def state_of(error: DocumentError) -> FileState:
    """The state of a file that cannot be read because of `error`."""
    return _STATES.get(type(error), FileState.FAILED)


def error_of(state: FileState, what: str, why: str = "", next_step: str = "") -> DocumentError:
    """The error that puts a file into `state`: the reverse of `state_of`."""
    kinds = {each: kind for kind, each in _STATES.items()}
    return kinds.get(state, DocumentError)(what, why=why, next_step=next_step)


def locked_error(password: str) -> DocumentLockedError:
    """The document asks for a password, or for another one."""
    return DocumentLockedError(
        "The document is locked.",
        why="The password does not open it." if password else "It opens with a password only.",
        next_step="Enter its password in the window, or add a copy that was saved without one.",
    )


def read_whole_file(
    path: Path, most_bytes: int, too_large: Callable[[int, int], DocumentError] | None = None
) -> bytes:
    """The bytes of the file at `path`, as many as it had when it was looked at.

    Raises DocumentError as `check_regular_file`, what `too_large` makes of its size and the
    limit in bytes (`too_large_file`) where it has more than `most_bytes`, and where the disk
    fails.
    """
    size = check_regular_file(path)
    if size > most_bytes:
        raise (too_large or too_large_file)(size, most_bytes)
    try:
        with path.open("rb") as stream:
            return stream.read(size)  # not what was added to it since
    except OSError as error:
        raise DocumentError("The file cannot be read.", why=f"{error.strerror}.") from error


def too_large_file(size_bytes: int, most_bytes: int) -> DocumentError:
    """The file has more bytes than are read of its kind."""
    return DocumentError(
        "The file is too large.",
        why=f"It has {size_bytes // 2**20} MB; up to {most_bytes // 2**20} MB are read.",
        next_step="Split it into smaller files.",
    )


def empty_file() -> DocumentError:
    """The file has no bytes, where its kind cannot be without."""
    return DocumentError("The file is empty.", why="It has 0 bytes.")


def check_filled_file(path: Path) -> int:
    """Size in bytes of `path`. Raises DocumentError as `check_regular_file`, and for no bytes."""
    size = check_regular_file(path)
    if size == 0:
        raise empty_file()
    return size


def check_regular_file(path: Path) -> int:
    """Size in bytes of `path`. Raises DocumentError unless it is a file that may be read.

    Opening a named pipe or a device would block or never end, so those are refused unopened.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise DocumentError("This is not a regular file.")
        with path.open("rb"):
            return status.st_size
    except FileNotFoundError as error:
        raise DocumentError("The file is no longer there.") from error
    except PermissionError as error:
        raise DocumentError(
            "The file may not be read.",
            why="Its permissions keep you out.",
            next_step="Change its permissions, then try again.",
        ) from error
    except OSError as error:
        raise DocumentError("The file cannot be opened.", why=f"{error.strerror}.") from error
