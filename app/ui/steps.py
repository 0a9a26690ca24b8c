"""Long work of the window in steps, between which events pass."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer

T = TypeVar("T")

_SLICE_S = 0.012  # what passes unnoticed between two pictures


class Steps(QObject):
    """Takes the steps of `work` until it ends, then calls `done`. Window thread only.

    It belongs to `parent`, and ends with it; `done` is not called then.
    """

    def __init__(self, work: Iterator[None], done: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._done = done
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(0)

    def _go_on(self) -> None:
        end = time.monotonic() + _SLICE_S
        while time.monotonic() < end:
            try:
                next(self._work)
            except StopIteration:
                self._timer.stop()
                self.deleteLater()
                self._done()
                return


def finish(work: Generator[object, None, T]) -> T:
    """Take all steps of `work` at once, for what is known to be short; return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
