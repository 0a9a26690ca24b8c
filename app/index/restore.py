"""Makes a library of a backup again, in a folder of its own."""

from __future__ import annotations

import logging
import zipfile
from contextlib import closing
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.keeping import BackupSummary, KeepProgress, KeepStep, no_keep_progress
from app.core.moved_libraries import stage_of, take_place
from app.core.paths import make_private_dir, sync_folder
from app.index.backup_file import Manifest, damaged_backup, open_entry, opened_backup
from app.index.connection import DATABASE, peek
from app.index.copying import (
    Watch,
    check_new_folder,
    check_room,
    copy_stream,
    is_sound,
    size_of,
    telling_of_target,
    written_privately,
)
from app.index.unfinished import noted

_log = logging.getLogger(__name__)


def restore_backup(
    file: Path,
    folder: Path,
    *,
    progress: KeepProgress = no_keep_progress,
    cancel: CancelToken | None = None,
) -> BackupSummary:
    """Unpack the backup `file` into `folder`, which must be new or empty, and check all of it.

    The folder gets its name when everything is whole: nothing that exists is ever changed. What
    can be made again from the database is, when the library is first opened. Raises
    CancelledJobError; UserError, and LibraryFormatError for a backup of a newer version.
    """
    watch = Watch(progress, cancel or CancelToken())
    file, folder = file.expanduser().absolute(), folder.expanduser().absolute()
    with opened_backup(file) as (archive, manifest):
        check_new_folder(folder)
        check_room(folder.parent, manifest.library_bytes)
        stage = stage_of(folder)
        with telling_of_target(folder), noted(stage):
            make_private_dir(stage)
            _unpack(archive, manifest, file, stage, watch)
            _check(manifest, file, stage, watch)
            take_place(folder)
    _log.info("a backup was restored")
    return manifest.summary(file, size_of(file))


def _unpack(
    archive: zipfile.ZipFile, manifest: Manifest, file: Path, stage: Path, watch: Watch
) -> None:
    done = 0
    for packed in manifest.files:
        target = stage / packed.name
        make_private_dir(target.parent)
        with open_entry(archive, packed) as reading, written_privately(target) as writing:
            found = copy_stream(
                reading, writing, watch, KeepStep.UNPACK, done, manifest.library_bytes
            )
        if found != (packed.sha256, packed.size):
            raise damaged_backup(file, "it is not what was written")
        done += packed.size
    for inner in (stage / "digests", stage):
        if inner.is_dir():
            sync_folder(inner)


def _check(manifest: Manifest, file: Path, stage: Path, watch: Watch) -> None:
    """The database is one, and the one that the manifest tells of."""
    total = manifest.library_bytes
    watch.step(KeepStep.CHECK, 0, total)
    database = stage / DATABASE
    if not is_sound(database, watch.cancel):
        raise damaged_backup(file, "its database cannot be read")
    with closing(peek(database)) as connection:
        row = connection.execute("SELECT value FROM meta WHERE key = 'library_id'").fetchone()
    if row is None or str(row[0]) != manifest.library_id:
        raise damaged_backup(file, "its database is another one")
    watch.step(KeepStep.CHECK, total, total)
