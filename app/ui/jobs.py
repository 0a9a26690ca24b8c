"""A handle on one piece of work that the engine was asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.engine.protocol import (
    AnswerDone,
    DigestDone,
    DocumentPageText,
    FilesUnlocked,
    GateCalibrated,
    IndexDone,
    InspectDone,
    JobCancelled,
    JobDone,
    JobFailed,
    LeftOutCounted,
    Message,
    SearchDone,
)

RESULTS = (
    AnswerDone,
    DigestDone,
    DocumentPageText,
    FilesUnlocked,
    GateCalibrated,
    IndexDone,
    InspectDone,
    JobDone,
    LeftOutCounted,
    SearchDone,
)


class Job(QObject):
    """Work in flight. Ends once, with `done`, `failed` or `cancelled`, and then `ended`.

    Window thread only. `lost` tells that it failed because the engine died.
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
