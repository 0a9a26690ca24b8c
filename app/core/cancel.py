"""Cancellation token, checked per page, batch and generated token."""

from __future__ import annotations

import threading

from app.core.errors import CancelledJobError


class CancelToken:
    """Set once by whoever cancels, checked often by whoever works. Any thread may use it."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop; it stops at its next check."""
        self._event.set()

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
