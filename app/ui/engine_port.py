"""What the window needs from an engine, wherever it runs: jobs, and news that belong to none.

`EngineClient` speaks to the real one; the tests script theirs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.engine.protocol import (
    Cancel,
    ChangesSeen,
    EngineFailed,
    FilesChanged,
    FoldersTold,
    JobCancelled,
    JobFailed,
    LibraryErased,
    LibraryRepaired,
    Message,
    ModelState,
    Ready,
)
from app.ui.deaths import Death
from app.ui.engine_texts import EngineTexts
from app.ui.jobs import Job

_log = logging.getLogger(__name__)


class EngineState(Enum):
    """How the engine is, as the window sees it."""

    STOPPED = "stopped"
    STARTING = "starting"
    READY = "ready"
    RESTARTING = "restarting"  # it died and is started again
    GAVE_UP = "gave up"  # it cannot work, or died too often; `restart` tries again


class EnginePort(QObject):
    """Sends requests, routes events to their jobs. Window thread only.

    Requests made before the engine is ready wait for it. Events of unknown jobs are dropped.
    """

    state_changed = Signal(object)  # EngineState
    became_ready = Signal(object)  # Ready
    files_changed = Signal(object)  # FilesChanged
    library_erased = Signal(object)  # LibraryErased
    model_changed = Signal(object)  # ModelState
    library_repaired = Signal(object)  # LibraryRepaired
    folders_told = Signal(object)  # FoldersTold
    changes_seen = Signal(object)  # ChangesSeen

    def __init__(self, parent: QObject | None = None, *, texts: EngineTexts | None = None) -> None:
        """`texts` says what the engine says in the window's language."""
        super().__init__(parent)
        self._texts = texts or EngineTexts()
        self.state = EngineState.STOPPED
        self.trouble: EngineFailed | None = None
        self.deaths: tuple[Death, ...] = ()  # the last ones, in the order they happened
        self._jobs: dict[int, Job] = {}
        self._waiting: list[Job] = []
        self._last_number = 0

    # ------------------------------------------------------------ for whoever implements it

    def start(self) -> None:
        """Start the engine; `became_ready` follows, or `state_changed` to GAVE_UP."""
        raise NotImplementedError

    def restart(self) -> None:
        """Start again after GAVE_UP."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the engine; called once, when the window closes."""
        raise NotImplementedError

    @property
    def library_folder(self) -> Path:
        """Where the library is."""
        raise NotImplementedError

    def erase(self) -> None:
        """Delete the library, whatever state it or the engine is in, and go on with an empty one:
        `library_erased` follows, or `state_changed` to GAVE_UP."""
        raise NotImplementedError

    def _send(self, message: Message) -> None:
        raise NotImplementedError

    # -------------------------------------------------------------------- for the window

    def submit(self, build: Callable[[int], Message]) -> Job:
        """Make a job: `build` gets its number and returns the request."""
        self._last_number += 1
        job = Job(self._last_number, build(self._last_number), self)
        self._jobs[job.number] = job
        if self.state is EngineState.READY:
            self._send(job.request)
        elif self.state in (EngineState.STOPPED, EngineState.GAVE_UP):
            QTimer.singleShot(0, self, lambda: self._lose(job))
        else:
            self._waiting.append(job)
        return job

    def cancel(self, job: Job) -> None:
        """Ask for the end of `job`; it ends by its own event. Harmless if it has ended."""
        if not job.running:
            return
        if job in self._waiting:
            self._waiting.remove(job)
            self._end(job, JobCancelled(job.number))
        elif self.state is EngineState.READY:
            self._send(Cancel(job.number))

    def forget(self, job: Job) -> None:
        """Drop whatever else `job` brings."""
        if self._jobs.pop(job.number, None) is not None:
            if job in self._waiting:
                self._waiting.remove(job)
            job.running = False
            job.deleteLater()

    # --------------------------------------------------------------------------- inside

    def _set_state(self, state: EngineState) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)

    def _take(self, message: Message) -> None:
        """Route one message from the engine, said in the window's language."""
        message = self._texts.translate(message)
        if isinstance(message, EngineFailed):
            self.trouble = message
        elif isinstance(message, Ready):
            self.trouble = None
            self._set_state(EngineState.READY)
            self.became_ready.emit(message)
            waiting, self._waiting = self._waiting, []
            for job in waiting:
                self._send(job.request)
        elif isinstance(message, LibraryErased):
            self.library_erased.emit(message)
        elif isinstance(message, FilesChanged):
            self.files_changed.emit(message)
        elif isinstance(message, LibraryRepaired):
            self.library_repaired.emit(message)
        elif isinstance(message, ModelState):
            self.model_changed.emit(message)
        elif isinstance(message, FoldersTold):
            self.folders_told.emit(message)
        elif isinstance(message, ChangesSeen):
            self.changes_seen.emit(message)
        else:
            number = getattr(message, "job", None)
            known = self._jobs.get(number) if isinstance(number, int) else None
            if known is None:
                _log.debug("dropped %s", type(message).__name__)
            else:
                self._end(known, message)

    def _end(self, job: Job, message: Message) -> None:
        job.take(message)
        if not job.running and self._jobs.pop(job.number, None) is not None:
            job.deleteLater()

    def _lose(self, job: Job) -> None:
        """End a job whose engine is gone."""
        if job.number not in self._jobs:
            return
        job.lost = True
        self._end(
            job,
            JobFailed(
                job.number,
                QCoreApplication.translate("EnginePort", "The engine stopped while working."),
                QCoreApplication.translate(
                    "EnginePort", "It ended unexpectedly; your documents are not affected."
                ),
                QCoreApplication.translate("EnginePort", "Please ask again."),
            ),
        )

    def _lose_running(self) -> None:
        """End every job that was sent to an engine that is gone."""
        for job in [each for each in self._jobs.values() if each not in self._waiting]:
            self._lose(job)

    def _lose_all(self) -> None:
        self._waiting.clear()
        self._lose_running()
