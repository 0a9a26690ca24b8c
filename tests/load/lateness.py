"""How late the window's own thread is: a timer of 20 ms, and what held it up.

Lateness is a matter of the clock, and on a busy machine another process may have had the core. So
two more times are kept of each tick: the processor time that the thread used itself, and, on Linux,
how long it was ready and waited for a core (proc(5), schedstat). Late minus waited is how late the
tick would have been with a core to itself: that is what the limit is for.
"""

from __future__ import annotations

import collections
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
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
    net: list[float] = field(default_factory=list)  # late, without the wait for a core
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
        """Ticks that would have been later than the limit with a core to themselves."""
        return sum(each > LIMIT_S for each in self.net)

    def line(self) -> str:
        """The phase in a row of a table; milliseconds."""
        cells = [self.share(self.late, part) * 1000 for part in (0.5, 0.99, 1.0)]
        cells += [self.share(self.net, part) * 1000 for part in (0.5, 0.95, 0.99, 0.999, 1.0)]
        cells.append(self.share(self.used, 1.0) * 1000)
        figures = " ".join(f"{each:7.1f}" for each in cells)
        return f"{self.name:<32} {len(self.late):>6} {figures} {self.over:>5} {self.own:>4}"


HEAD = (
    f"{'phase (ms)':<32} {'ticks':>6} {'p50':>7} {'p99':>7} {'max':>7} {'net p50':>7} {'p95':>7} "
    f"{'p99':>7} {'p99.9':>7} {'max':>7} {'cpu max':>7} {'>100':>5} {'net':>4}"
)


class Lateness(QObject):
    """Ticks on the window's thread; `begin` starts a phase. A second thread looks at stalls."""

    def __init__(self) -> None:
        super().__init__()
        self.phases = [Phase("start")]
        self._main = threading.get_ident()
        self._ended = threading.Event()
        self._schedstat = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._last, self._cpu, self._waited = time.perf_counter(), time.thread_time(), 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(round(TICK_S * 1000))
        self._timer.timeout.connect(self._tick)
        self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to tick."""
        self._last, self._cpu = time.perf_counter(), time.thread_time()
        self._waited = self._wait_for_a_core()
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
        waited = self._wait_for_a_core()
        phase = self.phases[-1]
        late = max(0.0, now - self._last - TICK_S)
        phase.late.append(late)
        phase.net.append(max(0.0, late - (waited - self._waited)))
        phase.used.append(cpu - self._cpu)
        self._last, self._cpu, self._waited = now, cpu, waited

    def _wait_for_a_core(self) -> float:
        """Seconds for which this thread was ready and had no core, 0 where that is not told."""
        try:
            return int(self._schedstat.read_text(encoding="ascii").split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0

    def _watch(self) -> None:
        while not self._ended.wait(_LOOK_S):
            if time.perf_counter() - self._last > _WATCHED_S:
                frame = sys._current_frames().get(self._main)
                self.phases[-1].held_by[describe(frame)] += 1


def describe(frame: FrameType | None) -> str:
    """The innermost calls of a thread, the newest first."""
    calls = traceback.extract_stack(frame)[-_FRAMES:]
    return " < ".join(f"{call.name}:{call.lineno}" for call in reversed(calls))
