"""Drives the real window by a script: what is done next, and what is waited for before.

A script is a generator: it does something and yields a condition (`Wait`); it goes on when the
condition holds. Everything runs on the window's thread, between its other events.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

_LOOK_MS = 30


@dataclass(frozen=True, slots=True)
class Wait:
    """A condition that holds before `deadline_s` has passed."""

    what: str
    holds: Callable[[], bool]
    deadline_s: float = 600.0


def pause(seconds: float) -> Wait:
    """The time that a person takes."""
    end = time.monotonic() + seconds
    return Wait("time", lambda: time.monotonic() >= end)


Script = Generator[Wait, None, None]


class Player(QObject):
    """Plays one script. `ended` says why it ended, "" if it came to its end."""

    ended = Signal(object)  # str

    def __init__(self, script: Script) -> None:
        super().__init__()
        self._script = script
        self._wait: Wait | None = None
        self._since = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    def start(self) -> None:
        """Begin."""
        self._timer.start()

    def _look(self) -> None:
        wait = self._wait
        if wait is not None and not wait.holds():
            if time.monotonic() - self._since > wait.deadline_s:
                self._end(f"waited {wait.deadline_s:.0f} s for: {wait.what}")
            return
        try:
            self._wait = next(self._script)
        except StopIteration:
            self._end("")
        self._since = time.monotonic()

    def _end(self, why: str) -> None:
        self._timer.stop()
        self.ended.emit(why)
