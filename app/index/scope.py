"""What of the library a scope leaves: which passages may be found, and which files named.

A search leaves the others out before it makes its lists, so that the best of a scope are found
however few they are among all passages. How telling a word is, and how long a passage is by
comparison, stay figures of the whole library: those of a few passages say nothing ("contract" is in
all of three contracts), they would have to be counted anew for each question, and the same passage
would be scored otherwise in each scope. What a question's language is, and whether it is foreign to
what is searched, goes by the passages of the scope.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from app.core.errors import UserError
from app.core.scopes import Places, Scope
from app.index.collection_table import CollectionTable
from app.index.files import id_list
from app.index.records import Ids
from app.index.scope_files import ScopeFiles
from app.index.store import Store

_MOST_KEPT = 4  # scopes

_Paths = tuple[tuple[str, ...], tuple[str, ...]]
"""What a scope takes in, and what of that it leaves out."""


@dataclass(frozen=True, slots=True, eq=False)
class ScopeRows:
    """What a scope leaves. `passages` are the ids of its live passages, ascending; `languages`
    counts them per language."""

    passages: Ids
    places: Places
    languages: Mapping[str, int]


class ScopeFinder:
    """Finds what lies in a scope. Runs inside the caller's transactions.

    What was found is kept until anything in the database is otherwise: a scope is asked again and
    again, and to gather thousands of documents takes as long as a search.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._collections = CollectionTable(store)
        self._files = ScopeFiles(store)
        self._kept: dict[_Paths, ScopeRows] = {}
        self._kept_at: tuple[int, int] = (-1, -1)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    def find(self, scope: Scope) -> ScopeRows | None:
        """What `scope` leaves; None if that is everything.

        Raises UserError for a collection that is not there any more, and where no passage is left.
        """
        if scope.is_everything:
            return None
        chosen, left_out = self._paths_of(scope.collection_id)
        paths = (*chosen, *scope.paths), (*left_out, *scope.without)
        self._forget_what_may_have_changed()
        rows = self._kept.get(paths)
        if rows is None:
            rows = self._gather(*paths)
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[paths] = rows
        if not len(rows.passages):
            raise UserError(
                "There is nothing to search in what was chosen.",
                why="Its files have left the library or are left out, or none of them has been "
                "read yet.",
                next_step="Choose something else, or ask everything.",
            )
        return rows

    def _forget_what_may_have_changed(self) -> None:
        """Rows that this connection changed are counted, commits of others too."""
        (others,) = self._db.execute("PRAGMA data_version").fetchone()
        now = (self._db.total_changes, int(others))
        if now != self._kept_at:
            self._kept.clear()
            self._kept_at = now

    def _paths_of(self, collection_id: int) -> _Paths:
        if not collection_id:
            return (), ()
        paths = self._collections.paths(collection_id)
        if paths is None:
            raise UserError(
                "This collection is not there any more.",
                why="It was deleted since it was chosen.",
                next_step="Choose something else, or ask everything.",
            )
        return paths, self._collections.without(collection_id)

    def _gather(self, paths: tuple[str, ...], without: tuple[str, ...]) -> ScopeRows:
        """A document's passages are numbered in a row when it is stored: the first and the last
        are looked up, and between them only where there are not as many as there should be."""
        rows = self._db.execute(
            "SELECT document_id, language, passage_count,"
            " (SELECT min(passage_id) FROM passages p WHERE p.document_id = d.document_id),"
            " (SELECT max(passage_id) FROM passages p WHERE p.document_id = d.document_id)"
            " FROM documents d WHERE live AND document_id IN (SELECT value FROM json_each(?))",
            (id_list(self._files.documents(paths, without)),),
        )
        parts = [np.zeros(0, np.int64)]
        languages: Counter[str] = Counter()
        for document_id, language, count, first, last in rows:
            if first is None:
                continue
            in_a_row = last - first + 1 == count
            parts.append(np.arange(first, last + 1) if in_a_row else self._one_by_one(document_id))
            languages[language] += count
        places = Places(paths, without)
        return ScopeRows(np.sort(np.concatenate(parts)), places, dict(languages))

    def _one_by_one(self, document_id: int) -> Ids:
        rows = self._db.execute(
            "SELECT passage_id FROM passages WHERE document_id = ?", (document_id,)
        )
        return np.fromiter((row[0] for row in rows), np.int64)
