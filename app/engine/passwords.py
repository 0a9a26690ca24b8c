"""Passwords of locked files, for as long as the engine runs: never written, never logged."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from app.core.types import FileRecord, FileState
from app.ingest.readers.registry import find_format


class Passwords:
    """What was entered for which file. Any thread may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_path: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"<Passwords of {len(self._by_path)} files>"

    def find(self, path: str) -> str:
        """The password of the file at `path`, "" where none is known."""
        with self._lock:
            return self._by_path.get(path, "")

    def keep(self, paths: Iterable[str], password: str) -> None:
        """Remember a password that opens these files."""
        with self._lock:
            self._by_path.update(dict.fromkeys(paths, password))


def asks_password(record: FileRecord) -> bool:
    """Whether a password would open a file: it is locked, and of a format whose reader takes one.

    Locked files of other formats can only be saved without their password.
    """
    if record.state is not FileState.LOCKED:
        return False
    found = find_format(Path(record.path))
    return found is not None and found.takes_password
