"""The cheap signs by which a file is known to be unchanged, read without opening it."""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

from app.core.types import FileStat
from app.ingest.cloud import is_only_in_cloud, stub_of


def from_result(result: os.stat_result) -> FileStat:
    """The signs of a file from what `os.stat` or a directory listing said.

    The inode is kept to 63 bits: the store's integers are signed, and network file systems use
    all 64.
    """
    return FileStat(result.st_size, result.st_mtime_ns, result.st_ino & (2**63 - 1))


def stat_file(path: str) -> FileStat | None:
    """The signs of the regular file `path` (links followed); None if there is no such file.

    Raises OSError where the file system refuses to tell.
    """
    try:
        result = os.stat(path)  # noqa: PTH116 - paths are plain text here, by the thousand
    except (FileNotFoundError, NotADirectoryError):
        return None
    return from_result(result) if stat.S_ISREG(result.st_mode) else None


def is_elsewhere(path: str) -> bool:
    """Whether the file `path` is only in the cloud, if it is there at all. Raises OSError."""
    try:
        return is_only_in_cloud(os.stat(path))  # noqa: PTH116 - paths are plain text here
    except FileNotFoundError:
        return os.path.lexists(stub_of(path))


def open_regular_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open the file `path` for reading, unbuffered. Raises OSError, also where it is no regular
    file by now: a pipe that took its place would keep its reader waiting for ever."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    stream = os.fdopen(os.open(path, flags), "rb", buffering=0)
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "This is not a regular file")
    return stream
