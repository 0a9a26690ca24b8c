"""How far a digest is, and how long the rest of it takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.core.types import DigestPoint
from app.engine.jobs import Emit
from app.engine.protocol import DigestProgress

_INTERVAL_S = 0.2  # between two events, where parts come faster


class DigestMeter:
    """Counts passages and the time that reading them takes, and tells the window.

    The rest is reckoned from the characters read so far. Waiting for a question does not count.
    """

    def __init__(
        self,
        job: int,
        total: int,
        chars: int,
        emit: Emit,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`total` passages, `chars` characters of text to read in all."""
        self._job = job
        self._total = total
        self._emit = emit
        self._clock = clock
        self._left = chars
        self._done = 0
        self._read = 0
        self._seconds = 0.0
        self._points: list[DigestPoint] = []
        self._told_at = float("-inf")

    @contextmanager
    def reading(self, chars: int) -> Iterator[None]:
        """Time the reading of so much text; it does not count where it fails."""
        start = self._clock()
        yield
        self._seconds += self._clock() - start
        self._read += chars

    def advance(self, passages: int, chars: int, points: tuple[DigestPoint, ...] = ()) -> None:
        """So many passages, with so much text, are done, read now or before."""
        self._done += passages
        self._left = max(0, self._left - chars)
        self._points += points
        if points or self._clock() - self._told_at >= _INTERVAL_S or self._done == self._total:
            self.tell()

    def tell(self) -> None:
        """Tell now."""
        self._told_at = self._clock()
        points, self._points = tuple(self._points), []
        left = self._left * self._seconds / self._read if self._read else None
        self._emit(DigestProgress(self._job, self._done, self._total, left, points))
