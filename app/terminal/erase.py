"""`margine erase`: delete a library, or everything, after a question that says what goes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.core.errors import UserError
from app.core.library_files import LibraryFiles, find_library_files
from app.core.moved_libraries import find_library
from app.core.paths import default_library_dir
from app.core.settings import Settings
from app.engine.erasing import Everything, Kind, erase_everything, find_everything
from app.index.erase import erase_library
from app.terminal.commands import print_json
from app.terminal.output import complain, say

_MOST_NAMES = 20
_KINDS = {
    Kind.MODELS: "models",
    Kind.CACHE: "logs, and what is made again,",
    Kind.SETTINGS: "settings",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--everything",
        action="store_true",
        help="all libraries of yours on this machine, fetched models, settings, logs and cache",
    )
    parser.set_defaults(library=None)  # by which it is known whether one was named


def run(options: argparse.Namespace, _settings: Settings) -> None:
    """Delete what is named. Raises UserError, LibraryInUseError."""
    if not options.everything:
        folder = options.library or find_library(default_library_dir())
        _erase_library(folder, unasked=options.yes, as_json=options.json)
        return
    if options.library is not None:
        raise UserError(
            "--everything and --library do not go together.",
            why="--everything means all libraries, and models and settings too.",
            next_step="Leave out one of the two.",
        )
    _erase_everything(unasked=options.yes, as_json=options.json)


def _erase_library(folder: Path, *, unasked: bool, as_json: bool) -> None:
    found = find_library_files(folder)
    if not found.own:
        raise UserError(
            "There is no library here.",
            why=f"{folder} holds none.",
            next_step="Name the library's folder with --library.",
        )
    if not unasked and not _is_wanted(_library_words(found)):
        raise UserError("The library was not erased.", next_step="Use --yes to do it unasked.")
    erased = erase_library(folder)
    if as_json:
        print_json({"files": erased.files, "foreign": list(erased.foreign)})
        return
    say(f"The library was erased: {erased.files} files.")
    if erased.foreign:
        say(f"Not of this program, and left alone: {', '.join(erased.foreign[:_MOST_NAMES])}")


def _erase_everything(*, unasked: bool, as_json: bool) -> None:
    found = find_everything()
    if not unasked and not _is_wanted(_everything_words(found)):
        raise UserError("Nothing was erased.", next_step="Use --yes to do it unasked.")
    left = erase_everything(found)
    if as_json:
        print_json(
            {
                "libraries": [str(each.folder) for each in found.libraries],
                "parts": {each.kind.value: each.size_bytes for each in found.parts},
                "left": list(map(str, left)),
                "away": list(map(str, found.away)),
            }
        )
        return
    say("Everything was erased.")
    for path in left[:_MOST_NAMES]:
        say(f"Not of this program, and left alone: {path}")
    for path in found.away:
        say(f"Not there now, and not looked at: a library in {path}")


def _is_wanted(words: Iterable[str]) -> bool:
    """Ask the person at the terminal; without one, it is not."""
    if not sys.stdin.isatty():
        return False
    for line in words:
        complain(line)
    complain("It cannot be undone. Type yes to erase it:")
    return sys.stdin.readline().strip().casefold() == "yes"


def _library_words(found: LibraryFiles) -> Iterator[str]:
    yield f"This deletes the library in {found.folder}:"
    for path in found.own:
        yield f"  {path.relative_to(found.folder)}"
    yield f"  {_mb(found.size_bytes)} in all; also {len(found.traces)} logs and"
    yield "  pictures of pages in the cache. Your documents, models and settings stay."
    for name in found.foreign[:_MOST_NAMES]:
        yield f"  not of this program, and left alone: {name}"


def _everything_words(found: Everything) -> Iterator[str]:
    yield "This deletes everything that Margine keeps of yours on this computer:"
    for library in found.libraries:
        yield f"  the library in {library.folder}, {_mb(library.size_bytes)}"
    for part in found.parts:
        yield f"  {_KINDS[part.kind]} in {part.folder}, {_mb(part.size_bytes)}"
    for path in found.away:
        yield f"  not there now, and not looked at: a library in {path}"
    yield "Your documents, backups, and the program itself stay."


def _mb(size_bytes: int) -> str:
    return f"{size_bytes / 2**20:.1f} MB"
