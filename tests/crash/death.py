"""Ends this process at the n-th moment at which something is written, renamed or committed.

For children of the crash tests alone: it changes functions of `os`, `pathlib` and `sqlite3`'s
users in this process, and nothing in the program knows of it.
"""

from __future__ import annotations

import io
import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.index import store

_STATEMENTS = ("BEGIN", "COMMIT", "PRAGMA wal_checkpoint", "PRAGMA journal_mode")


class Death:
    """Counts moments; at number `at` the process is killed, as by kill -9. Any thread."""

    def __init__(self, at: int | None = None) -> None:
        self.at = at
        self.count = 0
        self._lock = threading.Lock()

    def moment(self, *_details: object) -> None:
        """Something is about to happen, or has just happened."""
        with self._lock:
            self.count += 1
            if self.count == self.at:
                os.kill(os.getpid(), signal.SIGKILL)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """`function`, with a moment before it and one after it."""

        def watched(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - passed through
            self.moment()
            result = function(*args, **kwargs)
            self.moment()
            return result

        return watched

    def arm(self) -> None:
        """Put moments around renames, deletions, syncs, writes of files, and transactions."""
        for name in ("replace", "rename", "unlink", "link", "fsync"):
            setattr(os, name, self.around(getattr(os, name)))
        for name in ("replace", "rename", "unlink", "chmod"):
            setattr(Path, name, self.around(getattr(Path, name)))
        self._watch_writing()
        self._watch_database()

    def _watch_writing(self) -> None:
        real = Path.open
        death = self

        class Halved(io.BufferedWriter):
            """Writes each piece in two halves, the first of which is on the disk at once."""

            def write(self, data: Any) -> int:  # type: ignore[override]  # noqa: ANN401 - any buffer
                view = memoryview(data).cast("B")
                half = len(view) // 2
                super().write(view[:half])
                self.flush()
                death.moment()
                super().write(view[half:])
                return len(view)

        def opened(path: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
            if mode == "wb":
                return Halved(io.FileIO(path, "wb"))
            return real(path, mode, *args, **kwargs)

        Path.open = opened  # type: ignore[method-assign,assignment]  # a test double

    def _watch_database(self) -> None:
        real = store.connect

        def connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:  # noqa: ANN401
            connection = real(*args, **kwargs)

            def trace(statement: str) -> None:  # called before a statement runs
                if statement.startswith(_STATEMENTS):
                    self.moment()

            connection.set_trace_callback(trace)
            return connection

        store.connect = connect
