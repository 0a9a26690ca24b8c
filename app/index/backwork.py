"""Work beside the library's thread: what takes seconds and reads only what does not change."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class BackWorker:
    """One thread, begun at the first job, that does jobs in order.

    The thread that owns the library hands them in, and takes their results when it next comes by.
    Jobs that go on for long ask `stopping`.
    """

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._stop_at: float | None = None
        self._closed = threading.Event()

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Queue `job`; its result or exception arrives in the future."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="margine-index")
        return self._pool.submit(job)

    def stopping(self) -> bool:
        """Whether a job should end though it is not finished. Any thread."""
        stop_at = self._stop_at
        return self._closed.is_set() or (stop_at is not None and time.monotonic() > stop_at)

    def hurry(self, grace_s: float) -> None:
        """Let jobs that can end early do so after `grace_s`, for good."""
        self._stop_at = time.monotonic() + grace_s

    def close(self) -> None:
        """Stop at once what can be stopped, and wait for the rest. May be called twice."""
        self._closed.set()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
