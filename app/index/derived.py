"""What derived files have in common: whom they belong to, and how they are named and written.

A derived file can be made again from the library at any time, so a file that does not fit is
never an error: it is passed over, and made anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.core.paths import sync_folder


class StaleFileError(Exception):
    """A derived file is missing, damaged, or was made from something else."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a derived file was made from: the library, and its change log up to `generation`."""

    library_id: str
    generation: int


class DerivedFiles:
    """The files `<stem>-<number>.*` of a folder; those of the highest number count.

    Each save takes a new number: a file that is mapped into memory, here or in another process,
    cannot be replaced on every system. Any thread.
    """

    def __init__(self, folder: Path, stem: str, suffix: str, earlier: tuple[str, ...] = ()) -> None:
        """`suffix` is that of the file that is written last, and tells that all is there;
        `earlier` are names under which former versions stored the same."""
        self._folder, self._stem, self._suffix, self._earlier = folder, stem, suffix, earlier
        self._name = re.compile(rf"{re.escape(stem)}-(\d+)\..+")

    def newest(self) -> Path | None:
        """The `.bin` of the highest number that is complete."""
        numbers = [n for path, n in self._numbered() if path.suffix == self._suffix]
        return self._path(max(numbers)) if numbers else None

    def next(self) -> Path:
        """The `.bin` to be written next."""
        return self._path(1 + max((number for _path, number in self._numbered()), default=0))

    def keep_only(self, kept: Path | None) -> None:
        """Delete all but the files of `kept`, as far as the system lets go of them."""
        for path, _number in self._numbered():
            if kept is None or path.stem != kept.stem:
                with suppress(OSError):
                    path.unlink()
        for name in self._earlier:
            with suppress(OSError):
                (self._folder / name).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Delete what a process that died left beside the newest file."""
        self.keep_only(self.newest())

    def _numbered(self) -> list[tuple[Path, int]]:
        found = []
        for path in self._folder.iterdir():
            match = self._name.fullmatch(path.name)
            if match:
                found.append((path, int(match[1])))
        return found

    def _path(self, number: int) -> Path:
        return self._folder / f"{self._stem}-{number}.bin"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path, owner-only from the first byte, and let it replace `path` at the end.

    The content is on the disk before the name is, so that a crash leaves the old file or the new;
    the name is there when this returns.
    """
    temporary = path.with_name(path.name + ".part")
    temporary.unlink(missing_ok=True)
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield temporary
        with temporary.open("rb+") as stream:
            os.fsync(stream.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    finally:
        temporary.unlink(missing_ok=True)
