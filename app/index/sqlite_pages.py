"""SQLite's file format, as far as rows can be read from a damaged database without SQLite.

https://www.sqlite.org/fileformat2.html. The file is taken page by page: whatever is not as it
should be is passed over, and what can be read beside it is read. Committed frames of the
write-ahead log stand in front of the file's own pages, as they do for SQLite. Nothing here writes.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

Value = int | float | str | bytes | None

MAGIC = b"SQLite format 3\x00"
_DEFAULT_PAGE_BYTES = 4096
_FIRST_HEADER = 100  # page 1 begins with the file's header
_INTERIOR, _LEAF = 5, 13  # pages of tables; those of indexes are of no use here
_MOST_PAYLOAD = 1_000_000_000  # SQLITE_MAX_LENGTH
_WAL_HEADER = struct.Struct(">8I")
_FRAME_HEADER = struct.Struct(">6I")
_WAL_MAGIC = 0x377F0682  # the lowest bit says that checksums are of big-endian words
_WORD = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it is stored; a column that is the row's id holds None."""

    rowid: int
    values: tuple[Value, ...]


class Pages:
    """The pages of one database, from 1 on. Use as a context manager."""

    def __init__(self, database: Path, log: Path) -> None:
        """`log` may be missing. Raises OSError."""
        self._map: mmap.mmap | None = None
        with database.open("rb") as stream:
            if database.stat().st_size:
                self._map = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        self._content = memoryview(self._map) if self._map is not None else memoryview(b"")
        self.size_bytes = _page_bytes(self._content)
        self._logged: dict[int, bytes] = {}
        with suppress(FileNotFoundError):
            self._take_log(log.read_bytes())
        in_file = -(-len(self._content) // self.size_bytes)
        self.count = max([in_file, *self._logged])

    def __enter__(self) -> Pages:
        return self

    def __exit__(self, *_error: object) -> None:
        self._content.release()
        if self._map is not None:
            self._map.close()

    def page(self, number: int) -> bytes:
        """One page; where the file is cut short, what is missing is zeros."""
        logged = self._logged.get(number)
        if logged is not None:
            return logged
        start = (number - 1) * self.size_bytes
        return bytes(self._content[start : start + self.size_bytes]).ljust(self.size_bytes, b"\0")

    def leaves_below(self, root: int) -> Iterator[int]:
        """Numbers of the leaf pages of the table that begins at page `root`, in its order."""
        seen: set[int] = set()
        stack = [root]
        while stack:
            number = stack.pop()
            if number in seen or not 1 <= number <= self.count:
                continue
            seen.add(number)
            page = self.page(number)
            start = _FIRST_HEADER if number == 1 else 0
            if page[start] == _LEAF:
                yield number
            elif page[start] == _INTERIOR:
                children = [_uint32(page, at) for at in self._cells(page, start + 12, start)]
                stack += reversed([*children, _uint32(page, start + 8)])

    def other_leaves(self, known: Iterable[int]) -> Iterator[int]:
        """Leaf pages of tables that are not among `known`: what leads to them is damaged."""
        passed = frozenset(known)
        for number in range(2, self.count + 1):
            if number not in passed and self.page(number)[0] == _LEAF:
                yield number

    def rows(self, number: int) -> Iterator[Row]:
        """The rows of one leaf page that can be read."""
        page = self.page(number)
        start = _FIRST_HEADER if number == 1 else 0
        if page[start] != _LEAF:
            return
        for at in self._cells(page, start + 8, start):
            with suppress(ValueError, IndexError, struct.error):
                yield self._row(page, at)

    # --------------------------------------------------------------------------------- inside

    def _cells(self, page: bytes, pointers: int, start: int) -> list[int]:
        """Where the cells of a page begin; those that cannot be are left out."""
        count = min(_uint16(page, start + 3), (self.size_bytes - pointers) // 2)
        places = [_uint16(page, pointers + 2 * n) for n in range(count)]
        first = pointers + 2 * count
        return [at for at in places if first <= at <= self.size_bytes - 4]

    def _row(self, page: bytes, at: int) -> Row:
        length, at = _varint(page, at)
        rowid, at = _varint(page, at)
        if not 0 < length <= min(_MOST_PAYLOAD, self.count * self.size_bytes):
            raise ValueError("no payload is as long as that")
        return Row(_signed(rowid), _record(self._payload(page, at, length)))

    def _payload(self, page: bytes, at: int, length: int) -> bytes:
        """What a cell holds: in the page, and in a chain of others where it is long."""
        usable = self.size_bytes  # our databases keep no bytes of a page back
        local = length
        if length > usable - 35:
            least = (usable - 12) * 32 // 255 - 23
            local = least + (length - least) % (usable - 4)
            if local > usable - 35:
                local = least
        if at + local > usable:
            raise ValueError("a cell reaches beyond its page")
        parts, have = [page[at : at + local]], local
        if local == length:
            return parts[0]
        following = _uint32(page, at + local)
        seen: set[int] = set()
        while have < length:
            if not 1 < following <= self.count or following in seen:
                raise ValueError("a long row is cut off")
            seen.add(following)
            more = self.page(following)
            parts.append(more[4 : 4 + length - have])
            have += len(parts[-1])
            following = _uint32(more, 0)
        return b"".join(parts)

    def _take_log(self, log: bytes) -> None:
        """Take in the frames up to the last commit whose checksums hold."""
        if len(log) < _WAL_HEADER.size:
            return
        magic, _version, size, _number, salt1, salt2, *sums = _WAL_HEADER.unpack_from(log)
        if magic & ~1 != _WAL_MAGIC or (size != self.size_bytes and len(self._content) > 0):
            return
        self.size_bytes = size
        order = ">" if magic & 1 else "<"
        state = _checksum(log[:24], order, (0, 0))
        if list(state) != sums:
            return
        pending: dict[int, bytes] = {}
        for at in range(_WAL_HEADER.size, len(log) - size - _FRAME_HEADER.size + 1, size + 24):
            number, committed, one, two, *sums = _FRAME_HEADER.unpack_from(log, at)
            content = log[at + 24 : at + 24 + size]
            state = _checksum(content, order, _checksum(log[at : at + 8], order, state))
            if (one, two) != (salt1, salt2) or list(state) != sums:
                return
            pending[number] = content
            if committed:
                self._logged.update(pending)
                pending = {}


def _page_bytes(content: memoryview) -> int:
    """The size of a page, as the header tells where there is one."""
    if bytes(content[:16]) == MAGIC and len(content) >= _FIRST_HEADER:
        size = _uint16(bytes(content[16:18]), 0)
        size = 65536 if size == 1 else size
        if size >= 512 and size & (size - 1) == 0:
            return size
    return _DEFAULT_PAGE_BYTES


def _record(payload: bytes) -> tuple[Value, ...]:
    """The values of a row. Raises ValueError, IndexError."""
    end, at = _varint(payload, 0)
    if end > len(payload):
        raise ValueError("a row's header is too long")
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    at = end
    for kind in kinds:
        size = _size_of(kind)
        if at + size > len(payload):
            raise ValueError("a row is too short for its values")
        values.append(_value(kind, payload[at : at + size]))
        at += size
    return tuple(values)


def _size_of(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    if kind in (10, 11):
        raise ValueError("this kind of value is for SQLite alone")
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind]


def _value(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind == 7:
        return float(struct.unpack(">d", data)[0])
    if kind < 7:
        return int.from_bytes(data, "big", signed=True)
    return data.decode("utf-8") if kind % 2 else data


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of 1 to 9 bytes, and where it ends."""
    value = 0
    for n in range(8):
        byte = data[at + n]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + n + 1
    return value << 8 | data[at + 8], at + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _uint16(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")


def _uint32(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


def _checksum(data: bytes, order: str, state: tuple[int, int]) -> tuple[int, int]:
    """The checksum of the write-ahead log, gone on with from `state`."""
    first, second = state
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
