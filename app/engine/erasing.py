"""Finds and deletes everything that the program keeps of a person: libraries, models, settings,
logs and cache. By name, so that whatever else lies in the same folders stays.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from filelock import FileLock, Timeout

from app.core.errors import UserError
from app.core.known_libraries import known_libraries
from app.core.library_files import LibraryFiles, find_library_files
from app.core.paths import cache_dir, config_dir, data_dir, default_library_dir, models_dir
from app.engine.logs import stop_logging
from app.index.erase import erase_libraries
from app.index.unfinished import clear_unfinished

_MOST_NAMES = 10


class Kind(Enum):
    """What is kept beside libraries, in the order in which it is deleted: settings go last, since
    they tell where libraries are."""

    MODELS = "models"
    CACHE = "cache"
    SETTINGS = "settings"


# The names of all that is made directly in the three folders, by the program and by set-up.
_NAMES = {
    Kind.MODELS: r"models|unfinished",
    Kind.CACHE: r"logs|pages|reading|beginnings|identities|trials|evaluate|bench"
    r"|window-[0-9a-f]{16}(\.lock)?|wheels|sources|bundle-(source|models)|setup\.lock",
    Kind.SETTINGS: r"(settings|window|libraries|moved|gate)\.(json|lock)(\.[\w-]+)*"
    r"|QtProject\.conf(\.[\w-]+)*",
}


@dataclass(frozen=True, slots=True)
class Part:
    """What is kept of one kind: files and folders that go whole, all in `folder`."""

    kind: Kind
    folder: Path
    paths: tuple[Path, ...]
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Everything:
    """All that is kept. `away` are places of libraries that are not there now."""

    libraries: tuple[LibraryFiles, ...]
    parts: tuple[Part, ...]
    away: tuple[Path, ...]


def find_everything() -> Everything:
    """Look at the known libraries and at the program's folders. Raises OSError."""
    known = known_libraries()
    libraries = (find_library_files(each) for each in known if each.is_dir())
    return Everything(
        tuple(each for each in libraries if each.own),
        tuple(part for kind in Kind if (part := _part(kind)).paths),
        tuple(each for each in known if not each.is_dir()),
    )


def erase_everything(found: Everything) -> tuple[Path, ...]:
    """Delete what was found; return what stays in its folders, since it is not the program's.

    The log of this process ends. Nothing is deleted where another process uses a library or
    fetches a model. Raises LibraryInUseError; UserError for that, or if something cannot be
    deleted, which names it: what could be deleted is gone then.
    """
    folders = [each.folder for each in found.libraries]
    with ExitStack() as locks:
        _lock_helpers(locks)
        failed = erase_libraries(folders)
    clear_unfinished()
    stop_logging()
    paths = [path for part in found.parts for path in part.paths]
    for path in paths:
        _delete(path)
    failed += tuple(path for path in paths if os.path.lexists(path))
    for folder in (default_library_dir().parent, cache_dir(), config_dir(), data_dir()):
        with suppress(OSError):  # it is not there, or something else is in it
            folder.rmdir()
    if failed:
        raise UserError(
            "Not everything could be deleted.",
            why=f"Still there: {', '.join(map(str, failed[:_MOST_NAMES]))}.",
            next_step="Close other programs that use these files, check their permissions, and "
            "erase everything again.",
        )
    return _left(folders)


def _part(kind: Kind) -> Part:
    folder = {Kind.MODELS: data_dir, Kind.CACHE: cache_dir, Kind.SETTINGS: config_dir}[kind]()
    names = re.compile(_NAMES[kind])
    paths = tuple(each for each in _entries(folder) if names.fullmatch(each.name))
    return Part(kind, folder, paths, sum(map(_size, paths)))


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _size(path: Path) -> int:
    """Bytes of a file, or of all files below a folder; links are not followed."""
    if path.is_symlink() or not path.is_dir():
        return path.lstat().st_size
    return sum(each.lstat().st_size for each in path.rglob("*") if not each.is_dir())


def _lock_helpers(locks: ExitStack) -> None:
    """Raise UserError where a model is being fetched, or a library copied."""
    for path in (*models_dir().glob(".*.lock"), *(data_dir() / "unfinished").glob("*.lock")):
        try:
            locks.enter_context(FileLock(path, timeout=0, mode=0o600, fallback_to_soft=False))
        except Timeout as error:
            raise UserError(
                "A model is being fetched, or a library copied: nothing was deleted.",
                why="Another process of this program does it.",
                next_step="Wait for it to end, or stop it, and try again.",
            ) from error


def _delete(path: Path) -> None:
    """Delete a file, a link or a whole folder, as far as that can be done."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _left(libraries: list[Path]) -> tuple[Path, ...]:
    """What lies in the folders that were looked at, and in those of the libraries."""
    home = default_library_dir().parent
    folders = (*libraries, home, cache_dir(), config_dir(), data_dir())
    left = {each for folder in folders for each in _entries(folder)}
    above = {parent for each in left for parent in each.parents}
    return tuple(sorted(left - above))
