"""The SQLite file of a library: opening, locking, transactions, format, privacy."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from app.core.errors import LibraryFormatError, LibraryInUseError, UserError
from app.core.paths import make_private_dir
from app.index import schema

_log = logging.getLogger(__name__)

DATABASE = "library.db"
LOCK = "library.lock"
_BUSY_TIMEOUT_S = 10.0
# So long the log's emptying waits for readers in other processes: the library's thread, and a
# window that is being closed, wait with it.
_READERS_TIMEOUT_S = 1.0


class Store:
    """One open `library.db`. The thread that opened it makes every call."""

    def __init__(self, folder: Path, *, read_only: bool) -> None:
        """Open, and unless `read_only` create or migrate, the database in `folder`.

        Raises LibraryInUseError, LibraryFormatError, UserError.
        """
        self.folder = folder
        self.read_only = read_only
        self._lock: FileLock | None = None
        self._checkpointing = threading.Lock()
        path = folder / DATABASE
        if read_only:
            if not path.is_file():
                raise _missing(folder)
        else:
            _prepare_folder(folder)
            self._lock = _take_lock(folder / LOCK)
        try:
            with translated_errors(folder):
                self.connection = _connect(path, read_only=read_only)
        except BaseException:
            self._release()
            raise
        try:
            with translated_errors(folder):
                self._check_format()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the database and let go of the lock. May be called twice."""
        self.connection.close()
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # --------------------------------------------------------------------------- transactions

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or, if the block raises, none. Nested calls join it."""
        if self.read_only:
            raise RuntimeError("a read-only library never writes")
        if self._in_transaction():
            yield self.connection
            return
        with translated_errors(self.folder):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self._in_transaction():
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view of the database, whatever a writer does meanwhile."""
        if self._in_transaction():
            yield self.connection
            return
        with translated_errors(self.folder):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                if self._in_transaction():  # SQLite ends it by itself when it meets damage
                    self.connection.execute("ROLLBACK")

    def _in_transaction(self) -> bool:
        return self.connection.in_transaction

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the database, sync it, and empty it.

        What was deleted is overwritten in both after that. With a reader in another process that
        takes longer than a moment the log may stay until the next time.
        """
        # SQLite gives up at once beside another checkpoint: what was removed would stay.
        with translated_errors(self.folder), self._checkpointing:
            self._wait_at_most(_READERS_TIMEOUT_S)
            try:
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                self._wait_at_most(_BUSY_TIMEOUT_S)

    def _wait_at_most(self, seconds: float) -> None:
        """For other processes, in whatever the connection does next."""
        self.connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}").fetchall()

    def sync(self) -> None:
        """Make sure that what was committed so far survives a power failure. Any thread, by a
        connection of its own. Raises OSError."""
        uri = f"{(self.folder / DATABASE).absolute().as_uri()}?mode=rw"  # never creates one
        try:
            with (
                closing(sqlite3.connect(uri, uri=True, timeout=_BUSY_TIMEOUT_S)) as own,
                self._checkpointing,
            ):
                own.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except sqlite3.Error as error:
            raise OSError(f"the database could not be synced: {error}") from error

    # ------------------------------------------------------------------------------------ meta

    def meta(self, key: str) -> str | None:
        """One value of the `meta` table."""
        row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_meta(self, key: str, value: str) -> None:
        """Set one value of the `meta` table, in a transaction of its own or the caller's."""
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    @property
    def library_id(self) -> str:
        """Random name of this library, by which derived files know that they belong to it."""
        return self.meta("library_id") or ""

    @property
    def generation(self) -> int:
        """Number of the last change to passages."""
        row = self.connection.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()
        return int(row[0])

    # ---------------------------------------------------------------------------------- format

    def _check_format(self) -> None:
        tables = {
            str(row[0])
            for row in self.connection.execute("SELECT name FROM sqlite_schema WHERE type='table'")
        }
        if not tables and not self.read_only:
            self._create()
            return
        if not tables:  # a writer is only just making it
            raise _missing(self.folder)
        if "meta" not in tables:
            raise _damaged(self.folder, "It holds no library.")
        major = int(self.meta("format_major") or 0)
        if major > schema.FORMAT_MAJOR:
            raise LibraryFormatError(
                "This library was made by a newer version of Margine.",
                why=f"Its format is {major}; this version reads up to {schema.FORMAT_MAJOR}.",
                next_step="Update Margine, or choose another library folder.",
            )
        if major < schema.FORMAT_MAJOR:
            if self.read_only:
                raise LibraryFormatError(
                    "This library was made by an older version of Margine.",
                    why="It must be brought to the present format first.",
                    next_step="Open it once in the window, or run an indexing command on it.",
                )
            self._migrate(major, schema.MIGRATIONS)
        self._add_what_is_missing()

    def _add_what_is_missing(self) -> None:
        """Bring the database to the present minor format; a read-only one seems to be of it."""
        tables = schema.missing_tables(self.connection)
        columns = schema.missing_columns(self.connection)
        if self.read_only:
            schema.stand_in(self.connection, tables, columns)
            return
        older = int(self.meta("format_minor") or 0) < schema.FORMAT_MINOR
        if not (tables or columns or older):
            return
        with self.writing() as connection:
            schema.add_tables(connection, tables)
            schema.add_columns(connection, columns)
            if older:
                self.set_meta("format_minor", str(schema.FORMAT_MINOR))

    def _create(self) -> None:
        with self.writing() as connection:
            schema.create_tables(connection)
            self.set_meta("format_major", str(schema.FORMAT_MAJOR))
            self.set_meta("format_minor", str(schema.FORMAT_MINOR))
            self.set_meta("library_id", uuid.uuid4().hex)

    def _migrate(self, major: int, migrations: Mapping[int, schema.Migration]) -> None:
        """Copy the database beside itself, then bring it to the present format at one go."""
        steps = range(major, schema.FORMAT_MAJOR)
        if any(step not in migrations for step in steps):
            raise LibraryFormatError(
                "This library is of a format that this version cannot bring up to date.",
                why=f"Its format is {major}, the present one {schema.FORMAT_MAJOR}.",
                next_step="Move the library's folder away and add your documents again.",
            )
        self._back_up(major)
        _log.info("bringing the library from format %d to %d", major, schema.FORMAT_MAJOR)
        with self.writing() as connection:
            for step in steps:
                migrations[step](connection)
            self.set_meta("format_major", str(schema.FORMAT_MAJOR))
            self.set_meta("format_minor", str(schema.FORMAT_MINOR))

    def _back_up(self, major: int) -> None:
        path = self.folder / f"{DATABASE}.format{major}.backup"
        path.unlink(missing_ok=True)
        _touch_private(path)
        with closing(sqlite3.connect(path)) as copy:
            self.connection.backup(copy)


def _prepare_folder(folder: Path) -> None:
    try:
        make_private_dir(folder)
        folder.chmod(0o700)
        _touch_private(folder / DATABASE)
    except OSError as error:
        raise UserError(
            "The library's folder cannot be used.",
            why=f"{folder}: {error.strerror or error}.",
            next_step="Check that the folder can be written to, or choose another one.",
        ) from error


def _touch_private(path: Path) -> None:
    """Make sure that `path` exists and is its owner's alone (SQLite's -wal and -shm follow it)."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    path.chmod(0o600)


def _take_lock(path: Path) -> FileLock:
    # The system lets go of it when the process dies, so that a crash leaves nothing to clean up.
    lock = FileLock(path, timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise LibraryInUseError(
            "This library is open in another Margine.",
            why="Only one program at a time may change it.",
            next_step="Close the other one, or let it do the indexing.",
        ) from error
    return lock


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    mode = "ro" if read_only else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_TIMEOUT_S,
        isolation_level=None,  # transactions are ours to begin and end
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA temp_store = MEMORY")  # no document text in temporary files
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def translated_errors(folder: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours where a person can do something about them."""
    try:
        yield
    except sqlite3.OperationalError as error:
        code = getattr(error, "sqlite_errorname", "")
        if code == "SQLITE_FULL":
            raise UserError(
                "The disk is full.",
                why="The library could not be written; what it held before is intact.",
                next_step="Free some space and try again.",
            ) from error
        if code.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_PERM")):
            raise UserError(
                "The library's files cannot be read or written.",
                why=f"{folder}: {error}.",
                next_step="Check the folder's permissions and the disk.",
            ) from error
        raise
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise _damaged(folder, f"{error}.".capitalize()) from error
        raise


def _missing(folder: Path) -> UserError:
    return UserError(
        "There is no library here yet.",
        why=f"{folder} holds none.",
        next_step="Add a folder or file first.",
    )


def _damaged(folder: Path, why: str) -> LibraryFormatError:
    return LibraryFormatError(
        "The library is damaged.",
        why=f"{folder / DATABASE}: {why}",
        next_step="Your documents are untouched: move this folder away and add them again.",
    )
