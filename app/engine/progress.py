"""How far an indexing job is, how fast it goes, and what the window is told of it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.core.types import IndexProgress

OnProgress = Callable[[IndexProgress, bool], None]
"""Called with the progress and whether the job is paused, from any thread, 5 times a second."""

OnFilesChanged = Callable[[Sequence[int], Sequence[int]], None]
"""Called with the ids of changed and of removed files, from any thread, 5 times a second."""

INTERVAL_S = 0.2
WINDOW_S = 20.0  # rates are those of the last seconds at work
_SAMPLE_S = 0.5
_TOGETHER_S = 0.1  # passages that are told at once come of one batch
_LEAST_STEPS = 3  # that a rate is of, also where they are further apart than the window is long
_LATE = 2.0  # steps: one that is later than that tells that it has become slower
_LEAST_S = 1.0  # a rate over less says nothing
_LEAST_SHARE = 0.02  # of the bytes whose passages are known, or
_LEAST_PASSAGES = 32  # embedded, before what is left is told: by a note of two lines it is days
_READING_SHARE = 0.15  # of a file's bytes; the rest counts as its passages are embedded


@dataclass(slots=True)
class _FileProgress:
    size: int
    read: float = 0.0  # share of its pages
    passages: int = 0
    embedded: int = 0

    @property
    def bytes_done(self) -> float:
        embedded = self.embedded / self.passages if self.passages else 0.0
        return self.size * (_READING_SHARE * self.read + (1 - _READING_SHARE) * embedded)


@dataclass(frozen=True, slots=True)
class _Sample:
    at: float
    pages: int
    passages: int
    read_bytes: float


@dataclass(slots=True)
class _Steps:
    """How fast something goes that is told in steps, of 64 at a time perhaps.

    A rate over a fixed time would count one step more or less by chance, and what is left would
    be told as five minutes, ten and five again. So it is taken from one step to another.
    """

    _seen: deque[tuple[float, int]] = field(default_factory=deque)

    def note(self, at: float, done: int) -> None:
        """So many were done at that time."""
        if self._seen and at - self._seen[-1][0] < _TOGETHER_S:
            self._seen[-1] = (self._seen[-1][0], done)
            return
        self._seen.append((at, done))
        while len(self._seen) > _LEAST_STEPS and at - self._seen[1][0] > WINDOW_S:
            self._seen.popleft()

    def rate(self, now: float) -> float | None:
        """Of these a second; None before two steps that are a second apart."""
        if len(self._seen) < 2:
            return None
        (first_at, first), (last_at, last) = self._seen[0], self._seen[-1]
        lasted = last_at - first_at
        if lasted < _LEAST_S:
            return None
        step = lasted / (len(self._seen) - 1)
        late = max(0.0, now - last_at - _LATE * step)
        return (last - first) / (lasted + late)


@dataclass(slots=True)
class ProgressMeter:
    """Counts what is done and estimates what is left. One lock above it guards it.

    Time during which the job is paused does not count.
    """

    clock: Callable[[], float] = time.monotonic
    scanning: bool = True
    files_done: int = 0
    files_total: int = 0
    pages_done: int = 0
    passages_done: int = 0
    passages_total: int = 0
    bytes_total: int = 0
    current: str = ""
    _finished_bytes: int = 0
    _read_bytes: int = 0  # of files whose passages are known
    _open: dict[int, _FileProgress] = field(default_factory=dict)
    _samples: deque[_Sample] = field(default_factory=deque)
    _steps: _Steps = field(default_factory=_Steps)
    _paused_at: float | None = None
    _paused_s: float = 0.0

    def add_file(self, file_id: int, size: int) -> None:
        """A file that wants work was found."""
        if file_id in self._open:
            return
        self._open[file_id] = _FileProgress(size)
        self.files_total += 1
        self.bytes_total += size

    def read_pages(self, file_id: int, name: str, done: int, total: int) -> None:
        """`done` of `total` pages of a file were read; the last one now."""
        self.current = name
        self.pages_done += 1
        if file_id in self._open:
            self._open[file_id].read = done / max(1, total)

    def know_passages(self, file_id: int | None, missing: int) -> None:
        """`missing` passages want vectors, of a file or (None) of a document from before."""
        each = None if file_id is None else self._open.get(file_id)
        if each is not None:
            each.read, each.passages = 1.0, missing
            self._read_bytes += each.size
        self.passages_total += missing

    def embed_passages(self, file_id: int | None, count: int) -> None:
        """`count` passages were embedded, of a file or (None) of a document from before."""
        self.passages_done += count
        self._steps.note(self._now, self.passages_done)
        if file_id is not None and file_id in self._open:
            self._open[file_id].embedded += count

    def finish_file(self, file_id: int) -> None:
        """A file has reached its final state."""
        each = self._open.pop(file_id, None)
        if each is not None:
            self.files_done += 1
            self._finished_bytes += each.size

    def end_scan(self) -> None:
        """No file will be added any more."""
        self.scanning = False

    def pause(self, paused: bool) -> None:
        """Stop the clock, or let it go on."""
        if paused and self._paused_at is None:
            self._paused_at = self.clock()
        elif not paused and self._paused_at is not None:
            self._paused_s += self.clock() - self._paused_at
            self._paused_at = None

    @property
    def _now(self) -> float:
        """Seconds at work."""
        return (self.clock() if self._paused_at is None else self._paused_at) - self._paused_s

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return self._paused_at is not None

    def snapshot(self) -> IndexProgress:
        """The progress as it is now."""
        done = self._finished_bytes + sum(each.bytes_done for each in self._open.values())
        first, last = self._sample()
        seconds = last.at - first.at
        pages_per_s, passages_per_s = None, self._steps.rate(last.at)
        if seconds >= _LEAST_S:
            pages_per_s = (last.pages - first.pages) / seconds
            if passages_per_s is None:
                passages_per_s = (last.passages - first.passages) / seconds
        return IndexProgress(
            scanning=self.scanning,
            files_done=self.files_done,
            files_total=self.files_total,
            pages_done=self.pages_done,
            passages_done=self.passages_done,
            passages_total=self.passages_total,
            bytes_done=min(int(done), self.bytes_total),
            bytes_total=self.bytes_total,
            current=self.current,
            pages_per_s=pages_per_s,
            passages_per_s=passages_per_s,
            seconds_left=self._seconds_left(first, last, passages_per_s),
        )

    def _seconds_left(
        self, first: _Sample, last: _Sample, passages_per_s: float | None
    ) -> float | None:
        """Reading and embedding run side by side: what is left takes as long as the slower one.

        The passages of unread files are estimated from their bytes, by those of the files read;
        None while these are too few to tell anything.
        """
        if self.scanning or last.at - first.at < _LEAST_S:
            return None
        known = self._read_bytes >= _LEAST_SHARE * self.bytes_total
        if not known and self.passages_done < _LEAST_PASSAGES:
            return None
        unread = sum(each.size * (1 - each.read) for each in self._open.values())
        waiting = float(self.passages_total - self.passages_done)
        if unread and self._read_bytes:
            waiting += unread * self.passages_total / self._read_bytes
        elif unread and not self.passages_total and not self.files_done:
            return None
        if waiting and not passages_per_s:
            return None
        embedding = waiting / passages_per_s if passages_per_s else 0.0
        read_rate = (last.read_bytes - first.read_bytes) / (last.at - first.at)
        reading = unread / read_rate if unread and read_rate > 0 else 0.0
        return max(embedding, reading)

    def _sample(self) -> tuple[_Sample, _Sample]:
        """Take a sample; return the window's first one and this one."""
        now = self._now
        read = self._finished_bytes + sum(each.size * each.read for each in self._open.values())
        last = _Sample(now, self.pages_done, self.passages_done, read)
        if not self._samples or now - self._samples[-1].at >= _SAMPLE_S:
            self._samples.append(last)
        while len(self._samples) > 2 and now - self._samples[0].at > WINDOW_S:
            self._samples.popleft()
        return self._samples[0], last


class Reporter:
    """Counts on a meter and tells the window, at most five times a second. Any thread."""

    def __init__(
        self,
        on_progress: OnProgress,
        on_files_changed: OnFilesChanged,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_progress = on_progress
        self._on_files_changed = on_files_changed
        self._clock = clock
        self._meter = ProgressMeter(clock)
        self._lock = threading.Lock()
        self._telling = threading.Lock()  # one at a time, so that nothing is told out of order
        self._told_at = float("-inf")
        self._changed: dict[int, None] = {}
        self._removed: dict[int, None] = {}

    def count(self, step: Callable[[ProgressMeter], None]) -> None:
        """Let `step` count something, and tell the window if it is time."""
        with self._lock:
            step(self._meter)
        self.tell()

    def add_file(self, file_id: int, size: int) -> None:
        """A file that wants work was found."""
        self.count(lambda meter: meter.add_file(file_id, size))

    def read_page(self, file_id: int, name: str, done: int, total: int) -> None:
        """`done` of `total` pages of a file were read; the last one now."""
        self.count(lambda meter: meter.read_pages(file_id, name, done, total))

    def know_passages(self, file_id: int | None, missing: int) -> None:
        """`missing` passages want vectors, of a file or (None) of a document from before."""
        self.count(lambda meter: meter.know_passages(file_id, missing))

    def embed_passages(self, file_id: int | None, count: int) -> None:
        """`count` passages were embedded, of a file or (None) of a document from before."""
        self.count(lambda meter: meter.embed_passages(file_id, count))

    def end_scan(self) -> None:
        """No file will be added any more."""
        self.count(lambda meter: meter.end_scan())

    def finish_file(self, file_id: int) -> None:
        """A file has reached its final state."""
        self.count(lambda meter: meter.finish_file(file_id))
        self.files_changed(file_id)

    def files_changed(self, *file_ids: int) -> None:
        """Files were noted or changed their state."""
        with self._lock:
            self._changed.update(dict.fromkeys(file_ids))
        self.tell()

    def files_removed(self, file_ids: Sequence[int]) -> None:
        """Files are gone."""
        with self._lock:
            for file_id in file_ids:
                self._changed.pop(file_id, None)
                self._removed[file_id] = None
        self.tell()

    def pause(self, paused: bool) -> None:
        """Tell at once that the job waits, or goes on."""
        with self._lock:
            if self._meter.paused == paused:
                return
            self._meter.pause(paused)
        self.tell(now=True)

    def tell(self, *, now: bool = False) -> None:
        """Tell what there is to tell, if it is time or `now`."""
        if not self._telling.acquire(blocking=now):
            return  # another thread is at it
        try:
            with self._lock:
                if not now and self._clock() - self._told_at < INTERVAL_S:
                    return
                self._told_at = self._clock()
                progress, paused = self._meter.snapshot(), self._meter.paused
                changed, self._changed = list(self._changed), {}
                removed, self._removed = list(self._removed), {}
            if changed or removed:
                self._on_files_changed(changed, removed)
            self._on_progress(progress, paused)
        finally:
            self._telling.release()
