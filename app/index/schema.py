"""The tables of `library.db`, and how an older format becomes the present one.

Format numbers: another *major* number means that an older program must not open the file;
*minor* steps only add what an older program can pass over.

The tables of minor format 0 stand in `TABLES`, which does not change any more within a major
format. What later minor formats add stands in `ADDED_TABLES` and `ADDED_COLUMNS`, and is put into
a database where it is missing, whatever number the database bears. See `docs/library-format.md`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

FORMAT_MAJOR = 1
FORMAT_MINOR = 1  # counts up with each version of the program that adds tables or columns

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


@dataclass(frozen=True, slots=True)
class AddedColumn:
    """A column that a minor format adds to a table of `TABLES`.

    `default` is the SQL literal that rows have in it which were written by a program that does
    not know the column; "NULL" where the type allows it.
    """

    table: str
    name: str
    type: str  # as "TEXT NOT NULL" or "INTEGER"
    default: str

    @property
    def definition(self) -> str:
        """What stands after ADD COLUMN."""
        return f"{self.name} {self.type} DEFAULT {self.default}"


# Tables that minor formats add: what stands between the brackets of CREATE TABLE, by name. A row
# that belongs to a row of another table says so with REFERENCES ... ON DELETE CASCADE, so that
# it also goes when an older program, which does not know of it, deletes the other.
ADDED_TABLES: Mapping[str, str] = {
    # What text recognition knows of a page whose text was read from its picture.
    "page_ocr": """
        document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        page_index INTEGER NOT NULL,
        confidence REAL NOT NULL,             -- mean over the words, 0 to 1
        words BLOB NOT NULL,                  -- boxes and spans; see app/index/word_boxes.py
        UNIQUE (document_id, page_index)
    """,
    # What was not read of a document, in the words of `DocumentText.notes`.
    "document_notes": """
        document_id INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
        notes TEXT NOT NULL
    """,
    # What a person decided for one root; see app/core/folders.py.
    "folder_rules": """
        root_id INTEGER PRIMARY KEY REFERENCES roots ON DELETE CASCADE,
        paused INTEGER NOT NULL,
        patterns TEXT NOT NULL,               -- one a line
        max_mb INTEGER NOT NULL               -- 0: no limit of its own
    """,
    # Folders at which drives begin, under or inside a root, as they were seen last.
    "mounts": """
        root_id INTEGER NOT NULL REFERENCES roots ON DELETE CASCADE,
        path NOT NULL,                        -- text; bytes where the name is not valid Unicode
        device TEXT NOT NULL,                 -- st_dev, which may change between two looks
        UNIQUE (root_id, path)
    """,
    # Contents that stopped their reader, and how often: see app/index/stop_table.py.
    "reader_stops": """
        sha256 TEXT PRIMARY KEY,
        stops INTEGER NOT NULL
    """,
    # Conversations, and the exchanges that they are made of; see app/index/talk_table.py.
    "talks": """
        key TEXT PRIMARY KEY NOT NULL,        -- 32 hexadecimal digits, at random
        title TEXT NOT NULL,                  -- "": the first question
        begun_ms INTEGER NOT NULL             -- since 1970
    """,
    "exchanges": """
        key TEXT NOT NULL REFERENCES talks ON DELETE CASCADE,
        place INTEGER NOT NULL,               -- ascending; places may be free
        asked_ms INTEGER NOT NULL,
        question TEXT NOT NULL,
        searched_for TEXT NOT NULL,           -- the question made self-contained, "" if it was
        answer TEXT NOT NULL,                 -- its text
        record TEXT NOT NULL,                 -- JSON: everything else that was shown
        UNIQUE (key, place)
    """,
    # Choices of folders and files that have a name; see app/index/collection_table.py.
    "collections": """
        collection_id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        places TEXT NOT NULL                  -- JSON: the paths of its folders and files
    """,
    # What lies in a place of a collection and does not belong to it. A program that does not know
    # the table takes such a collection as a whole.
    "collection_exclusions": """
        collection_id INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
        path TEXT NOT NULL,                   -- JSON, as in collections
        UNIQUE (collection_id, path)
    """,
}

# Columns that minor formats add. Append only.
ADDED_COLUMNS: tuple[AddedColumn, ...] = ()

Migration = Callable[[sqlite3.Connection], None]

# From major format N to N + 1, inside one transaction. Append only.
MIGRATIONS: Mapping[int, Migration] = {}


def create_tables(connection: sqlite3.Connection) -> None:
    """Make all tables, inside the caller's transaction."""
    _create_first_tables(connection)
    add_tables(connection, missing_tables(connection))
    add_columns(connection, missing_columns(connection))


def missing_tables(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Tables of `ADDED_TABLES` that the database does not have."""
    present = {
        str(row[0])
        for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    }
    return tuple(name for name in ADDED_TABLES if name not in present)


def missing_columns(connection: sqlite3.Connection) -> tuple[AddedColumn, ...]:
    """Columns of `ADDED_COLUMNS` that the database does not have."""
    present = {
        (table, str(row[0]))
        for table in {each.table for each in ADDED_COLUMNS}
        for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    }
    return tuple(each for each in ADDED_COLUMNS if (each.table, each.name) not in present)


def add_tables(connection: sqlite3.Connection, names: Sequence[str]) -> None:
    """Make tables of `ADDED_TABLES`, inside the caller's transaction."""
    for name in names:
        connection.execute(f"CREATE TABLE {name} ({ADDED_TABLES[name]})")


def add_columns(connection: sqlite3.Connection, columns: Sequence[AddedColumn]) -> None:
    """Make columns of `ADDED_COLUMNS`, inside the caller's transaction."""
    for each in columns:
        connection.execute(f"ALTER TABLE {each.table} ADD COLUMN {each.definition}")


def stand_in(
    connection: sqlite3.Connection, tables: Sequence[str], columns: Sequence[AddedColumn]
) -> None:
    """Let what is missing seem to be there, empty, on a connection that may not write.

    Temporary tables and views lie in memory, and are found before those of the database, so that
    queries need not know which minor format they read.
    """
    for name in tables:
        connection.execute(f"CREATE TEMP TABLE {name} ({ADDED_TABLES[name]})")
    for table in dict.fromkeys(each.table for each in columns):
        added = ", ".join(
            f"{each.default} AS {each.name}" for each in columns if each.table == table
        )
        connection.execute(f"CREATE TEMP VIEW {table} AS SELECT *, {added} FROM main.{table}")  # noqa: S608  # constants only


def _create_first_tables(connection: sqlite3.Connection) -> None:
    statement = ""
    for line in TABLES.splitlines(keepends=True):
        statement += line.split("--")[0]
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
