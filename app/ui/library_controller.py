"""Between the engine and the library panel: adding, removing, reading again, progress."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from app.core.types import IndexProgress, LibraryTotals
from app.engine.protocol import (
    AddPaths,
    FilesChanged,
    IndexDone,
    JobFailed,
    ListFiles,
    Message,
    PathsSeen,
    Progress,
    Ready,
    RemovePaths,
    Rescan,
    RetryFiles,
    SetAsideTold,
)
from app.ui.engine_port import EnginePort
from app.ui.jobs import Job
from app.ui.library_model import LibraryModel
from app.ui.library_panel import LibraryPanel
from app.ui.slices import Slices

_CHANGED_AT_ONCE = 100  # files: some 2 ms
_REMOVED_AT_ONCE = 1000
_SPARED_AT_ONCE = 5000


class LibraryController(QObject):
    """Keeps the model equal to the library. Window thread only.

    News of many files are taken in by and by. Paths whose adding was cut short by the engine's
    death are added again by the next engine.
    """

    failed = Signal(object)  # JobFailed
    problems_met = Signal(tuple)  # what could not be looked at, in words
    paths_refused = Signal(tuple)  # what keeps some of what was to be added out, in words
    found_bare = Signal(tuple)  # paths that were added and hold nothing that can be read
    totals_changed = Signal(object)  # LibraryTotals
    removal_requested = Signal(tuple)  # paths, to be confirmed
    reading_begun = Signal()
    reading_ended = Signal()  # and nothing else is being read

    def __init__(self, engine: EnginePort, model: LibraryModel, panel: LibraryPanel) -> None:
        super().__init__(panel)
        self._engine = engine
        self._model = model
        self._panel = panel
        self._indexing: dict[int, Job] = {}
        self._unfinished: list[tuple[str, ...]] = []
        self._news = Slices(self)
        self._unspared = 0
        self.totals = LibraryTotals(0, 0, 0, 0)
        self._progress: dict[int, IndexProgress] = {}
        self._refused: dict[int, tuple[str, ...]] = {}  # problems of jobs that were told early
        engine.became_ready.connect(self._on_ready)
        engine.files_changed.connect(self._on_files)
        engine.set_aside_told.connect(self._on_set_aside)
        panel.retry_requested.connect(self.retry)
        panel.remove_requested.connect(self.removal_requested)
        panel.return_requested.connect(self.take_back)
        panel.strip.cancel_requested.connect(self.cancel)

    @property
    def is_indexing(self) -> bool:
        """Whether files are being read."""
        return bool(self._indexing)

    @property
    def unread(self) -> tuple[int, int] | None:
        """While files are being read: how many are, of how many; None where none is left."""
        known = [each for each in self._progress.values() if each.files_done < each.files_total]
        if not known:
            return None
        return sum(each.files_done for each in known), sum(each.files_total for each in known)

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

    def remove(self, paths: Sequence[str], then: Callable[[], None] = lambda: None) -> None:
        """Take files or folders out of the library; `then` is called when all is told of it.

        What of it still waits to be added is not added any more.
        """
        for waiting in list(self._indexing.values()):
            request = waiting.request
            if isinstance(request, AddPaths) and set(request.paths) <= set(paths):
                self._engine.cancel(waiting)
        job = self._engine.submit(lambda number: RemovePaths(number, tuple(paths)))
        job.failed.connect(lambda failure: self._on_failed(job, failure))
        job.ended.connect(lambda: self._news.then(then))

    def take_back(self, paths: Sequence[str]) -> None:
        """Read again what the person set aside; the engine tells if it stays out after all."""
        staying = {each.path for each in self._model.left_out} - set(paths)
        self._model.show_left_out(staying)
        self.add(paths)

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
        job.happened.connect(lambda message: self._on_event(job, message))
        job.done.connect(lambda message: self._on_done(job, message))
        job.failed.connect(lambda failure: self._on_failed(job, failure))
        job.ended.connect(lambda: self._on_ended(job))
        self._panel.strip.begin()
        self.reading_begun.emit()

    def _on_ready(self, ready: Ready) -> None:
        self._show_totals(ready.totals)
        self._news.then(self._model.begin_listing)
        listing = self._engine.submit(ListFiles)
        listing.done.connect(lambda _done: self._news.add(self._end_listing()))
        unfinished, self._unfinished = self._unfinished, []
        for paths in unfinished:
            self.add(paths)
        self.rescan()

    def _on_set_aside(self, message: SetAsideTold) -> None:
        self._model.show_left_out(message.paths)

    def _on_files(self, message: FilesChanged) -> None:
        news = self._take(message)
        if self._news.busy or len(message.removed) > _REMOVED_AT_ONCE:
            self._news.add(news)
        else:  # not more than a message holds
            deque(news, maxlen=0)

    def _take(self, message: FilesChanged) -> Iterator[None]:
        yield from self._drop(message.removed)
        for at in range(0, len(message.changed), _CHANGED_AT_ONCE):
            self._model.apply(message.changed[at : at + _CHANGED_AT_ONCE], ())
            yield
        self._spare_collector(len(message.changed))
        self._show_totals(message.totals)

    def _spare_collector(self, files: int) -> None:
        """Have Python's collector of cycles leave alone what is listed: again and again it would
        hold the window for as long as it takes to go through all of it. What is taken out of the
        model later is free of cycles, so that it goes all the same."""
        self._unspared += files
        if self._unspared >= _SPARED_AT_ONCE:
            self._unspared = 0
            gc.collect()
            gc.freeze()

    def _end_listing(self) -> Iterator[None]:
        yield from self._drop(self._model.take_unlisted())

    def _drop(self, file_ids: Sequence[int]) -> Iterator[None]:
        for at in range(0, len(file_ids), _REMOVED_AT_ONCE):
            self._model.apply((), file_ids[at : at + _REMOVED_AT_ONCE])
            yield

    def _show_totals(self, totals: LibraryTotals) -> None:
        self.totals = totals
        self._panel.show_totals(totals)
        self.totals_changed.emit(totals)

    def _on_event(self, job: Job, message: Message) -> None:
        if isinstance(message, Progress):
            self._progress[job.number] = message.progress
            self._panel.strip.show_progress(message.progress, message.paused)
        elif isinstance(message, PathsSeen):
            self._on_seen(job, message)

    def _on_seen(self, job: Job, seen: PathsSeen) -> None:
        if seen.problems:
            self._refused[job.number] = seen.problems
            self.paths_refused.emit(seen.problems)
        if seen.bare:
            self.found_bare.emit(seen.bare)

    def _on_done(self, job: Job, message: Message) -> None:
        if isinstance(message, IndexDone):
            told = self._refused.get(job.number, ())
            problems = tuple(each for each in message.summary.problems if each not in told)
            if problems:
                self.problems_met.emit(problems)

    def _on_failed(self, job: Job, failure: JobFailed) -> None:
        if job.lost:  # the banner says that the engine is started again
            if isinstance(job.request, AddPaths):
                self._unfinished.append(job.request.paths)
        else:
            self.failed.emit(failure)

    def _on_ended(self, job: Job) -> None:
        self._indexing.pop(job.number, None)
        self._progress.pop(job.number, None)
        self._refused.pop(job.number, None)
        if not self._indexing:
            self._panel.strip.end()
            self.reading_ended.emit()
