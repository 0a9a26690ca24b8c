"""What a process leaves behind that dies in native code: its places in the code, for a report."""

from __future__ import annotations

import faulthandler
import logging
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from app.core.paths import log_dir, make_private_dir
from app.core.report_log import short_path

_log = logging.getLogger(__name__)

_MOST_BYTES = 32_768
_MOST_LINES = 120  # of all threads, the one that crashed among them
# What faulthandler writes; whatever else stands in the file is not passed on.
_FRAME = re.compile(r'\s*File "(?P<file>[^"\n]+)", line (?P<line>\d+) in (?P<name>[\w<>.]+)\s*')
_HEADS = re.compile(
    r"(Fatal Python error: [A-Za-z ,_]+|Windows fatal exception: [a-z ]+"
    r"|(Current thread|Thread) 0x[0-9a-f]+( \[[\w.-]+\])? \(most recent call first\):"
    r"|\s*<no Python frame>|\s*\.\.\.)\s*"
)


def crash_file(process: str, folder: Path | None = None) -> Path:
    """Where the process of this name leaves it."""
    return (folder or log_dir()) / f"crash-{process}.log"


class CrashWatch:
    """Lets the interpreter write its places into a private file when this process crashes.

    What an earlier process of the same name has left is kept beside it, until `forget_crash`.
    """

    def __init__(self, process: str, folder: Path | None = None) -> None:
        self._stream: TextIO | None = None
        path = crash_file(process, folder)
        try:
            make_private_dir(path.parent)
            if path.exists() and path.stat().st_size > 0:
                path.replace(_kept(path))
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError:
            _log.warning("a crash could not be noted")
            return
        self._stream = os.fdopen(handle, "a", encoding="utf-8")
        faulthandler.enable(self._stream)

    def close(self) -> None:
        """The process ends in order."""
        if self._stream is not None:
            faulthandler.disable()
            self._stream.close()
            self._stream = None


def crash_lines(process: str, folder: Path | None = None) -> tuple[str, ...]:
    """What the last crashed process of this name has left; empty where none crashed."""
    path = crash_file(process, folder)
    return tuple(_plain_lines(_read(path) or _read(_kept(path)))[:_MOST_LINES])


def forget_crash(process: str, folder: Path | None = None) -> None:
    """The person knows of it."""
    path = crash_file(process, folder)
    with suppress(OSError):
        _kept(path).unlink(missing_ok=True)
    with suppress(OSError):
        if path.exists():
            os.truncate(path, 0)


def _kept(path: Path) -> Path:
    return path.with_name(f"{path.name}.old")


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return stream.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _plain_lines(content: str) -> list[str]:
    lines = []
    for line in content.splitlines():
        frame = _FRAME.fullmatch(line)
        if frame is not None:
            lines.append(f"  {short_path(frame['file'])}:{frame['line']} {frame['name']}")
        elif _HEADS.fullmatch(line):
            lines.append(line.rstrip())
    return lines
