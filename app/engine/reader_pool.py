"""A small pool of reader processes: a file that hangs or kills its parser costs itself alone.

Each process reads one file at a time and lives long. It is replaced after a failure, a page or
file that took too long, an end of its own, or `files_per_reader` files. A page that stops its
reader is left out and the file goes on behind it, a bounded number of times.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import (
    CancelledJobError,
    DocumentError,
    DocumentLockedError,
    EnvironmentProblem,
)
from app.core.types import DocumentText
from app.engine.file_reading import (
    FileReading,
    ReaderLimits,
    ReaderStopped,
    WorkClock,
    finish,
    plan_restart,
)
from app.engine.protocol import (
    FileOpened,
    FileRead,
    PageRead,
    PageRecognising,
    PauseReading,
    ReadFailed,
    ReadFile,
)
from app.engine.reader_child import OUT_OF_MEMORY_EXIT
from app.engine.reader_process import Event, ReaderEnded, ReaderProcess, reader_command
from app.ingest.ocr import OcrSetup
from app.ingest.readers.base import error_of

POLL_S = 0.1  # how often cancellation, time and memory are looked at


class ReaderPool:
    """Reads files in child processes. Any thread may call it; each `read` blocks its caller."""

    def __init__(
        self,
        size: int | None = None,
        limits: ReaderLimits | None = None,
        *,
        recognition: OcrSetup | None = None,
        log_path: Path | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        """`size` readers at most (default: half the cores); they start when first needed.

        `recognition` tells what reads the text on pictures, None for nothing. `log_path` takes
        what the libraries print; without it that is thrown away. `command` starts another program
        as reader.
        """
        self.size = size or max(1, (os.cpu_count() or 2) // 2)
        self._limits = limits or ReaderLimits()
        self._log_path = log_path
        self._command = command or reader_command(self._limits.memory_mb, recognition)
        self._clock = WorkClock()
        self._jobs = itertools.count(1)
        self._changed = threading.Condition()
        self._idle: list[ReaderProcess] = []
        self._all: set[ReaderProcess] = set()
        self._busy = 0
        self._closing = False

    def read(
        self,
        path: Path,
        password: str = "",
        on_page: Callable[[PageRead], None] | None = None,
        cancel: CancelToken | None = None,
        on_stop: Callable[[], None] | None = None,
    ) -> DocumentText:
        """Read one file, calling `on_page` on this thread for each of its pages in order, and
        `on_stop` each time that the file ended its reader, or made it be ended.

        Pages that could not be read are empty, with reader "failed". Raises DocumentError (with
        its reason; `state_of` gives the file's state), DocumentLockedError, NoTextError,
        UnsupportedFileError; CancelledJobError within a second of a cancellation, or when the
        pool closes; EnvironmentProblem if no reader can be started.
        """
        reading = FileReading(path, password, on_page, cancel or CancelToken(), on_stop=on_stop)
        return finish(reading, self._read_to_the_end(reading))

    def opens(self, path: Path, password: str, cancel: CancelToken | None = None) -> bool:
        """Whether `password` opens a locked file; no page of it is read.

        A file that cannot be read for another reason counts as opened: reading it says why.
        Raises CancelledJobError and EnvironmentProblem as `read` does.
        """
        reading = FileReading(path, password, None, cancel or CancelToken(), only_open=True)
        try:
            self._read_to_the_end(reading)
        except DocumentLockedError:
            return False
        except DocumentError:
            return True
        return True

    def _read_to_the_end(self, reading: FileReading) -> FileRead:
        """Let as many readers as it takes read the file. Raises as `read` does."""
        while True:
            reader = self._take_reader(reading.cancel)
            healthy = False
            try:
                done = self._read_with(reader, reading)
                healthy = True
            except ReaderStopped as stop:
                plan_restart(reading, stop.cause, self._limits)
                continue
            except DocumentError:
                healthy = reading.refused
                raise
            finally:
                self._give_back(reader, healthy)
            return done

    def pause(self, paused: bool) -> None:
        """Hold all readers before their next page, or let them go on. Returns at once."""
        with self._changed:
            self._clock.pause(paused)
            for reader in self._all:
                reader.send(PauseReading(paused))

    def reader_pids(self) -> list[int]:
        """Process ids of the readers that are alive now."""
        with self._changed:
            return [each.pid for each in self._all if each.alive and each.pid is not None]

    def close(self, deadline_s: float = 5.0) -> None:
        """End all readers; a `read` still under way raises CancelledJobError."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            readers = list(self._all)
            self._idle.clear()
        for reader in readers:
            reader.kill()
        end = time.monotonic() + deadline_s
        for reader in readers:
            reader.close(max(0.1, end - time.monotonic()))
        with self._changed:  # whoever still reads notices at once, and ends what it had started
            self._changed.wait_for(lambda: self._busy == 0, max(0.1, end - time.monotonic()))

    # ---------------------------------------------------------------- readers, taken and given

    def _take_reader(self, cancel: CancelToken) -> ReaderProcess:
        """An idle reader, or a new one if there is room; waits for either."""
        with self._changed:
            while True:
                self._check(cancel)
                while self._idle:
                    reader = self._idle.pop()
                    if reader.alive:
                        self._busy += 1
                        return reader
                    self._all.discard(reader)
                if self._busy < self.size:
                    self._busy += 1
                    break
                self._changed.wait(POLL_S)
        try:
            return self._start_reader()
        except BaseException:
            with self._changed:
                self._busy -= 1
                self._changed.notify_all()
            raise

    def _start_reader(self) -> ReaderProcess:
        for attempt in (1, 2):
            reader = ReaderProcess(self._command, self._log_path)
            with self._changed:
                self._all.add(reader)
            try:
                reader.wait_until_ready()
            except EnvironmentProblem:
                self._drop(reader)
                if attempt == 2 or self._closing:
                    self._check(None)
                    raise
            else:
                with self._changed:  # it may have missed a pause while it started
                    reader.send(PauseReading(self._clock.paused))
                return reader
        raise AssertionError("unreachable")

    def _give_back(self, reader: ReaderProcess, healthy: bool) -> None:
        reader.files_read += 1
        worn = reader.files_read >= self._limits.files_per_reader
        if not healthy or worn or self._closing:
            self._drop(reader)
        with self._changed:
            self._busy -= 1
            if reader in self._all:
                self._idle.append(reader)
            self._changed.notify_all()

    def _drop(self, reader: ReaderProcess) -> None:
        reader.close()
        with self._changed:
            self._all.discard(reader)

    def _check(self, cancel: CancelToken | None) -> None:
        if self._closing or (cancel is not None and cancel.cancelled):
            raise CancelledJobError

    # ------------------------------------------------------------------- one file, one reader

    def _read_with(self, reader: ReaderProcess, reading: FileReading) -> FileRead:
        """Let `reader` read what is left of the file. Raises ReaderStopped, DocumentError."""
        job = next(self._jobs)
        skip = tuple(sorted(reading.skip))
        begin = len(reading.pages)
        reading.recognising = False
        reader.send(
            ReadFile(job, str(reading.path), reading.password, begin, skip, reading.only_open)
        )
        while True:
            event = self._wait_for_event(reader, reading)
            if isinstance(event, FileOpened):
                reading.page_count = event.page_count
            elif isinstance(event, PageRecognising):
                reading.recognising = True
            elif isinstance(event, PageRead):
                reading.recognising = False
                reading.take(event.page)
                if reading.on_page is not None:
                    reading.on_page(event)
            elif isinstance(event, FileRead):
                return event
            elif isinstance(event, ReadFailed):
                reading.refused = not event.unexpected
                raise error_of(event.state, event.reason, event.why, event.next_step)
            elif isinstance(event, ReaderEnded):
                self._check(reading.cancel)
                memory = event.code == OUT_OF_MEMORY_EXIT
                raise ReaderStopped("memory" if memory else "crash")

    def _wait_for_event(self, reader: ReaderProcess, reading: FileReading) -> Event:
        """The reader's next event. Checks cancellation, time and memory while it waits."""
        computed = reader.cpu_seconds()
        began = self._clock.now() - reader.queued_seconds()
        while True:
            self._check(reading.cancel)
            event = reader.next_event(POLL_S)
            waited = max(0.0, self._clock.now() - reader.queued_seconds() - began)
            if event is not None:
                reading.working_s += 0.0 if reading.recognising else waited
                return event
            if not reading.recognising and reading.working_s + waited > self._limits.file_timeout_s:
                raise DocumentError(
                    "Reading the file took too long.",
                    why=f"It was given up after {self._limits.file_timeout_s:g} seconds, "
                    f"{reading.place}.",
                    next_step="Raise read.file_timeout in the settings and try again.",
                )
            if reading.page_took_too_long(
                self._limits, waited, lambda: reader.cpu_seconds() - computed
            ):
                reading.working_s += waited
                raise ReaderStopped("timeout")
            if reader.grown_bytes() > self._limits.memory_mb * 1024 * 1024:
                reading.working_s += waited
                raise ReaderStopped("memory")
