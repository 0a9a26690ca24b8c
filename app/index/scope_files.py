"""The files and documents at and below paths, found through the database's index of paths.

Runs inside the caller's transactions. Below a folder is what begins with its path and a separator:
one stretch of that index, however many files there are.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator

from app.index.store import Store
from app.index.text import path_to_db

# As `path_to_db` has it, a path is text or, rarely, bytes. In SQLite all bytes come after all text,
# so that a stretch of the one holds nothing of the other.
_Key = str | bytes

_AT = "SELECT file_id, document_id FROM files WHERE path IN (SELECT value FROM json_each(?))"
# Not the other way round: the paths are few, and each is one look into the index.
_BELOW = (
    "SELECT f.file_id, f.document_id FROM json_each(?) s CROSS JOIN files f"
    " WHERE f.path >= json_extract(s.value, '$[0]') AND f.path < json_extract(s.value, '$[1]')"
)
_ANY_BYTES = "SELECT 1 FROM files WHERE path >= x'' LIMIT 1"


class ScopeFiles:
    """Which documents lie where, by the paths of the files that show them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    def documents(self, paths: Iterable[str], without: Iterable[str] = ()) -> list[int]:
        """Ids of the documents that files at or below `paths` show, ascending; but not `without`
        those at or below others, of which the nearest around a file decides."""
        shown: dict[int, int | None] = {}
        for inside, some in _outermost_first(paths, without):
            found = self._files(some)
            if inside:
                shown.update(found)
            else:
                for file_id, _document in found:
                    shown.pop(file_id, None)
        return sorted({each for each in shown.values() if each is not None})

    def _files(self, paths: Iterable[str]) -> list[tuple[int, int | None]]:
        """Ids of the files at or below `paths`, and of their documents."""
        found: list[tuple[int, int | None]] = []
        texts: list[str] = []
        for each in paths:
            key = path_to_db(each)
            if isinstance(key, str):
                texts.append(key)
            else:
                found += self._one_by_one(key)
        found += self._db.execute(_AT, (json.dumps(texts),))
        ranges = json.dumps([_range(each) for each in texts])
        found += self._db.execute(_BELOW, (ranges,))
        if texts and self._db.execute(_ANY_BYTES).fetchone() is not None:
            for text in texts:  # names in a folder may not be valid Unicode though its own is
                found += self._one_by_one(text.encode("utf-8"))
        return found

    def count(self, path: str) -> int:
        """How many files lie at or below a path."""
        key = path_to_db(path)
        spellings: list[_Key] = [key, key.encode("utf-8")] if isinstance(key, str) else [key]
        total = 0
        for each in spellings:
            row = self._db.execute(
                "SELECT (SELECT count(*) FROM files WHERE path = ?1)"
                " + (SELECT count(*) FROM files WHERE path >= ?2 AND path < ?3)",
                (each, *_range(each)),
            ).fetchone()
            total += int(row[0])
        return total

    def _one_by_one(self, key: bytes) -> list[tuple[int, int | None]]:
        return self._db.execute(
            "SELECT file_id, document_id FROM files WHERE path = ?1"
            " UNION SELECT file_id, document_id FROM files WHERE path >= ?2 AND path < ?3",
            (key, *_range(key)),
        ).fetchall()


def _outermost_first(
    paths: Iterable[str], without: Iterable[str]
) -> Iterator[tuple[bool, list[str]]]:
    """All of them in such an order that what lies inside another comes after it, in as few groups
    as there are depths; each with whether it is one of `paths`."""
    taken, left = list(paths), list(without)
    if not left:
        yield True, taken
        return
    groups: dict[tuple[int, bool], list[str]] = {}
    for inside, some in ((False, left), (True, taken)):
        for each in some:
            groups.setdefault((each.rstrip(os.sep).count(os.sep), inside), []).append(each)
    for key in sorted(groups):
        yield key[1], groups[key]


def _range(folder: _Key) -> tuple[_Key, _Key]:
    """Where what lies below a folder begins in the order of paths, and where it ends."""
    after = chr(ord(os.sep) + 1)
    if isinstance(folder, str):
        stem = folder.removesuffix(os.sep)
        return stem + os.sep, stem + after
    stem_bytes = folder.removesuffix(os.sep.encode())
    return stem_bytes + os.sep.encode(), stem_bytes + after.encode()
