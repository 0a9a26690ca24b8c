"""Cancellation token, checked per page, batch and generated token."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.core.errors import CancelledJobError


class CancelToken:
    """Set once by whoever cancels, checked often by whoever works. Any thread may use it."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []

    def cancel(self) -> None:
        """Ask the work to stop; it stops at its next check."""
        with self._lock:
            self._event.set()
            for callback in self._callbacks:
                callback()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `CancelledJobError` if `cancel` was called."""
        if self._event.is_set():
            raise CancelledJobError

    def wait(self, timeout_s: float) -> bool:
        """Wait up to `timeout_s` seconds; return whether the token was cancelled meanwhile."""
        return self._event.wait(timeout_s)

    @contextmanager
    def calling(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call `callback` if the token is cancelled inside this block, or already was.

        It is for work that cannot check, such as a native call. The callback runs on the thread
        that cancels, must return at once and must not use this token; after the block it is
        never called.
        """
        with self._lock:
            self._callbacks.append(callback)
            if self._event.is_set():
                callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)
