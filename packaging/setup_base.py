"""What every step of the set-up uses: folders, errors, the terminal, logged children.

Standard library alone: it runs before the environment exists.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
APP_NAME = "margine"
POLL_S = 0.2
QUIET_LINE_EVERY_S = 20.0  # without a terminal to redraw, a line this often says it is alive


class SetupError(Exception):
    """A step failed: what happened, and what to do about it."""

    def __init__(self, what: str, next_step: str = "") -> None:
        self.what = what
        self.next_step = next_step
        super().__init__("\n".join(part for part in (what, next_step) if part))


def venv_python(venv: Path = VENV) -> Path:
    """The interpreter of the environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _home_folder(kind: str) -> Path:
    """The same folders as platformdirs gives the program (`app/core/paths.py`)."""
    home = Path.home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", str(home / "AppData" / "Local"))) / APP_NAME
        return local / "Cache" if kind == "CACHE" else local
    if sys.platform == "darwin":
        return (
            home / "Library" / ("Caches" if kind == "CACHE" else "Application Support") / APP_NAME
        )
    default = home / (".cache" if kind == "CACHE" else ".local/share")
    return Path(os.environ.get(f"XDG_{kind}_HOME", "").strip() or default) / APP_NAME


def cache_dir() -> Path:
    """Folder of what can be made again."""
    override = os.environ.get("MARGINE_CACHE_DIR")
    return Path(override) if override else _home_folder("CACHE")


def models_dir() -> Path:
    """Folder of the models."""
    override = os.environ.get("MARGINE_DATA_DIR")
    return (Path(override) if override else _home_folder("DATA")) / "models"


def make_private_dir(path: Path) -> Path:
    """Create `path` and its missing parents, each readable by its owner alone; return `path`."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    return path


def open_private(path: Path) -> BinaryIO:
    """Open `path` for appending, readable by its owner alone."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "ab")


class Console:
    """The terminal: lasting lines, and one passing line that is redrawn where that is possible."""

    def __init__(self) -> None:
        self._live = sys.stdout.isatty()
        self._last = 0.0
        self._shown = ""

    def say(self, text: str) -> None:
        """Print a line that stays."""
        self._clear()
        print(text, flush=True)

    def passing(self, text: str) -> None:
        """Show how far something is."""
        now = time.monotonic()
        if self._live:
            width = max(20, _columns() - 1)
            shown = text[:width]
            if shown != self._shown:
                print(f"\r{shown:<{len(self._shown)}}", end="", flush=True)
                self._shown = shown
        elif now - self._last >= QUIET_LINE_EVERY_S and text != self._shown:
            self._last, self._shown = now, text
            print(text, flush=True)

    def _clear(self) -> None:
        if self._live and self._shown:
            print(f"\r{'':<{len(self._shown)}}\r", end="", flush=True)
        self._shown = ""
        self._last = time.monotonic()


def _columns() -> int:
    try:
        return os.get_terminal_size().columns
    except OSError:
        return 80


def run_logged(
    command: Sequence[str | Path],
    log: Path,
    *,
    environment: Mapping[str, str] | None = None,
    on_wait: Callable[[float], None] | None = None,
) -> int:
    """Run `command` with its output in `log`, calling `on_wait(seconds)`; return the exit code.

    It has a process group of its own, so that whatever ends the wait (Ctrl-C, or an exception of
    `on_wait`) ends the compilers that it started too.
    """
    started = time.monotonic()
    make_private_dir(log.parent)
    with open_private(log) as stream:
        child = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            process_group=None if os.name == "nt" else 0,
        )
        try:
            while True:
                try:
                    return child.wait(timeout=POLL_S)
                except subprocess.TimeoutExpired:
                    if on_wait is not None:
                        on_wait(time.monotonic() - started)
        finally:
            if child.poll() is None:
                _kill_group(child)


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        child.kill()
    else:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def tail(log: Path, lines: int = 15) -> str:
    """The last lines of a log."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-lines:])


def become(command: list[str]) -> int:
    """End this process as `command`; on Windows, run it and return its exit code.

    There, exec would give the terminal back before the program ends.
    """
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606 - our own program, no shell
    return subprocess.run(command, check=False).returncode


def pip(*arguments: str | Path) -> list[str | Path]:
    """A pip command of the environment that never asks and never nags."""
    head: list[str | Path] = [
        venv_python(),
        "-I",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
    ]
    return [*head, *arguments]


# Versions are pinned here already: a constraint of this machine's pip could only get in the way.
PIP_ENVIRONMENT = {"PIP_CONSTRAINT": os.devnull, "PIP_ROOT_USER_ACTION": "ignore"}


def duration(seconds: float) -> str:
    """`seconds` in words: 48 s, 3 min 12 s."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
