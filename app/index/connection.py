"""Connections to a library's database, and its errors in words."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath

from app.core.errors import LibraryDamagedError, UserError

DATABASE = "library.db"
BUSY_TIMEOUT_S = 10.0


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open the database at `path`, which must be there. Raises sqlite3.Error.

    Commits are written to the log and not synced (`synchronous = NORMAL`): a power failure may
    undo the last of them, in order, and damages nothing; `Store.sync` makes sure of what was
    committed so far. A killed process loses no commit.
    """
    if read_only:
        return _connect_to_read(path)
    connection = _open(path, "mode=rw")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Where nobody can write to the folder, no other process changes the file either: SQLite,
    which would make its files beside it, is told so."""
    connection = _open(path, "mode=ro")
    try:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        if os.access(path.parent, os.W_OK) or has_log(path):
            raise
        return _open(path, "mode=ro&immutable=1")
    except BaseException:
        connection.close()
        raise
    return connection


def peek(path: Path) -> sqlite3.Connection:
    """Open the database so that no file beside it is made or changed, as far as that is possible.
    Raises sqlite3.Error."""
    return _open(path, "mode=ro" if has_log(path) else "mode=ro&immutable=1")


def _open(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri_of(path.absolute(), options),
        uri=True,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,  # transactions are ours to begin and end
    )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA temp_store = MEMORY")  # no document text in temporary files
    return connection


def uri_of(path: PurePath, options: str) -> str:
    """An absolute path as SQLite takes it. The name of another machine, with which a path of
    Windows may begin, is part of the path for SQLite, which knows no machines but this one."""
    uri = path.as_uri()
    local = uri if uri.startswith("file:///") else f"file://{uri.removeprefix('file:')}"
    return f"{local}?{options}"


def log_of(path: Path) -> Path:
    """The write-ahead log of the database at `path`."""
    return path.with_name(f"{path.name}-wal")


def has_log(path: Path) -> bool:
    """Whether there is a log with something in it: a process has the database open, or died."""
    try:
        return log_of(path).stat().st_size > 0
    except OSError:
        return False


@contextmanager
def translated_errors(folder: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours where a person can do something about them."""
    try:
        yield
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorname", "")
        if code == "SQLITE_FULL":
            raise disk_full() from error
        if code.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_PERM")):
            raise UserError(
                "The library's files cannot be read or written.",
                why=f"{folder}: {error}.",
                next_step="Check the folder's permissions and the disk.",
            ) from error
        raise
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise damaged(folder, f"{error}.".capitalize()) from error
        raise


def disk_full() -> UserError:
    """There is no room for what was to be written."""
    return UserError(
        "The disk is full.",
        why="The library could not be written; what it held before is intact.",
        next_step="Free some space and try again.",
    )


def damaged(folder: Path, why: str) -> LibraryDamagedError:
    """The error that a damaged database is told with."""
    return LibraryDamagedError(
        "The library is damaged.",
        why=f"{folder / DATABASE}: {why}",
        next_step="It is repaired when it is next opened for writing: start the window, or run "
        "margine doctor --repair. Your documents are untouched.",
    )
