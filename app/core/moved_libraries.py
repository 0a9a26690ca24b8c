"""Where libraries were moved to, so that the place that they had still leads to them.

`moved.json` in the configuration folder, one row a move. A move is decided by one write of that
file: before it the old place holds the library, after it the new one does, though the checked copy
may still bear the name that it was made under, and the old files may still be there.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from filelock import FileLock

from app.core.paths import config_dir, make_private_dir, sync_folder, write_private_text

_log = logging.getLogger(__name__)

DATABASE_NAME = "library.db"
_MOST = 100
_LOCK_S = 10.0


@dataclass(frozen=True, slots=True)
class LibraryMove:
    """A library went from `source` to `target`. `old_left`: what it left behind is to go."""

    source: str
    target: str
    old_left: bool


def stage_of(target: Path) -> Path:
    """Where a library is made ready that is to lie in `target`: beside it, on the same drive."""
    return target.with_name(f"{target.name}.part")


def find_library(folder: Path) -> Path:
    """Where the library that was in `folder` lies now: there, unless it was moved.

    A move that was decided and then interrupted is carried on. Any process.
    """
    move = _find(place_name(folder))
    if move is None:
        return folder
    target = Path(move.target)
    if move.old_left:
        with suppress(OSError):  # its drive may be away: whoever opens it will say so
            take_place(target)
    elif (folder / DATABASE_NAME).exists():  # another one has come there since
        return folder
    return target


def take_place(target: Path) -> None:
    """Give what was made ready its name, unless it has it. Raises OSError."""
    stage = stage_of(target)
    if not stage.is_dir():
        return
    if target.is_dir():
        target.rmdir()  # an empty one
    stage.rename(target)
    sync_folder(target.parent)


def decide_move(source: Path, target: Path) -> None:
    """From now on `source` leads to `target`, as does all that led to `source`. Raises OSError."""
    before, after = place_name(source), place_name(target)

    def change(moves: tuple[LibraryMove, ...]) -> tuple[LibraryMove, ...]:
        kept = [each for each in moves if each.source not in (before, after)]
        kept = [replace(each, target=after) if each.target == before else each for each in kept]
        return (LibraryMove(before, after, old_left=True), *kept)

    _change(change)


def end_move(source: Path) -> None:
    """Nothing of the library is left in `source`. Raises OSError."""
    name = place_name(source)
    _change(
        lambda moves: tuple(
            replace(each, old_left=False) if each.source == name else each for each in moves
        )
    )


def unended_moves() -> tuple[LibraryMove, ...]:
    """Moves that were decided and left something behind."""
    return tuple(each for each in _read() if each.old_left)


def moved_from() -> tuple[str, ...]:
    """The places that libraries had before they were moved."""
    return tuple(each.source for each in _read())


def place_name(folder: Path) -> str:
    """The one name of a folder, whether it is there or not."""
    return str(folder.expanduser().resolve())


def _find(name: str) -> LibraryMove | None:
    return next((each for each in _read() if each.source == name), None)


def _file() -> Path:
    return config_dir() / "moved.json"


def _read() -> tuple[LibraryMove, ...]:
    try:
        rows = json.loads(_file().read_text(encoding="utf-8"))
        return tuple(
            LibraryMove(str(row["source"]), str(row["target"]), row["old_left"] is True)
            for row in rows
        )
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError):
        _log.warning("the list of moved libraries cannot be read")
        return ()


def _change(change: Callable[[tuple[LibraryMove, ...]], tuple[LibraryMove, ...]]) -> None:
    path = _file()
    make_private_dir(path.parent)
    with FileLock(path.with_suffix(".lock"), timeout=_LOCK_S, mode=0o600):
        rows = [asdict(each) for each in change(_read())[:_MOST]]
        write_private_text(path, json.dumps(rows, ensure_ascii=True, indent=1) + "\n")
