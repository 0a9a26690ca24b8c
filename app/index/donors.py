"""Vectors that another library of the same person holds already, taken over instead of made anew.

A vector belongs to the exact text that was embedded and to the embedder; where both are the same,
so is the vector. Other libraries are only ever read, and one that cannot be read is passed over.
There is no store of vectors beside the libraries: what is removed from all of them is gone.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path

import numpy as np

from app.core.paths import default_library_dir
from app.index import schema
from app.index.connection import DATABASE, uri_of
from app.index.records import EmbedderInfo, Vectors

_log = logging.getLogger(__name__)

Folders = Callable[[], Iterable[Path]]

_BUSY_TIMEOUT_S = 0.2
_UNIT_TOLERANCE = 1e-3

_SAME_TEXT = (
    "SELECT vector FROM passages JOIN vectors USING (passage_id) WHERE embedded_as = ? LIMIT 1"
)


def other_libraries(folder: Path) -> tuple[Path, ...]:
    """The libraries in the program's own place (the default one among them), without `folder`."""
    try:
        found = sorted(default_library_dir().parent.iterdir())
        own = folder.resolve()
        return tuple(
            each for each in found if (each / DATABASE).is_file() and each.resolve() != own
        )
    except OSError:  # no library there yet, or a folder that may not be looked into
        return ()


def no_libraries() -> tuple[Path, ...]:
    """`Folders` of a library that takes nothing from others."""
    return ()


def find_vectors(
    folders: Iterable[Path], wanted: Mapping[int, bytes], embedder: EmbedderInfo
) -> dict[int, Vectors]:
    """`(dimension,)` float32 vectors, by passage, from the libraries in `folders`.

    Only libraries of the present format whose vectors are this embedder's count. Never raises
    for a library that is locked, damaged, gone or of another version.
    """
    found: dict[int, Vectors] = {}
    for folder in folders:
        still = {key: value for key, value in wanted.items() if key not in found}
        if not still:
            break
        try:
            found |= _read_vectors(folder / DATABASE, still, embedder)
        except (sqlite3.Error, ValueError, TypeError) as error:
            _log.debug("a library is passed over as a source of vectors: %s", error)
    return found


def _read_vectors(
    path: Path, wanted: Mapping[int, bytes], embedder: EmbedderInfo
) -> dict[int, Vectors]:
    uri = uri_of(path.absolute(), "mode=ro")
    found: dict[int, Vectors] = {}
    with closing(sqlite3.connect(uri, uri=True, timeout=_BUSY_TIMEOUT_S)) as connection:
        if not _is_of(connection, embedder):
            return found
        for passage_id, embedded_as in wanted.items():
            row = connection.execute(_SAME_TEXT, (embedded_as,)).fetchone()
            if row is None:
                continue
            vector = np.frombuffer(row[0], np.dtype("<f4")).astype(np.float32)
            if vector.shape == (embedder.dimension,) and _is_unit(vector):
                found[passage_id] = vector
    return found


def _is_of(connection: sqlite3.Connection, embedder: EmbedderInfo) -> bool:
    """Whether a database is of the present format and holds vectors of `embedder`."""
    meta = dict(connection.execute("SELECT key, value FROM meta"))
    return (meta.get("format_major"), meta.get("embedder_identity")) == (
        str(schema.FORMAT_MAJOR),
        embedder.identity,
    ) and meta.get("embedder_dimension") == str(embedder.dimension)


def _is_unit(vector: Vectors) -> bool:
    length = float(np.linalg.norm(vector))  # NaN and infinite ones fail the comparison
    return abs(length - 1) < _UNIT_TOLERANCE
