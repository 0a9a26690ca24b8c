"""Makes a sound database of what can be read of a damaged one.

Kept are documents that are whole: their page texts and passages give the hash that was made of
them when they were read. Of their vectors, those that can be ones. Everything else is made again
by itself, as long as the folders that were added are known: files wait to be read, passages to
be embedded. The new database bears a new id, so that no derived file is taken for one of it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sqlite3
import uuid
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePath

import numpy as np

from app.core.types import FileState
from app.index import schema
from app.index.content_hash import hash_document, hash_embedded
from app.index.salvage_rows import SHAPES, Found, find_rows
from app.index.sqlite_pages import Pages, Row, Value
from app.index.text import path_from_db, path_to_db

_log = logging.getLogger(__name__)

_UNIT_TOLERANCE = 1e-2
_KEPT_FACTS = ("embedder_identity", "embedder_dimension", "splitter")
_AT_ONCE = 2_000  # rows
_AHEAD = 1_000_000  # ids that are left out where it is not known which were given out


@dataclass(frozen=True, slots=True)
class Salvage:
    """What was kept. `files` of which `waiting` are to be read again."""

    roots: int
    files: int
    waiting: int
    documents: int
    passages: int
    vectors: int


def salvage(database: Path, log: Path, target: Path) -> Salvage:
    """Write to `target`, which is there and empty, what can be read of `database` and its `log`.

    It is on the disk when this returns. Raises OSError and sqlite3.Error, as for a full disk.
    """
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("BEGIN")
        schema.create_tables(connection)
        with Pages(database, log) as pages:
            facts = _take_rows(connection, find_rows(pages))
        _mend_roots(connection)
        _mend_documents(connection)
        _mend_vectors(connection, facts)
        _mend_files(connection)
        _mend_talks(connection)
        _mend_collections(connection)
        _mend_others(connection)
        _write_facts(connection, facts)
        connection.execute("COMMIT")  # synced: the default outside of write-ahead mode
        return _count(connection)


# ------------------------------------------------------------------------------- taking rows in


def _take_rows(connection: sqlite3.Connection, rows: Iterable[Found]) -> dict[str, str]:
    """Put rows into the tables that they belong to; return the library's facts."""
    facts: dict[str, str] = {}
    sequences: dict[str, int] = {}
    waiting: dict[str, list[tuple[Value, ...]]] = {}
    columns = {table: _columns(connection, table) for table in SHAPES if table[:7] != "sqlite_"}
    for found in rows:
        match found.table, found.row.values:
            case "meta", (str(key), str(value), *_):
                facts.setdefault(key, value)
            case "sqlite_sequence", (str(name), int(last), *_):
                sequences[name] = max(last, sequences.get(name, 0))
            case table, _:
                batch = waiting.setdefault(table, [])
                batch.append(_values(found.row, columns[table]))
                if len(batch) >= _AT_ONCE:
                    _insert(connection, table, columns[table], waiting.pop(table))
    for table, batch in waiting.items():
        _insert(connection, table, columns[table], batch)
    _go_on_counting(connection, sequences)
    return facts


def _columns(connection: sqlite3.Connection, table: str) -> list[tuple[str, bool]]:
    """Name of each column, and whether it is the row's id."""
    rows = connection.execute(
        "SELECT name, pk AND upper(type) = 'INTEGER' FROM pragma_table_info(?)", (table,)
    )
    return [(str(name), bool(is_id)) for name, is_id in rows]


def _values(row: Row, columns: list[tuple[str, bool]]) -> tuple[Value, ...]:
    values = row.values[: len(columns)]
    return tuple(
        row.rowid if is_id else value
        for value, (_name, is_id) in zip(values, columns, strict=False)
    )


def _insert(
    connection: sqlite3.Connection,
    table: str,
    columns: list[tuple[str, bool]],
    rows: list[tuple[Value, ...]],
) -> None:
    """Insert rows; one that contradicts an earlier one is left out."""
    for row in rows:
        names = ", ".join(name for name, _ in columns[: len(row)])
        holes = ", ".join("?" * len(row))
        connection.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({holes})", row)  # noqa: S608  # our own names


def _go_on_counting(connection: sqlite3.Connection, sequences: dict[str, int]) -> None:
    """Let no id be given out twice, though rows that had one may be lost."""
    for table, key in (
        ("roots", "root_id"),
        ("documents", "document_id"),
        ("files", "file_id"),
        ("passages", "passage_id"),
        ("collections", "collection_id"),
    ):
        (highest,) = connection.execute(f"SELECT coalesce(max({key}), 0) FROM {table}").fetchone()  # noqa: S608  # as above
        known = sequences.get(table)
        last = max(highest, known) if known is not None else highest + _AHEAD
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, last))


# ---------------------------------------------------------------------- what fits to what


def _mend_roots(connection: sqlite3.Connection) -> None:
    """Where a folder that was added is lost, take the one that all of its files lie in."""
    lost = connection.execute(
        "SELECT root_id, path FROM files WHERE root_id NOT IN (SELECT root_id FROM roots)"
    ).fetchall()
    folders: dict[int, list[str]] = {}
    for root_id, path in lost:
        folders.setdefault(int(root_id), []).append(str(PurePath(path_from_db(path)).parent))
    for root_id, parents in folders.items():
        with contextlib.suppress(ValueError):  # on Windows, of several drives
            folder = os.path.commonpath(parents)
            if PurePath(folder) != PurePath(PurePath(folder).anchor):
                connection.execute(
                    "INSERT OR IGNORE INTO roots VALUES (?, ?, 1)", (root_id, path_to_db(folder))
                )
    connection.execute("DELETE FROM files WHERE root_id NOT IN (SELECT root_id FROM roots)")


def _mend_documents(connection: sqlite3.Connection) -> None:
    """Keep documents that are as they were read."""
    for table in ("pages", "passages"):
        connection.execute(
            f"DELETE FROM {table} WHERE document_id NOT IN (SELECT document_id FROM documents)"  # noqa: S608  # as above
        )
    rows = connection.execute(
        "SELECT document_id, text_sha256, page_count, passage_count FROM documents"
    ).fetchall()
    for document_id, text_sha256, page_count, passage_count in rows:
        pages = connection.execute(
            "SELECT page_index, label, text FROM pages WHERE document_id = ? ORDER BY page_index",
            (document_id,),
        ).fetchall()
        passages = connection.execute(
            "SELECT heading, text, spans FROM passages WHERE document_id = ? ORDER BY passage_id",
            (document_id,),
        ).fetchall()
        counts = (len(pages), len(passages)) == (page_count, passage_count)
        if not counts or hash_document(pages, passages) != text_sha256:
            _log.warning("a document of the damaged library is not whole: it is read again")
            for table in ("pages", "passages", "documents"):
                connection.execute(f"DELETE FROM {table} WHERE document_id = ?", (document_id,))  # noqa: S608  # as above


def _mend_vectors(connection: sqlite3.Connection, facts: dict[str, str]) -> None:
    """Keep vectors that can be ones: the others are made again from the stored text."""
    connection.execute(
        "DELETE FROM vectors WHERE passage_id NOT IN (SELECT passage_id FROM passages)"
    )
    dimension = facts.get("embedder_dimension", "")
    size = int(dimension) if dimension.isdecimal() else 0
    if size == 0 or "embedder_identity" not in facts:
        connection.execute("DELETE FROM vectors")
        return
    bad = [
        (passage_id,)
        for passage_id, blob in connection.execute("SELECT passage_id, vector FROM vectors")
        if not is_unit_vector(blob, size)
    ]
    connection.executemany("DELETE FROM vectors WHERE passage_id = ?", bad)
    # A passage's hash says what was embedded: where that is not its text, its vector is not its.
    wrong = [
        (passage_id,)
        for passage_id, heading, text, embedded_as in connection.execute(
            "SELECT passage_id, heading, text, embedded_as FROM passages"
        )
        if hash_embedded(heading, text) != embedded_as
    ]
    connection.executemany("DELETE FROM vectors WHERE passage_id = ?", wrong)


def is_unit_vector(blob: bytes, dimension: int) -> bool:
    """Whether `blob` is `dimension` float32 numbers of length 1."""
    if len(blob) != 4 * dimension:
        return False
    vector = np.frombuffer(blob, "<f4").astype(np.float64)
    with np.errstate(all="ignore"):
        length = float(np.sqrt((vector * vector).sum()))  # NaN and infinite ones fail below
    return abs(length - 1.0) < _UNIT_TOLERANCE


def _mend_files(connection: sqlite3.Connection) -> None:
    """Let files wait whose document is lost, and documents whose files are."""
    connection.execute(
        "UPDATE files SET document_id = NULL, state = ? WHERE document_id IS NOT NULL"
        " AND document_id NOT IN (SELECT document_id FROM documents WHERE live)",
        (FileState.WAITING.value,),
    )
    connection.execute(
        "UPDATE files SET state = ? WHERE state = ? OR (state = ? AND document_id IS NULL)",
        (FileState.WAITING.value, FileState.READING.value, FileState.INDEXED.value),
    )
    # A scan finds the files again; their contents are told by the hash, and nothing is read twice.
    connection.execute(
        "UPDATE OR IGNORE documents SET live = 0 WHERE live AND document_id NOT IN"
        " (SELECT document_id FROM files WHERE document_id IS NOT NULL)"
    )
    unshown = connection.execute(
        "SELECT document_id FROM documents WHERE live AND document_id NOT IN"
        " (SELECT document_id FROM files WHERE document_id IS NOT NULL)"
    ).fetchall()
    for table in ("vectors", "pages", "passages", "documents"):
        key = "passage_id IN (SELECT passage_id FROM passages WHERE document_id = ?)"
        key = key if table == "vectors" else "document_id = ?"
        connection.executemany(f"DELETE FROM {table} WHERE {key}", unshown)  # noqa: S608  # as above


def _mend_talks(connection: sqlite3.Connection) -> None:
    """Let a conversation whose own row is lost go by its first question."""
    connection.execute(
        "INSERT INTO talks (key, title, begun_ms) SELECT key, '', min(asked_ms) FROM exchanges"
        " WHERE key NOT IN (SELECT key FROM talks) GROUP BY key"
    )


def _mend_collections(connection: sqlite3.Connection) -> None:
    """Keep collections whose places are a list of paths."""
    rows = connection.execute("SELECT collection_id, places FROM collections").fetchall()
    for collection_id, places in rows:
        try:
            paths = json.loads(places)
        except ValueError:
            paths = None
        if not isinstance(paths, list) or not all(isinstance(each, str) for each in paths):
            connection.execute("DELETE FROM collections WHERE collection_id = ?", (collection_id,))
    for rowid, path in connection.execute(
        "SELECT rowid, path FROM collection_exclusions"
    ).fetchall():
        try:
            json.loads(path)
        except ValueError:
            connection.execute("DELETE FROM collection_exclusions WHERE rowid = ?", (rowid,))


def _mend_others(connection: sqlite3.Connection) -> None:
    """Delete whatever still points at nothing, in tables that minor formats added."""
    for table, rowid, _parent, _key in connection.execute("PRAGMA foreign_key_check").fetchall():
        connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))  # noqa: S608  # as above
    connection.execute(
        "DELETE FROM page_ocr WHERE NOT EXISTS (SELECT 1 FROM pages p WHERE"
        " p.document_id = page_ocr.document_id AND p.page_index = page_ocr.page_index)"
    )


def _write_facts(connection: sqlite3.Connection, facts: dict[str, str]) -> None:
    kept = {key: facts[key] for key in _KEPT_FACTS if key in facts}
    if not {"embedder_identity", "embedder_dimension"} <= kept.keys():
        kept.pop("embedder_identity", None)
        kept.pop("embedder_dimension", None)
    kept["format_major"] = str(schema.FORMAT_MAJOR)
    kept["format_minor"] = str(schema.FORMAT_MINOR)
    kept["library_id"] = uuid.uuid4().hex
    connection.execute("DELETE FROM meta")
    connection.executemany("INSERT INTO meta VALUES (?, ?)", kept.items())
    first, last = connection.execute(
        "SELECT min(passage_id), max(passage_id) FROM passages"
    ).fetchone()
    if first is not None:
        connection.execute("INSERT INTO changes (first_id, last_id) VALUES (?, ?)", (first, last))


def _count(connection: sqlite3.Connection) -> Salvage:
    def count(query: str) -> int:
        return int(connection.execute(f"SELECT count(*) FROM {query}").fetchone()[0])  # noqa: S608  # as above

    return Salvage(
        roots=count("roots"),
        files=count("files"),
        waiting=count("files WHERE state = 'waiting'"),
        documents=count("documents"),
        passages=count("passages"),
        vectors=count("vectors"),
    )
