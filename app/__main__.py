"""Start: the window without a command, the terminal with one, a child process with --role.

Files and folders in place of a command open the window, which takes them in.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from app.models.native_threads import calm_native_threads

WINDOW_OPTIONS = ("--library", "--samples", "--")
# Of app.cli, which is not imported to open a window: a file of such a name is ./NAME.
COMMANDS = (
    *("index", "search", "ask", "digest", "status", "erase", "backup", "restore", "move"),
    *("doctor", "models", "eval", "bench", "gate", "demo"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry of the `margine` command; return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    os.umask(0o077)  # whatever we create is its owner's alone
    calm_native_threads()
    if words and words[0] == "--role":
        from app.engine.__main__ import main as run_role

        return run_role(words)
    if words and not _is_for_window(words[0]):
        from app.cli import main as run_command

        return run_command(words)
    return _open_window(words)


def _open_window(words: Sequence[str]) -> int:
    """Open the window; heavy libraries stay out of this process."""
    from app.core.moved_libraries import find_library
    from app.core.paths import default_library_dir
    from app.core.resources import resource_path
    from app.core.settings import load_settings, settings_file
    from app.engine.logs import start_logging
    from app.ui.application import run_window

    parser = argparse.ArgumentParser(prog="margine")
    parser.add_argument("--library", type=Path, default=default_library_dir(), metavar="DIR")
    parser.add_argument(
        "--samples", action="store_true", help="put the sample documents into a new library"
    )
    parser.add_argument("paths", nargs="*", metavar="FILE_OR_FOLDER", help="to be taken in")
    options = parser.parse_args(words)
    for word in options.paths:
        if not _is_path(word):
            parser.error(f"{word} is no file or folder; a command stands first")
    if not _has_display():
        sys.stderr.write("There is no display to open the window on.\nmargine --help tells ")
        sys.stderr.write("what can be done in the terminal.\n")
        return 1
    options.library = find_library(options.library)
    seeds: tuple[str, ...] = ()
    if options.samples and not (options.library / "library.db").exists():
        seeds = (str(resource_path("samples")),)
    seeds += tuple(os.path.abspath(word) for word in options.paths)  # noqa: PTH100 - keeps links
    with suppress(OSError):  # without a log the window opens all the same
        start_logging("window")
    return run_window(options.library, load_settings(), settings_file(), seed_paths=seeds)


def _is_for_window(first: str) -> bool:
    """Whether the command line that begins with this word opens the window."""
    if first.startswith("-"):
        return first.split("=")[0] in WINDOW_OPTIONS
    return first not in COMMANDS and _is_path(first)


def _is_path(word: str) -> bool:
    """Whether a word of the command line is meant as a file or folder; one that is not there may
    be, if it looks like it: the window says so then."""
    separators = [each for each in (os.sep, os.altsep) if each]
    return any(each in word for each in separators) or os.path.lexists(word)


def _has_display() -> bool:
    """Whether a window can open; without one, Qt would end the process with a core dump."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(key) for key in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    sys.exit(main())
