"""Deletes a library, whatever state it is in, and nothing else."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import UserError
from app.core.library_files import LibraryFiles, empty_folders, find_library_files
from app.index.lock import take_lock

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
    found, failed = _delete_locked(folder, patience_s)
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
    found, failed = _delete_locked(folder, patience_s)
    return (*found.foreign, *failed)


def _delete_locked(folder: Path, patience_s: float) -> tuple[LibraryFiles, list[str]]:
    """What was there, and the names of its files that still are."""
    lock = take_lock(folder, timeout_s=patience_s)
    try:
        found = find_library_files(folder)
        failed = _delete(found)
    except OSError as error:
        raise UserError(
            "The library's folder cannot be looked at.",
            why=f"{folder}: {error.strerror or error}.",
            next_step="Check its permissions, then try again.",
        ) from error
    finally:
        lock.release()
    for each in (folder / "library.lock", *empty_folders(folder)):  # now that it is let go of
        _remove_if_possible(each)
    return found, failed


def _delete(found: LibraryFiles) -> list[str]:
    """Names of the files that are still there."""
    failed = []
    for path in found.own:
        if path.name == "library.lock":
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
