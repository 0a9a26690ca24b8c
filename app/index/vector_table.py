"""Vectors of passages in the database, and the passages that lack one. Runs inside the caller's
transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

import numpy as np

from app.core.types import searchable_text
from app.index.change_log import ChangeLog, as_ranges
from app.index.files import id_list
from app.index.records import EmbedderInfo, Ids, Vectors
from app.index.store import Store

_VECTOR_TYPE = np.dtype("<f4")
_FETCH_ROWS = 500

_PENDING = " FROM passages p LEFT JOIN vectors v USING (passage_id) WHERE v.passage_id IS NULL"
_OF_DOCUMENT = f"{_PENDING} AND p.document_id = ?"
_ALL_PENDING = f"SELECT p.passage_id, heading, text{_PENDING} ORDER BY p.passage_id LIMIT ?"
_PENDING_OF_DOCUMENT = (
    f"SELECT p.passage_id, heading, text{_OF_DOCUMENT} ORDER BY p.passage_id LIMIT ?"
)
_COUNT_ALL_PENDING = f"SELECT count(*){_PENDING}"
_COUNT_PENDING_OF_DOCUMENT = f"SELECT count(*){_OF_DOCUMENT}"
_MISSING = f"SELECT p.passage_id, embedded_as{_PENDING}"
_MISSING_OF_DOCUMENT = f"SELECT p.passage_id, embedded_as{_OF_DOCUMENT}"


class VectorTable:
    """One vector a passage, all of them of one embedder."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changes = ChangeLog(store)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._store.connection

    def pending(self, document_id: int | None, limit: int) -> list[tuple[int, str]]:
        """Passages without a vector: id and searchable text, in order."""
        if document_id is None:
            rows = self._db.execute(_ALL_PENDING, (limit,))
        else:
            rows = self._db.execute(_PENDING_OF_DOCUMENT, (document_id, limit))
        return [(int(a), searchable_text(heading, text)) for a, heading, text in rows]

    def count_pending(self, document_id: int | None) -> int:
        """How many passages lack a vector."""
        if document_id is None:
            row = self._db.execute(_COUNT_ALL_PENDING).fetchone()
        else:
            row = self._db.execute(_COUNT_PENDING_OF_DOCUMENT, (document_id,)).fetchone()
        return int(row[0])

    def missing_hashes(self, document_id: int | None) -> dict[int, bytes]:
        """What was embedded, as a hash, for each passage without a vector: of one document or
        all."""
        if document_id is None:
            rows = self._db.execute(_MISSING)
        else:  # a statement of its own, so that the index of documents is used
            rows = self._db.execute(_MISSING_OF_DOCUMENT, (document_id,))
        return {int(passage_id): bytes(embedded_as) for passage_id, embedded_as in rows}

    def store(self, passage_ids: Sequence[int], vectors: Vectors) -> None:
        """Store normalised vectors of passages that still exist; log those of live ones."""
        rows = self._db.execute(
            "SELECT passage_id, live FROM passages JOIN documents USING (document_id)"
            " WHERE passage_id IN (SELECT value FROM json_each(?))",
            (id_list(passage_ids),),
        )
        states = {int(a): bool(b) for a, b in rows}
        self._db.executemany(
            "INSERT OR REPLACE INTO vectors VALUES (?, ?)",
            (
                (passage_id, vector.astype(_VECTOR_TYPE).tobytes())
                for passage_id, vector in zip(passage_ids, vectors, strict=True)
                if passage_id in states
            ),
        )
        live = sorted(passage_id for passage_id, is_live in states.items() if is_live)
        for first, last in as_ranges(live):
            self._changes.note(first, last)

    def clear(self) -> None:
        """Forget all vectors: another embedder is used from now on."""
        self._db.execute("DELETE FROM vectors")

    def live(self, embedder: EmbedderInfo) -> tuple[Ids, Vectors]:
        """Ids `(n,)` and vectors `(n, dimension)` of all live passages that have one."""
        ids: list[int] = []
        blob = bytearray()
        for passage_id, vector in self._db.execute(
            "SELECT passage_id, vector FROM vectors JOIN passages USING (passage_id)"
            " JOIN documents USING (document_id) WHERE live ORDER BY passage_id"
        ):
            ids.append(passage_id)
            blob += vector
        matrix = np.frombuffer(bytes(blob), _VECTOR_TYPE).reshape(len(ids), embedder.dimension)
        return np.array(ids, np.int64), matrix.astype(np.float32)

    def live_between(
        self, first_id: int, last_id: int, embedder: EmbedderInfo
    ) -> Iterator[tuple[list[int], Vectors]]:
        """Ids and `(n, dimension)` vectors of live passages with ids from `first_id` to
        `last_id`, a few hundred at a time."""
        cursor = self._db.execute(
            "SELECT passage_id, vector FROM passages JOIN vectors USING (passage_id)"
            " JOIN documents USING (document_id)"
            " WHERE live AND passage_id BETWEEN ? AND ? ORDER BY passage_id",
            (first_id, last_id),
        )
        while rows := cursor.fetchmany(_FETCH_ROWS):
            blob = b"".join(vector for _id, vector in rows)
            matrix = np.frombuffer(blob, _VECTOR_TYPE).reshape(len(rows), embedder.dimension)
            yield [int(passage_id) for passage_id, _vector in rows], matrix.astype(np.float32)

    def count_live(self) -> int:
        """How many live passages have a vector. Looks at every one of them."""
        row = self._db.execute(
            "SELECT count(*) FROM passages JOIN vectors USING (passage_id)"
            " JOIN documents USING (document_id) WHERE live"
        ).fetchone()
        return int(row[0])

    def texts_after(self, passage_id: int, limit: int) -> list[tuple[int, bytes, str]]:
        """Passages behind this one, in order: id, hash of what is embedded, searchable text."""
        rows = self._db.execute(
            "SELECT passage_id, embedded_as, heading, text FROM passages"
            " WHERE passage_id > ? ORDER BY passage_id LIMIT ?",
            (passage_id, limit),
        )
        return [(int(a), bytes(b), searchable_text(c, d)) for a, b, c, d in rows]

    def count_texts(self) -> int:
        """How many passages there are, live or not."""
        return int(self._db.execute("SELECT count(*) FROM passages").fetchone()[0])
