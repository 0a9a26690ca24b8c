"""Puts a damaged database aside, and what can be saved of it in its place.

Whoever holds the library's lock does it, at the start. A death at any moment leaves the damaged
database, or the repaired one waiting to take its place, or the repaired one in it; `finish` goes
on from there.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from app.core.errors import LibraryDamagedError
from app.core.paths import sync_folder
from app.index.connection import DATABASE, has_log, log_of, peek
from app.index.salvage import Salvage, salvage

_log = logging.getLogger(__name__)

REPAIRED = f"{DATABASE}.repaired"  # finished, and about to take the damaged one's place
SUSPECT = f"{DATABASE}.suspect"  # damage was met while the database was in use
ASIDE = f"{DATABASE}.damaged-"  # with the time, and perhaps a number
REPAIRED_FACT = "repaired"  # in `meta`, until somebody was told

Now = Callable[[], time.struct_time]


@dataclass(frozen=True, slots=True)
class Repair:
    """What a repair kept. `kept_as` is the name of the damaged file, in the library's folder."""

    kept_as: str
    saved: Salvage

    def notice(self) -> LibraryDamagedError:
        """What is told of it: what happened, what was kept, what the person may do."""
        saved = self.saved
        nothing = saved.roots == 0
        return LibraryDamagedError(
            "The library was damaged, and has been repaired.",
            why="Nothing could be saved of it; your documents are untouched."
            if nothing
            else f"{saved.documents} documents with {saved.passages} passages were saved; "
            "whatever is missing is read again by itself.",
            next_step=f"Add your folders again. The damaged file was kept as {self.kept_as}."
            if nothing
            else f"The damaged file was kept as {self.kept_as}; delete it when you miss nothing.",
        )


def mark_suspect(folder: Path) -> None:
    """Note that the database turned out to be damaged: the next start looks at all of it."""
    with suppress(OSError):
        os.close(os.open(folder / SUSPECT, os.O_WRONLY | os.O_CREAT, 0o600))


def is_suspect(folder: Path) -> bool:
    """Whether damage was met, or the file is empty though the library was not."""
    path = folder / DATABASE
    with suppress(OSError):
        if path.stat().st_size == 0 and (log_of(path).exists() or any(folder.glob("bm25-*.bin"))):
            return True
    return (folder / SUSPECT).exists()


def clear_suspicion(folder: Path) -> None:
    """All of the database was looked at, and it is sound."""
    (folder / SUSPECT).unlink(missing_ok=True)


def repair(folder: Path, *, now: Now = time.localtime) -> None:
    """Put what can be saved of the database in its place. Raises OSError, sqlite3.Error.

    What came of it stands in the new database until `take_repair` asks.
    """
    _log.warning("the library is damaged: it is repaired")
    aside = _free_name(folder, now())
    part = folder / f"{REPAIRED}.part"
    _remove(part, folder / f"{REPAIRED}.part-journal")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        saved = salvage(folder / DATABASE, log_of(folder / DATABASE), part)
        with closing(sqlite3.connect(part)) as connection, connection:
            note = json.dumps({"kept_as": aside, **asdict(saved)})
            connection.execute("INSERT INTO meta VALUES (?, ?)", (REPAIRED_FACT, note))
        part.replace(folder / REPAIRED)
        sync_folder(folder)
    finally:
        _remove(part, folder / f"{REPAIRED}.part-journal")
    finish(folder)


def finish(folder: Path) -> None:
    """Let a repaired database that waits take the damaged one's place. Raises OSError."""
    repaired, database = folder / REPAIRED, folder / DATABASE
    if not repaired.exists():
        return
    with closing(peek(repaired)) as connection:
        found = _read(connection)
    aside = folder / (found.kept_as if found else _free_name(folder, time.localtime()))
    if database.exists() and not aside.exists():
        if has_log(database):
            _copy(log_of(database), log_of(aside))
        _link(database, aside)  # last: with it, all is kept
        sync_folder(folder)
    # The old log must be gone before the new database is there: SQLite would put it into that.
    _remove(log_of(database), database.with_name(f"{DATABASE}-shm"), folder / SUSPECT)
    sync_folder(folder)
    repaired.replace(database)
    sync_folder(folder)


def take_repair(connection: sqlite3.Connection) -> Repair | None:
    """What the last repair kept, told once; None without one. Inside a transaction."""
    found = _read(connection)
    connection.execute("DELETE FROM meta WHERE key = ?", (REPAIRED_FACT,))
    return found


def set_aside(folder: Path) -> list[Path]:
    """Damaged databases that earlier repairs kept, with their logs."""
    return sorted(folder.glob(f"{ASIDE}*"))


def _read(connection: sqlite3.Connection) -> Repair | None:
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (REPAIRED_FACT,)).fetchone()
    if row is None:
        return None
    try:
        values = json.loads(row[0])
        return Repair(str(values.pop("kept_as")), Salvage(**values))
    except (ValueError, TypeError, KeyError):
        return None


def _free_name(folder: Path, now: time.struct_time) -> str:
    """A name with the time, which the clock, set back, may well give twice."""
    first = f"{ASIDE}{time.strftime('%Y%m%d-%H%M%S', now)}"
    names = (first, *(f"{first}-{n}" for n in range(2, 10_000)))
    return next(name for name in names if not (folder / name).exists())


def _link(source: Path, target: Path) -> None:
    """Give `source` a second name, or copy it where the file system knows no such thing."""
    try:
        os.link(source, target)
    except OSError:
        _copy(source, target)


def _copy(source: Path, target: Path) -> None:
    part = target.with_name(f"{target.name}.part")
    _remove(part)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with source.open("rb") as reading, part.open("rb+") as writing:
        shutil.copyfileobj(reading, writing)
        writing.flush()
        os.fsync(writing.fileno())
    part.replace(target)


def _remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
