"""How the engine died, in words, and a report of it that can be copied. Nothing is sent."""

from __future__ import annotations

import platform
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, qVersion

from app import __version__
from app.core.paths import log_dir

_LOGS = ("engine.log", "engine-output.log")
_LAST_LINES = 40
_LAST_BYTES = 16_384
_CRASHES = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP")


@dataclass(frozen=True, slots=True)
class Death:
    """One end of the engine that nobody asked for: when (seconds of the clock, since 1970), the
    signal that ended it (0 for none, and on Windows) and otherwise its exit code; -1: it did not
    start."""

    at: float
    signal: int
    code: int

    @property
    def name(self) -> str:
        """ "SIGKILL", "exit code 3"."""
        if self.signal:
            try:
                return signal.Signals(self.signal).name
            except ValueError:
                return f"signal {self.signal}"
        return "did not start" if self.code < 0 else f"exit code {self.code}"


def explain(death: Death) -> str:
    """What that most likely means, for the person; "" where nothing can be told."""
    if death.name == "SIGKILL":
        return QCoreApplication.translate(
            "Deaths", "The system ended it, most likely because memory ran out."
        )
    if death.name in _CRASHES:
        return QCoreApplication.translate(
            "Deaths", "One of the libraries that it works with crashed ({0})."
        ).format(death.name)
    return ""


def make_report(deaths: Sequence[Death], logs: Path | None = None) -> str:
    """What helps to find the cause: versions, memory, how it ended, the last lines of the logs.

    Logs hold no text of documents, no question and no answer; they may name folders and files.
    The person's own folder is written as ~.
    """
    import psutil

    memory = psutil.virtual_memory()
    lines = [
        f"Margine {__version__}, Python {platform.python_version()}, Qt {qVersion()}",
        f"{platform.platform()}, {psutil.cpu_count(logical=False)} cores",
        f"memory {memory.total >> 20} MB, free {memory.available >> 20} MB",
        "",
        *(f"The engine ended: {each.name}" for each in deaths),
    ]
    for name in _LOGS:
        tail = _last_lines((logs or log_dir()) / name)
        if tail:
            lines += ["", f"--- {name}", *tail]
    text = "\n".join(lines) + "\n"
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _last_lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as stream:
            stream.seek(max(0, path.stat().st_size - _LAST_BYTES))
            content = stream.read().decode("utf-8", "replace")
    except OSError:
        return []
    return content.splitlines()[-_LAST_LINES:]
