"""Rules of roots, and the drives that they lie on, in the library's database.

Runs inside the caller's transactions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import PurePath

from app.core.folders import FolderRules, Mount
from app.core.patterns import inside
from app.index.records import Root
from app.index.store import Store
from app.index.text import path_from_db, path_to_db


class FolderTable:
    """What is known of roots beside their paths; it goes with them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    def rules(self) -> dict[int, FolderRules]:
        """The rules of every root that has some, by root id."""
        rows = self._db.execute("SELECT root_id, paused, patterns, max_mb FROM folder_rules")
        return {
            int(root_id): FolderRules(bool(paused), tuple(patterns.splitlines()), int(max_mb))
            for root_id, paused, patterns, max_mb in rows
        }

    def set_rules(self, root_id: int, rules: FolderRules) -> None:
        """Give a root other rules."""
        self._db.execute("DELETE FROM folder_rules WHERE root_id = ?", (root_id,))
        if rules != FolderRules():
            self._db.execute(
                "INSERT INTO folder_rules (root_id, paused, patterns, max_mb) VALUES (?, ?, ?, ?)",
                (root_id, rules.paused, "\n".join(rules.patterns), rules.max_mb),
            )

    def mounts(self) -> dict[int, tuple[Mount, ...]]:
        """The drives of every root, by root id."""
        found: dict[int, tuple[Mount, ...]] = {}
        for root_id, path, device in self._db.execute("SELECT root_id, path, device FROM mounts"):
            found[root_id] = (*found.get(root_id, ()), Mount(path_from_db(path), int(device)))
        return found

    def set_mounts(self, root_id: int, mounts: Iterable[Mount]) -> None:
        """Note the drives of a root."""
        self._db.execute("DELETE FROM mounts WHERE root_id = ?", (root_id,))
        self._db.executemany(
            "INSERT OR REPLACE INTO mounts (root_id, path, device) VALUES (?, ?, ?)",
            [(root_id, path_to_db(each.path), str(each.device)) for each in mounts],
        )

    def take_over(
        self,
        root_id: int,
        gone: Iterable[Root],
        rules: Mapping[int, FolderRules],
        mounts: Mapping[int, tuple[Mount, ...]],
    ) -> None:
        """Let a root keep what was known of roots that it has taken up.

        Their patterns go on leaving out what they left out; pauses and limits of theirs end.
        """
        outer = next(root for root in self._roots() if root.root_id == root_id)
        own = rules.get(root_id, FolderRules())
        patterns = list(own.patterns)
        drives = list(mounts.get(root_id, ()))
        for root in gone:
            folder = PurePath(root.path).relative_to(PurePath(outer.path)).as_posix()
            inner = rules.get(root.root_id, FolderRules()).patterns
            patterns += [inside(pattern, folder) for pattern in inner]
            drives += mounts.get(root.root_id, ())
        if patterns != list(own.patterns):
            self.set_rules(root_id, FolderRules(own.paused, tuple(patterns), own.max_mb))
        self.set_mounts(root_id, drives)

    def _roots(self) -> list[Root]:
        rows = self._db.execute("SELECT root_id, path, is_dir FROM roots")
        return [Root(int(a), path_from_db(b), bool(c)) for a, b, c in rows]
