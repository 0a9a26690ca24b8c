"""`margine erase`: delete a library, after a question that says what goes."""

from __future__ import annotations

import argparse
import sys

from app.core.errors import UserError
from app.core.library_files import LibraryFiles, find_library_files
from app.core.settings import Settings
from app.index.erase import erase_library
from app.terminal.commands import print_json
from app.terminal.output import complain, say

_MOST_NAMES = 20


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(options: argparse.Namespace, _settings: Settings) -> None:
    """Delete the library that is named. Raises UserError, LibraryInUseError."""
    found = find_library_files(options.library)
    if not found.own:
        raise UserError(
            "There is no library here.",
            why=f"{options.library} holds none.",
            next_step="Name the library's folder with --library.",
        )
    if not options.yes and not _is_wanted(found):
        complain("Nothing was deleted.")
        raise UserError("The library was not erased.", next_step="Use --yes to do it unasked.")
    erased = erase_library(options.library)
    if options.json:
        print_json({"files": erased.files, "foreign": list(erased.foreign)})
        return
    say(f"The library was erased: {erased.files} files.")
    if erased.foreign:
        say(f"Not of this program, and left alone: {', '.join(erased.foreign[:_MOST_NAMES])}")


def _is_wanted(found: LibraryFiles) -> bool:
    """Ask the person at the terminal; without one, it is not."""
    if not sys.stdin.isatty():
        return False
    complain(f"This deletes the library in {found.folder}:")
    for path in found.own:
        complain(f"  {path.relative_to(found.folder)}")
    complain(f"  {round(found.size_bytes / 2**20)} MB in all; also {len(found.traces)} logs and")
    complain("  pictures of pages in the cache. Your documents, models and settings stay.")
    for name in found.foreign[:_MOST_NAMES]:
        complain(f"  not of this program, and left alone: {name}")
    complain("It cannot be undone. Type yes to erase it:")
    return sys.stdin.readline().strip().casefold() == "yes"
