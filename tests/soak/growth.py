"""Whether something grows: a process's figures, once it is warm."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.load.watching import Sample

WARM = 0.3  # of the run: caches fill, libraries load
MB_ALLOWED = 12.0  # what allocators keep for themselves from one hour to the next
SHARE_ALLOWED = 0.06
COUNT_ALLOWED = 2.0  # a file that happens to be open, a reader that is being replaced


@dataclass(frozen=True, slots=True)
class Growth:
    """A figure after the warm-up: its middle in the first and in the last third of what is left,
    and how fast it grows by least squares, in units an hour."""

    name: str
    first: float
    last: float
    slope: float
    allowed: float

    @property
    def held(self) -> bool:
        """Whether it did not grow."""
        return self.last - self.first <= self.allowed

    def line(self) -> str:
        """In words."""
        verdict = "held" if self.held else "GROWS"
        return (
            f"{self.name:<24} {self.first:8.1f} -> {self.last:8.1f}   "
            f"{self.slope:+9.1f} an hour   {verdict}"
        )


def growths(name: str, samples: Sequence[Sample]) -> list[Growth]:
    """Every figure of one process."""
    warm = samples[int(len(samples) * WARM) :]
    if len(warm) < 6:
        return []
    figures: list[tuple[str, Callable[[Sample], float], float | None]] = [
        ("MB", lambda sample: sample.rss_mb, None),
        ("handles", lambda sample: sample.handles, COUNT_ALLOWED),
        ("threads", lambda sample: sample.threads, COUNT_ALLOWED),
        ("processes", lambda sample: sample.children, COUNT_ALLOWED),
    ]
    made = []
    for figure, value, allowed in figures:
        values = [value(sample) for sample in warm]
        third = max(1, len(values) // 3)
        first, last = statistics.median(values[:third]), statistics.median(values[-third:])
        line = statistics.linear_regression([sample.at_s for sample in warm], values)
        limit = max(MB_ALLOWED, SHARE_ALLOWED * first) if allowed is None else allowed
        made.append(Growth(f"{name} {figure}", first, last, line.slope * 3600, limit))
    return made
