"""Copies of a library's parts: consistent, its owner's alone, counted, and compared afterwards."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.keeping import KeepProgress, KeepStep
from app.index import repair
from app.index.connection import damaged, peek
from app.index.store import Store

BLOCK_BYTES = 1 << 20
_MB = 1 << 20
_PAGES = 256  # of the database at a time
_ROOM_LEFT_BYTES = 32 << 20  # that a copy leaves on the drive
_CHECK_EVERY = 20_000  # steps of SQLite's machine, between looks at the token


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is told of the work, and who may end it."""

    progress: KeepProgress
    cancel: CancelToken

    def step(self, step: KeepStep, done: int, total: int) -> None:
        """So many bytes of `total` are done. Raises CancelledJobError."""
        self.cancel.check()
        self.progress(step, min(done, total), total)


def copy_database(store: Store, target: Path, watch: Watch) -> None:
    """Write the database as it is now to `target`, which must not be there, and check its
    structure. Others may go on writing to it meanwhile.

    Raises CancelledJobError, LibraryDamagedError, UserError, OSError.
    """
    create_private(target)
    with store.reading() as connection:  # all pages are of the moment at which it begins
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        size = int(connection.execute("PRAGMA page_size").fetchone()[0])

        def tell(_status: int, remaining: int, total: int) -> None:
            watch.step(KeepStep.COPY, (total - remaining) * size, total * size)

        with telling_of_target(target), closing(sqlite3.connect(target)) as copy:
            copy.execute("PRAGMA journal_mode = OFF").fetchall()  # a death leaves nothing of it
            copy.execute("PRAGMA synchronous = OFF")
            connection.backup(copy, pages=_PAGES, progress=tell)
    sync_file(target)
    if not is_sound(target, watch.cancel):
        if not _is_whole(store):
            repair.mark_suspect(store.folder)
            raise damaged(store.folder, "SQLite finds its structure broken.")
        raise copy_differs(target)


def is_sound(path: Path, cancel: CancelToken) -> bool:
    """Whether SQLite finds the structure of a closed database whole. Raises CancelledJobError."""
    try:
        with closing(peek(path)) as connection:
            connection.set_progress_handler(lambda: cancel.cancelled, _CHECK_EVERY)
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.Error:
        cancel.check()
        return False


def _is_whole(store: Store) -> bool:
    with store.reading() as connection:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def copy_stream(source: IO[bytes], target: IO[bytes], watch: Watch, step: KeepStep, done: int,
                total: int) -> tuple[str, int]:  # fmt: skip
    """Copy all of `source`; return its SHA-256 and size. `done` bytes of `total` were before it."""
    digest, size = hashlib.sha256(), 0
    while block := source.read(BLOCK_BYTES):
        digest.update(block)
        target.write(block)
        size += len(block)
        watch.step(step, done + size, total)
    return digest.hexdigest(), size


def hash_stream(source: IO[bytes], watch: Watch, done: int, total: int) -> tuple[str, int]:
    """SHA-256 and size of what can be read, told as a check."""
    digest, size = hashlib.sha256(), 0
    while block := source.read(BLOCK_BYTES):
        digest.update(block)
        size += len(block)
        watch.step(KeepStep.CHECK, done + size, total)
    return digest.hexdigest(), size


def create_private(path: Path) -> None:
    """Make an empty file that only its owner can read. Raises OSError, also if one is there."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def written_privately(path: Path) -> Iterator[BinaryIO]:
    """A new file to write to, its owner's alone, on the disk when the block ends."""
    create_private(path)
    with path.open("r+b") as stream:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())


def sync_file(path: Path) -> None:
    """Make sure that the content of `path` survives a power failure. Raises OSError."""
    with path.open("r+b") as stream:
        os.fsync(stream.fileno())


def check_room(folder: Path, need_bytes: int) -> None:
    """Raise UserError unless `need_bytes` fit on the drive of `folder`, which must be there."""
    free = shutil.disk_usage(folder).free
    need = need_bytes + _ROOM_LEFT_BYTES
    if free < need:
        raise UserError(
            "There is not enough room on the drive.",
            why=f"{-(-need // _MB)} MB are needed in {folder}, {free // _MB} MB are free.",
            next_step="Free some space there, or choose a place on another drive.",
        )


def check_new_folder(folder: Path) -> None:
    """Raise UserError unless a library can be put into `folder`: a new or empty one, in a place
    that is there."""
    try:
        taken = os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir()))
        lost = not folder.parent.is_dir()
    except OSError as error:
        raise folder_unusable(folder, error.strerror or str(error)) from error
    if taken:
        raise UserError(
            "The folder is not empty.",
            why=f"There is something in {folder} already, and nothing is ever written over it.",
            next_step="Choose a new or an empty folder.",
        )
    if lost:
        raise folder_unusable(folder, "the place that it is to lie in is not there")


def folder_unusable(folder: Path, why: str) -> UserError:
    """The error of a place where no library can be put."""
    return UserError(
        "The library cannot be put there.",
        why=f"{folder}: {why}.",
        next_step="Choose another folder, on a drive that can be written to.",
    )


def copy_differs(target: Path) -> UserError:
    """The error of a copy that is not what was copied."""
    return UserError(
        "The copy is not the same as what was copied.",
        why=f"What was written to {target.parent} reads otherwise.",
        next_step="Nothing was changed. Check that drive, or choose another one, and try again.",
    )


@contextmanager
def telling_of_target(target: Path) -> Iterator[None]:
    """Turn errors of the place that is written to into words. Nothing else is read inside but a
    library that is open: its own errors are told as they are."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (_full(target) if full else _not_written(target, str(error.strerror))) from error
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_FULL":
            raise _full(target) from error
        raise


def _full(target: Path) -> UserError:
    return UserError(
        "There is no room left on the drive.",
        why=f"Something else may have taken it: {target.parent} is full now.",
        next_step="Nothing was changed. Make room there, or choose another place.",
    )


def _not_written(target: Path, why: str) -> UserError:
    return UserError(
        "The copy cannot be written.",
        why=f"{target.parent}: {why}.",
        next_step="Nothing was changed. Choose another place, on a drive that can be written to.",
    )


def size_of(path: Path) -> int:
    """Bytes that a file has now, 0 if it is gone."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
