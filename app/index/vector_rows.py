"""Vectors in numbered rows: those of a file, mapped, and those added since."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.index.records import Vectors

_BLOCK_ROWS = 4096


class VectorRows:
    """Rows of float32 that are only appended, in blocks that never move.

    One thread appends; any thread may read the rows that it knows of.
    """

    def __init__(self, dimension: int, first: Vectors | None = None) -> None:
        """`first` `(n, dimension)` are the first rows; its memory is not copied."""
        self._dimension = dimension
        self._blocks: list[Vectors] = []
        self._starts: list[int] = []
        self._size = 0
        self._mapped = 0
        if first is not None and len(first):
            self._append_block(first)
            self._size = self._mapped = len(first)

    def __len__(self) -> int:
        return self._size

    def append(self, vectors: Vectors) -> None:
        """Add `(n, dimension)` vectors as the next rows. What is there is not copied."""
        done = 0
        while done < len(vectors):
            room = self._room - self._size
            if room == 0:
                self._append_block(np.zeros((_BLOCK_ROWS, self._dimension), np.float32))
                continue
            part = vectors[done : done + room]
            at = self._size - self._starts[-1]
            self._blocks[-1][at : at + len(part)] = part
            self._size += len(part)
            done += len(part)

    def take(self, rows: NDArray[np.int64]) -> Vectors:
        """`(len(rows), dimension)` copies of these rows."""
        result = np.empty((len(rows), self._dimension), np.float32)
        blocks = np.searchsorted(self._starts, rows, side="right") - 1
        for number in np.unique(blocks).tolist():
            here = blocks == number
            result[here] = self._blocks[number][rows[here] - self._starts[number]]
        return result

    def products(self, query: Vectors) -> NDArray[np.float32]:
        """`(len(self),)` inner products of all rows with `query` `(dimension,)`."""
        result = np.empty(self._size, np.float32)
        for start, block in zip(self._starts, self._blocks, strict=True):
            stop = min(start + len(block), self._size)
            np.matmul(block[: stop - start], query, out=result[start:stop])
        return result

    def clear(self, rows: NDArray[np.int64]) -> None:
        """Overwrite rows with zeros, but for those that are part of a file."""
        own = rows[rows >= self._mapped]
        blocks = np.searchsorted(self._starts, own, side="right") - 1
        for number in np.unique(blocks).tolist():
            self._blocks[number][own[blocks == number] - self._starts[number]] = 0.0

    @property
    def _room(self) -> int:
        return self._starts[-1] + len(self._blocks[-1]) if self._blocks else 0

    def _append_block(self, block: Vectors) -> None:
        self._starts.append(self._room)
        self._blocks.append(block)
