"""The tables of `library.db`, and how an older format becomes the present one.

Format numbers: another *major* number means that an older program must not open the file;
*minor* steps only add what an older program can pass over.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

FORMAT_MAJOR = 1
FORMAT_MINOR = 0

# AUTOINCREMENT: an id is never given out twice, so that an old answer, a derived file or a
# reader in another process can never take a new passage for an old one.
TABLES = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE roots (
    root_id INTEGER PRIMARY KEY AUTOINCREMENT,
    path NOT NULL UNIQUE,
    is_dir INTEGER NOT NULL
);
CREATE TABLE exclusions (
    path PRIMARY KEY NOT NULL
);
-- What one content (by hash) was read as. Several files may show it.
CREATE TABLE documents (
    document_id INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256 TEXT NOT NULL,
    live INTEGER NOT NULL DEFAULT 0,      -- 0: being embedded, not searchable
    splitter TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,            -- of everything that was read and split
    format TEXT NOT NULL,
    title TEXT,
    paged INTEGER NOT NULL,
    language TEXT NOT NULL,
    page_count INTEGER NOT NULL,
    passage_count INTEGER NOT NULL
);
CREATE UNIQUE INDEX documents_by_content ON documents (sha256, live);
CREATE TABLE files (
    file_id INTEGER PRIMARY KEY AUTOINCREMENT,
    root_id INTEGER NOT NULL REFERENCES roots ON DELETE CASCADE,
    path NOT NULL UNIQUE,                 -- text; bytes where the name is not valid Unicode
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode TEXT NOT NULL,                  -- text: some file systems use all 64 bits
    sha256 TEXT,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    document_id INTEGER REFERENCES documents
);
CREATE INDEX files_by_root ON files (root_id);
CREATE INDEX files_by_document ON files (document_id);
CREATE TABLE pages (
    document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    page_index INTEGER NOT NULL,
    label TEXT,
    reader TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (document_id, page_index)
);
CREATE TABLE passages (
    passage_id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    spans TEXT NOT NULL,                  -- JSON: [[page_index, start, end], ...]
    embedded_as BLOB NOT NULL             -- hash of what is embedded: equal text, equal vector
);
CREATE INDEX passages_by_document ON passages (document_id);
CREATE INDEX passages_by_embedded ON passages (embedded_as);
CREATE TABLE vectors (
    passage_id INTEGER PRIMARY KEY REFERENCES passages ON DELETE CASCADE,
    vector BLOB NOT NULL                  -- float32, little-endian, L2-normalised
);
-- What happened to passages, for derived files and readers to catch up: each row says that
-- passages first_id to last_id may have become live, gone, or have another vector.
CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    first_id INTEGER NOT NULL,
    last_id INTEGER NOT NULL
);
"""

Migration = Callable[[sqlite3.Connection], None]

# From major format N to N + 1, inside one transaction. Append only.
MIGRATIONS: Mapping[int, Migration] = {}


def create_tables(connection: sqlite3.Connection) -> None:
    """Make all tables, inside the caller's transaction."""
    statement = ""
    for line in TABLES.splitlines(keepends=True):
        statement += line.split("--")[0]
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
