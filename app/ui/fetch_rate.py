"""How fast bytes come in, and how long the rest will take."""

from __future__ import annotations

from collections import deque

_WINDOW_S = 20.0  # the rate is of so long: parts of some 50 MB come in at once
_LEAST_S = 1.0


class FetchRate:
    """A rate over the last seconds. Times are in seconds of any clock that only grows."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, now_s: float, done_bytes: int) -> None:
        """So many bytes are here now; fewer than before begin anew."""
        if self._seen and done_bytes < self._seen[-1][1]:
            self._seen.clear()
        self._seen.append((now_s, done_bytes))
        while len(self._seen) > 2 and now_s - self._seen[1][0] >= _WINDOW_S:
            self._seen.popleft()

    @property
    def bytes_per_s(self) -> float | None:
        """None before a second has passed in which something came."""
        if len(self._seen) < 2:
            return None
        (first_s, first), (last_s, last) = self._seen[0], self._seen[-1]
        if last_s - first_s < _LEAST_S or last <= first:
            return None
        return (last - first) / (last_s - first_s)

    def seconds_left(self, total_bytes: int) -> float | None:
        """For the rest of `total_bytes` at this rate; None where there is none."""
        rate = self.bytes_per_s
        if rate is None:
            return None
        return max(0.0, (total_bytes - self._seen[-1][1]) / rate)
