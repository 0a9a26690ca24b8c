"""The one file of a backup: a ZIP archive with a list of what it holds.

`manifest.json` names the format of the archive and of the library, and each file with its size and
SHA-256. Of the library it holds what cannot be made again quickly: the database and the digests.
Nothing is encrypted. See docs/backup.md.
"""

from __future__ import annotations

import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO

from app.core.errors import LibraryFormatError, UserError
from app.core.keeping import BackupSummary
from app.index import schema

MANIFEST = "manifest.json"
KIND = "margine library backup"
FORMAT = 1  # of the archive; another one means that an older program must not read it
_NAMES = re.compile(r"library\.db|digests/[0-9a-f]{40}\.jsonl")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_BEGINNING = b"PK\x03\x04"  # of a ZIP archive that is not empty
_MOST_MANIFEST_BYTES = 1 << 20
_LOCKED = 0x1  # with a password
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LEVEL = 1  # text becomes a third of its size; vectors do not become smaller at any level
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, struct.error)
# What `zipfile` makes of lists of contents that lead nowhere.
_STRANGE = (ValueError, OverflowError, NotImplementedError)


@dataclass(frozen=True, slots=True)
class PackedFile:
    """A file of the library: its name there, with `/`."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself."""

    format_major: int  # of the library
    format_minor: int
    library_id: str
    program: str  # version that wrote it
    created: str  # ISO 8601, UTC
    documents: int
    passages: int
    files: tuple[PackedFile, ...]

    @property
    def library_bytes(self) -> int:
        """Bytes of all files, unpacked."""
        return sum(each.size for each in self.files)

    def summary(self, file: Path, size_bytes: int) -> BackupSummary:
        """In words for the person; `size_bytes` is that of `file`."""
        return BackupSummary(
            str(file), size_bytes, self.library_bytes, self.created, self.documents, self.passages
        )


def write_manifest(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Put the manifest into the archive, as the last of its files."""
    content = {"kind": KIND, "format": FORMAT, **asdict(manifest)}
    archive.writestr(MANIFEST, json.dumps(content, indent=1))


def new_archive(stream: BinaryIO) -> zipfile.ZipFile:
    """An archive to be written into `stream`; its files are packed, and their owner's alone once
    they are unpacked."""
    return zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL)


def new_entry(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    """A file of an archive to be written, of any size."""
    return archive.open(name, "w", force_zip64=True)


@contextmanager
def opened_backup(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """The archive, and its manifest, which fits it. Raises UserError, LibraryFormatError.

    What is found to be damaged inside the block is told as such.
    """
    with (
        _telling_of_damage(path),
        path.open("rb") as stream,
        _open_archive(stream, path) as archive,
    ):
        size = path.stat().st_size
        for info in archive.infolist():
            inside = 0 <= info.header_offset < size  # else `zipfile` would seek to nowhere
            if info.flag_bits & _LOCKED or info.compress_type not in _METHODS or not inside:
                raise damaged_backup(path, "it is cut short, or was changed")
        manifest = _read_manifest(archive, path)
        _check_names(archive, manifest, path)
        yield archive, manifest


def _open_archive(stream: IO[bytes], path: Path) -> zipfile.ZipFile:
    begins = stream.read(4)
    try:
        return zipfile.ZipFile(stream)
    except (*_DAMAGE, *_STRANGE, OSError) as error:
        if begins != _BEGINNING:
            raise _no_backup(path) from error
        raise damaged_backup(path, "it is cut short, or was changed") from error


def open_entry(archive: zipfile.ZipFile, packed: PackedFile) -> IO[bytes]:
    """A file of the archive, to be read. Its CRC-32 is checked at its end."""
    return archive.open(packed.name)


def _read_manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        info = archive.getinfo(MANIFEST)
    except KeyError:
        raise _no_backup(path) from None
    if info.file_size > _MOST_MANIFEST_BYTES:
        raise _no_backup(path)
    try:
        content = json.loads(archive.read(info))
        if content["kind"] != KIND:
            raise _no_backup(path)
        if int(content["format"]) > FORMAT:
            raise _newer(int(content["format"]), FORMAT)
        manifest = _manifest_of(content)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise damaged_backup(path, "its list of contents cannot be read") from None
    if manifest.format_major > schema.FORMAT_MAJOR:
        raise _newer(manifest.format_major, schema.FORMAT_MAJOR)
    return manifest


def _manifest_of(content: dict[str, Any]) -> Manifest:
    files = tuple(
        PackedFile(str(each["name"]), int(each["size"]), str(each["sha256"]))
        for each in content["files"]
    )
    return Manifest(
        int(content["format_major"]),
        int(content["format_minor"]),
        str(content["library_id"]),
        str(content["program"]),
        str(content["created"]),
        int(content["documents"]),
        int(content["passages"]),
        files,
    )


def _check_names(archive: zipfile.ZipFile, manifest: Manifest, path: Path) -> None:
    """The archive holds what the manifest names, each once, and nothing that a library does not
    have: no path leads out of the folder that it is unpacked into."""
    found = sorted((each.filename, each.file_size) for each in archive.infolist())
    named = [(each.name, each.size) for each in manifest.files]
    manifest_size = archive.getinfo(MANIFEST).file_size
    if found != sorted([*named, (MANIFEST, manifest_size)]) or ("library.db") not in dict(named):
        raise damaged_backup(path, "its list of contents does not fit what it holds")
    for each in manifest.files:
        if not (_NAMES.fullmatch(each.name) and _SHA256.fullmatch(each.sha256)) or each.size < 0:
            raise damaged_backup(path, "its list of contents does not fit what it holds")


@contextmanager
def _telling_of_damage(path: Path) -> Iterator[None]:
    try:
        yield
    except _DAMAGE as error:
        raise damaged_backup(path, "it is cut short, or was changed") from error
    except FileNotFoundError as error:
        if error.filename is not None and Path(error.filename) != path:
            raise
        raise UserError(
            "There is no such file.",
            why=f"{path} is not there.",
            next_step="Check its name, or plug in the drive that it is on.",
        ) from error


def damaged_backup(path: Path, why: str) -> UserError:
    """The error of a backup that is not what was written."""
    return UserError(
        "The backup is damaged.",
        why=f"{path}: {why}.",
        next_step="Nothing was changed. Use another backup, or copy this one again from where "
        "it came.",
    )


def _no_backup(path: Path) -> UserError:
    return UserError(
        "This is no backup of Margine.",
        why=f"{path} was not written by the backup of a library.",
        next_step="Choose a file that was.",
    )


def _newer(found: int, known: int) -> LibraryFormatError:
    return LibraryFormatError(
        "This backup was made by a newer version of Margine.",
        why=f"Its format is {found}; this version reads up to {known}.",
        next_step="Update Margine, then restore it. The backup is untouched.",
    )
