"""Owner threads: each owns one thing (the library, a model) and makes every call on it."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from app.core.errors import CancelledJobError

T = TypeVar("T")

_URGENT, _NORMAL, _LAST = 0, 1, 2


class OwnerThread:
    """Runs calls one at a time, in order, urgent ones first. Any thread may hand it calls."""

    def __init__(self, name: str) -> None:
        self._calls: queue.PriorityQueue[tuple[int, int, Callable[[], None]]] = (
            queue.PriorityQueue()
        )
        self._order = itertools.count()
        self._lock = threading.Lock()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=f"margine-{name}", daemon=True)
        self._thread.start()

    def submit(self, call: Callable[[], T], *, urgent: bool = False) -> Future[T]:
        """Queue `call`; its result or exception arrives in the future."""
        future: Future[T] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = call()
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the future
                future.set_exception(error)
            else:
                future.set_result(result)

        with self._lock:
            if self._closing:
                future.set_exception(CancelledJobError())
            else:
                self._calls.put((_URGENT if urgent else _NORMAL, next(self._order), run))
        return future

    def call(self, call: Callable[[], T], *, urgent: bool = False) -> T:
        """Run `call` on the thread and wait for its result; at once when already on it."""
        if threading.current_thread() is self._thread:
            return call()
        return self.submit(call, urgent=urgent).result()

    @property
    def busy(self) -> bool:
        """Whether a call is running, or waits for its turn. Any thread."""
        return self._calls.unfinished_tasks > 0

    def close(self, deadline_s: float = 10.0) -> bool:
        """Finish what is queued, then end; return whether it ended within the deadline."""
        with self._lock:
            if not self._closing:
                self._closing = True
                self._calls.put((_LAST, next(self._order), self._stop))
        self._thread.join(deadline_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            _, _, run = self._calls.get()
            if run == self._stop:
                return
            run()
            self._calls.task_done()

    def _stop(self) -> None:
        """Marks the end of the queue."""
