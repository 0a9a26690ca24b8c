"""Files that are ZIP archives with parts of XML, read within limits.

Office documents and EPUBs come from anywhere: a part may claim or hold gigabytes, be locked, or
carry entities that grow without end. Every reader of such files goes through this.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lxml import etree

from app.core.errors import DocumentError
from app.ingest.readers.base import check_filled_file, locked_error
from app.ingest.readers.office_lock import unlock
from app.ingest.readers.office_sniff import (
    LOCKED_STREAM,
    ZIP_MAGIC,
    explain_no_zip,
    has_ole_stream,
)

DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError)
_PROLOGUE_BYTES = 4096  # a document type is declared before the first element


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """What is read of one archive at most.

    `tree_bytes` is for a part that is held in memory as a tree, which takes some ten times its
    size; `ratio` is judged in parts of more than `ratio_from_bytes` only: a short table of zeros
    is packed as tightly as a bomb (deflate comes to 1,032 at most).
    """

    members: int = 50_000
    total_bytes: int = 1 << 30  # of all parts that are read, unpacked
    member_bytes: int = 1 << 29
    tree_bytes: int = 96 << 20
    ratio: int = 300
    ratio_from_bytes: int = 32 << 20


LIMITS = ZipLimits()


class ZippedFile:
    """An open archive. Used and closed by one thread.

    `zipfile` gives no more of a part than its entry states, so that the stated size is checked.
    """

    def __init__(self, path: Path, password: str = "", limits: ZipLimits = LIMITS) -> None:
        """Raises DocumentError where the file is empty, no archive, or damaged, and
        DocumentLockedError where it is an office document that is locked as a whole."""
        check_filled_file(path)
        self._limits = limits
        self._password = password
        self._left = limits.total_bytes
        self.source: Path | IO[bytes] = path
        """What holds the archive: the file, or what the password of a locked one opens."""
        with path.open("rb") as stream:
            if stream.read(4) not in ZIP_MAGIC:
                if not has_ole_stream(path, LOCKED_STREAM):
                    raise explain_no_zip(path)
                self.source = unlock(path, password)
        try:
            self._zip = zipfile.ZipFile(self.source)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
            raise incomplete_error() from error
        self._members = {each.filename: each for each in self._zip.infolist()}
        if len(self._members) > limits.members:
            self.close()
            raise DocumentError(
                "The file has too many parts.",
                why=f"It has {len(self._members)}; up to {limits.members} are read.",
                next_step="Split it into smaller files.",
            )

    @property
    def names(self) -> frozenset[str]:
        """The names of its parts."""
        return frozenset(self._members)

    def has(self, name: str) -> bool:
        """Whether there is a part of this name."""
        return name in self._members

    def read(self, name: str) -> bytes:
        """The bytes of a part, which are taken off what may be read in all.

        Raises DocumentError where there is none, it is too large or damaged, DocumentLockedError
        where it is locked.
        """
        with self.open(name) as stream:
            try:
                return stream.read()
            except DAMAGED as error:
                raise damaged_error() from error

    def tree(self, name: str) -> etree._Element:
        """The root element of a part of XML. Raises what `read` raises, DocumentError where it is
        no XML, declares entities, or is too large to be held in memory."""
        member = self._members.get(name)
        if member is not None and member.file_size > self._limits.tree_bytes:
            raise too_large_error(member.file_size, self._limits.tree_bytes)
        return parse_xml(self.read(name))

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """The part as a stream. Raises as `read` does; reading may raise zipfile.BadZipFile,
        zlib.error, EOFError and OSError."""
        member = self._members.get(name)
        if member is None:
            raise DocumentError("The document is damaged.", why="One of its parts is missing.")
        self._check(member)
        self._left -= member.file_size
        with self._opened(member) as stream:
            yield stream

    def check_all(self, suffix: str = ".xml") -> None:
        """Check the parts whose names end in `suffix` for a library that opens the file itself.

        Raises as `read` does, and DocumentError where one declares entities.
        """
        for name in self._members:
            if name.endswith(suffix):
                with self.open(name) as stream:
                    try:
                        _refuse_entities(stream.read(_PROLOGUE_BYTES))
                    except DAMAGED as error:
                        raise damaged_error() from error

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def _opened(self, member: zipfile.ZipInfo) -> IO[bytes]:
        try:
            return self._zip.open(member)
        except (*DAMAGED, NotImplementedError, RuntimeError) as error:
            raise damaged_error() from error

    def _check(self, member: zipfile.ZipInfo) -> None:
        if member.flag_bits & 1:
            raise locked_error(self._password)
        size, packed = member.file_size, member.compress_size
        most = min(self._limits.member_bytes, self._left)
        if size > most:
            raise too_large_error(size, most)
        if size > self._limits.ratio_from_bytes and size > self._limits.ratio * max(1, packed):
            raise DocumentError(
                "The file unpacks to far more than it could hold.",
                why=f"A part of {max(1, packed // 1024)} KB unpacks to {size // 2**20} MB.",
                next_step="If you trust it, save it anew with its own program, then add that.",
            )


def parse_xml(data: bytes) -> etree._Element:
    """The root element of XML without entities, external parts or network.

    Raises DocumentError where `data` is no XML or declares entities.
    """
    _refuse_entities(data[:_PROLOGUE_BYTES])
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=False
    )
    try:
        return etree.parse(io.BytesIO(data), parser).getroot()
    except etree.XMLSyntaxError as error:
        raise damaged_error() from error


def stream_xml(stream: IO[bytes], tags: Sequence[str]) -> Iterator[tuple[str, etree._Element]]:
    """The beginnings and ends ("start", "end") of the elements of these tags, as they come.

    What was read stays in memory unless the caller empties it. Raises DocumentError where it
    declares entities, etree.XMLSyntaxError where it is no XML.
    """
    yield from etree.iterparse(
        _Checked(stream),
        ("start", "end"),
        tag=list(tags),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )


class _Checked:
    """A stream whose beginning is looked at before anybody parses it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._first = True

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        data = self._stream.read(max(size, _PROLOGUE_BYTES) if self._first else size)
        if self._first:
            _refuse_entities(data[:_PROLOGUE_BYTES])
            self._first = False
        return data


def _refuse_entities(prologue: bytes) -> None:
    """Neither office format allows what EPUB needs for names alone: entities of the file's own."""
    text = prologue.replace(b"\0", b"").upper()  # UTF-16 too
    if b"<!ENTITY" in text:
        raise DocumentError(
            "The document is not read, to be safe.",
            why="It defines abbreviations of its own (XML entities), which can grow without end.",
            next_step="Save it anew with its own program, then add that.",
        )


def too_large_error(size_bytes: int, most_bytes: int) -> DocumentError:
    """A part is larger than what is read."""
    return DocumentError(
        "The document is too large.",
        why=f"One of its parts has {size_bytes // 2**20} MB; up to {most_bytes // 2**20} are read.",
        next_step="Split it into smaller files.",
    )


def damaged_error() -> DocumentError:
    """What a part holds cannot be read."""
    return DocumentError(
        "The document is damaged.",
        why="A part that is needed cannot be read.",
        next_step="Open it in its own program and save it anew, or get the file again.",
    )


def incomplete_error() -> DocumentError:
    """It begins like an archive, and has no end."""
    return DocumentError(
        "The file is incomplete or damaged.",
        why="Its end is missing, as after a broken download or copy.",
        next_step="Get the file again.",
    )
