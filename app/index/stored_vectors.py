"""The vectors of a library, read without opening the rest of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from app.core.errors import UserError
from app.index.indexes import stored_embedder
from app.index.records import Vectors
from app.index.store import Store
from app.index.vector_table import VectorTable


def read_vectors(folder: Path) -> Vectors:
    """`(n, dimension)` float32 vectors of the library's passages, normalised; it may be in use.

    Raises UserError if there is no library or it has no vectors, LibraryFormatError.
    """
    with closing(Store(folder, read_only=True)) as store, store.reading():
        embedder = stored_embedder(store)
        if embedder is not None:
            _ids, vectors = VectorTable(store).live(embedder)
            if len(vectors):
                return vectors
    raise UserError(
        f"The library in {folder} holds no vectors.",
        why="Nothing was indexed in it with an embedding model.",
        next_step="Index some documents first, or measure with --texts or --synthetic.",
    )
