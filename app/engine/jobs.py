"""Jobs: named work that ends exactly once, done, failed or cancelled."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, LibraryDamagedError, MargineError
from app.engine.protocol import JobCancelled, JobFailed, Message
from app.engine.threads import OwnerThread

_log = logging.getLogger(__name__)

Emit = Callable[[Message], None]
Work = Callable[[CancelToken], Message]


class JobTable:
    """Starts jobs on owner threads, cancels them, and sends the one message that ends each."""

    def __init__(self, emit: Emit, on_damage: Callable[[], None] = lambda: None) -> None:
        """`on_damage` is called, on the job's thread, when a job has ended because the library
        turned out to be damaged."""
        self._emit = emit
        self._on_damage = on_damage
        self._tokens: dict[int, CancelToken] = {}
        self._certain: set[int] = set()
        self._begun: set[int] = set()
        self._lock = threading.Lock()

    def start(
        self,
        thread: OwnerThread,
        job: int,
        work: Work,
        *,
        urgent: bool = False,
        certain: bool = False,
    ) -> None:
        """Run `work` on `thread`; what it returns ends the job. A job that runs is left alone.

        `certain` work is short and has been seen done in the window already: it is done even where
        the engine ends before its turn.
        """
        token = CancelToken()
        with self._lock:
            if job in self._tokens:
                _log.warning("job %d is running already", job)
                return
            self._tokens[job] = token
            if certain:
                self._certain.add(job)
        thread.submit(lambda: self._run(job, work, token), urgent=urgent)

    def cancel(self, job: int) -> None:
        """Cancel a job; one that has ended is none of our business any more."""
        with self._lock:
            token = self._tokens.get(job)
        if token is not None:
            token.cancel()

    def fail_early(self, job: int, error: MargineError) -> None:
        """End a job that waits for its turn, which would fail then. One that has begun says so
        itself."""
        with self._lock:
            if job in self._begun or self._tokens.pop(job, None) is None:
                return
        self._emit(_failure(job, error))

    def cancel_all(self) -> None:
        """Cancel every job that has not ended and is not certain."""
        with self._lock:
            tokens = [each for job, each in self._tokens.items() if job not in self._certain]
        for token in tokens:
            token.cancel()

    def _run(self, job: int, work: Work, token: CancelToken) -> None:
        damaged = False
        with self._lock:
            if self._tokens.get(job) is not token:
                return  # it has failed already
            self._begun.add(job)
        try:
            token.check()
            ending = work(token)
        except CancelledJobError:
            ending = JobCancelled(job)
        except MargineError as error:
            damaged = isinstance(error, LibraryDamagedError)
            ending = _failure(job, error)
        except Exception as error:  # noqa: BLE001 - a job's end: nothing takes the thread down
            _log.exception("job %d failed unexpectedly", job)
            ending = JobFailed(
                job,
                "Something went wrong that should not have.",
                f"{type(error).__name__}; the log file has the details.",
                "Try again; if it happens again, please report it.",
            )
        with self._lock:
            del self._tokens[job]
            self._certain.discard(job)
            self._begun.discard(job)
        self._emit(ending)
        if damaged:
            self._on_damage()


def _failure(job: int, error: MargineError) -> JobFailed:
    return JobFailed(job, error.what, error.why, error.next_step)
