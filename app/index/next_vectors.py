"""The vectors of the embedder that is to come, while the present one's still answer.

A file of its own beside the database, `next-vectors.db`: vectors by the hash of what was embedded,
so that whatever happens to documents meanwhile does no harm. The library takes them over, and
deletes the file, when it is opened with that embedder. A lost or damaged file costs time alone.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import numpy as np

from app.core.paths import write_private_bytes
from app.index.connection import BUSY_TIMEOUT_S, DATABASE, peek, translated_errors
from app.index.records import EmbedderInfo, Vectors

_log = logging.getLogger(__name__)

FILE = "next-vectors.db"
_SIDE_FILES = ("-journal", "-wal", "-shm")
_FORMAT = "1"
_TYPE = np.dtype("<f4")
_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE vectors (embedded_as BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID;
"""


class NextVectors:
    """The file of one library, open for one embedder. One thread makes every call."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        """For `open` alone."""
        self._db = connection
        self._folder = folder

    @classmethod
    def open(cls, folder: Path, embedder: EmbedderInfo) -> NextVectors:
        """Go on with the file in the library's folder; one of another embedder is begun anew.

        Raises UserError where it cannot be written.
        """
        with translated_errors(folder):
            return cls(_open(folder, embedder), folder)

    def missing(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Those of these texts that have no vector yet."""
        return {each for each in hashes if not self._has(each)}

    def store(self, hashes: Sequence[bytes], vectors: Vectors) -> None:
        """Keep `(n, dimension)` normalised vectors."""
        rows = [
            (each, vector.astype(_TYPE).tobytes())
            for each, vector in zip(hashes, vectors, strict=True)
        ]
        with translated_errors(self._folder), self._db:
            self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)

    def set_complete(self) -> None:
        """Every passage has its vector: the library may be opened with the embedder."""
        with translated_errors(self._folder), self._db:
            self._db.execute("UPDATE meta SET value = '1' WHERE key = 'complete'")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _has(self, embedded_as: bytes) -> bool:
        row = self._db.execute("SELECT 1 FROM vectors WHERE embedded_as = ?", (embedded_as,))
        return row.fetchone() is not None


def _open(folder: Path, embedder: EmbedderInfo) -> sqlite3.Connection:
    path = folder / FILE
    if _read_embedder(path) != embedder:
        discard(folder)
        write_private_bytes(path, b"", make_folder=False)  # the library's, or there is none
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, check_same_thread=False)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        if not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
            connection.executescript(_TABLES)
            facts = (("format", _FORMAT), *_facts(embedder).items(), ("complete", "0"))
            connection.executemany("INSERT INTO meta VALUES (?, ?)", facts)
            connection.commit()
    except BaseException:
        connection.close()
        raise
    return connection


def is_complete(folder: Path, identity: str) -> bool:
    """Whether the vectors of the embedder with this identity are all there."""
    facts = _read_facts(folder / FILE)
    return facts.get("embedder_identity") == identity and facts.get("complete") == "1"


def holds(folder: Path, embedder: EmbedderInfo) -> bool:
    """Whether the file in `folder` is this embedder's."""
    return _read_embedder(folder / FILE) == embedder


def find(folder: Path, embedder: EmbedderInfo, hashes: Sequence[bytes]) -> Mapping[bytes, Vectors]:
    """What the file in `folder` has for these texts, `(dimension,)` float32 each; nothing if it is
    another embedder's, or cannot be read."""
    path = folder / FILE
    if _read_embedder(path) != embedder:
        return {}
    found: dict[bytes, Vectors] = {}
    try:
        with closing(peek(path)) as connection:
            for each in hashes:
                row = connection.execute(
                    "SELECT vector FROM vectors WHERE embedded_as = ?", (each,)
                ).fetchone()
                if row is not None:
                    vector = np.frombuffer(row[0], _TYPE).astype(np.float32)
                    if vector.shape == (embedder.dimension,):
                        found[each] = vector
    except (sqlite3.Error, ValueError):
        _log.warning("the vectors that were prepared cannot be read")
    return found


def discard(folder: Path) -> None:
    """Delete the file."""
    for ending in ("", *_SIDE_FILES):
        with suppress(OSError):
            (folder / f"{FILE}{ending}").unlink(missing_ok=True)


def peek_embedder(folder: Path) -> EmbedderInfo | None:
    """Whose vectors the library in `folder` holds, without opening it as one; None where that
    cannot be told."""
    return _read_embedder(folder / DATABASE)


def _facts(embedder: EmbedderInfo) -> dict[str, str]:
    return {
        "embedder_identity": embedder.identity,
        "embedder_dimension": str(embedder.dimension),
    }


def _read_embedder(path: Path) -> EmbedderInfo | None:
    facts = _read_facts(path)
    try:
        return EmbedderInfo(facts["embedder_identity"], int(facts["embedder_dimension"]))
    except (KeyError, ValueError):
        return None


def _read_facts(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        with closing(peek(path)) as connection:
            rows = connection.execute("SELECT key, value FROM meta")
            return {str(key): str(value) for key, value in rows}
    except sqlite3.Error:
        return {}
