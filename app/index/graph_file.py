"""hnswlib's index file, looked into: its vectors are mapped instead of being held twice.

Layout as hnswlib 0.8 writes it (`HierarchicalNSW::saveIndex`), little-endian: a head of 96 bytes,
then one record of equal size for each vector in the order of addition, then the links of the
upper layers. A record holds its links in the lowest layer (uint16 count, uint8 mark of deletion,
a byte unused, uint32 each), the vector, and the label (uint64).
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.index.derived import StaleFileError
from app.index.records import Vectors

_HEAD = struct.Struct("<6QiI3QdQ")
_DELETED_AT = 2
_FIRST_LINK_AT = 4
_SERIAL_VERSION = 1  # of hnswlib's pickled state
# What must be the same in a file and in the graph that it is put into.
_FIXED = ("size_data_per_element", "max_M", "max_M0", "M", "mult", "ef_construction")


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
        labels = np.ndarray((count,), "<u8", content, start + label_at, (size,)).copy()
        deleted = np.ndarray((count,), np.uint8, content, start + _DELETED_AT, (size,)) != 0
        _let_go(content)
        vectors = np.ndarray((count, dimension), "<f4", content, start + vector_at, (size, 4))
        return GraphRecords(vectors, labels, deleted)
    except (OSError, ValueError, struct.error) as error:
        raise StaleFileError(str(error)) from error


def _let_go(content: mmap.mmap) -> None:
    """Every page was just looked at: that alone need not make it this process's memory."""
    with suppress(AttributeError, OSError):  # not on every system
        content.madvise(mmap.MADV_DONTNEED)


def write_graph(state: Mapping[str, Any], path: Path) -> None:
    """Write the file from the pickled state of a `hnswlib.Index`, as hnswlib would. Raises OSError.

    hnswlib's own way lets no other thread run until the disk has taken all of it, and says
    nothing when the disk is full. Deleted records get the vector of a neighbour, so that nothing
    of their own is left: searches pass through them, and are led the same way.

    Raises StaleFileError if the state is of another version of hnswlib.
    """
    if state["ser_version"] != _SERIAL_VERSION:
        raise StaleFileError("the graph's state is of another version")
    head = _HEAD.pack(
        state["offset_level0"],
        state["max_elements"],
        state["cur_element_count"],
        state["size_data_per_element"],
        state["label_offset"],
        state["offset_data"],
        state["max_level"],
        state["enterpoint_node"] & 0xFFFFFFFF,
        state["max_M"],
        state["max_M0"],
        state["M"],
        state["mult"],
        state["ef_construction"],
    )
    _check_head(head, state["dim"])
    count, size = state["cur_element_count"], state["size_data_per_element"]
    records = state["data_level0"].view(np.uint8).reshape(count, size)
    _overwrite_deleted(records, state["offset_data"], state["label_offset"])
    with path.open("wb") as stream:
        stream.write(head)
        stream.write(records.data)
        stream.write(_upper_layers(state))


def read_state(path: Path, empty: Mapping[str, Any]) -> dict[str, Any]:
    """The pickled state of a `hnswlib.Index` that holds what is in the file at `path`.

    `empty` is that of one with nothing in it, made for the same dimension and parameters, with
    room for all of the file. All of the file is read into memory. Raises StaleFileError.
    """
    if empty["ser_version"] != _SERIAL_VERSION:
        raise StaleFileError("the graph's state is of another version")
    try:
        content = path.read_bytes()
        head = _HEAD.unpack_from(content)
        count, size, label_at, _vector_at = _check_head(content[: _HEAD.size], empty["dim"])
        *_places, max_level, enter, max_m, max_m0, m, mult, ef_build = head
        same = (size, max_m, max_m0, m, mult, ef_build) == tuple(empty[key] for key in _FIXED)
        if not same or count > empty["max_elements"]:
            raise StaleFileError("the graph's file is of other parameters")
        end = _HEAD.size + count * size
        records = np.frombuffer(content, np.uint8, count * size, _HEAD.size).reshape(count, size)
        levels, links = _split_upper_layers(content, end, count, empty["size_links_per_element"])
    except (OSError, ValueError, struct.error) as error:
        raise StaleFileError(str(error)) from error
    return {
        **empty,
        "cur_element_count": count,
        "max_level": max_level,
        "enterpoint_node": enter,
        "has_deletions": bool(records[:, _DELETED_AT].any()),
        "label_lookup_external": records[:, label_at:].copy().view("<u8").reshape(count),
        "label_lookup_internal": np.arange(count, dtype=np.uint32),
        "element_levels": levels,
        "data_level0": records.reshape(-1).view(np.int8),
        "link_lists": np.frombuffer(links, np.int8),
    }


def _split_upper_layers(
    content: bytes, at: int, count: int, width: int
) -> tuple[NDArray[np.int32], bytes]:
    """How many upper layers each record is in, and its links in them, all in a row."""
    levels = np.zeros(count, np.int32)
    parts: list[bytes] = []
    for row in range(count):
        size = int.from_bytes(content[at : at + 4], "little")
        at += 4
        if size:
            levels[row] = size // width
            parts.append(content[at : at + size])
            at += size
    if at != len(content) or int(levels.sum()) * width != sum(map(len, parts)):
        raise StaleFileError("the graph's file is not whole")
    return levels, b"".join(parts)


def _overwrite_deleted(records: NDArray[np.uint8], vector_at: int, label_at: int) -> None:
    deleted = records[:, _DELETED_AT] != 0
    for row in np.flatnonzero(deleted).tolist():
        links = records[row, :vector_at].view("<u4")
        linked = links[1 : 1 + (int(links[0]) & 0xFFFF)]
        alive = linked[~deleted[linked]]
        vector = records[alive[0], vector_at:label_at] if len(alive) else 0
        records[row, vector_at:label_at] = vector


def _upper_layers(state: Mapping[str, Any]) -> bytes:
    """For each record the size of its links in the upper layers, and those."""
    levels = state["element_levels"][: state["cur_element_count"]]
    links, width = state["link_lists"].tobytes(), state["size_links_per_element"]
    parts: list[bytes] = []
    written = taken = 0
    for row in np.flatnonzero(levels).tolist():
        size = width * int(levels[row])
        parts.append(bytes(4 * (row - written)))
        parts.append(size.to_bytes(4, "little"))
        parts.append(links[taken : taken + size])
        written, taken = row + 1, taken + size
    parts.append(bytes(4 * (len(levels) - written)))
    return b"".join(parts)


def _check_head(head: bytes, dimension: int) -> tuple[int, int, int, int]:
    """Number and size of the records, and where in them the label and the vector are."""
    first, _capacity, count, size, label_at, vector_at, *_rest = _HEAD.unpack(head)
    links = (vector_at - _FIRST_LINK_AT) % 4
    if first or links or label_at != vector_at + 4 * dimension or size != label_at + 8:
        raise StaleFileError("the graph's file is of another layout")
    return count, size, label_at, vector_at
