"""What is being made outside of a library, so that a death does not leave private text about.

Before the first byte of it is written, a note with its path is, in the data folder, under a lock
that the system lets go of when the process dies. Whoever comes next deletes what a note without
a process names.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from app.core.moved_libraries import place_name, stage_of, unended_moves
from app.core.paths import data_dir, make_private_dir, write_private_text

_log = logging.getLogger(__name__)

MARK = ".part"  # stands in the name of everything that is unfinished


@contextmanager
def noted(*paths: Path) -> Iterator[None]:
    """Around the making of `paths`, of which nothing may be there afterwards under these names:
    what is still there is deleted at the end, however it comes. Raises OSError."""
    assert all(MARK in path.name for path in paths)  # noqa: S101 - nothing else is ever deleted
    folder = make_private_dir(_folder())
    note = folder / f"{uuid.uuid4().hex}.json"
    lock = FileLock(_lock_of(note), timeout=0, mode=0o600, thread_local=False)
    try:
        with lock:
            for path in paths:
                _delete(path)
            write_private_text(note, json.dumps([str(path.absolute()) for path in paths]) + "\n")
            try:
                yield
            finally:
                gone = [_delete(path) for path in paths]
                if all(gone):
                    note.unlink(missing_ok=True)
    finally:
        _lock_of(note).unlink(missing_ok=True)


def clear_unfinished() -> None:
    """Delete what processes that died have left; what lies on a drive that is away stays noted."""
    folder = _folder()
    keys = {path.name.partition(".")[0] for path in folder.glob("*.*")}
    for note in (folder / f"{key}.json" for key in sorted(keys)):
        with suppress(Timeout, OSError), FileLock(_lock_of(note), timeout=0, mode=0o600):
            gone = [_delete(path) for path in _read(note)]
            if all(gone):
                for path in (note, note.with_name(f"{note.name}{MARK}"), _lock_of(note)):
                    path.unlink(missing_ok=True)


def _folder() -> Path:
    return data_dir() / "unfinished"


def _lock_of(note: Path) -> Path:
    return note.with_suffix(".lock")


def _read(note: Path) -> list[Path]:
    with suppress(OSError, ValueError):
        named = json.loads(note.read_text(encoding="utf-8"))
        if isinstance(named, list):
            paths = [Path(each) for each in named if isinstance(each, str)]
            return [each for each in paths if MARK in each.name]
    return []


def _delete(path: Path) -> bool:
    """Whether nothing is there any more that is to go."""
    if not path.parent.is_dir():
        return False  # its drive is away
    if not os.path.lexists(path):  # a drive for reading alone would refuse to delete even nothing
        return True
    if place_name(path) in {place_name(stage_of(Path(each.target))) for each in unended_moves()}:
        return True  # it has become the library, and waits for its name
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("an unfinished copy cannot be deleted: %s", error.strerror)
        return False
    _log.debug("deleted %s", path.name)
    return True
