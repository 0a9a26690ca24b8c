"""What backing up, restoring, moving and measuring a library tell of themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class KeepStep(StrEnum):
    """What is being done, in the order in which it is done."""

    COPY = "copy"  # of the library as it is at one moment
    PACK = "pack"  # into the one file of a backup
    UNPACK = "unpack"
    CHECK = "check"  # what was written is read again and compared


KeepProgress = Callable[[KeepStep, int, int], None]
"""What is being done, how many bytes of it are, and how many there are in all."""


def no_keep_progress(_step: KeepStep, _done: int, _total: int) -> None:
    """For those who do not watch."""


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """A backup that was written and checked, or read: its file, and what it holds."""

    path: str
    size_bytes: int  # of the file
    library_bytes: int  # unpacked
    created: str  # ISO 8601, UTC
    documents: int
    passages: int


@dataclass(frozen=True, slots=True)
class LibraryUse:
    """What a library takes of its disk, in bytes, part by part; `free` is what the disk has left.

    `texts`: what was read, with the list of files and the collections. `words` and `vectors`: by
    which it is found, with what is prepared for another search model. `other`: digests, copies put
    aside, and room in the database that is free to be used again.
    The parts of the database are estimates that add up to its size.
    """

    folder: str
    texts: int
    words: int
    vectors: int
    conversations: int
    other: int
    free: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.texts + self.words + self.vectors + self.conversations + self.other
