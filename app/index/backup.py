"""Writes a library into the one file of a backup, while it goes on being used."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from app import __version__
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.keeping import BackupSummary, KeepProgress, KeepStep, no_keep_progress
from app.core.library_files import digest_files
from app.core.paths import sync_folder
from app.index.backup_file import (
    Manifest,
    PackedFile,
    new_archive,
    new_entry,
    open_entry,
    opened_backup,
    write_manifest,
)
from app.index.connection import DATABASE, peek
from app.index.copying import (
    Watch,
    check_room,
    copy_database,
    copy_differs,
    copy_stream,
    hash_stream,
    size_of,
    telling_of_target,
    written_privately,
)
from app.index.store import Store
from app.index.unfinished import noted

_log = logging.getLogger(__name__)

_FACTS = "SELECT key, value FROM meta WHERE key IN ('format_major', 'format_minor', 'library_id')"
_COUNTS = "SELECT count(*), coalesce(sum(passage_count), 0) FROM documents WHERE live"


def backup_library(
    folder: Path,
    file: Path,
    *,
    replace: bool = False,
    progress: KeepProgress = no_keep_progress,
    cancel: CancelToken | None = None,
    now: Callable[[], float] = time.time,
) -> BackupSummary:
    """Write the library in `folder` to `file`, its owner's alone, and read it back.

    `file` gets its name when it is whole and checked: before that, a file that is replaced stays.
    Another process or thread may read and write the library meanwhile; what it is at the
    beginning is what is kept. Runs on a thread of its own. Raises CancelledJobError; UserError,
    LibraryFormatError, LibraryDamagedError in words.
    """
    watch = Watch(progress, cancel or CancelToken())
    file = file.expanduser().absolute()
    _check_place(folder, file, replace=replace)
    part = file.with_name(f"{file.name}.part")
    copy = file.with_name(f"{file.name}.part.db")
    with closing(Store(folder, read_only=True)) as store, telling_of_target(file):
        digests = digest_files(folder)
        sizes = (size_of(folder / DATABASE), size_of(folder / f"{DATABASE}-wal"))
        # Copy and archive are there at the same time; packing makes neither larger than this.
        check_room(file.parent, 2 * sum(sizes) + sum(map(size_of, digests)))
        with noted(part, copy):
            copy_database(store, copy, watch)
            _write(part, copy, digests, watch, now())
            summary = _check(part, watch)
            part.replace(file)
            sync_folder(file.parent)
    _log.info("the library was backed up: %d bytes", size_of(file))
    return summary.summary(file, size_of(file))


def _check_place(folder: Path, file: Path, *, replace: bool) -> None:
    if file.is_relative_to(folder.absolute()) or file.resolve().is_relative_to(folder.resolve()):
        raise UserError(
            "The backup cannot lie in the library’s own folder.",
            why="What happens to the one would happen to the other.",
            next_step="Choose a place outside of it, best on another drive.",
        )
    if not os.path.isdir(file.parent):  # noqa: PTH112 - never raises, whatever the system says
        raise UserError(
            "The backup cannot be written there.",
            why=f"{file.parent} is no folder.",
            next_step="Plug in the drive that it is on, or choose another folder.",
        )
    if os.path.lexists(file) and (not replace or file.is_dir()):
        raise UserError(
            "There is a file of this name already.",
            why=f"{file} is not written over unasked.",
            next_step="Choose another name.",
        )


def _write(part: Path, copy: Path, digests: tuple[Path, ...], watch: Watch, now: float) -> None:
    total = size_of(copy) + sum(map(size_of, digests))
    packed: list[PackedFile] = []
    with written_privately(part) as stream, new_archive(stream) as archive:
        sources = [(DATABASE, copy), *((f"digests/{path.name}", path) for path in digests)]
        for name, path in sources:
            done = sum(each.size for each in packed)
            try:
                reading = path.open("rb")
            except FileNotFoundError:  # a digest that went with its document meanwhile
                continue
            with reading, new_entry(archive, name) as writing:
                digest, size = copy_stream(reading, writing, watch, KeepStep.PACK, done, total)
            packed.append(PackedFile(name, size, digest))
        write_manifest(archive, _manifest(copy, tuple(packed), now))


def _manifest(copy: Path, packed: tuple[PackedFile, ...], now: float) -> Manifest:
    with closing(peek(copy)) as connection:
        facts = dict(connection.execute(_FACTS).fetchall())
        documents, passages = connection.execute(_COUNTS).fetchone()
    return Manifest(
        int(facts["format_major"]),
        int(facts["format_minor"]),
        str(facts["library_id"]),
        __version__,
        time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        int(documents),
        int(passages),
        packed,
    )


def _check(part: Path, watch: Watch) -> Manifest:
    """Read all of it again. Raises UserError where it is not what was written."""
    with opened_backup(part) as (archive, manifest):
        done = 0
        for packed in manifest.files:
            with open_entry(archive, packed) as reading:
                found = hash_stream(reading, watch, done, manifest.library_bytes)
            if found != (packed.sha256, packed.size):
                raise copy_differs(part)
            done += packed.size
    return manifest
