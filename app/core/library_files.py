"""Which files are the program's own: those of a library, and the traces that it leaves elsewhere.

By their names alone, so that a library that is damaged, or of another version, is known as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.paths import cache_dir, log_dir

_DATABASE = r"library\.db(\.repaired|\.suspect|\.format\d+\.backup|\.damaged-[\d-]+)?"
_OWN_NAMES = re.compile(
    rf"{_DATABASE}(-wal|-shm|-journal)?(\.part(-journal|-wal|-shm)?)?"
    r"|next-vectors\.db(-wal|-shm|-journal|\.part)?"
    r"|library\.lock"
    r"|(hnsw|bm25)-\d+\.(bin|json)(\.part)?"
    r"|(hnsw\.bin|hnsw\.json|bm25\.npz)(\.part)?"  # of earlier versions
)
_DIGESTS = "digests"
_OWN_DIGESTS = re.compile(r"[0-9a-f]{40}\.jsonl(\.damaged)?(\.part)?")
_OWN_BITMAPS = re.compile(r"page-\d+-\d+\.bgrx")
_OWN_LOGS = re.compile(r"[a-z-]+\.log(\.\d+|\.old)?")
_LAST = re.compile(r"library\.db|library\.lock")


@dataclass(frozen=True, slots=True)
class LibraryFiles:
    """What lies in a library's folder, and what the program has noted elsewhere.

    `own` are the library's files in the order in which they are deleted: the database goes last,
    so that whoever is interrupted finds a library and not the rest of one. `traces` are pictures
    of pages and logs, of all libraries. `foreign` are names of what else lies in the folder.
    """

    folder: Path
    own: tuple[Path, ...]
    traces: tuple[Path, ...]
    foreign: tuple[str, ...]
    size_bytes: int


def find_library_files(folder: Path) -> LibraryFiles:
    """Look at `folder`, and at the program's cache. Nothing is opened; links are not followed.

    Raises OSError if the folder is there and cannot be listed.
    """
    own: list[Path] = []
    foreign: list[str] = []
    for entry in _entries(folder):
        if entry.name == _DIGESTS and entry.is_dir(follow_symlinks=False):
            for part in _entries(Path(entry.path)):
                known = _OWN_DIGESTS.fullmatch(part.name) and not part.is_dir(follow_symlinks=False)
                own.append(Path(part.path)) if known else foreign.append(f"{_DIGESTS}/{part.name}")
        elif _OWN_NAMES.fullmatch(entry.name) and not entry.is_dir(follow_symlinks=False):
            own.append(Path(entry.path))
        else:
            foreign.append(entry.name)
    own.sort(key=lambda path: (_LAST.fullmatch(path.name) is not None, path.name))
    traces = (
        *_named(cache_dir() / "pages", _OWN_BITMAPS),
        *_named(log_dir(), _OWN_LOGS),
    )
    size = sum(map(_size_of, own))
    return LibraryFiles(folder, tuple(own), traces, tuple(sorted(foreign)), size)


def digest_files(folder: Path) -> tuple[Path, ...]:
    """The kept parts of digests in a library's folder, by name. Raises OSError."""
    inner = folder / _DIGESTS
    whole = (each for each in _named(inner, _OWN_DIGESTS) if each.suffix == ".jsonl")
    return tuple(whole) if not inner.is_symlink() else ()


def empty_folders(folder: Path) -> tuple[Path, ...]:
    """The library's own folders, the inner one first, to be removed where they are empty."""
    return (folder / _DIGESTS, folder)


def _size_of(path: Path) -> int:
    """0 for a file that has gone since: another process may be at work in the folder."""
    try:
        return path.lstat().st_size
    except FileNotFoundError:
        return 0


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            yield from sorted(found, key=lambda each: each.name)
    except FileNotFoundError:
        return


def _named(folder: Path, names: re.Pattern[str]) -> tuple[Path, ...]:
    return tuple(
        Path(each.path)
        for each in _entries(folder)
        if names.fullmatch(each.name) and each.is_file(follow_symlinks=False)
    )
