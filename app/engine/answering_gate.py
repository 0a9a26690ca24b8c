"""Answering has the machine: indexing waits while a question is being answered."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.core.cancel import CancelToken

_LOOK_S = 0.1  # how often a waiting thread looks at its cancel token


class AnsweringGate:
    """Counts the questions being answered, and holds others up meanwhile. Any thread.

    `on_change` is told True when the first answer begins and False when the last one ends, in
    that order, as `ReaderPool.pause` wants it.
    """

    def __init__(self, on_change: Callable[[bool], None] | None = None) -> None:
        self._on_change = on_change
        self._answers = 0
        self._changed = threading.Condition()

    @property
    def busy(self) -> bool:
        """Whether a question is being answered."""
        with self._changed:
            return self._answers > 0

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Hold indexing up for the duration of the block; blocks may overlap and nest."""
        try:
            self._count(1)
            yield
        finally:
            self._count(-1)

    def wait_until_free(self, cancel: CancelToken) -> None:
        """Return once no question is being answered. Raises CancelledJobError."""
        cancel.check()
        with self._changed:
            while self._answers:
                self._changed.wait(_LOOK_S)
                cancel.check()

    def _count(self, change: int) -> None:
        with self._changed:
            was_busy = self._answers > 0
            self._answers += change
            is_busy = self._answers > 0
            try:
                if self._on_change is not None and is_busy != was_busy:
                    self._on_change(is_busy)
            finally:
                self._changed.notify_all()
