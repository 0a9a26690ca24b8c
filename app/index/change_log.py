"""The log of changes to live passages, by which the derived indexes keep in step.

Runs inside the caller's transactions. A change is numbered; the number of the last one is the
generation of the database (`Store.generation`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from app.index.store import Store


class ChangeLog:
    """Which passages changed, as ranges of their ids."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    def note(self, first_id: int, last_id: int) -> None:
        """Live passages with ids from `first_id` to `last_id` are not what they were."""
        self._db.execute(
            "INSERT INTO changes (first_id, last_id) VALUES (?, ?)", (first_id, last_id)
        )

    def after(self, generation: int) -> list[tuple[int, int]] | None:
        """Ranges of passages that changed after `generation`, merged; None if the log, which is
        cut short from time to time, does not reach back that far."""
        rows = self._db.execute(
            "SELECT seq, first_id, last_id FROM changes WHERE seq > ? ORDER BY seq", (generation,)
        ).fetchall()
        if generation > self._store.generation or (rows and rows[0][0] != generation + 1):
            return None
        return merge_ranges((int(a), int(b)) for _seq, a, b in rows)

    def trim(self, before: int) -> None:
        """Forget changes up to and with number `before`."""
        self._db.execute("DELETE FROM changes WHERE seq <= ?", (before,))


def as_ranges(ids: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Sorted distinct `ids` as ranges of neighbours, both ends included."""
    return iter(merge_ranges((each, each) for each in ids))


def merge_ranges(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted ranges, both ends included, that cover the same numbers without touching."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return merged
