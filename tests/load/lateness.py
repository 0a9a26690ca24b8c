"""How late the window's own thread is: a timer of 20 ms, and what held it up.

Lateness is a matter of the clock; on a busy machine another process may have had the core. So the
processor time of the thread between two ticks is kept too: what it used itself is its own fault.
"""

from __future__ import annotations

import collections
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from types import FrameType

from PySide6.QtCore import QObject, Qt, QTimer

TICK_S = 0.020
LIMIT_S = 0.100
_LOOK_S = 0.015
_WATCHED_S = 0.060  # from this age of the last tick on it is noted what the thread does
_FRAMES = 6


@dataclass
class Phase:
    """The ticks of one part of a run, in seconds."""

    name: str
    late: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)
    held_by: collections.Counter[str] = field(default_factory=collections.Counter)

    def share(self, values: list[float], part: float) -> float:
        """The value that `part` of all values do not exceed."""
        ordered = sorted(values)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0

    @property
    def over(self) -> int:
        """Ticks that were later than the limit."""
        return sum(each > LIMIT_S for each in self.late)

    @property
    def own(self) -> int:
        """Ticks before which the thread itself worked for longer than the limit."""
        return sum(each > LIMIT_S for each in self.used)

    def line(self) -> str:
        """The phase in a row of a table; milliseconds."""
        cells = [self.share(self.late, part) * 1000 for part in (0.5, 0.95, 0.99, 0.999, 1.0)]
        work = [self.share(self.used, part) * 1000 for part in (0.99, 1.0)]
        figures = " ".join(f"{each:7.1f}" for each in [*cells, *work])
        return f"{self.name:<34} {len(self.late):>6} {figures} {self.over:>5} {self.own:>4}"


HEAD = (
    f"{'phase (ms)':<34} {'ticks':>6} {'p50':>7} {'p95':>7} {'p99':>7} {'p99.9':>7} {'max':>7} "
    f"{'cpu p99':>7} {'cpu max':>7} {'>100':>5} {'own':>4}"
)


class Lateness(QObject):
    """Ticks on the window's thread; `begin` starts a phase. A second thread looks at stalls."""

    def __init__(self) -> None:
        super().__init__()
        self.phases = [Phase("start")]
        self._main = threading.get_ident()
        self._ended = threading.Event()
        self._last, self._cpu = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(round(TICK_S * 1000))
        self._timer.timeout.connect(self._tick)
        self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to tick."""
        self._last, self._cpu = time.perf_counter(), time.thread_time()
        self._timer.start()
        self._watcher.start()

    def begin(self, name: str) -> None:
        """What follows belongs to another phase."""
        self.phases.append(Phase(name))

    def stop(self) -> None:
        """End."""
        self._timer.stop()
        self._ended.set()
        self._watcher.join()

    def _tick(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        phase = self.phases[-1]
        phase.late.append(max(0.0, now - self._last - TICK_S))
        phase.used.append(cpu - self._cpu)
        self._last, self._cpu = now, cpu

    def _watch(self) -> None:
        while not self._ended.wait(_LOOK_S):
            if time.perf_counter() - self._last > _WATCHED_S:
                frame = sys._current_frames().get(self._main)
                self.phases[-1].held_by[describe(frame)] += 1


def describe(frame: FrameType | None) -> str:
    """The innermost calls of a thread, the newest first."""
    calls = traceback.extract_stack(frame)[-_FRAMES:]
    return " < ".join(f"{call.name}:{call.lineno}" for call in reversed(calls))
