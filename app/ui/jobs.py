"""Pieces of work that a child of the window was asked for, and how they end."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.engine.protocol import (
    AnswerDone,
    BackupMade,
    BackupRestored,
    DigestDone,
    DocumentMatches,
    DocumentPageText,
    FilesUnlocked,
    GateCalibrated,
    IndexDone,
    InspectDone,
    JobCancelled,
    JobDone,
    JobFailed,
    LeftOutCounted,
    LibraryMeasured,
    Message,
    ModelAdded,
    ModelLookedAt,
    ModelsListed,
    ModelTried,
    SearchDone,
    TalkLoaded,
    TalksListed,
    TalkTaken,
)
from app.ui.engine_texts import EngineTexts
from app.ui.failure import Failure

RESULTS = (
    AnswerDone,
    BackupMade,
    BackupRestored,
    DigestDone,
    DocumentMatches,
    DocumentPageText,
    FilesUnlocked,
    GateCalibrated,
    IndexDone,
    InspectDone,
    JobDone,
    LeftOutCounted,
    LibraryMeasured,
    ModelAdded,
    ModelLookedAt,
    ModelTried,
    ModelsListed,
    SearchDone,
    TalkLoaded,
    TalkTaken,
    TalksListed,
)


class Job(QObject):
    """Work in flight. Ends once, with `done`, `failed` or `cancelled`, and then `ended`.

    Window thread only. `lost` tells that it failed because the engine died, `failure` why it did
    in words that can be said in any language.
    """

    happened = Signal(object)  # an event that is not the end
    done = Signal(object)  # the message that carries the result
    failed = Signal(object)  # JobFailed
    cancelled = Signal()
    ended = Signal()

    def __init__(self, number: int, request: Message, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.number = number
        self.request = request
        self.running = True
        self.lost = False
        self.failure: Failure | None = None

    def take(self, message: Message) -> None:
        """Pass on one event of this job; nothing is passed on after its end."""
        if not self.running:
            return
        if isinstance(message, RESULTS):
            self.running = False
            self.done.emit(message)
        elif isinstance(message, JobFailed):
            self.running = False
            self.failed.emit(message)
        elif isinstance(message, JobCancelled):
            self.running = False
            self.cancelled.emit()
        else:
            self.happened.emit(message)
            return
        self.ended.emit()


class JobSource(QObject):
    """Makes jobs by number, and passes events on to them. Window thread only."""

    became_idle = Signal()  # the last job has ended

    def __init__(self, texts: EngineTexts | None = None, parent: QObject | None = None) -> None:
        """`texts` says what the child says in the window's language."""
        super().__init__(parent)
        self.texts = texts or EngineTexts()
        self._jobs: dict[int, Job] = {}
        self._last_number = 0

    @property
    def busy(self) -> bool:
        """Whether any job has not ended."""
        return bool(self._jobs)

    def _make(self, build: Callable[[int], Message]) -> Job:
        """Make a job: `build` gets its number and returns the request."""
        self._last_number += 1
        job = Job(self._last_number, build(self._last_number), self)
        self._jobs[job.number] = job
        return job

    def _job_of(self, message: Message) -> Job | None:
        """The job that an event belongs to; None if it has ended, or if it is of none."""
        number = getattr(message, "job", None)
        return self._jobs.get(number) if isinstance(number, int) else None

    def _pass_on(self, job: Job, message: Message) -> None:
        """Say its event to a job in the window's language."""
        if isinstance(message, JobFailed):
            job.failure = Failure.of(message)
        self._tell(job, self.texts.translate(message))

    def _tell(self, job: Job, message: Message) -> None:
        """Give a job its event, and let go of it if that ends it."""
        job.take(message)
        if not job.running and self._jobs.pop(job.number, None) is not None:
            job.deleteLater()
            if not self._jobs:
                self.became_idle.emit()

    def _lose_job(self, job: Job, failure: Failure) -> None:
        """End a job whose process is gone."""
        job.lost, job.failure = True, failure
        self._tell(job, failure.message(job.number, self.texts))
