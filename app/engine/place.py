"""Where the library is that an engine opens, before it opens it; and moving it there."""

from __future__ import annotations

import logging
from pathlib import Path

from app.core.errors import MargineError, UserError
from app.core.moved_libraries import find_library
from app.engine.jobs import Emit
from app.engine.keeping import PacedProgress
from app.engine.protocol import Hello, LibraryMoved, MoveFailed
from app.index.moving import finish_moves, move_library
from app.index.unfinished import clear_unfinished

_log = logging.getLogger(__name__)

NO_JOB = 0


def find_place(hello: Hello, emit: Emit) -> Path:
    """The folder of the library that `hello` names, which is moved first if it says so.

    What processes that died left unfinished elsewhere is deleted. A move that fails leaves the
    library where it is, and is told with `MoveFailed`. It needs no message to be cancelled: the
    window ends the process, at any moment.
    """
    folder = find_library(Path(hello.library))
    clear_unfinished()
    if not hello.move_to:
        return folder
    try:
        return move_library(folder, Path(hello.move_to), progress=PacedProgress(NO_JOB, emit))
    except MargineError as error:
        emit(MoveFailed(error.what, error.why, error.next_step))
    except OSError as error:
        _log.warning("the library could not be moved: %s", error)
        told = UserError(
            "The library could not be moved.",
            why=f"{error.strerror or type(error).__name__}.",
            next_step="It is where it was, and nothing was changed. Check both drives, then try "
            "again.",
        )
        emit(MoveFailed(told.what, told.why, told.next_step))
    return folder


def settle_in(folder: Path, emit: Emit) -> None:
    """The library in `folder` was opened: what a move left in the old place goes."""
    moved = finish_moves(folder)
    if moved is not None:
        emit(LibraryMoved(str(moved.folder), moved.left))
