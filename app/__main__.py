"""Start: the window without a command, the terminal with one, a child process with --role."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app.models.native_threads import calm_native_threads

WINDOW_OPTIONS = ("--library", "--samples")


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry of the `margine` command; return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    os.umask(0o077)  # whatever we create is its owner's alone
    calm_native_threads()
    if words and words[0] == "--role":
        from app.engine.__main__ import main as run_role

        return run_role(words)
    if words and words[0].split("=")[0] not in WINDOW_OPTIONS:
        from app.cli import main as run_command

        return run_command(words)
    return _open_window(words)


def _open_window(words: Sequence[str]) -> int:
    """Open the window; heavy libraries stay out of this process."""
    from app.core.paths import default_library_dir
    from app.core.resources import resource_path
    from app.core.settings import load_settings, settings_file
    from app.ui.application import run_window

    parser = argparse.ArgumentParser(prog="margine")
    parser.add_argument("--library", type=Path, default=default_library_dir(), metavar="DIR")
    parser.add_argument(
        "--samples", action="store_true", help="put the sample documents into a new library"
    )
    options = parser.parse_args(words)
    if not _has_display():
        sys.stderr.write("There is no display to open the window on.\nmargine --help tells ")
        sys.stderr.write("what can be done in the terminal.\n")
        return 1
    seeds: tuple[str, ...] = ()
    if options.samples and not (options.library / "library.db").exists():
        seeds = (str(resource_path("samples")),)
    return run_window(options.library, load_settings(), settings_file(), seed_paths=seeds)


def _has_display() -> bool:
    """Whether a window can open; without one, Qt would end the process with a core dump."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(key) for key in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    sys.exit(main())
