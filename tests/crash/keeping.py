"""Kills a process that backs a library up, restores or moves it, and looks at what is left.

    .venv/bin/python -m tests.crash.keeping --every 1 --times 10 --seed 1

Dies at every n-th moment at which something is written, renamed or committed, and so many times at
any time. Nothing may be lost, nothing half may bear a whole one's name, and after the next start
no unfinished copy lies about. Forks. Exits with 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.core.moved_libraries import find_library
from app.index.backup import backup_library
from app.index.library import Library
from app.index.moving import finish_moves, move_library
from app.index.restore import restore_backup
from app.index.unfinished import clear_unfinished
from tests.crash.autopsy import LostError
from tests.crash.death import Death
from tests.index.shelves import EMBEDDER, Shelf

_DOCUMENTS = 12


@dataclass(frozen=True, slots=True)
class World:
    """A library, a drive, and a backup that was made before."""

    base: Path

    @property
    def library(self) -> Path:
        return self.base / "library"

    @property
    def file(self) -> Path:
        return self.base / "drive" / "mine.zip"

    @property
    def older(self) -> Path:
        return self.base / "older.zip"

    @property
    def target(self) -> Path:
        return self.base / "drive" / "mine"


def texts(folder: Path) -> list[str]:
    """Everything in the library, by a search. Raises what opening it does."""
    library = Library.open(folder, embedder=EMBEDDER, splitter="split-1")
    try:
        if library.take_repair() is not None:
            raise LostError("the library had to be repaired")
        return sorted(Shelf(library, 1).texts("words", k=100))
    finally:
        library.close()


def prepare(world: World) -> list[str]:
    """Fill the library; return what is in it."""
    world.library.mkdir(parents=True)
    world.file.parent.mkdir()
    library = Library.open(world.library, embedder=EMBEDDER, splitter="split-1")
    shelf = Shelf(library, library.add_root("/docs", is_dir=True))
    for n in range(_DOCUMENTS):
        shelf.put(f"/docs/{n}.pdf", f"words of {n} " * 50, f"another page of {n}")
    library.save(wait=True)
    library.close()
    backup_library(world.library, world.older)
    return texts(world.library)


def back_up(world: World, death: Death) -> None:
    backup_library(world.library, world.file, progress=death.moment)


def restore(world: World, death: Death) -> None:
    restore_backup(world.older, world.target, progress=death.moment)


def move(world: World, death: Death) -> None:
    target = move_library(world.library, world.target, progress=death.moment)
    texts(target)
    finish_moves(target)


WORKS: dict[str, Callable[[World, Death], None]] = {
    "backup": back_up,
    "restore": restore,
    "move": move,
}


def look(name: str, world: World, expected: list[str], *, died: bool) -> None:
    """What the next start finds. Raises LostError."""
    place = find_library(world.library)
    clear_unfinished()
    if texts(place) != expected:
        raise LostError("the library is not what it was")
    finish_moves(place)
    left = [path.name for path in world.base.rglob("*") if ".part" in path.name]
    left = [name for name in left if name != "moved.json.part"]  # the next move writes over it
    left += [path.name for path in (world.base / "data").rglob("unfinished/*")]
    if left:
        raise LostError(f"left behind: {left}")
    if name == "move":
        _check_move(world, place, died=died)
    if name == "backup" and world.file.exists():
        restore_backup(world.file, world.base / "again")
        if texts(world.base / "again") != expected:
            raise LostError("the backup is not what was backed up")
    elif name == "backup" and not died:
        raise LostError("there is no backup")
    if name == "restore" and (world.target.exists() or not died) and (
        texts(world.target) != expected
    ):  # fmt: skip
        raise LostError("what was restored is not what was backed up")


def _check_move(world: World, place: Path, *, died: bool) -> None:
    databases = list(world.base.rglob("library.db"))
    if databases != [place / "library.db"]:
        raise LostError(f"the library lies in {len(databases)} places")
    if not died and place != world.target:
        raise LostError("it was not moved")


def count(name: str, world: World) -> int:
    """How many moments a work has that nobody interrupts."""
    told = world.base / "moments"

    def work() -> None:
        death = Death()
        death.arm()
        WORKS[name](world, death)
        told.write_text(str(death.count), encoding="ascii")

    if _run(work, None):
        raise LostError("it failed without a death")
    return int(told.read_text(encoding="ascii"))


def _run(work: Callable[[], None], after_s: float | None) -> bool:
    """Run `work` in a child, killed after that time; whether it died. Raises LostError."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    if after_s is not None:
        time.sleep(after_s)  # the moment is the trial itself
        os.kill(child, signal.SIGKILL)
    _pid, status = os.waitpid(child, 0)
    ended = os.waitstatus_to_exitcode(status)
    if ended not in (0, -signal.SIGKILL):
        raise LostError(f"it failed with {ended}")
    return ended != 0


def main() -> int:
    """Run the trials; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash.keeping")
    parser.add_argument("--every", type=int, default=1, help="die at every n-th moment")
    parser.add_argument("--times", type=int, default=10, help="deaths at any time, of each work")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    base = Path(tempfile.mkdtemp(prefix="margine-keeping-"))
    lost = 0
    try:
        _set_home(base / "prepared")
        before = World(base / "prepared")
        expected = prepare(before)
        for name in WORKS:
            moments, seconds = _measure(name, base, before)
            kinds: list[tuple[str, float]] = [
                ("written", n) for n in range(1, moments + 1, options.every)
            ]
            kinds += [("any time", chance.uniform(0, seconds)) for _ in range(options.times)]
            tried = {"written": 0, "any time": 0}
            whole = dict(tried)
            for kind, at in kinds:
                told = _try(name, kind, at, _fresh(base, before), expected)
                tried[kind] += 1
                whole[kind] += not told
                lost += bool(told)
                if told:
                    sys.stdout.write(f"{name}, {kind} {at:.2f}: {told}\n")
            for kind in tried:
                sys.stdout.write(f"| {name} | {kind} | {tried[kind]} | {whole[kind]} |\n")
            sys.stdout.flush()
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return 1 if lost else 0


def _measure(name: str, base: Path, before: World) -> tuple[int, float]:
    world = _fresh(base, before)
    began = time.monotonic()
    moments = count(name, world)
    return moments, time.monotonic() - began


def _try(name: str, kind: str, at: float, world: World, expected: list[str]) -> str:
    """What was lost, "" for nothing."""

    def work() -> None:
        death = Death(int(at) if kind == "written" else None)
        death.arm()
        WORKS[name](world, death)

    try:
        died = _run(work, at if kind == "any time" else None)
        look(name, world, expected, died=died)
    except Exception as error:  # noqa: BLE001 - whatever it is, it did not survive
        return f"{type(error).__name__}: {error}"
    return ""


def _fresh(base: Path, before: World) -> World:
    world = World(base / "now")
    shutil.rmtree(world.base, ignore_errors=True)
    shutil.copytree(before.base, world.base)
    _set_home(world.base)
    return world


def _set_home(base: Path) -> None:
    for kind in ("DATA", "CONFIG", "CACHE"):
        os.environ[f"MARGINE_{kind}_DIR"] = str(base / kind.lower())


if __name__ == "__main__":
    sys.exit(main())
