"""Requests to a child that is started when the first one is made, and their jobs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.core.setting import QT_TRANSLATE_NOOP
from app.engine.protocol import Cancel, Message
from app.ui.child_process import ChildCommand, ChildProcess
from app.ui.engine_texts import EngineTexts
from app.ui.failure import Failure
from app.ui.jobs import Job, JobSource

_ENDED = Failure(
    QT_TRANSLATE_NOOP("JobPort", "This stopped unexpectedly."),
    QT_TRANSLATE_NOOP("JobPort", "Its process ended before it was done."),
    QT_TRANSLATE_NOOP("JobPort", "Try again: what is done is kept."),
    "JobPort",
)


class JobPort(JobSource):
    """What whoever makes jobs needs; the tests script theirs. Window thread only."""

    def submit(self, build: Callable[[int], Message]) -> Job:
        """Make a job: `build` gets its number and returns the request."""
        job = self._make(build)
        self._send(job.request)
        return job

    def cancel(self, job: Job) -> None:
        """Ask for the end of a job; it ends with `cancelled` unless it ended before."""
        if job.number in self._jobs:
            self._send(Cancel(job.number))

    def rest(self) -> None:
        """Let the child go when its jobs have ended; the next request starts another."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the child; its jobs end as failed."""
        raise NotImplementedError

    def _send(self, message: Message) -> None:
        raise NotImplementedError

    def _take(self, message: Message) -> None:
        job = self._job_of(message)
        if job is not None:
            self._pass_on(job, message)

    def _lose_all(self) -> None:
        for job in list(self._jobs.values()):
            self._lose_job(job, _ENDED)


class JobChild(JobPort):
    """The real one. The child runs from the first request on; one that dies is replaced by the
    next request. With `ends_with_work` it is always let go as soon as nothing is left to do."""

    def __init__(
        self,
        command: Callable[[], ChildCommand],
        log: Path,
        texts: EngineTexts,
        parent: QObject | None = None,
        *,
        ends_with_work: bool = False,
    ) -> None:
        super().__init__(texts, parent)
        self._ends_with_work = ends_with_work
        self._leaving = False
        self._child = ChildProcess(command, log, self)
        self._child.received.connect(self._on_received)
        self._child.died.connect(lambda _reason: self._lose_all())

    @property
    def running(self) -> bool:
        """Whether there is a child."""
        return self._child.running

    def rest(self) -> None:
        """Let the child go when its jobs have ended. Nothing waits."""
        self._leaving = True
        self._let_go()

    def stop(self, deadline_ms: int = 3000) -> None:
        """End the child: asked first, which lets what it started end too; waits for a moment."""
        self._child.stop(None, deadline_ms)
        self._lose_all()

    def _send(self, message: Message) -> None:
        self._leaving = self._ends_with_work
        self._child.start()
        self._child.send(message)

    def _on_received(self, message: Message) -> None:
        self._take(message)
        self._let_go()

    def _let_go(self) -> None:
        if self._leaving and not self.busy:
            self._child.kill("its work is done")
