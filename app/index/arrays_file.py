"""Named flat arrays in one file that is mapped into memory instead of being read.

Layout, all numbers little-endian:

    0   8 bytes   magic
    8   uint32    length of the header in bytes
    12  uint32    CRC-32 of the header
    16  header    UTF-8 JSON: `facts` of the caller, `sections` (name, dtype, count, offset),
                  `data` (offset of the first section), `checks` (offset of the checksums) and
                  `checks_crc32`; padded with blanks up to `data`
        sections  raw arrays, each from a multiple of 64 bytes on
        checksums uint32 for each 64 KiB of what lies between `data` and `checks`

Opening reads the header and the checksums and compares the file's size. A block is checked when
it is looked at for the first time, so that damage is never used, and a start does not read what
no query asks for.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from app.index.derived import StaleFileError

MAGIC = b"MARGARR\x01"
_PREFIX = struct.Struct("<8sII")
_ALIGN = 64
_BLOCK_BYTES = 1 << 16
_MOST_HEADER_BYTES = 1 << 20

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Section:
    """One array to be written: `count` items of `dtype`, which come in `chunks`."""

    name: str
    dtype: str
    count: int
    chunks: Iterable[Array]

    @property
    def size_bytes(self) -> int:
        """Bytes of the whole array."""
        return self.count * np.dtype(self.dtype).itemsize


def write_arrays(path: Path, facts: Mapping[str, object], sections: Sequence[Section]) -> None:
    """Write the file at `path` from beginning to end. Raises OSError.

    Nothing is written through a mapping: a full disk is then an error and not a signal.
    """
    places, size = [], 0
    for each in sections:
        size = _aligned(size)
        places.append({"name": each.name, "dtype": each.dtype, "count": each.count, "offset": size})
        size += each.size_bytes
    header = {
        "facts": dict(facts),
        "sections": places,
        "data": _BLOCK_BYTES,
        "checks": _BLOCK_BYTES + size,
        "checks_crc32": "00000000",
    }
    room = _aligned(_PREFIX.size + len(json.dumps(header)) + 2 * 20)
    header["data"], header["checks"] = room, room + size
    with path.open("wb") as stream:
        stream.write(bytes(room))
        writer = _BlockWriter(stream)
        for each, place in zip(sections, places, strict=True):
            writer.write(bytes(int(str(place["offset"])) - writer.position))
            end = writer.position + each.size_bytes
            for chunk in each.chunks:
                writer.write(np.ascontiguousarray(chunk, each.dtype).data.cast("B"))
            if writer.position != end:
                raise ValueError(f"section {each.name} is not as long as was said")
        checks = writer.finish()
        header["checks_crc32"] = f"{zlib.crc32(checks):08x}"
        text = json.dumps(header).encode().ljust(room - _PREFIX.size)
        stream.seek(0)
        stream.write(_PREFIX.pack(MAGIC, len(text), zlib.crc32(text)) + text)


class ArraysFile:
    """An open file. Its arrays are read-only and stay valid when the file is deleted.

    Any thread may read; a block that two threads check at once is merely checked twice.
    """

    def __init__(self, path: Path) -> None:
        """Raises StaleFileError unless the file is there, whole, and of this layout."""
        try:
            with path.open("rb") as stream:
                header = _read_header(stream)
                self._bytes = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            self.facts: Mapping[str, Any] = header["facts"]
            self._data, self._checks_at = int(header["data"]), int(header["checks"])
            blocks = -(-(self._checks_at - self._data) // _BLOCK_BYTES)
            if len(self._bytes) != self._checks_at + 4 * blocks:
                raise StaleFileError("the file is cut short")
            self._checks = np.frombuffer(self._bytes, "<u4", blocks, self._checks_at)
            if f"{zlib.crc32(self._checks.data):08x}" != header["checks_crc32"]:
                raise StaleFileError("the file is damaged")
            self._places = {
                str(each["name"]): (
                    np.dtype(each["dtype"]),
                    int(each["count"]),
                    self._data + int(each["offset"]),
                )
                for each in header["sections"]
            }
        except (OSError, ValueError, LookupError, TypeError, struct.error) as error:
            raise StaleFileError(str(error)) from error
        self._checked = bytearray(blocks)

    def array(self, name: str, *, checked: bool = True) -> Array:
        """A section as a read-only array; with `checked` False, `check` what is looked at.

        Raises StaleFileError if there is no such section, or if it is damaged.
        """
        if name not in self._places:
            raise StaleFileError(f"the file lacks {name}")
        dtype, count, offset = self._places[name]
        if checked:
            self.check(name, 0, count)
        return np.frombuffer(self._bytes, dtype, count, offset)

    def check(self, name: str, start: int, stop: int) -> None:
        """Make sure that items from `start` to `stop` are as written. Raises StaleFileError."""
        if start >= stop:
            return
        dtype, _count, offset = self._places[name]
        first = (offset + start * dtype.itemsize - self._data) // _BLOCK_BYTES
        last = (offset + stop * dtype.itemsize - 1 - self._data) // _BLOCK_BYTES
        # `find` is one call for the usual case, that all were looked at before.
        at = self._checked.find(0, first, last + 1)
        while at >= 0:
            begin = self._data + at * _BLOCK_BYTES
            end = min(begin + _BLOCK_BYTES, self._checks_at)
            if zlib.crc32(memoryview(self._bytes)[begin:end]) != self._checks[at]:
                raise StaleFileError("the file is damaged")
            self._checked[at] = 1
            at = self._checked.find(0, at + 1, last + 1)

    def check_all(self) -> None:
        """Make sure that every array is as written. Raises StaleFileError."""
        for name, (_dtype, count, _offset) in self._places.items():
            self.check(name, 0, count)


class _BlockWriter:
    """Writes bytes one after the other, and keeps a CRC-32 of each block."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._done: list[int] = []
        self._crc = 0
        self._in_block = 0
        self.position = 0

    def write(self, data: bytes | memoryview) -> None:
        """Append `data`."""
        self._stream.write(data)
        self.position += len(data)
        view = memoryview(data)
        while len(view):
            part = view[: _BLOCK_BYTES - self._in_block]
            self._crc = zlib.crc32(part, self._crc)
            self._in_block += len(part)
            view = view[len(part) :]
            if self._in_block == _BLOCK_BYTES:
                self._end_block()

    def finish(self) -> bytes:
        """Append the checksums, and return them as they were written."""
        if self._in_block:
            self._end_block()
        checks = np.array(self._done, "<u4").tobytes()
        self._stream.write(checks)
        return checks

    def _end_block(self) -> None:
        self._done.append(self._crc)
        self._crc = self._in_block = 0


def _read_header(stream: BinaryIO) -> dict[str, Any]:
    magic, length, crc32 = _PREFIX.unpack(stream.read(_PREFIX.size))
    if magic != MAGIC or length > _MOST_HEADER_BYTES:
        raise StaleFileError("made by another version")
    text = stream.read(length)
    if len(text) != length or zlib.crc32(text) != crc32:
        raise StaleFileError("the file is damaged")
    header: dict[str, Any] = json.loads(text)
    if os.fstat(stream.fileno()).st_size < int(header["checks"]):
        raise StaleFileError("the file is cut short")
    return header


def _aligned(offset: int) -> int:
    return -(-offset // _ALIGN) * _ALIGN
