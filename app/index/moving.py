"""Moves a library to another folder, on the same drive or another one.

Copy, check, decide, then remove: until the decision, which is one write (`core.moved_libraries`),
the library is where it was, and a death leaves nothing but a copy that the next start deletes.
After it the library is in the new place, and a death leaves old files that the next start deletes.
"""

from __future__ import annotations

import logging
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import MargineError, UserError
from app.core.keeping import KeepProgress, KeepStep, no_keep_progress
from app.core.library_files import find_library_files
from app.core.moved_libraries import (
    decide_move,
    end_move,
    place_name,
    stage_of,
    take_place,
    unended_moves,
)
from app.core.paths import make_private_dir, sync_folder
from app.index.connection import DATABASE, log_of
from app.index.copying import (
    Watch,
    check_new_folder,
    check_room,
    copy_database,
    copy_differs,
    copy_stream,
    hash_stream,
    size_of,
    telling_of_target,
    written_privately,
)
from app.index.erase import remove_library
from app.index.lock import LOCK
from app.index.store import Store
from app.index.unfinished import noted

_log = logging.getLogger(__name__)

_LOCK_PATIENCE_S = 10.0  # of a process that was just ended


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a library is now, and the names of what stayed in its old folder: what is not its own,
    and what could not be deleted."""

    folder: Path
    left: tuple[str, ...]


def move_library(
    folder: Path,
    target: Path,
    *,
    progress: KeepProgress = no_keep_progress,
    cancel: CancelToken | None = None,
) -> Path:
    """Put the library in `folder` into `target`, a new or an empty folder; return that.

    Nothing else may have it open for writing: its lock is held all the time. The old files stay
    until `finish_moves`, which is to be called when the library has been opened in its new place.
    Raises CancelledJobError, LibraryInUseError, LibraryFormatError, UserError: in each case the
    library is where it was.
    """
    watch = Watch(progress, cancel or CancelToken())
    target = Path(place_name(target))
    _check_places(folder, target)
    with closing(Store(folder, read_only=False, patience_s=_LOCK_PATIENCE_S)) as store:
        store.checkpoint()
        paths = _movable(folder)
        need = sum(map(size_of, paths))
        check_room(target.parent, need)
        stage = stage_of(target)
        with telling_of_target(target), noted(stage):
            make_private_dir(stage)
            _copy(store, paths, stage, watch, need)
            with closing(Store(stage, read_only=False)) as copy:  # it opens, in the new place
                same = (copy.library_id, copy.generation) == (store.library_id, store.generation)
            if not same:
                raise copy_differs(stage)
            (stage / LOCK).unlink(missing_ok=True)
            sync_folder(stage)
            watch.cancel.check()
            decide_move(folder, target)
            take_place(target)
    _log.info("the library was moved")
    return target


def finish_moves(folder: Path) -> Moved | None:
    """Delete what moves to `folder` left in the old place; None where nothing is left to do.

    The library in `folder` has just been opened, or is about to be erased. Old files that are
    another library's stay.
    """
    left: list[str] = []
    moves = [each for each in unended_moves() if each.target == place_name(folder)]
    for move in moves:
        source = Path(move.source)
        if not source.parent.is_dir():
            continue  # its drive is away
        try:
            if (source / DATABASE).exists() and not _is_same(source, folder):
                _log.warning("another library lies where one was moved from: it stays")
            else:
                left.extend(remove_library(source))
            end_move(source)
        except (MargineError, OSError) as error:
            _log.warning("the old place of the library cannot be cleared: %s", error)
            left.append(DATABASE)
    return Moved(folder, tuple(left)) if moves else None


def _is_same(source: Path, folder: Path) -> bool:
    with (
        closing(Store(source, read_only=True)) as old,
        closing(Store(folder, read_only=True)) as new,
    ):
        return old.library_id == new.library_id


def _check_places(folder: Path, target: Path) -> None:
    source = Path(place_name(folder))
    if not (folder / DATABASE).is_file():
        raise UserError(
            "There is no library here.",
            why=f"{folder} holds none.",
            next_step="Name the library's folder with --library.",
        )
    if target == source or target.is_relative_to(source) or source.is_relative_to(target):
        raise UserError(
            "The library cannot be moved into itself.",
            why=f"It lies in {folder} now.",
            next_step="Choose a folder outside of it.",
        )
    check_new_folder(target)


def _movable(folder: Path) -> tuple[Path, ...]:
    """The library's files but for those that an open database has beside it."""
    database = folder / DATABASE
    beside = {log_of(database), folder / f"{DATABASE}-shm", folder / LOCK}
    own = find_library_files(folder).own
    return tuple(each for each in own if each not in beside and not each.is_symlink())


def _copy(store: Store, paths: tuple[Path, ...], stage: Path, watch: Watch, need: int) -> None:
    """All of them, read back and compared; the database by SQLite, which checks its structure."""
    done = 0
    for path in paths:
        target = stage / path.relative_to(store.folder)
        make_private_dir(target.parent)
        if path.name == DATABASE:
            copy_database(store, target, watch)
        else:
            with path.open("rb") as reading, written_privately(target) as writing:
                found = copy_stream(reading, writing, watch, KeepStep.COPY, done, need)
            with target.open("rb") as reading:
                if hash_stream(reading, watch, done, need) != found:
                    raise copy_differs(target)
        done += size_of(path)
    for inner in (stage / "digests", stage):
        if inner.is_dir():
            sync_folder(inner)
