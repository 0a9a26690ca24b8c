"""A child that speaks the protocol over its stdin and stdout, seen from the window."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.core.paths import make_private_dir
from app.engine.codec import FrameBuffer, ProtocolError, frame
from app.engine.protocol import Message

_log = logging.getLogger(__name__)

_SLICE_MS = 8  # longest time spent on messages before the window may draw again
_LOG_LIMIT_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class ChildCommand:
    """How a child is started. `environment` is complete, nothing is added to it."""

    arguments: Sequence[str]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ChildEnd:
    """How a child ended: by a signal (0 for none), or with an exit code (-1: it did not start)."""

    signal: int
    code: int


def open_private_log(path: Path) -> Path:
    """Make sure that `path` exists, readable by its owner alone, and has not grown too long."""
    make_private_dir(path.parent)
    if path.exists() and path.stat().st_size > _LOG_LIMIT_BYTES:
        path.replace(path.with_name(path.name + ".old"))
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
    return path


class ChildProcess(QObject):
    """One child at a time; `died` comes once for every child that ends unasked.

    Window thread only; no call waits, except `stop`, which has a deadline. `last_end` tells how
    the last child that died ended.
    """

    received = Signal(object)  # Message
    died = Signal(str)  # why, for the log

    def __init__(
        self, command: Callable[[], ChildCommand], log: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._command = command
        self._log = log
        self._process: QProcess | None = None
        self._buffer = FrameBuffer()
        self._scheduled = False
        self._dying: list[QProcess] = []  # killed, not ended yet
        self.last_end = ChildEnd(0, 0)

    @property
    def running(self) -> bool:
        """Whether there is a child."""
        return self._process is not None

    @property
    def process_id(self) -> int:
        """The child's process id, 0 if there is none."""
        return self._process.processId() if self._process is not None else 0

    def start(self) -> None:
        """Start a child, unless one runs."""
        if self._process is not None:
            return
        command = self._command()
        process = QProcess(self)
        environment = QProcessEnvironment()
        for name, value in command.environment.items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        process.setProgram(command.arguments[0])
        process.setArguments(list(command.arguments[1:]))
        process.setStandardErrorFile(str(open_private_log(self._log)), QProcess.OpenModeFlag.Append)
        process.readyReadStandardOutput.connect(lambda: self._read(process))
        process.finished.connect(lambda code, status: self._on_finished(process, code, status))
        process.errorOccurred.connect(lambda error: self._on_error(process, error))
        self._buffer = FrameBuffer()
        self._process = process
        process.start()

    def send(self, message: Message) -> None:
        """Queue a message; it is written in the background. Dropped without a child."""
        if self._process is not None:
            self._process.write(frame(message))

    def kill(self, reason: str) -> None:
        """End the child at once; `died` follows."""
        if self._process is not None:
            self.last_end = ChildEnd(0, 0)
            self._drop(reason)

    def stop(self, farewell: Message | None, deadline_ms: int) -> None:
        """End the child, asked politely first; waits at most `deadline_ms`. No `died` follows."""
        for killed in list(self._dying):
            killed.waitForFinished(deadline_ms)
        process = self._process
        if process is None:
            return
        self._process = None
        if farewell is not None:
            process.write(frame(farewell))
        process.closeWriteChannel()
        if process.state() is not QProcess.ProcessState.NotRunning and not (
            process.waitForFinished(deadline_ms)
        ):
            process.kill()
            process.waitForFinished(deadline_ms)
        process.deleteLater()

    # Every handler is told whose signal it is: what an earlier child still says is not heard.

    def _read(self, process: QProcess, *, whole: bool = False) -> None:
        if process is self._process:
            self._deliver(bytes(process.readAllStandardOutput().data()), whole=whole)

    def _deliver(self, data: bytes, *, whole: bool = False) -> None:
        """Hand over messages for a few milliseconds, the rest in the next turn of the loop; all of
        them at once if `whole`."""
        buffer = self._buffer
        clock = QElapsedTimer()
        clock.start()
        try:
            for message in buffer.feed(data):
                self.received.emit(message)
                if self._buffer is not buffer:
                    return  # the child was dropped or replaced by what the message set off
                if not whole and clock.elapsed() >= _SLICE_MS:
                    self._schedule()
                    return
        except ProtocolError as error:
            self._drop(f"not the protocol: {error}")

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            QTimer.singleShot(0, self, self._go_on)

    def _go_on(self) -> None:
        self._scheduled = False
        if self._process is not None:
            self._deliver(b"")

    def _on_finished(self, process: QProcess, code: int, status: QProcess.ExitStatus) -> None:
        self._read(process, whole=True)  # its last word may say why
        if process is self._process:
            crashed = status is QProcess.ExitStatus.CrashExit  # the code is the signal then
            by_signal = crashed and sys.platform != "win32"
            self.last_end = ChildEnd(code, 0) if by_signal else ChildEnd(0, code)
            self._drop(f"ended with {status.name} {code}")

    def _on_error(self, process: QProcess, error: QProcess.ProcessError) -> None:
        if process is self._process and error is QProcess.ProcessError.FailedToStart:
            self.last_end = ChildEnd(0, -1)
            self._drop("cannot be started")

    def _bury(self, process: QProcess) -> None:
        """A killed child has ended."""
        if process in self._dying:
            self._dying.remove(process)
            process.deleteLater()

    def _drop(self, reason: str) -> None:
        """Forget the child and say that it is gone."""
        process = self._process
        if process is None:
            return
        self._process = None
        self._buffer = FrameBuffer()
        if process.state() is not QProcess.ProcessState.NotRunning:
            self._dying.append(process)
            process.finished.connect(lambda: self._bury(process))
            process.kill()
        else:
            process.deleteLater()
        _log.warning("child gone: %s", reason)
        self.died.emit(reason)
