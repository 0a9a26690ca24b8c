"""Vectors for measurements, remembered by what was embedded: a second run embeds nothing."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from app.core.paths import make_private_dir
from app.models.contracts import Embedder, Vectors

_log = logging.getLogger(__name__)

_ROUND = 256  # texts embedded between two reports of progress

Progress = Callable[[int, int], None]  # texts done, texts in all


class VectorMemory:
    """An embedder with a memory on the disk, one file per embedder. One thread owns it.

    What other processes saved meanwhile is kept.

    `folder` is created, owner-only. Call `save` at the end; a file that cannot be read is
    passed over.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        self._path = make_private_dir(folder) / f"{embedder.identity[:32]}.npz"
        self._vectors: dict[bytes, Vectors] = {}
        self._changed = False
        self._load()

    @property
    def embedder(self) -> Embedder:
        """The embedder behind the memory."""
        return self._embedder

    def passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """`(n, dimension)` float32 vectors of passages, L2-normalised."""
        return self._recall("passage", texts, self._embedder.embed_passages, progress)

    def queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """`(n, dimension)` float32 vectors of queries, L2-normalised."""

        def embed(batch: Sequence[str]) -> Vectors:
            return np.stack([self._embedder.embed_query(text) for text in batch])

        return self._recall("query", texts, embed, progress)

    def save(self) -> None:
        """Write what was embedded since the last time. Raises OSError."""
        if not self._changed:
            return
        self._load()  # another process may have written since
        temporary = self._path.with_suffix(f".{os.getpid()}.part")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as stream:
            keys = np.frombuffer(b"".join(self._vectors), np.uint8).reshape(-1, _KEY_BYTES)
            np.savez(stream, keys=keys, vectors=np.stack(list(self._vectors.values())))
        temporary.replace(self._path)
        self._changed = False

    def _load(self) -> None:
        try:
            with self._path.open("rb") as stream:  # numpy leaves a damaged file open
                stored = np.load(stream, allow_pickle=False)
                keys, vectors = stored["keys"], stored["vectors"]
        except FileNotFoundError:
            return
        except Exception as error:  # noqa: BLE001 - numpy raises many kinds for a damaged file
            _log.warning("remembered vectors are passed over: %s", error)
            return
        if vectors.shape == (len(keys), self._embedder.dimension):
            stored_vectors = {bytes(key): row for key, row in zip(keys, vectors, strict=True)}
            self._vectors = {**stored_vectors, **self._vectors}

    def _recall(
        self,
        role: str,
        texts: Sequence[str],
        embed: Callable[[Sequence[str]], Vectors],
        progress: Progress | None,
    ) -> Vectors:
        keys = [_key(role, text) for text in texts]
        wanted = {
            key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors
        }
        # Neighbours in length share a batch, so that little is padded.
        missing = sorted(wanted, key=lambda key: len(wanted[key]), reverse=True)
        for start in range(0, len(missing), _ROUND):
            part = missing[start : start + _ROUND]
            vectors = embed([wanted[key] for key in part])
            self._vectors.update(zip(part, vectors, strict=True))
            self._changed = True
            if progress is not None:
                progress(len(keys) - len(missing) + start + len(part), len(keys))
        if not keys:
            return np.zeros((0, self._embedder.dimension), np.float32)
        return np.stack([self._vectors[key] for key in keys])


_KEY_BYTES = 16


def _key(role: str, text: str) -> bytes:
    content = f"{role}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).digest()[:_KEY_BYTES]
