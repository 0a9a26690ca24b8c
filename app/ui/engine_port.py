"""What the window needs from an engine, wherever it runs: jobs, and news that belong to none.

`EngineClient` speaks to the real one; the tests script theirs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from app.core.setting import QT_TRANSLATE_NOOP
from app.engine.protocol import (
    Cancel,
    ChangesSeen,
    CollectionsTold,
    EmbedderPrepared,
    EngineFailed,
    FilesChanged,
    FoldersTold,
    JobCancelled,
    KeepProgressed,
    LibraryErased,
    LibraryMoved,
    LibraryRepaired,
    Message,
    ModelState,
    MoveFailed,
    Ready,
    SetAsideTold,
)
from app.ui.deaths import Death
from app.ui.engine_texts import EngineTexts
from app.ui.failure import Failure
from app.ui.jobs import Job, JobSource

_log = logging.getLogger(__name__)

_AGAIN = QT_TRANSLATE_NOOP("EnginePort", "Please ask again.")
_DIED = Failure(
    QT_TRANSLATE_NOOP("EnginePort", "The engine stopped while working."),
    QT_TRANSLATE_NOOP("EnginePort", "It ended unexpectedly; your documents are not affected."),
    _AGAIN,
    "EnginePort",
)
_STARTED_AGAIN = Failure(
    QT_TRANSLATE_NOOP("EnginePort", "The engine was started again."),
    QT_TRANSLATE_NOOP("EnginePort", "That was needed for what was changed."),
    _AGAIN,
    "EnginePort",
)


class EngineState(Enum):
    """How the engine is, as the window sees it."""

    STOPPED = "stopped"
    STARTING = "starting"
    READY = "ready"
    RESTARTING = "restarting"  # it died and is started again
    GAVE_UP = "gave up"  # it cannot work, or died too often; `restart` tries again


class EnginePort(JobSource):
    """Sends requests, routes events to their jobs. Window thread only.

    Requests made before the engine is ready wait for it. Events of unknown jobs are dropped.
    """

    state_changed = Signal(object)  # EngineState
    became_ready = Signal(object)  # Ready
    files_changed = Signal(object)  # FilesChanged
    set_aside_told = Signal(object)  # SetAsideTold
    library_erased = Signal(object)  # LibraryErased
    library_moved = Signal(object)  # LibraryMoved
    move_progressed = Signal(object)  # KeepProgressed
    move_failed = Signal(object)  # MoveFailed
    model_changed = Signal(object)  # ModelState
    library_repaired = Signal(object)  # LibraryRepaired
    embedder_prepared = Signal(object)  # EmbedderPrepared
    folders_told = Signal(object)  # FoldersTold
    changes_seen = Signal(object)  # ChangesSeen
    launched = Signal()  # it starts, and reads the settings now
    collections_told = Signal(object)  # CollectionsTold

    def __init__(self, parent: QObject | None = None, *, texts: EngineTexts | None = None) -> None:
        super().__init__(texts, parent)
        self.state = EngineState.STOPPED
        self.trouble: EngineFailed | None = None
        self.deaths: tuple[Death, ...] = ()  # the last ones, in the order they happened
        self._waiting: list[Job] = []
        self._news: dict[str, Message] = {}  # the last of what is told without being asked
        self._signals: dict[type[Message], SignalInstance] = {
            ChangesSeen: self.changes_seen,
            CollectionsTold: self.collections_told,
            EmbedderPrepared: self.embedder_prepared,
            FilesChanged: self.files_changed,
            FoldersTold: self.folders_told,
            SetAsideTold: self.set_aside_told,
            LibraryErased: self.library_erased,
            LibraryMoved: self.library_moved,
            LibraryRepaired: self.library_repaired,
            ModelState: self.model_changed,
            MoveFailed: self.move_failed,
            Ready: self.became_ready,
        }

    # ------------------------------------------------------------ for whoever implements it

    def start(self) -> None:
        """Start the engine; `became_ready` follows, or `state_changed` to GAVE_UP."""
        raise NotImplementedError

    def restart(self) -> None:
        """Start again after GAVE_UP."""
        raise NotImplementedError

    def reload(self) -> None:
        """End the engine in order and start it again, so that it reads the settings anew. Jobs are
        lost; the state is STARTING then, and whoever wants one all the same submits it again."""
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

    def move(self, folder: Path) -> None:
        """Put the library into `folder` and go on there: `move_progressed`, then `library_moved`
        or `move_failed`. No job survives it."""
        raise NotImplementedError

    def stop_moving(self) -> None:
        """Go on where the library is now; `library_moved` follows if that is the new place."""
        raise NotImplementedError

    def _send(self, message: Message) -> None:
        raise NotImplementedError

    # -------------------------------------------------------------------- for the window

    def submit(self, build: Callable[[int], Message]) -> Job:
        """Make a job: `build` gets its number and returns the request."""
        job = self._make(build)
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
            self._pass_on(job, JobCancelled(job.number))
        elif self.state is EngineState.READY:
            self._send(Cancel(job.number))

    def forget(self, job: Job) -> None:
        """Drop whatever else `job` brings."""
        if self._jobs.pop(job.number, None) is not None:
            if job in self._waiting:
                self._waiting.remove(job)
            job.running = False
            job.deleteLater()

    def tell_again(self) -> None:
        """Tell a new window how the engine is, as if it had just become so."""
        self.state_changed.emit(self.state)
        if self.state is EngineState.READY:
            for message in tuple(self._news.values()):
                self._signals[type(message)].emit(message)

    # --------------------------------------------------------------------------- inside

    def _set_state(self, state: EngineState) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)

    def _take(self, message: Message) -> None:
        """Route one message from the engine, said in the window's language."""
        job = self._job_of(message)
        if job is not None:
            self._pass_on(job, message)
            return
        message = self.texts.translate(message)
        if isinstance(message, Ready):
            self._news = {}
        if (name := _news_name(message)) is not None:
            self._news[name] = message
        if isinstance(message, EngineFailed):
            self.trouble = message
        elif isinstance(message, Ready):
            self.trouble = None
            self._set_state(EngineState.READY)
            self.became_ready.emit(message)
            waiting, self._waiting = self._waiting, []
            for job in waiting:
                self._send(job.request)
        elif isinstance(message, KeepProgressed) and message.job == 0:
            self.move_progressed.emit(message)
        elif (signal := self._signals.get(type(message))) is not None:
            signal.emit(message)
        else:
            _log.debug("dropped %s", type(message).__name__)

    def _lose(self, job: Job) -> None:
        """End a job whose engine is gone."""
        if job.number in self._jobs:
            starts = self.state is EngineState.STARTING
            self._lose_job(job, _STARTED_AGAIN if starts else _DIED)

    def _lose_running(self) -> None:
        """End every job that was sent to an engine that is gone."""
        for job in [each for each in self._jobs.values() if each not in self._waiting]:
            self._lose(job)

    def _lose_all(self) -> None:
        self._waiting.clear()
        self._lose_running()


def _news_name(message: Message) -> str | None:
    """Under which the last message of its kind is kept for `tell_again`; None: it is not."""
    match message:
        case Ready():
            return ""
        case ModelState():
            return message.role
        case FoldersTold():
            return "folders"
        case EmbedderPrepared():
            return "next embedder"
    return None
