"""The pool's end of one reader process: started, spoken to, watched, ended."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import subprocess
import sys
import threading
import typing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.core.errors import EnvironmentProblem
from app.core.paths import make_private_dir
from app.engine.children import child_command, child_environment, creation_flags
from app.engine.codec import ProtocolError, frame, read_message
from app.engine.protocol import Message, ReaderReady
from app.ingest.ocr import OcrEngine, OcrSetup
from app.ingest.readers.private_files import remove_files_of

START_TIMEOUT_S = 60.0  # a first start from a slow disk, with a virus scanner behind it
MAX_LOG_BYTES = 1_000_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReaderEnded:
    """The process has ended; `code` is negative for the signal that ended it."""

    code: int


Event = Message | ReaderEnded


class ReaderProcess:
    """One reader process. One thread at a time uses it, but any may call `kill` and `pause`.

    The process is started by the thread that then reads its output until it ends: on Linux a
    child is ended with the *thread* that started it (`children.end_with_parent`).
    """

    def __init__(self, command: Sequence[str], log_path: Path | None) -> None:
        self.files_read = 0
        self._command = command
        self._log_path = log_path
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._started = threading.Event()
        self._write_lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._memory_at_start = 0
        self._queued_s = 0.0
        self._thread = threading.Thread(target=self._run, name="margine-reader", daemon=True)
        self._thread.start()

    def wait_until_ready(self, deadline_s: float = START_TIMEOUT_S) -> None:
        """Wait for the process to load its libraries. Raises EnvironmentProblem if it cannot."""
        if not isinstance(self.next_event(deadline_s), ReaderReady):
            self.kill()
            raise EnvironmentProblem(
                "Documents cannot be read.",
                why="The program that reads them does not start.",
                next_step="Start Margine again; if that does not help, install it again.",
            )
        self._memory_at_start = self.memory_bytes()

    def send(self, message: Message) -> None:
        """Send `message`; if the process has ended, its `ReaderEnded` event tells so."""
        process = self._process
        if process is None or process.stdin is None:
            return
        with self._write_lock:
            try:
                process.stdin.write(frame(message))
                process.stdin.flush()
            except (OSError, ValueError):
                _log.debug("a reader has gone")

    def next_event(self, timeout_s: float) -> Event | None:
        """The next message, or `ReaderEnded`; None if nothing comes in time."""
        try:
            return self._events.get(timeout=timeout_s)
        except queue.Empty:
            return None

    @property
    def alive(self) -> bool:
        """Whether the process is running, as far as is known."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """Process id, None before it was started."""
        return self._process.pid if self._process else None

    def memory_bytes(self) -> int:
        """Resident memory of the process, 0 if it has ended."""
        import psutil

        if self._process is None:
            return 0
        try:
            return int(psutil.Process(self._process.pid).memory_info().rss)
        except psutil.Error:
            return 0

    def cpu_seconds(self) -> float:
        """Processor time that the process itself has used, 0 if it has ended."""
        import psutil

        if self._process is None:
            return 0.0
        try:
            times = psutil.Process(self._process.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)

    def queued_seconds(self) -> float:
        """Time in which the process could have gone on and had no processor; Linux only, else 0.

        Other programs can keep readers, which have the lowest priority, waiting for minutes.
        Of the thread that reads; /proc/PID/schedstat, second number, in nanoseconds
        (Documentation/scheduler/sched-stats.rst of the kernel).
        """
        if self._process is not None and sys.platform == "linux":
            state = Path(f"/proc/{self._process.pid}/schedstat")
            # It may have ended, or the kernel does not count.
            with contextlib.suppress(OSError, IndexError, ValueError):
                self._queued_s = int(state.read_text(encoding="ascii").split()[1]) / 1e9
        return self._queued_s

    def grown_bytes(self) -> int:
        """Resident memory that was added since the process became ready."""
        return self.memory_bytes() - self._memory_at_start

    def kill(self) -> None:
        """End the process now, whatever it is doing; `close` waits for it."""
        self._started.wait(START_TIMEOUT_S)
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def close(self, deadline_s: float = 5.0) -> None:
        """End the process and the thread that reads from it."""
        self.kill()
        self._thread.join(deadline_s)

    def _run(self) -> None:
        """Start the process, queue what it says, and its end. Runs on a thread of its own."""
        try:
            process = self._start()
        except OSError:
            _log.exception("a reader does not start")
            self._started.set()
            self._events.put(ReaderEnded(-1))
            return
        self._process = process
        self._started.set()
        self._queue_messages(process)
        code = process.wait()
        remove_files_of(process.pid)
        with self._write_lock, contextlib.suppress(OSError):
            for stream in (process.stdout, process.stdin):
                if stream is not None:
                    stream.close()
        self._events.put(ReaderEnded(code))

    def _start(self) -> subprocess.Popen[bytes]:
        log = _open_log(self._log_path)
        try:
            return subprocess.Popen(  # noqa: S603 - our own program
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=child_environment(),
                creationflags=creation_flags(),
            )
        finally:
            if log >= 0:
                os.close(log)

    def _queue_messages(self, process: subprocess.Popen[bytes]) -> None:
        try:
            stream = typing.cast("BinaryIO", process.stdout)
            while (message := read_message(stream)) is not None:
                self._events.put(message)
        except (ProtocolError, OSError):
            _log.exception("a reader sent something that is no message")
            process.kill()


def _open_log(path: Path | None) -> int:
    """Descriptor of the log that the libraries' messages go to; begun anew when it is large."""
    if path is None:
        return subprocess.DEVNULL
    make_private_dir(path.parent)
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    if os.fstat(log).st_size > MAX_LOG_BYTES:
        os.ftruncate(log, 0)
    return log


def reader_command(memory_mb: int, recognition: OcrSetup | None = None) -> list[str]:
    """Command of a reader that may take `memory_mb` more than it starts with, and reads the text
    on pictures as `recognition` says."""
    arguments = ["--memory-mb", str(memory_mb)]
    if recognition is not None and recognition.engine is not OcrEngine.NONE:
        arguments += ["--ocr", recognition.engine.value]
        if recognition.folder is not None:
            arguments += ["--ocr-folder", str(recognition.folder)]
    return child_command("reader", *arguments)
