"""How the engine died, in words."""

from __future__ import annotations

import signal
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

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
