"""The embedder as answering sees it: called on the generator's thread, run on its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.models.contracts import Vectors


class TextEmbedder(Protocol):
    """Turns texts into unit vectors; a call waits for the embedder's thread.

    Both raise MargineError where no embedder is there; whoever calls goes on by words alone.
    """

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return `(n, dimension)` float32, each row L2-normalised."""

    def embed_query(self, text: str) -> Vectors:
        """Return `(dimension,)` float32, L2-normalised."""
