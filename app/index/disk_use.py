"""What a library takes of its disk, part by part."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from app.core.keeping import LibraryUse
from app.core.library_files import find_library_files
from app.index.connection import DATABASE, log_of
from app.index.copying import size_of
from app.index.indexes import stored_embedder
from app.index.next_vectors import FILE as NEXT
from app.index.store import Store

_FLOAT_BYTES = 4
_ROW_BYTES = 12  # of a row of vectors, beside the vector: its key, its head, its place in a page
_CONVERSATIONS = ("talks", "exchanges")


def measure_library(folder: Path) -> LibraryUse:
    """Look at the files in `folder`, and at counts in the database; no text is read.

    Any thread. Raises UserError, LibraryFormatError, OSError.
    """
    found = find_library_files(folder)
    sizes = {path: size_of(path) for path in found.own}
    database = folder / DATABASE
    words = sum(size for path, size in sizes.items() if path.name.startswith("bm25"))
    # The graph of the vectors, and those that are prepared for another embedder.
    beside = sum(size for path, size in sizes.items() if path.name.startswith(("hnsw", NEXT)))
    stored = sizes.get(database, 0) + sizes.get(log_of(database), 0)
    with closing(Store(folder, read_only=True)) as store, store.reading() as connection:
        vectors = min(stored, _vector_bytes(store))
        talks = min(stored - vectors, _conversation_bytes(connection))
        unused = min(stored - vectors - talks, _free_bytes(connection))
    return LibraryUse(
        folder=str(folder),
        texts=stored - vectors - talks - unused,
        words=words,
        vectors=vectors + beside,
        conversations=talks,
        other=sum(sizes.values()) - stored - words - beside + unused,
        free=shutil.disk_usage(folder).free,
    )


def _vector_bytes(store: Store) -> int:
    """By the number of passages: counting the rows of vectors would read all of them."""
    embedder = stored_embedder(store)
    if embedder is None:
        return 0
    query = "SELECT coalesce(sum(passage_count), 0) FROM documents"
    passages = int(store.connection.execute(query).fetchone()[0])
    return passages * (embedder.dimension * _FLOAT_BYTES + _ROW_BYTES)


def _conversation_bytes(connection: sqlite3.Connection) -> int:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    there = {str(row[0]) for row in connection.execute(query)}
    total = 0
    for table in (each for each in _CONVERSATIONS if each in there):
        columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
        lengths = " + ".join(f"coalesce(length(CAST({name} AS BLOB)), 0)" for name in columns)
        query = f"SELECT coalesce(sum({lengths}), 0) FROM {table}"  # noqa: S608  # names of the schema
        total += int(connection.execute(query).fetchone()[0])
    return total


def _free_bytes(connection: sqlite3.Connection) -> int:
    pages, size = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("freelist_count", "page_size")
    )
    return pages * size
