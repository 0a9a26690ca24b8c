"""The SQLite file of a library: opening, locking, transactions, format, privacy."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from app.core.errors import LibraryDamagedError, LibraryFormatError, UserError
from app.core.paths import data_dir, make_private_dir, sync_folder
from app.index import repair, schema
from app.index.connection import (
    BUSY_TIMEOUT_S,
    DATABASE,
    connect,
    damaged,
    has_log,
    log_of,
    peek,
    translated_errors,
    uri_of,
)
from app.index.lock import take_lock
from app.index.repair import Repair

_log = logging.getLogger(__name__)

# So long the log's emptying waits for readers in other processes: the library's thread, and a
# window that is being closed, wait with it.
_READERS_TIMEOUT_S = 1.0
# After a process that died, the database is looked over for so long at most.
_CHECK_S = 2.0


class Store:
    """One open `library.db`. The thread that opened it makes every call."""

    def __init__(self, folder: Path, *, read_only: bool, patience_s: float = 0.0) -> None:
        """Open, and unless `read_only` create or migrate, the database in `folder`.

        So long another process that writes is waited for.

        Raises LibraryInUseError, LibraryFormatError, UserError.
        """
        self.folder = folder
        self.read_only = read_only
        self._path = folder / DATABASE
        self._lock: FileLock | None = None
        self._checkpointing = threading.Lock()
        self._opened: sqlite3.Connection | None = None
        self._place = (0, 0)  # of the file that is open: its device and number
        if read_only:
            if not self._path.is_file():
                raise _missing(folder)
        else:
            _prepare_folder(folder)
            self._lock = take_lock(folder, timeout_s=patience_s)
        try:
            with translated_errors(folder):
                if read_only:
                    self._open()
                else:
                    self._open_to_write()
        except BaseException:
            self.close()
            raise

    @property
    def connection(self) -> sqlite3.Connection:
        """The open database."""
        assert self._opened is not None  # noqa: S101 - until `close`
        return self._opened

    def _open(self) -> None:
        self._opened = connect(self._path, read_only=self.read_only)
        self._place = _place_of(self._path)
        self._check_format()

    def _open_to_write(self) -> None:
        """Open the database; one that is damaged is repaired first."""
        with _telling_of(self.folder):
            repair.finish(self.folder)
        _refuse_newer(self._path)
        unclean = has_log(self._path)
        _close_to_others(self.folder)
        suspect = repair.is_suspect(self.folder)
        try:
            if suspect and self._path.stat().st_size == 0:
                raise damaged(self.folder, "It is empty.")
            with translated_errors(self.folder):
                self._open()
                if suspect:
                    _check(self.connection, self.folder, "integrity_check")
                elif unclean:
                    _check_quickly(self.connection, self.folder)
        except LibraryDamagedError as error:
            _log.warning("%s", error)
            self._shut()
            self._repair()
        else:
            repair.clear_suspicion(self.folder)

    def _repair(self) -> None:
        with _telling_of(self.folder):
            repair.repair(self.folder)
        self._open()

    def take_repair(self) -> Repair | None:
        """What a repair of the database kept, told once; None without one."""
        if self.read_only or self.meta(repair.REPAIRED_FACT) is None:
            return None
        with self.writing() as connection:
            return repair.take_repair(connection)

    def close(self) -> None:
        """Close the database and let go of the lock. May be called twice."""
        self._shut()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _shut(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    # --------------------------------------------------------------------------- transactions

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or, if the block raises, none. Nested calls join it."""
        if self.read_only:
            raise RuntimeError("a read-only library never writes")
        if self._in_transaction():
            yield self.connection
            return
        with self._told():
            self._check_place()
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
        with self._told():
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                if self._in_transaction():  # SQLite ends it by itself when it meets damage
                    self.connection.execute("ROLLBACK")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors in words; damage is noted, so that the next start repairs it."""
        try:
            with translated_errors(self.folder):
                yield
        except LibraryDamagedError:
            if not self.read_only:
                repair.mark_suspect(self.folder)
            raise

    def _check_place(self) -> None:
        """Make sure that the file is still the one that was opened: SQLite would go on writing to
        one that was moved or deleted. Raises UserError."""
        try:
            there = _place_of(self._path) == self._place
        except OSError:
            there = False
        if not there:
            raise UserError(
                "The library is no longer where it was.",
                why=f"{self.folder} was moved, renamed or deleted while it was open, or its drive "
                "was unplugged.",
                next_step="Put it back or plug the drive in, then start Margine again. What was "
                "stored before is kept there.",
            )

    def _in_transaction(self) -> bool:
        return self.connection.in_transaction

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the database, sync it, and empty it.

        What was deleted is overwritten in both after that. With a reader in another process that
        takes longer than a moment the log may stay until the next time.
        """
        # SQLite gives up at once beside another checkpoint: what was removed would stay.
        with self._told(), self._checkpointing:
            self._wait_at_most(_READERS_TIMEOUT_S)
            try:
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                self._wait_at_most(BUSY_TIMEOUT_S)

    def _wait_at_most(self, seconds: float) -> None:
        """For other processes, in whatever the connection does next."""
        self.connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}").fetchall()

    def sync(self) -> None:
        """Make sure that what was committed so far survives a power failure. Any thread, by a
        connection of its own. Raises OSError."""
        uri = uri_of(self._path.absolute(), "mode=rw")  # never creates one
        try:
            with (
                closing(sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S)) as own,
                self._checkpointing,
            ):
                own.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                # With a reader in the way the log may not have been synced. (Locks are taken on
                # other files: closing this one gives none of them up.)
                with suppress(FileNotFoundError):
                    _sync_file(log_of(self._path))
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
        if not tables and self._pages() > 1:
            raise damaged(self.folder, "Its list of tables is empty.")
        if not tables and not self.read_only:
            self._create()
            return
        if not tables:  # a writer is only just making it
            raise _missing(self.folder)
        if "meta" not in tables:
            raise LibraryFormatError(
                "This is no library of Margine.",
                why=f"{self._path}: It holds no library.",
                next_step="Choose another folder for the library.",
            )
        major = int(self.meta("format_major") or 0)
        if major > schema.FORMAT_MAJOR:
            raise _newer(major)
        if major < schema.FORMAT_MAJOR:
            if self.read_only:
                raise LibraryFormatError(
                    "This library was made by an older version of Margine.",
                    why="It must be brought to the present format first.",
                    next_step="Open it once in the window, or run an indexing command on it.",
                )
            self._migrate(major, schema.MIGRATIONS)
        self._add_what_is_missing()

    def _pages(self) -> int:
        return int(self.connection.execute("PRAGMA page_count").fetchone()[0])

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
        """Copy the database beside itself, and make sure that the copy is whole and on the disk:
        only then is anything changed. Raises LibraryDamagedError."""
        path = self.folder / f"{DATABASE}.format{major}.backup"
        path.unlink(missing_ok=True)
        _touch_private(path)
        with closing(sqlite3.connect(path)) as copy:
            self.connection.backup(copy)
            _check(copy, self.folder, "integrity_check")
        _sync_file(path)
        sync_folder(self.folder)


def _sync_file(path: Path) -> None:
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _prepare_folder(folder: Path) -> None:
    """Make the folder, unless what it lies in is not there: a drive that is not plugged in."""
    parent = folder.parent
    if not parent.exists() and not parent.is_relative_to(data_dir()):
        raise UserError(
            "The library's folder cannot be used.",
            why=f"Its place, {parent}, is not there.",
            next_step="Plug in the drive that it is on, or make the folder first.",
        )
    with _telling_of(folder):
        make_private_dir(folder)


def _close_to_others(folder: Path) -> None:
    """Make the folder and the database, which is made if need be, their owner's alone."""
    with _telling_of(folder):
        folder.chmod(0o700)
        _touch_private(folder / DATABASE)


@contextmanager
def _telling_of(folder: Path) -> Iterator[None]:
    try:
        yield
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


def _refuse_newer(path: Path) -> None:
    """Raise LibraryFormatError for a database of a newer major format, of which nothing is touched
    then. Whatever else is the matter with it, opening it tells."""
    with suppress(sqlite3.Error, OSError, ValueError):
        if path.stat().st_size == 0:
            return
        with closing(peek(path)) as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = 'format_major'").fetchone()
        if row is not None and int(row[0]) > schema.FORMAT_MAJOR:
            raise _newer(int(row[0]))


def _place_of(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_dev, state.st_ino


def _check_quickly(connection: sqlite3.Connection, folder: Path) -> None:
    """Look at the database's structure, for a moment at most. Raises LibraryDamagedError."""
    stop_at = time.monotonic() + _CHECK_S
    connection.set_progress_handler(lambda: time.monotonic() > stop_at, 10_000)
    try:
        _check(connection, folder, "quick_check")
    except sqlite3.OperationalError as error:  # a large one: damage is told when it is met
        if getattr(error, "sqlite_errorname", "") != "SQLITE_INTERRUPT":
            raise
    finally:
        connection.set_progress_handler(None, 0)


def _check(connection: sqlite3.Connection, folder: Path, how: str) -> None:
    (told,) = connection.execute(f"PRAGMA {how}(1)").fetchone()
    if told != "ok":
        raise damaged(folder, f"{told}.")


def _newer(major: int) -> LibraryFormatError:
    return LibraryFormatError(
        "This library was made by a newer version of Margine.",
        why=f"Its format is {major}; this version reads up to {schema.FORMAT_MAJOR}.",
        next_step="Update Margine, or choose another library folder.",
    )


def _missing(folder: Path) -> UserError:
    return UserError(
        "There is no library here yet.",
        why=f"{folder} holds none.",
        next_step="Add a folder or file first.",
    )
