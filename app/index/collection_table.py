"""Collections in the library's database: named sets of its folders and files."""

from __future__ import annotations

import json
from collections.abc import Iterable

from app.core.errors import UserError
from app.core.scopes import (
    Collection,
    CollectionPlace,
    Places,
    nearest_around,
    outermost_paths,
    tidy_name,
)
from app.index.files import FileTable
from app.index.scope_files import ScopeFiles
from app.index.store import Store
from app.index.text import clean_text


class CollectionTable:
    """Collections by their numbers. A row holds all of its places: they change together.

    Each call is a transaction of its own, or joins the caller's. The library's thread makes it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._files = ScopeFiles(store)

    def listed(self) -> tuple[Collection, ...]:
        """All of them by name, with how many files lie at each place now."""
        with self._store.reading() as db:
            rows = db.execute("SELECT collection_id, name, places FROM collections").fetchall()
            found = [self._made(int(a), str(b), json.loads(c)) for a, b, c in rows]
        return tuple(sorted(found, key=lambda each: (each.name.casefold(), each.collection_id)))

    def paths(self, collection_id: int) -> tuple[str, ...] | None:
        """The places of one; None if it is not there any more."""
        sql = "SELECT places FROM collections WHERE collection_id = ?"
        with self._store.reading() as db:
            row = db.execute(sql, (collection_id,)).fetchone()
        return None if row is None else tuple(json.loads(row[0]))

    def without(self, collection_id: int) -> tuple[str, ...]:
        """What lies in its places and does not belong to it."""
        sql = "SELECT path FROM collection_exclusions WHERE collection_id = ? ORDER BY path"
        with self._store.reading() as db:
            rows = db.execute(sql, (collection_id,)).fetchall()
        return tuple(json.loads(row[0]) for row in rows)

    def name(self, collection_id: int) -> str:
        """What one is called, "" if it is not there any more."""
        sql = "SELECT name FROM collections WHERE collection_id = ?"
        with self._store.reading() as db:
            row = db.execute(sql, (collection_id,)).fetchone()
        return "" if row is None else str(row[0])

    def put(self, collection: Collection) -> int:
        """Make a collection (number 0), or put it in the place of the one of its number; return
        the number.

        One that was deleted comes back under the number that it had. Raises UserError where it has
        no name, or another one has that name already, whatever its case.
        """
        name = tidy_name(clean_text(collection.name))
        if not name:
            raise UserError(
                "The collection has no name.",
                next_step="Give it a name that tells what is in it.",
            )
        paths: Iterable[str] = (each.path for each in collection.places)
        if not collection.without:
            paths = outermost_paths(paths)
        places = json.dumps(tuple(paths))  # ASCII: it holds any path
        with self._store.writing() as db:
            for number, other in db.execute("SELECT collection_id, name FROM collections"):
                if number != collection.collection_id and other.casefold() == name.casefold():
                    raise UserError(
                        f"There is a collection called “{other}” already.",
                        next_step="Choose another name, or add to that collection.",
                    )
            cursor = db.execute(
                "INSERT INTO collections (collection_id, name, places) VALUES (?, ?, ?)"
                " ON CONFLICT (collection_id) DO UPDATE SET name = excluded.name,"
                " places = excluded.places RETURNING collection_id",
                (collection.collection_id or None, name, places),
            )
            number = int(cursor.fetchone()[0])
            db.execute("DELETE FROM collection_exclusions WHERE collection_id = ?", (number,))
            db.executemany(
                "INSERT OR IGNORE INTO collection_exclusions VALUES (?, ?)",
                [(number, json.dumps(each)) for each in collection.without],
            )
        return number

    def delete(self, collection_id: int) -> None:
        """Forget a collection; its files stay. One that is not there is passed over."""
        with self._store.writing() as db:
            db.execute("DELETE FROM collections WHERE collection_id = ?", (collection_id,))

    def _made(self, number: int, name: str, paths: Iterable[str]) -> Collection:
        """A collection with how many files lie at each of its places now."""
        without = self.without(number)
        counts = {each: self._files.count(each) for each in paths}
        less = dict.fromkeys(counts, 0)
        for left_out in without:
            around = nearest_around(left_out, counts)
            if around is not None:
                less[around] += self._files.count(left_out)
        folders = [root.path for root in FileTable(self._store).roots() if root.is_dir]
        added = Places(folders)
        places = tuple(
            CollectionPlace(
                path, files - less[path], path in folders or added.hold_some_of(path), less[path]
            )
            for path, files in counts.items()
        )
        return Collection(number, name, places, without)
