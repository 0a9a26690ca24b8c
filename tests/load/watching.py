"""What processes hold over time: memory, handles, threads, children."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import psutil

MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Sample:
    """One look at a process (`children` counts its descendants)."""

    at_s: float
    rss_mb: float
    handles: int
    threads: int
    children: int


class Watched:
    """One process, looked at now and then."""

    def __init__(self, name: str, process_id: int) -> None:
        self.name = name
        self._process = psutil.Process(process_id)
        self._start = time.monotonic()
        self.samples: list[Sample] = []

    def look(self) -> None:
        """Take a sample; nothing if the process has gone."""
        try:
            with self._process.oneshot():
                self.samples.append(
                    Sample(
                        time.monotonic() - self._start,
                        self._process.memory_info().rss / MB,
                        self._process.num_fds(),
                        self._process.num_threads(),
                        len(self._process.children(recursive=True)),
                    )
                )
        except psutil.NoSuchProcess:
            return

    def lift_children(self, nice: int) -> None:
        """Give children that are below this priority more of the machine."""
        try:
            for child in self._process.children(recursive=True):
                if child.nice() > nice:
                    child.nice(nice)
        except psutil.NoSuchProcess:
            return

    def course(self, points: int = 12) -> str:
        """Memory over time, in MB."""
        shown = self.samples[:: max(1, len(self.samples) // points)]
        return " ".join(f"{sample.rss_mb:.0f}" for sample in shown)

    @property
    def most_mb(self) -> float:
        """The most memory that was seen."""
        return max((each.rss_mb for each in self.samples), default=0.0)


class Watch:
    """Looks at processes from a thread of its own, so that the one that is measured does not.

    Readers run at the lowest priority, and hardly at all on a machine that is busy with something
    else: `lift`, if it is not None, is the nice value that children are given instead.
    """

    def __init__(self, every_s: float = 0.5, lift: int | None = None) -> None:
        self.watched: dict[str, Watched] = {}
        self._lift = lift
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def add(self, name: str, process_id: int) -> None:
        """Look at another process from now on."""
        self.watched = {**self.watched, name: Watched(name, process_id)}

    def restart(self, name: str) -> None:
        """Forget what was seen of a process until now."""
        self.watched[name].samples.clear()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(self._every_s):
            for each in list(self.watched.values()):
                each.look()
                if self._lift is not None:
                    each.lift_children(self._lift)
