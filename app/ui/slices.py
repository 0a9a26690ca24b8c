"""Long work on the window's thread, done in slices between which the window goes on answering."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

SLICE_MS = 8  # of a frame of 16 at 60 a second


class Slices(QObject):
    """Runs iterators step by step, one after another. Window thread only.

    The first slice runs at once, so that what is short is done when the call returns; the rest
    follows from the event loop. A step takes a few ms at most.
    """

    def __init__(self, parent: QObject | None = None, slice_ms: int = SLICE_MS) -> None:
        super().__init__(parent)
        self._slice_ms = slice_ms
        self._work: deque[Iterator[object]] = deque()
        self._working = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something is left to do."""
        return bool(self._work)

    def begin(self, steps: Iterator[object]) -> None:
        """Drop what is left of earlier work, and do this."""
        self._work.clear()
        self.add(steps)

    def add(self, steps: Iterator[object]) -> None:
        """Do this once what was asked for before is done."""
        self._work.append(steps)
        if len(self._work) == 1 and not self._timer.isActive():
            self._go_on()

    def then(self, do: Callable[[], object]) -> None:
        """Call this once what was asked for before is done."""
        self.add(_once(do))

    def drop(self) -> None:
        """Leave undone what is left."""
        self._work.clear()

    def finish(self) -> None:
        """Do all that is left now."""
        while self._work:
            steps = self._work[0]
            for _ in steps:
                pass
            self._end(steps)

    def _go_on(self) -> None:
        if self._working:  # asked for by a step: it has its turn
            return
        self._working = True
        clock = QElapsedTimer()
        clock.start()
        try:
            while self._work:
                steps = self._work[0]
                if next(steps, self) is self:
                    self._end(steps)
                if clock.elapsed() >= self._slice_ms:
                    break
        finally:
            self._working = False
            if self._work:
                self._timer.start()

    def _end(self, steps: Iterator[object]) -> None:
        """Take finished work out, unless a step of it began something else."""
        if self._work and self._work[0] is steps:
            self._work.popleft()


def _once(do: Callable[[], object]) -> Iterator[object]:
    do()
    yield None
