"""hnswlib's index file, looked into: its vectors are mapped instead of being held twice.

Layout as hnswlib 0.8 writes it (`HierarchicalNSW::saveIndex`), little-endian: a head of 96 bytes,
then one record of equal size for each vector in the order of addition, then the links of the
upper layers. A record holds its links in the lowest layer (uint16 count, uint8 mark of deletion,
a byte unused, uint32 each), the vector, and the label (uint64).
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.index.derived import StaleFileError
from app.index.records import Vectors

_HEAD = struct.Struct("<6QiI3QdQ")
_DELETED_AT = 2
_FIRST_LINK_AT = 4


@dataclass(frozen=True, slots=True, eq=False)
class GraphRecords:
    """The records of a file, read-only. `vectors` is a view `(n, dimension)` of the mapped file;
    `labels` (uint64) and `deleted` are copies."""

    vectors: Vectors
    labels: NDArray[np.uint64]
    deleted: NDArray[np.bool_]


def read_records(path: Path, dimension: int) -> GraphRecords:
    """The records of the file at `path`. Raises StaleFileError if it is not as described above."""
    try:
        with path.open("rb") as stream:
            content = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        count, size, label_at, vector_at = _check_head(content[: _HEAD.size], dimension)
        if _HEAD.size + count * size > len(content):
            raise StaleFileError("the graph's file is cut short")
        if count == 0:
            nothing = np.zeros((0, dimension), np.float32)
            return GraphRecords(nothing, np.zeros(0, np.uint64), np.zeros(0, np.bool_))
        start = _HEAD.size
        return GraphRecords(
            np.ndarray((count, dimension), "<f4", content, start + vector_at, (size, 4)),
            np.ndarray((count,), "<u8", content, start + label_at, (size,)).copy(),
            np.ndarray((count,), np.uint8, content, start + _DELETED_AT, (size,)) != 0,
        )
    except (OSError, ValueError, struct.error) as error:
        raise StaleFileError(str(error)) from error


def overwrite_deleted(path: Path, dimension: int) -> None:
    """Give each deleted record the vector of a neighbour, so that nothing of its own is left.

    Searches pass through deleted records, by vectors: a neighbour's leads them the same way.
    Raises OSError, StaleFileError.
    """
    records = read_records(path, dimension)
    with path.open("rb+") as stream:
        _count, size, _label_at, vector_at = _check_head(stream.read(_HEAD.size), dimension)
        for row in np.flatnonzero(records.deleted).tolist():
            start = _HEAD.size + row * size
            stream.seek(start)
            links = np.frombuffer(stream.read(vector_at), "<u4")
            linked = links[1 : 1 + (int(links[0]) & 0xFFFF)]
            alive = linked[~records.deleted[linked]]
            vector = records.vectors[alive[0]] if len(alive) else np.zeros(dimension, "<f4")
            stream.seek(start + vector_at)
            stream.write(vector.tobytes())


def _check_head(head: bytes, dimension: int) -> tuple[int, int, int, int]:
    """Number and size of the records, and where in them the label and the vector are."""
    first, _capacity, count, size, label_at, vector_at, *_rest = _HEAD.unpack(head)
    links = (vector_at - _FIRST_LINK_AT) % 4
    if first or links or label_at != vector_at + 4 * dimension or size != label_at + 8:
        raise StaleFileError("the graph's file is of another layout")
    return count, size, label_at, vector_at
