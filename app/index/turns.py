"""A lock between an owner and its helper, in which the owner never waits for more than one turn."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """What the helper does in many short turns cannot keep the owner out: a plain lock might be
    taken again and again before a waiting thread is woken."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._held = False
        self._asking = 0

    @contextmanager
    def owner(self) -> Iterator[None]:
        """Hold the lock, next in turn."""
        with self._changed:
            self._asking += 1
            self._changed.wait_for(lambda: not self._held)
            self._asking -= 1
            self._held = True
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def helper(self) -> Iterator[None]:
        """Hold the lock when nobody else wants it."""
        with self._changed:
            self._changed.wait_for(lambda: not self._held and not self._asking)
            self._held = True
        try:
            yield
        finally:
            self._release()

    def _release(self) -> None:
        with self._changed:
            self._held = False
            self._changed.notify_all()
