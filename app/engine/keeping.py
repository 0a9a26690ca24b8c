"""Backs the library up, restores backups, and measures what the library takes of its disk."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.keeping import KeepStep
from app.engine.jobs import Emit
from app.engine.protocol import (
    BackUpLibrary,
    BackupMade,
    BackupRestored,
    KeepProgressed,
    LibraryMeasured,
    MeasureLibrary,
    Message,
    RestoreBackup,
)
from app.engine.threads import OwnerThread
from app.index.backup import backup_library
from app.index.disk_use import measure_library
from app.index.restore import restore_backup

_LEAST_S = 0.2  # between two messages of progress


class PacedProgress:
    """Tells of progress as messages of one job, not more often than a person can follow."""

    def __init__(self, job: int, emit: Emit, clock: Callable[[], float] = time.monotonic) -> None:
        self._job = job
        self._emit = emit
        self._clock = clock
        self._step: KeepStep | None = None
        self._at = 0.0

    def __call__(self, step: KeepStep, done: int, total: int) -> None:
        """See `core.keeping.KeepProgress`. Every step is told of, and its end."""
        now = self._clock()
        if step is self._step and done < total and now - self._at < _LEAST_S:
            return
        self._step, self._at = step, now
        self._emit(KeepProgressed(self._job, step, done, total))


class Keeping:
    """One thing at a time, on a thread of its own; the library is read by connections of its own,
    so that indexing and asking go on."""

    def __init__(self, folder: Path, emit: Emit) -> None:
        """`folder` is the library's."""
        self._folder = folder
        self._emit = emit
        self.thread = OwnerThread("keeping")

    def do(
        self, request: MeasureLibrary | BackUpLibrary | RestoreBackup, cancel: CancelToken
    ) -> Message:
        """Do what is asked for, on `thread`. Raises MargineError, CancelledJobError."""
        progress = PacedProgress(request.job, self._emit)
        match request:
            case MeasureLibrary():
                return LibraryMeasured(request.job, measure_library(self._folder))
            case BackUpLibrary():
                done = backup_library(
                    self._folder,
                    Path(request.file),
                    replace=request.replace,
                    progress=progress,
                    cancel=cancel,
                )
                return BackupMade(request.job, done)
            case RestoreBackup():
                folder = Path(request.folder)
                read = restore_backup(Path(request.file), folder, progress=progress, cancel=cancel)
                return BackupRestored(request.job, read, str(folder))

    def close(self) -> None:
        """End the thread; its jobs were cancelled."""
        self.thread.close()
