"""Looks at a library that its process left behind, and at one that was taken up again."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from filelock import FileLock

from app.index.library import Library
from app.index.lock import LOCK
from app.index.records import EmbedderInfo
from app.index.store import DATABASE
from app.ingest.split import SplitSettings
from tests.crash.scene import QUERIES
from tests.fakes import HashedEmbedder

_OURS = re.compile(r"library\.(db|lock)|bm25-\d+\.bin|hnsw-\d+\.(bin|json)")
_ORPHANS = {
    "a passage without a document": "SELECT count(*) FROM passages"
    " WHERE document_id NOT IN (SELECT document_id FROM documents)",
    "a page without a document": "SELECT count(*) FROM pages"
    " WHERE document_id NOT IN (SELECT document_id FROM documents)",
    "a vector without a passage": "SELECT count(*) FROM vectors"
    " WHERE passage_id NOT IN (SELECT passage_id FROM passages)",
    "a file without a root": "SELECT count(*) FROM files"
    " WHERE root_id NOT IN (SELECT root_id FROM roots)",
    "a searchable document that no file shows": "SELECT count(*) FROM documents WHERE live"
    " AND document_id NOT IN (SELECT document_id FROM files WHERE document_id IS NOT NULL)",
    "a searchable passage without a vector": "SELECT count(*) FROM passages"
    " JOIN documents USING (document_id) WHERE live"
    " AND passage_id NOT IN (SELECT passage_id FROM vectors)",
    "a document with the wrong number of passages": "SELECT count(*) FROM documents d WHERE"
    " passage_count <> (SELECT count(*) FROM passages p WHERE p.document_id = d.document_id)",
    "a document with the wrong number of pages": "SELECT count(*) FROM documents d WHERE"
    " page_count <> (SELECT count(*) FROM pages p WHERE p.document_id = d.document_id)",
}
_UNFINISHED = {
    "a document that was never finished": "SELECT count(*) FROM documents WHERE NOT live",
    "a file that is still being read": "SELECT count(*) FROM files"
    " WHERE state IN ('reading', 'waiting')",
}

Contents = dict[str, tuple[str, tuple[str, ...]]]


class LostError(AssertionError):
    """Something did not survive."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a killed process had stored: hashes of what has a vector, contents that were read."""

    embedded: frozenset[bytes]
    contents: frozenset[str]


def look_at_body(library: Path, scratch: Path) -> Left:
    """Check what was left, in a copy: SQLite takes the log in when it opens the database."""
    if not (library / DATABASE).exists():
        return Left(frozenset(), frozenset())
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(library, scratch)
    with closing(sqlite3.connect(scratch / DATABASE)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return Left(frozenset(), frozenset())
        check_database(connection)
        embedded = connection.execute(
            "SELECT embedded_as FROM passages JOIN vectors USING (passage_id)"
        )
        contents = connection.execute("SELECT sha256 FROM documents")
        return Left(
            frozenset(bytes(row[0]) for row in embedded),
            frozenset(str(row[0]) for row in contents),
        )


def check_database(connection: sqlite3.Connection) -> None:
    """SQLite finds it sound, and every row belongs to something. Raises LostError."""
    told = [row[0] for row in connection.execute("PRAGMA integrity_check")]
    if told != ["ok"]:
        raise LostError(f"integrity_check: {told[:3]}")
    if connection.execute("PRAGMA foreign_key_check").fetchall():
        raise LostError("a row points at nothing")
    _none(connection, _ORPHANS)


def check_finished(library: Path, folder: Path, expected: Contents) -> None:
    """Nothing is left to do, and everything is as if nobody had died. Raises LostError."""
    with closing(sqlite3.connect(library / DATABASE)) as connection:
        check_database(connection)
        _none(connection, _UNFINISHED)
        found = read_contents(connection, folder)
    if found != expected:
        wrong = sorted(
            path for path in found.keys() | expected.keys() if found.get(path) != expected.get(path)
        )
        raise LostError(f"other contents than of a clean run: {wrong}")
    _check_lock(library)
    _check_names(library)


def read_contents(connection: sqlite3.Connection, folder: Path) -> Contents:
    """State and passages of each file, by its path below `folder`."""
    contents: Contents = {}
    for path, state, document_id in connection.execute(
        "SELECT path, state, document_id FROM files"
    ):
        rows = connection.execute(
            "SELECT text FROM passages WHERE document_id = ? ORDER BY passage_id", (document_id,)
        )
        name = Path(path).relative_to(folder).as_posix()
        contents[name] = (state, tuple(row[0] for row in rows))
    return contents


def contents_of(library: Path, folder: Path) -> Contents:
    """As `read_contents`, of a closed library."""
    with closing(sqlite3.connect(library / DATABASE)) as connection:
        return read_contents(connection, folder)


def _none(connection: sqlite3.Connection, counts: dict[str, str]) -> None:
    for what, query in counts.items():
        (count,) = connection.execute(query).fetchone()
        if count:
            raise LostError(f"{what} ({count})")


def _check_lock(library: Path) -> None:
    lock = FileLock(library / LOCK, timeout=0)
    lock.acquire()
    lock.release()


def _check_names(library: Path) -> None:
    names = sorted(path.name for path in library.iterdir())
    strange = [name for name in names if _OURS.fullmatch(name) is None]
    if strange:
        raise LostError(f"left behind: {strange}")
    for kind in ("bm25-*.bin", "hnsw-*.bin", "hnsw-*.json"):
        if len(list(library.glob(kind))) > 1:
            raise LostError(f"an earlier {kind} was left behind")


# -------------------------------------------------------------------------- derived files


def check_indexes(library: Path, scratch: Path) -> None:
    """The indexes on the disk are those that the database alone would make. Raises LostError."""
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(library, scratch)
    for pattern in ("bm25-*", "hnsw-*"):
        for path in scratch.glob(pattern):
            path.unlink()
    if _look(library) != _look(scratch):
        raise LostError("the indexes are not those of a clean rebuild")


def _look(library: Path) -> tuple[object, ...]:
    """Everything in the two indexes, and what a few searches find."""
    embedder = HashedEmbedder()
    opened = Library.open(
        library,
        embedder=EmbedderInfo(embedder.identity, embedder.dimension),
        splitter=SplitSettings().identity,
        read_only=True,
    )
    try:
        found = []
        for query in QUERIES:
            vector = embedder.embed_query(query)
            for fusion in ("weighted", "rrf", "bm25", "dense"):
                result = opened.search(query, vector, k=20, fusion=fusion)  # type: ignore[arg-type]  # each is a Fusion
                found.append(
                    [(each.passage_id, round(each.scores.fused, 5)) for each in result.passages]
                )
        indexes = opened._indexes
        dense = indexes.dense
        assert dense is not None
        ids = sorted(dense.ids.tolist())
        vectors = np.round(dense.vectors(ids), 5).tolist()
        return found, _postings(opened), ids, vectors
    finally:
        opened.close()


def _postings(opened: Library) -> object:
    bm25 = opened._indexes.bm25
    bm25.compact()
    base = bm25._parts[0].source
    terms = [bytes(term) for term in base.terms]  # type: ignore[union-attr]  # compact: one base
    table = {}
    for term in terms:
        slots, counts = base.find(term.decode())
        table[term] = sorted(zip(base.ids[slots].tolist(), counts.tolist(), strict=True))
    lengths = dict(zip(base.ids.tolist(), base.lengths.tolist(), strict=True))
    return table, lengths
