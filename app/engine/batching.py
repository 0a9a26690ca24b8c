"""How many passages go to the embedder at once."""

from __future__ import annotations

from collections.abc import Sequence

TARGET_S = 0.4  # a query waits for one batch at most; half a second is the promise
_FIRST = 4
_MOST = 64
_SMOOTHING = 0.5


class BatchSizer:
    """Sizes batches by the speed measured so far, so that one lasts about `target_s`.

    A batch costs as much as its longest text times its length, since shorter ones are padded;
    characters stand for tokens.
    """

    def __init__(self, target_s: float = TARGET_S) -> None:
        self._target_s = target_s
        self._speed: float | None = None  # characters a second
        self._batches = 0

    def take(self, lengths: Sequence[int]) -> int:
        """How many of the texts with these lengths, longest first, the next batch holds."""
        if not lengths:
            return 0
        if self._speed is None:
            return min(len(lengths), _FIRST)
        fitting = int(self._speed * self._target_s / max(1, lengths[0]))
        return max(1, min(len(lengths), _MOST, fitting))

    def measure(self, lengths: Sequence[int], seconds: float) -> None:
        """Learn from a batch that took `seconds`.

        The first one is not counted: it may have waited for the model to load.
        """
        self._batches += 1
        if self._batches == 1 or not lengths:
            return
        speed = len(lengths) * max(1, *lengths) / max(seconds, 1e-4)
        if self._speed is None:
            self._speed = speed
        else:
            # Never more than twice as fast at once: small batches flatter the speed.
            speed = min(speed, self._speed * 2)
            self._speed += _SMOOTHING * (speed - self._speed)
