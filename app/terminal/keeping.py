"""`margine backup`, `margine restore` and `margine move`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.core.keeping import BackupSummary, KeepProgress, KeepStep
from app.core.settings import Settings
from app.index.backup import backup_library
from app.index.moving import finish_moves, move_library
from app.index.restore import restore_backup
from app.index.unfinished import clear_unfinished
from app.terminal.commands import StatusLine, print_json
from app.terminal.output import complain, say

_WORDS = {
    KeepStep.COPY: "copying",
    KeepStep.PACK: "packing",
    KeepStep.UNPACK: "unpacking",
    KeepStep.CHECK: "checking",
}
_UNENCRYPTED = (
    "It holds the text of your documents, unencrypted: keep it where only you can read it."
)
_MOST_NAMES = 10

AddCommand = Callable[..., argparse.ArgumentParser]


def add_commands(add: AddCommand) -> None:
    """Add the three commands; `add` is given name, function and description."""
    about = "write the library into one file"
    command = add("backup", _backup, about)
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--replace", action="store_true", help="write over a file of this name")
    about = "make a library of a backup again, in a new folder"
    command = add("restore", _restore, about, library=False)
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("folder", type=Path, metavar="FOLDER")
    about = "move the library to another folder, also on another drive"
    command = add("move", _move, about)
    command.add_argument("folder", type=Path, metavar="FOLDER")


def _backup(options: argparse.Namespace, _settings: Settings) -> None:
    with _shown() as progress:
        done = backup_library(
            options.library, options.file, replace=options.replace, progress=progress
        )
    if options.json:
        print_json(_as_json(done))
        return
    say(f"The library was backed up, and the backup checked: {done.path}")
    say(f"{_amount(done)} in {_mb(done.size_bytes)} MB.")
    say(_UNENCRYPTED)


def _restore(options: argparse.Namespace, _settings: Settings) -> None:
    folder = options.folder.expanduser().absolute()
    with _shown() as progress:
        done = restore_backup(options.file, folder, progress=progress)
    if options.json:
        print_json({**_as_json(done), "folder": str(folder)})
        return
    say(f"The backup of {done.created} was restored into {folder}: {_amount(done)}.")
    say(f"Open it with: margine --library {folder}")


def _move(options: argparse.Namespace, _settings: Settings) -> None:
    with _shown() as progress:
        folder = move_library(options.library, options.folder, progress=progress)
    moved = finish_moves(folder)
    left = moved.left if moved is not None else ()
    if options.json:
        print_json({"folder": str(folder), "left": list(left)})
        return
    say(f"The library lies in {folder} now. Its old place leads there by itself.")
    if left:
        complain(f"Left in the old place: {', '.join(left[:_MOST_NAMES])}")


@contextmanager
def _shown() -> Iterator[KeepProgress]:
    """Progress on the terminal's line. What an earlier process left unfinished is deleted first."""
    clear_unfinished()
    line = StatusLine()

    def show(step: KeepStep, done: int, total: int) -> None:
        line.show(f"{_WORDS[step]}: {_mb(done)} of {_mb(total)} MB")

    try:
        yield show
    finally:
        line.clear()


def _as_json(done: BackupSummary) -> dict[str, Any]:
    return {
        "file": done.path,
        "size_bytes": done.size_bytes,
        "library_bytes": done.library_bytes,
        "created": done.created,
        "documents": done.documents,
        "passages": done.passages,
    }


def _amount(done: BackupSummary) -> str:
    return f"{done.documents} documents with {done.passages} passages"


def _mb(size_bytes: int) -> int:
    return round(size_bytes / 2**20)
