"""Which contents stopped the process that read them, and how often, in the library's database.

It is known by the content and not by the file, so that a copy, another name or a new start of the
program does not let the same content stop a reader again. Runs inside the caller's transactions.
"""

from __future__ import annotations

import sqlite3

from app.index.store import Store


class StopTable:
    """Counts of contents that no file holds any more go with the files."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    def count(self, sha256: str) -> int:
        """How often this content stopped a reader."""
        row = self._db.execute(
            "SELECT stops FROM reader_stops WHERE sha256 = ?", (sha256,)
        ).fetchone()
        return 0 if row is None else int(row[0])

    def set(self, sha256: str, stops: int) -> None:
        """Note how often; 0 forgets it."""
        self._db.execute("DELETE FROM reader_stops WHERE sha256 = ?", (sha256,))
        if stops:
            self._db.execute(
                "INSERT INTO reader_stops (sha256, stops) VALUES (?, ?)", (sha256, stops)
            )

    def tidy(self) -> None:
        """Forget contents that no file holds."""
        self._db.execute(
            "DELETE FROM reader_stops WHERE sha256 NOT IN"
            " (SELECT sha256 FROM files WHERE sha256 IS NOT NULL)"
        )
