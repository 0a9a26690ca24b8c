"""What a benchmark measures: times with their percentiles, memory, and size on disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np
import psutil

_LOOK_S = 0.05
MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Latency:
    """Times of `count` calls, in ms: median, 95th percentile."""

    p50: float
    p95: float
    count: int


def latency(times_ms: Iterable[float]) -> Latency:
    """Percentiles of times in ms, between neighbours in proportion; NaN if there are none."""
    times = np.fromiter(times_ms, np.float64)
    if len(times) == 0:
        return Latency(float("nan"), float("nan"), 0)
    return Latency(float(np.percentile(times, 50)), float(np.percentile(times, 95)), len(times))


def time_ms(call: Callable[[], object]) -> float:
    """How long a call takes, in ms."""
    began = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - began)


def memory_mb() -> float:
    """Resident memory of this process, in MB (2²⁰ bytes); mapped files count as far as touched."""
    return float(psutil.Process().memory_info().rss) / MEGABYTE


def disk_mb(folder: Path) -> float:
    """Size of the files in a folder, in MB (2²⁰ bytes)."""
    sizes = (path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return sum(sizes) / MEGABYTE


class MemoryWatch:
    """Looks at the memory of this process and its children while a `with` block runs."""

    def __init__(self) -> None:
        self.peak_mb = 0.0
        self.children_peak_mb = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="margine-bench-memory", daemon=True)

    def __enter__(self) -> MemoryWatch:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()
        self._look()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._look()
            self._stop.wait(_LOOK_S)

    def _look(self) -> None:
        self.peak_mb = max(self.peak_mb, memory_mb())
        total = 0
        for child in psutil.Process().children(recursive=True):
            try:
                total += child.memory_info().rss
            except psutil.Error:  # it has ended meanwhile
                continue
        self.children_peak_mb = max(self.children_peak_mb, total / MEGABYTE)
