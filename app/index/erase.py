"""Deletes a library, whatever state it is in, and nothing else."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from filelock import FileLock

from app.core.errors import LibraryInUseError, UserError
from app.core.library_files import LibraryFiles, empty_folders, find_library_files
from app.index.lock import LOCK, take_lock

_log = logging.getLogger(__name__)

_MOST_NAMES = 10
LOCK_PATIENCE_S = 10.0  # a process that was just ended lets go of it in a moment


@dataclass(frozen=True, slots=True)
class Erased:
    """How many files are gone, and the names of what was left, since it is not the library's."""

    files: int
    foreign: tuple[str, ...]


def erase_library(folder: Path, *, patience_s: float = LOCK_PATIENCE_S) -> Erased:
    """Delete the library in `folder`, its digests, the pictures of pages, and what is in the logs.

    The database is not opened, so that it may be damaged or of any version. Empty folders of the
    library go too. Raises LibraryInUseError if another process uses it for longer than
    `patience_s`; UserError if there is none, or if something cannot be deleted, which names it:
    what could be deleted is gone then.
    """
    if not folder.is_dir():
        raise _nothing(folder)
    ((found, failed),) = _delete_locked((folder,), partial(take_lock, timeout_s=patience_s))
    failed += _delete_traces(found)
    if failed:
        names = ", ".join(failed[:_MOST_NAMES])
        raise UserError(
            "Not everything could be deleted.",
            why=f"Still there: {names}.",
            next_step="Close other programs that use these files, check their permissions, and "
            "erase the library again.",
        )
    _log.info("a library was erased: %d files", len(found.own))
    return Erased(len(found.own), found.foreign)


def remove_library(folder: Path, *, patience_s: float = LOCK_PATIENCE_S) -> tuple[str, ...]:
    """Delete the files of the library in `folder`, which lies elsewhere by now; return the names
    of what stays, since it is not the library's or cannot be deleted. Logs and pictures of pages
    stay too. Raises LibraryInUseError, UserError.
    """
    if not folder.is_dir():
        return ()
    ((found, failed),) = _delete_locked((folder,), partial(take_lock, timeout_s=patience_s))
    return (*found.foreign, *failed)


def erase_libraries(folders: Sequence[Path]) -> tuple[Path, ...]:
    """Delete the libraries in `folders`, or none where another process uses one of them; return
    their files that cannot be deleted. Logs and pictures of pages stay. Raises LibraryInUseError,
    which names the library, UserError.
    """
    done = _delete_locked(folders, _lock_by_name)
    return tuple(found.folder / name for found, failed in done for name in failed)


def _lock_by_name(folder: Path) -> FileLock:
    try:
        return take_lock(folder)
    except LibraryInUseError as error:
        raise LibraryInUseError(
            "A library is open in another Margine, so nothing was deleted.",
            why=f"It lies in {folder}.",
            next_step="Close its window, or wait until the command has ended, and try again.",
        ) from error


def _delete_locked(
    folders: Sequence[Path], lock: Callable[[Path], FileLock]
) -> list[tuple[LibraryFiles, list[str]]]:
    """What was in each folder, and the names of its files that still are."""
    with ExitStack() as locks:
        for folder in folders:
            locks.callback(lock(folder).release)
        done = [_delete_own(folder) for folder in folders]
    for folder in folders:
        for each in (folder / LOCK, *empty_folders(folder)):  # now that it is let go of
            _remove_if_possible(each)
    return done


def _delete_own(folder: Path) -> tuple[LibraryFiles, list[str]]:
    try:
        found = find_library_files(folder)
        return found, _delete(found)
    except OSError as error:
        raise UserError(
            "The library's folder cannot be looked at.",
            why=f"{folder}: {error.strerror or error}.",
            next_step="Check its permissions, then try again.",
        ) from error


def _delete(found: LibraryFiles) -> list[str]:
    """Names of the files that are still there."""
    failed = []
    for path in found.own:
        if path.name == LOCK:
            continue  # held, by us
        try:
            path.unlink(missing_ok=True)
        except OSError:
            failed.append(path.name)
    return failed


def _delete_traces(found: LibraryFiles) -> list[str]:
    """Names of pictures and logs that still hold something."""
    failed = []
    for path in found.traces:
        try:
            # A log may be open, in this process or in the window's: it is emptied.
            os.truncate(path, 0) if ".log" in path.name else path.unlink(missing_ok=True)
        except OSError:
            failed.append(path.name)
    return failed


def _remove_if_possible(path: Path) -> None:
    """A folder that is not empty stays, and so does a link to a folder."""
    try:
        path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
    except OSError:
        _log.info("%s stays", path.name)


def _nothing(folder: Path) -> UserError:
    return UserError(
        "There is no library here.",
        why=f"{folder} is no folder.",
        next_step="Name the library's folder with --library.",
    )
