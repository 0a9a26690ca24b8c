"""Which tokens stand in which sequence of the model's context, and how they got there.

The context holds several texts that share their cells. Sequence 0 is the cache; some others hold
kept beginnings, which cost no cell while another text shares them and give way as soon as a
text finds no room; the rest are handed out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.models.native import Outcome, Run

ACTIVE = 0
KEPT = 4  # beginnings: of the check, of the wordings in two languages, and of one conversation


class SequenceModel(Protocol):
    """What `Sequences` needs of `NativeModel`, where it is described."""

    batch_size: int
    sequences: int
    shares: bool

    def compute(self, runs: Sequence[Run]) -> Outcome: ...

    def logits(self, run: int = 0) -> NDArray[np.float32]: ...

    def share(self, source: int, target: int, length: int) -> None: ...

    def forget(self, sequence: int, position: int) -> bool: ...

    def state(self, sequence: int) -> bytes: ...

    def set_state(self, sequence: int, state: bytes) -> bool: ...

    def abort(self) -> None: ...

    def allow(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Part:
    """Tokens to append to a sequence; `wanted` asks for the logits behind them."""

    sequence: int
    tokens: Sequence[int]
    wanted: bool


class Sequences:
    """Keeps account of one model's sequences. One thread makes every call."""

    def __init__(self, model: SequenceModel) -> None:
        self._model = model
        self._held: dict[int, list[int]] = {ACTIVE: []}
        self._kept: list[int] = []  # sequences of kept beginnings, the least lately used first

    @property
    def batch_size(self) -> int:
        """The most tokens of one `append`."""
        return self._model.batch_size

    @property
    def shares(self) -> bool:
        """Whether a text can begin with what another one holds."""
        return self._model.shares

    def tokens(self, sequence: int) -> Sequence[int]:
        """What stands in a sequence; not to be changed, and read again after each call."""
        return self._held[sequence]

    def logits(self, part: int = 0) -> NDArray[np.float32]:
        """Copy of the `(vocabulary,)` float32 logits behind that part of the last `append`."""
        return self._model.logits(part).copy()

    def append(self, parts: Sequence[Part], cancel: CancelToken, *, displace: bool = True) -> None:
        """Append `parts`, of different sequences, in one computation: all or none.

        Kept beginnings are dropped, the least lately used first, until there is room, unless
        they are not to be displaced. Raises CancelledJobError, ValueError if there is none.
        """
        runs = [
            Run(part.sequence, len(self._held[part.sequence]), part.tokens, part.wanted)
            for part in parts
        ]
        outcome = self._compute(runs, cancel)
        while outcome is Outcome.FULL and displace and self._kept:
            self.release(self._kept[0])
            outcome = self._compute(runs, cancel)
        if outcome is Outcome.DONE:
            for part in parts:
                self._held[part.sequence] += part.tokens
            return
        for run in runs:
            self.shorten(run.sequence, run.position)
        if outcome is Outcome.ABORTED:
            raise CancelledJobError
        count = sum(len(part.tokens) for part in parts)
        raise ValueError(f"no room in the context for {count} more tokens")

    def shorten(self, sequence: int, length: int) -> int:
        """Cut a sequence to `length` tokens, or to none where the model cannot; return it."""
        if not self._model.forget(sequence, length):
            self._model.forget(sequence, 0)
            length = 0
        del self._held[sequence][length:]
        return length

    def longest_beginning(self, tokens: Sequence[int]) -> tuple[int, int]:
        """The sequence, of cache and kept ones, that has most of `tokens`' beginning; how much."""
        best, most = ACTIVE, common_prefix(self._held[ACTIVE], tokens)
        for sequence in self._kept:
            length = common_prefix(self._held[sequence], tokens)
            if length > most:
                best, most = sequence, length
        return best, most

    def copy(self, source: int, target: int, length: int) -> None:
        """Let `target` hold the first `length` tokens of `source` and nothing else."""
        self.shorten(target, 0)
        self._model.share(source, target, length)
        self._held[target] = self._held[source][:length]
        self._touch(source)

    def keep(self, length: int) -> None:
        """Keep the first `length` tokens of the cache for later, where sequences can be shared."""
        beginning = self._held[ACTIVE][:length]
        if not beginning or not self.shares:
            return
        for sequence in self._kept:
            if self._held[sequence][: len(beginning)] == beginning:
                self._touch(sequence)
                return
        for sequence in list(self._kept):
            kept = self._held[sequence]
            if kept == beginning[: len(kept)]:
                self.release(sequence)  # the longer one serves for both
        if len(self._kept) >= KEPT:
            self.release(self._kept[0])
        free = self._free()
        if free is not None:
            self._held[free] = []
            self.copy(ACTIVE, free, len(beginning))
            self._kept.append(free)

    @property
    def most_cells(self) -> int:
        """Cells that are in use, at most: sequences that share some are counted apart."""
        return sum(map(len, self._held.values()))

    def touch(self, tokens: Sequence[int]) -> bool:
        """Whether cache or a kept beginning holds all of `tokens`, which then counts as used."""
        source, length = self.longest_beginning(tokens)
        self._touch(source)
        return length == len(tokens)

    def prepare(self, tokens: Sequence[int], cancel: CancelToken) -> int:
        """Compute and keep a beginning beside the cache; return how many tokens were computed.

        0 if there is no room for it. Only where sequences can be shared. Raises
        CancelledJobError; then nothing changed but that a kept beginning may have given up its
        place.
        """
        source, start = self.longest_beginning(tokens)
        number = self._place_to_keep(source)
        if number is None:
            return 0
        try:
            self.copy(source, number, start)
            for first in range(start, len(tokens), self.batch_size):
                piece = tokens[first : first + self.batch_size]
                self.append([Part(number, piece, wanted=False)], cancel, displace=False)
        except CancelledJobError:
            self.release(number)
            raise
        except ValueError:
            self.release(number)
            return 0
        self._kept.append(number)
        return len(tokens) - start

    def restore(self, tokens: Sequence[int], state: bytes) -> bool:
        """Keep the beginning `tokens` with what `state` gave for it; False if it does not fit, or
        there is no room."""
        number = self._place_to_keep(ACTIVE)
        if number is None:
            return False
        if not self._model.set_state(number, state):
            self.release(number)
            return False
        self._held[number] = list(tokens)
        self._kept.append(number)
        return True

    def state(self, tokens: Sequence[int]) -> bytes | None:
        """What was computed of `tokens`; None where not all of it is held."""
        source, length = self.longest_beginning(tokens)
        number = self._free()
        if length < len(tokens) or number is None or not self.shares:
            return None
        self._held[number] = []
        self.copy(source, number, length)  # alone: what follows in the source stays out
        state = self._model.state(number)
        self.release(number)
        return state

    def open(self) -> int:
        """An empty sequence, for which a kept beginning may have to go. ValueError if all are
        in use."""
        if self._free() is None and self._kept:
            self.release(self._kept[0])
        free = self._free()
        if free is None:
            raise ValueError(f"the model holds no more than {self._model.sequences} texts")
        self._held[free] = []
        return free

    def release(self, sequence: int) -> None:
        """Give a sequence back."""
        self.shorten(sequence, 0)
        del self._held[sequence]
        if sequence in self._kept:
            self._kept.remove(sequence)

    def forget(self) -> None:
        """Empty the cache and drop every kept beginning."""
        self.shorten(ACTIVE, 0)
        for sequence in list(self._kept):
            self.release(sequence)

    def _place_to_keep(self, source: int) -> int | None:
        """An empty sequence for one more kept beginning; the least lately used one gives way, but
        not `source`. None if all are in use."""
        others = [sequence for sequence in self._kept if sequence != source]
        if others and (len(self._kept) >= KEPT or self._free() is None):
            self.release(others[0])
        number = self._free()
        if number is not None:
            self._held[number] = []
        return number

    def _free(self) -> int | None:
        numbers = range(self._model.sequences)
        return next((number for number in numbers if number not in self._held), None)

    def _touch(self, sequence: int) -> None:
        """Note that a kept beginning, if it is one, was used."""
        if sequence in self._kept:
            self._kept.remove(sequence)
            self._kept.append(sequence)

    def _compute(self, runs: Sequence[Run], cancel: CancelToken) -> Outcome:
        cancel.check()
        try:
            with cancel.calling(self._model.abort):
                return self._model.compute(runs)
        finally:
            self._model.allow()


def common_prefix(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the longest common prefix."""
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return index
    return min(len(first), len(second))
