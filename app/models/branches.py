"""Several texts that grow side by side from prompts with a common beginning."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import numpy as np
from numpy.typing import NDArray

from app.core.cancel import CancelToken
from app.models.contracts import EvaluateProgress
from app.models.sequences import Part, Sequences, common_prefix


class SequenceBranches:
    """The `Branches` of a model; computes the prompts when it is made.

    `piece` gives the bytes of a token. Raises CancelledJobError, and ValueError as
    `Generator.branch` does; then nothing of it is left in the context.
    """

    def __init__(
        self,
        sequences: Sequences,
        piece: Callable[[int], bytes],
        prompts: Sequence[Sequence[int]],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> None:
        if not prompts or not all(prompts):
            raise ValueError("branches need prompts, and none of them empty")
        self._sequences = sequences
        self._piece = piece
        self._cancel = cancel
        self._said: list[list[int]] = [[] for _ in prompts]
        cancel.check()
        with ExitStack() as opened:
            self._numbers: list[int] = []
            for _ in prompts:
                number = sequences.open()
                opened.callback(sequences.release, number)
                self._numbers.append(number)
            self._logits = self._read(prompts, progress)
            self._opened = opened.pop_all()

    def __enter__(self) -> SequenceBranches:
        return self

    def __exit__(self, *exception: object) -> None:
        self._opened.close()

    @property
    def logits(self) -> NDArray[np.float32]:
        """`(branches, vocabulary)` float32 after the last token of each; a copy."""
        return self._logits.copy()

    def advance(self, tokens: Sequence[int | None]) -> None:
        """Append one token to each branch, or none, in one computation. See `Branches`."""
        given = [
            (index, token)
            for index, token in zip(range(len(self._numbers)), tokens, strict=True)
            if token is not None
        ]
        if not given:
            return
        parts = [Part(self._numbers[index], [token], wanted=True) for index, token in given]
        if not all(self._sequences.tokens(part.sequence) for part in parts):
            raise RuntimeError("a model with a running state lost a branch when it was stopped")
        self._sequences.append(parts, self._cancel)
        for row, (index, token) in enumerate(given):
            self._logits[index] = self._sequences.logits(row)
            self._said[index].append(token)

    def text(self, index: int) -> str:
        """What has been appended to that branch, as text; half a character is left out."""
        said = b"".join(self._piece(token) for token in self._said[index])
        return codecs.getincrementaldecoder("utf-8")(errors="replace").decode(said)

    def _read(
        self, prompts: Sequence[Sequence[int]], progress: EvaluateProgress | None
    ) -> NDArray[np.float32]:
        """Compute what nobody has computed of `prompts`; the logits behind them."""
        counter = _Counter(progress)
        if self._sequences.shares:
            self._share_beginnings(prompts, counter)
        rests = [
            prompt[len(self._sequences.tokens(number)) :]
            for prompt, number in zip(prompts, self._numbers, strict=True)
        ]
        counter.left = sum(map(len, rests))
        logits: dict[int, NDArray[np.float32]] = {}
        for pieces in _batches(rests, self._sequences.batch_size):
            parts = [
                Part(self._numbers[index], tokens, wanted=last) for index, tokens, last in pieces
            ]
            self._sequences.append(parts, self._cancel)
            for row, (index, _, last) in enumerate(pieces):
                if last:
                    logits[index] = self._sequences.logits(row)
            counter.add(sum(len(part.tokens) for part in parts))
        return np.stack([logits[index] for index in range(len(prompts))])

    def _share_beginnings(self, prompts: Sequence[Sequence[int]], counter: _Counter) -> None:
        """Let each branch begin with what is computed of its prompt.

        Where the cache and the kept beginnings hold less than the common beginning of all, one
        branch computes that for the others. A token of each prompt is left, for its logits.
        """
        common = min(len(prompt) for prompt in prompts) - 1
        common = min(common, *(common_prefix(prompts[0], prompt) for prompt in prompts))
        starts = [self._start(prompt)[1] for prompt in prompts]
        leader = starts.index(max(starts))
        counter.left = sum(
            len(prompt) - max(common, start) for prompt, start in zip(prompts, starts, strict=True)
        ) + max(0, common - starts[leader])
        self._begin(leader, *self._start(prompts[leader]))
        number = self._numbers[leader]
        size = self._sequences.batch_size
        for first in range(starts[leader], common, size):
            tokens = prompts[leader][first : min(first + size, common)]
            self._sequences.append([Part(number, tokens, wanted=False)], self._cancel)
            counter.add(len(tokens))
        for index, prompt in enumerate(prompts):
            if index != leader:
                source, length = self._start(prompt)  # again: a kept beginning may be gone
                self._begin(index, *((source, length) if length > common else (number, common)))

    def _start(self, prompt: Sequence[int]) -> tuple[int, int]:
        """The sequence that has most of a prompt but its last token, and how much."""
        return self._sequences.longest_beginning(prompt[:-1])

    def _begin(self, index: int, source: int, length: int) -> None:
        self._sequences.copy(source, self._numbers[index], length)


class _Counter:
    """Counts computed tokens, and reports them with what is `left`."""

    def __init__(self, progress: EvaluateProgress | None) -> None:
        self._progress = progress
        self._done = 0
        self.left = 0

    def add(self, count: int) -> None:
        """Note that `count` tokens were computed."""
        self._done += count
        self.left -= count
        if self._progress is not None:
            self._progress(self._done, self._done + max(0, self.left))


def _batches(
    rests: Sequence[Sequence[int]], size: int
) -> Iterator[list[tuple[int, Sequence[int], bool]]]:
    """`rests` one behind the other, cut into batches of `size` tokens.

    A piece is the number of the rest, some tokens of it, and whether they are its last.
    """
    batch: list[tuple[int, Sequence[int], bool]] = []
    room = size
    for index, rest in enumerate(rests):
        first = 0
        while first < len(rest):
            piece = rest[first : first + room]
            first += len(piece)
            room -= len(piece)
            batch.append((index, piece, first == len(rest)))
            if not room:
                yield batch
                batch, room = [], size
    if batch:
        yield batch
