"""Scenes of the gallery: the library's place, and backing it up, restoring and moving it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.keeping import BackupSummary, KeepStep, LibraryUse
from app.engine.protocol import (
    BackUpLibrary,
    BackupMade,
    JobFailed,
    KeepProgressed,
    LibraryMeasured,
    LibraryMoved,
    MeasureLibrary,
)
from app.ui import keeping_files

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

MB = 1 << 20
FOLDER = "/home/anna/.local/share/margine/libraries/default"
FILE = "/media/anna/Archivio/Copie di sicurezza/Biblioteca di Margine 2026-11-30.zip"
USE = LibraryUse(FOLDER, 184 * MB, 41 * MB, 302 * MB, 3 * MB, 11 * MB, 38_400 * MB)


def library(stage: Stage) -> None:
    stage.fill()
    stage.engine.folder = Path(FOLDER)
    stage.window.menus.library_place.emit()
    stage.engine.say(LibraryMeasured(stage.engine.last(MeasureLibrary).job, USE))


def keeping_busy(stage: Stage) -> None:
    library(stage)
    stage.window.keeping.back_up_to(FILE)
    job = stage.engine.last(BackUpLibrary).job
    stage.engine.say(KeepProgressed(job, KeepStep.PACK, 318 * MB, 486 * MB))


def library_saved(stage: Stage) -> None:
    keeping_busy(stage)
    job = stage.engine.last(BackUpLibrary).job
    done = BackupSummary(FILE, 371 * MB, 486 * MB, "2026-11-30T13:00:00Z", 1204, 31_400)
    stage.engine.say(BackupMade(job, done))
    stage.engine.say(LibraryMeasured(stage.engine.last(MeasureLibrary).job, USE))


def library_error(stage: Stage) -> None:
    keeping_busy(stage)
    job = stage.engine.last(BackUpLibrary).job
    stage.engine.say(
        JobFailed(
            job,
            "There is not enough room on the drive.",
            "972 MB are needed in /media/anna/Archivio, 214 MB are free.",
            "Free some space there, or choose a place on another drive.",
        )
    )


def library_moved(stage: Stage) -> None:
    library(stage)
    stage.window.keeping.move_to(Path("/media/anna/Archivio/Biblioteca di Margine"))
    stage.engine.become_ready()
    stage.engine.say(
        LibraryMoved("/media/anna/Archivio/Biblioteca di Margine", ("appunti.txt", "foto.jpg"))
    )
    stage.engine.say(LibraryMeasured(stage.engine.last(MeasureLibrary).job, USE))


def library_move(stage: Stage) -> None:
    stage.fill()
    target = Path("/media/anna/Archivio/Biblioteca di Margine")
    keeping_files.confirm_move(stage.window, target, lambda: None)


def side_away(stage: Stage) -> None:
    """The library is put away while an answer is read."""
    stage.fill()
    stage.answer_from_documents()
    stage.window.menus.actions["library_panel"].trigger()


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        library, keeping_busy, library_saved, library_error, library_moved, library_move,
        side_away,
    )
}  # fmt: skip
