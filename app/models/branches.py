"""Several texts that grow side by side from prompts with a common beginning."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.cancel import CancelToken
from app.models.contracts import EvaluateProgress
from app.models.sequences import ACTIVE, Part, Sequences, common_prefix


class BranchOwner(Protocol):
    """The generator that the branches belong to."""

    def piece(self, token: int) -> bytes:
        """The bytes of a token."""

    def logits_behind(self, tokens: Sequence[int]) -> NDArray[np.float32] | None:
        """`(vocabulary,)` float32 behind the cache, if it holds these tokens and they are known."""

    def take_over(
        self,
        sequence: int,
        logits: NDArray[np.float32],
        said: Sequence[int],
        then: int | None,
        cancel: CancelToken,
    ) -> None:
        """Go on from that sequence, `logits` behind it, of which `said` was written last.

        `then` was written behind that, and is not computed yet.
        """


class SequenceBranches:
    """The `Branches` of a model; computes the prompts when it is made.

    Branches that hold the same text share one sequence until they part, and are computed once.
    Raises CancelledJobError, and ValueError as `Generator.branch` does; then nothing of it is left
    in the context.
    """

    def __init__(
        self,
        sequences: Sequences,
        owner: BranchOwner,
        prompts: Sequence[Sequence[int]],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> None:
        if not prompts or not all(prompts):
            raise ValueError("branches need prompts, and none of them empty")
        self._sequences = sequences
        self._owner = owner
        self._cancel = cancel
        self._said: list[list[int]] = [[] for _ in prompts]
        self._holders = list(range(len(prompts)))  # whose sequence holds the text of each
        self._known: dict[int, NDArray[np.float32]] = {}  # logits behind prompts, of the cache
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
        groups = self._groups(tokens)
        if not groups:
            return
        parts = [Part(self._numbers[holder], [token], wanted=True) for holder, token, _ in groups]
        if not all(self._sequences.tokens(part.sequence) for part in parts):
            raise RuntimeError("a model with a running state lost a branch when it was stopped")
        self._sequences.append(parts, self._cancel)
        for row, (_, token, members) in enumerate(groups):
            logits = self._sequences.logits(row)
            for index in members:
                self._logits[index] = logits
                self._said[index].append(token)

    def text(self, index: int, then: int | None = None) -> str:
        """What has been appended to that branch, and `then`, as text. See `Branches`."""
        said = b"".join(map(self._owner.piece, _behind(self._said[index], then)))
        return codecs.getincrementaldecoder("utf-8")(errors="replace").decode(said)

    def adopt(self, index: int, then: int | None = None) -> None:
        """Let the generator go on where that branch stands. See `Branches`."""
        self._owner.take_over(
            self._numbers[self._holders[index]],
            self._logits[index].copy(),
            self._said[index],
            then,
            self._cancel,
        )

    def _groups(self, tokens: Sequence[int | None]) -> list[tuple[int, int, list[int]]]:
        """Which branches go on with which token in whose sequence: (holder, token, branches).

        Branches that shared a sequence and part now get their own, from which nothing is missing.
        """
        ways: dict[tuple[int, int | None], list[int]] = {}
        for index, token in zip(range(len(self._numbers)), tokens, strict=True):
            ways.setdefault((self._holders[index], token), []).append(index)
        groups = []
        for (shared, token), members in ways.items():
            holder = shared if shared in members else members[0]
            if holder != shared:
                source = self._numbers[shared]
                length = len(self._sequences.tokens(source))
                self._sequences.copy(source, self._numbers[holder], length)
                for index in members:
                    self._holders[index] = holder
            if token is not None:
                groups.append((holder, token, members))
        return groups

    def _read(
        self, prompts: Sequence[Sequence[int]], progress: EvaluateProgress | None
    ) -> NDArray[np.float32]:
        """Compute what nobody has computed of `prompts`; the logits behind them."""
        counter = _Counter(progress)
        if self._sequences.shares:
            self._holders = [prompts.index(prompt) for prompt in prompts]
        holders = sorted(set(self._holders))
        if self._sequences.shares:
            for index in holders:
                known = self._owner.logits_behind(prompts[index])
                if known is not None:
                    self._known[index] = known
            self._share_beginnings({index: prompts[index] for index in holders}, counter)
        rests = {
            index: prompts[index][len(self._sequences.tokens(self._numbers[index])) :]
            for index in holders
        }
        counter.left = sum(map(len, rests.values()))
        logits = dict(self._known)
        for pieces in _batches(rests, self._sequences.batch_size):
            parts = [
                Part(self._numbers[index], tokens, wanted=last) for index, tokens, last in pieces
            ]
            self._sequences.append(parts, self._cancel)
            for row, (index, _, last) in enumerate(pieces):
                if last:
                    logits[index] = self._sequences.logits(row)
            counter.add(sum(len(part.tokens) for part in parts))
        return np.stack([logits[holder] for holder in self._holders])

    def _share_beginnings(self, prompts: Mapping[int, Sequence[int]], counter: _Counter) -> None:
        """Let each branch begin with what is computed of its prompt; `prompts` all differ.

        Where the cache and the kept beginnings hold less than the common beginning of all, one
        branch computes that for the others. A token of each prompt is left, for its logits, except
        where they are known.
        """
        first_prompt = next(iter(prompts.values()))
        common = min(len(prompt) for prompt in prompts.values()) - 1
        common = min(common, *(common_prefix(first_prompt, each) for each in prompts.values()))
        starts = {index: self._start(index, prompt)[1] for index, prompt in prompts.items()}
        leader = max(starts, key=starts.__getitem__)
        counter.left = sum(
            len(prompt) - max(common, starts[index]) for index, prompt in prompts.items()
        ) + max(0, common - starts[leader])
        self._begin(leader, *self._start(leader, prompts[leader]))
        number = self._numbers[leader]
        size = self._sequences.batch_size
        for first in range(starts[leader], common, size):
            tokens = prompts[leader][first : min(first + size, common)]
            self._sequences.append([Part(number, tokens, wanted=False)], self._cancel)
            counter.add(len(tokens))
        for index, prompt in prompts.items():
            if index != leader:
                source, length = self._start(index, prompt)  # again: a kept beginning may be gone
                self._begin(index, *((source, length) if length > common else (number, common)))

    def _start(self, index: int, prompt: Sequence[int]) -> tuple[int, int]:
        """The sequence that has most of a prompt but its last token, and how much."""
        if index in self._known:
            return ACTIVE, len(prompt)
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


def _behind(said: Sequence[int], then: int | None) -> Sequence[int]:
    return said if then is None else [*said, then]


def _batches(
    rests: Mapping[int, Sequence[int]], size: int
) -> Iterator[list[tuple[int, Sequence[int], bool]]]:
    """`rests` one behind the other, cut into batches of `size` tokens.

    A piece is the number of the rest, some tokens of it, and whether they are its last.
    """
    batch: list[tuple[int, Sequence[int], bool]] = []
    room = size
    for index, rest in rests.items():
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
