"""Between the engine and the library panel: adding, removing, reading again, progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.core.types import LibraryTotals
from app.engine.protocol import (
    AddPaths,
    FilesChanged,
    IndexDone,
    JobFailed,
    ListFiles,
    Message,
    Progress,
    Ready,
    RemovePaths,
    Rescan,
    RetryFiles,
)
from app.ui.engine_port import EnginePort
from app.ui.jobs import Job
from app.ui.library_model import LibraryModel
from app.ui.library_panel import LibraryPanel


class LibraryController(QObject):
    """Keeps the model equal to the library. Window thread only.

    Paths whose adding was cut short by the engine's death are added again by the next engine.
    """

    failed = Signal(object)  # JobFailed
    problems_met = Signal(tuple)  # what could not be looked at, in words
    totals_changed = Signal(object)  # LibraryTotals
    removal_requested = Signal(tuple)  # paths, to be confirmed

    def __init__(self, engine: EnginePort, model: LibraryModel, panel: LibraryPanel) -> None:
        super().__init__(panel)
        self._engine = engine
        self._model = model
        self._panel = panel
        self._indexing: dict[int, Job] = {}
        self._unfinished: list[tuple[str, ...]] = []
        self.totals = LibraryTotals(0, 0, 0, 0)
        engine.became_ready.connect(self._on_ready)
        engine.files_changed.connect(self._on_files)
        panel.retry_requested.connect(self.retry)
        panel.remove_requested.connect(self.removal_requested)
        panel.strip.cancel_requested.connect(self.cancel)

    @property
    def is_indexing(self) -> bool:
        """Whether files are being read."""
        return bool(self._indexing)

    def add(self, paths: Sequence[str]) -> None:
        """Take files and folders into the library."""
        if paths:
            self._index(lambda number: AddPaths(number, tuple(paths)))

    def rescan(self) -> None:
        """Look for changes in all folders."""
        self._index(Rescan)

    def look(self, paths: Sequence[str], folders: Sequence[str] = ()) -> None:
        """Look for changes at or below `paths`, and with the files directly in `folders`."""
        if paths or folders:
            self._index(lambda number: Rescan(number, tuple(paths), tuple(folders)))

    def retry(self, file_ids: Sequence[int]) -> None:
        """Read these files again."""
        if file_ids:
            self._index(lambda number: RetryFiles(number, tuple(file_ids)))

    def remove(self, paths: Sequence[str]) -> None:
        """Take files or folders out of the library."""
        job = self._engine.submit(lambda number: RemovePaths(number, tuple(paths)))
        job.failed.connect(lambda failure: self._on_failed(job, failure))

    def forget(self) -> None:
        """The library is deleted: whatever was being added to it is not added again."""
        self._unfinished.clear()

    def cancel(self) -> None:
        """Stop reading; what is done is kept."""
        self._unfinished.clear()
        if self._indexing:
            self._panel.strip.show_stopping()
        for job in list(self._indexing.values()):
            self._engine.cancel(job)

    def _index(self, build: Callable[[int], Message]) -> None:
        job = self._engine.submit(build)
        self._indexing[job.number] = job
        job.happened.connect(self._on_event)
        job.done.connect(self._on_done)
        job.failed.connect(lambda failure: self._on_failed(job, failure))
        job.ended.connect(lambda: self._on_ended(job))
        self._panel.strip.begin()

    def _on_ready(self, ready: Ready) -> None:
        self._show_totals(ready.totals)
        self._model.begin_listing()
        listing = self._engine.submit(ListFiles)
        listing.done.connect(lambda _done: self._model.end_listing())
        unfinished, self._unfinished = self._unfinished, []
        for paths in unfinished:
            self.add(paths)
        self.rescan()

    def _on_files(self, message: FilesChanged) -> None:
        self._model.apply(message.changed, message.removed)
        self._show_totals(message.totals)

    def _show_totals(self, totals: LibraryTotals) -> None:
        self.totals = totals
        self._panel.show_totals(totals)
        self.totals_changed.emit(totals)

    def _on_event(self, message: Message) -> None:
        if isinstance(message, Progress):
            self._panel.strip.show_progress(message.progress, message.paused)

    def _on_done(self, message: Message) -> None:
        if isinstance(message, IndexDone) and message.summary.problems:
            self.problems_met.emit(message.summary.problems)

    def _on_failed(self, job: Job, failure: JobFailed) -> None:
        if job.lost:  # the banner says that the engine is started again
            if isinstance(job.request, AddPaths):
                self._unfinished.append(job.request.paths)
        else:
            self.failed.emit(failure)

    def _on_ended(self, job: Job) -> None:
        self._indexing.pop(job.number, None)
        if not self._indexing:
            self._panel.strip.end()
