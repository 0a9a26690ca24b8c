"""Files that a reader writes for a moment, as an attachment that a library opens by its path.

They lie in a folder of the process's own that only its owner may enter, and go with their
document. What a process that was killed left behind is removed by whoever started it, as soon as
it has ended, and by the next one to start.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path, PurePath

import psutil

from app.core.paths import cache_dir, make_private_dir

_FOLDER = re.compile(r"(\d{1,10})-\w+")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}")


def reading_dir() -> Path:
    """Where the processes' folders are."""
    return cache_dir() / "reading"


class PrivateFiles:
    """A folder for one document's files, made when first needed. One thread."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._count = 0

    def write(self, name: str, data: bytes) -> Path:
        """Write `data` to a file of its own; of `name`, it has only the end that tells its kind.

        Raises OSError.
        """
        if self._folder is None:
            parent = make_private_dir(reading_dir())
            self._folder = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=parent))
        self._count += 1
        suffix = PurePath(name).suffix
        kept = suffix if _SUFFIX.fullmatch(suffix) else ""
        path = self._folder / f"{self._count}{kept.lower()}"
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        return path

    def remove(self) -> None:
        """Remove the folder with all that is in it; it may be made again."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def remove_files_of(pid: int) -> None:
    """Remove what the process `pid`, which has ended, left behind. Any thread."""
    for folder, owner in _folders():
        if owner == pid:
            shutil.rmtree(folder, ignore_errors=True)


def remove_files_of_ended() -> None:
    """Remove what processes that no longer run left behind. Any thread."""
    for folder, owner in _folders():
        if not _may_be_running(owner, folder):
            shutil.rmtree(folder, ignore_errors=True)


def _folders() -> list[tuple[Path, int]]:
    try:
        names = [folder.name for folder in reading_dir().iterdir()]
    except OSError:
        return []
    found = [(name, match) for name in names if (match := _FOLDER.fullmatch(name))]
    return [(reading_dir() / name, int(match[1])) for name, match in found]


def _may_be_running(pid: int, folder: Path) -> bool:
    """Whether `pid` is the process that made the folder, and not a later one of that number."""
    with contextlib.suppress(psutil.Error, OSError):
        return psutil.Process(pid).create_time() <= folder.stat().st_mtime + 1
    return False
