"""Vectors that need not be made, because they are somewhere already.

Those that were prepared while another embedder was used still (`next_vectors`), and those that
other libraries hold for the same text (`donors`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path

from app.index import next_vectors
from app.index.donors import Folders, find_vectors
from app.index.records import EmbedderInfo, Vectors
from app.index.store import Store
from app.index.vector_table import VectorTable

_AT_ONCE = 5_000  # that are held in memory: another embedder asks for all there are


class KnownVectors:
    """Looks for what the passages of a library lack. The library's thread makes every call.

    What is found comes in parts, `(dimension,)` float32 by passage; each is to be stored before
    the next one is asked for. No part is empty.
    """

    def __init__(self, store: Store, donors: Folders) -> None:
        """`donors` names the folders of other libraries."""
        self._store = store
        self._vectors = VectorTable(store)
        self._donors = donors

    def prepared(self, embedder: EmbedderInfo) -> Iterator[Mapping[int, Vectors]]:
        """What was prepared for `embedder`; its file is deleted at the end."""
        folder = self._store.folder
        if not next_vectors.holds(folder, embedder):
            return
        for part in self._missing(None):
            found = next_vectors.find(folder, embedder, tuple(part.values()))
            taken = {passage: found[each] for passage, each in part.items() if each in found}
            if taken:
                yield taken
        next_vectors.discard(folder)

    def borrowed(
        self, embedder: EmbedderInfo, document_id: int | None
    ) -> Iterator[Mapping[int, Vectors]]:
        """What other libraries hold of `embedder`'s, for one document or all."""
        folders: tuple[Path, ...] | None = None
        for part in self._missing(document_id):
            if folders is None:
                folders = tuple(self._donors())
            found = find_vectors(folders, part, embedder)
            if found:
                yield found

    def forget_prepared(self) -> None:
        """No other embedder is to come."""
        next_vectors.discard(self._store.folder)

    def _missing(self, document_id: int | None) -> Iterator[dict[int, bytes]]:
        """What was embedded, as a hash, for each passage without a vector."""
        with self._store.reading():
            rest = iter(self._vectors.missing_hashes(document_id).items())
        while part := dict(itertools.islice(rest, _AT_ONCE)):
            yield part
