"""What derived files have in common: whom they belong to, and how they are written.

A derived file can be made again from the library at any time, so a file that does not fit is
never an error: it is passed over, and made anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class StaleFileError(Exception):
    """A derived file is missing, damaged, or was made from something else."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a derived file was made from: the library, and its change log up to `generation`."""

    library_id: str
    generation: int


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path, owner-only from the first byte, and let it replace `path` at the end.

    The content is on the disk before the name is, so that a crash leaves the old file or the new.
    """
    temporary = path.with_name(path.name + ".part")
    temporary.unlink(missing_ok=True)
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield temporary
        with temporary.open("rb+") as stream:
            os.fsync(stream.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
