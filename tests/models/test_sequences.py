"""The account of sequences, over a scripted model that keeps its cells as llama.cpp does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from numpy.typing import NDArray

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.models.branches import SequenceBranches
from app.models.native import Outcome, Run
from app.models.sequences import ACTIVE, KEPT, Part, Sequences, common_prefix

CELLS = 24
BATCH = 4


class ScriptedCells:
    """Sequences of cells that hold one token each; a cell is free when no sequence has it.

    The logits behind a run are the tokens of its sequence as the cells have them. The next
    `stop` computation ends as ABORTED, with part of it left behind.
    """

    def __init__(self, *, shares: bool = True) -> None:
        self.batch_size = BATCH
        self.sequences = 6
        self.shares = shares
        self.cells: dict[int, list[tuple[int, int]]] = {}  # sequence: (cell, token)
        self.computed = 0
        self.stop = False
        self._made = 0
        self._runs: Sequence[Run] = ()
        self.largest = 0

    @property
    def used(self) -> int:
        return len({cell for held in self.cells.values() for cell, _ in held})

    def compute(self, runs: Sequence[Run]) -> Outcome:
        count = sum(len(run.tokens) for run in runs)
        assert 0 < count <= BATCH
        assert len({run.sequence for run in runs}) == len(runs)
        for run in runs:
            assert 0 <= run.sequence < self.sequences
            assert run.position == len(self.cells.get(run.sequence, [])), "a gap, or written twice"
        if self.used + count > CELLS:
            return Outcome.FULL
        for run in runs:
            for token in run.tokens:
                self._made += 1
                self.cells.setdefault(run.sequence, []).append((self._made, token))
        self.largest = max(self.largest, self.used)
        if self.stop:
            self.stop = False
            return Outcome.ABORTED
        self.computed += count
        self._runs = runs
        return Outcome.DONE

    def logits(self, run: int = 0) -> NDArray[np.float32]:
        assert self._runs[run].wanted
        row = np.full(CELLS, -1, dtype=np.float32)
        tokens = self.tokens(self._runs[run].sequence)
        row[: len(tokens)] = tokens
        return row

    def share(self, source: int, target: int, length: int) -> None:
        assert self.shares
        assert not self.cells.get(target)
        self.cells[target] = self.cells.get(source, [])[:length]

    def forget(self, sequence: int, position: int) -> bool:
        if not self.shares and 0 < position < len(self.cells.get(sequence, [])):
            return False
        self.cells[sequence] = self.cells.get(sequence, [])[:position]
        return True

    def state(self, sequence: int) -> bytes:
        return bytes(self.tokens(sequence))

    def set_state(self, sequence: int, state: bytes) -> bool:
        assert not self.cells.get(sequence)
        if self.used + len(state) > CELLS or max(state) > CELLS:
            return False
        for token in state:
            self._made += 1
            self.cells.setdefault(sequence, []).append((self._made, token))
        return True

    def abort(self) -> None:
        raise AssertionError("nobody cancels while these tests compute")

    def allow(self) -> None:
        pass

    def tokens(self, sequence: int) -> list[int]:
        return [token for _, token in self.cells.get(sequence, [])]


def evaluate(sequences: Sequences, tokens: list[int], keep: int) -> None:
    """What the generator does, in its order."""
    source, length = sequences.longest_beginning(tokens[:-1])
    if source == ACTIVE:
        length = sequences.shorten(ACTIVE, length)
    else:
        sequences.copy(source, ACTIVE, length)
    while length < len(tokens):
        piece = tokens[length : length + BATCH]
        sequences.append([Part(ACTIVE, piece, wanted=True)], CancelToken())
        length += len(piece)
        if keep <= length:
            sequences.keep(keep)


class ScriptedOwner:
    """Knows the logits behind its cache, as a generator does that has just read a prompt."""

    def __init__(self, model: ScriptedCells) -> None:
        self._model = model

    def piece(self, token: int) -> bytes:
        return bytes([ord("a") + token])

    def logits_behind(self, tokens: Sequence[int]) -> NDArray[np.float32] | None:
        if self._model.tokens(ACTIVE) != list(tokens):
            return None
        return np.array(row_of(tokens), dtype=np.float32)

    def take_over(self, *_: object) -> None:
        raise AssertionError("no branch is adopted here")


def row_of(tokens: Sequence[int]) -> list[float]:
    return [*tokens, *[-1.0] * (CELLS - len(tokens))]


tokens_of = st.lists(st.integers(0, 1), min_size=1, max_size=CELLS)
prompts_of = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=9), min_size=1, max_size=4)


class Account(RuleBasedStateMachine):
    """Prompts, kept beginnings and branches in any order, some of them stopped half-way."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ScriptedCells()
        self.sequences = Sequences(self.model)
        self.branches: SequenceBranches | None = None
        self.prompts: list[list[int]] = []

    @rule(tokens=tokens_of, keep=st.integers(0, CELLS), stop=st.booleans())
    def read(self, tokens: list[int], keep: int, stop: bool) -> None:
        self.model.stop = stop
        beginnings = [self.model.tokens(n) for n in self.model.cells]
        most = max((common_prefix(each, tokens[:-1]) for each in beginnings), default=0)
        before = self.model.computed
        try:
            evaluate(self.sequences, tokens, keep)
        except CancelledJobError:
            assert stop
        except ValueError:
            assert self.branches is not None, "without branches every prompt fits"
        else:
            assert self.model.tokens(ACTIVE) == tokens
            if self.branches is None:
                assert self.model.computed - before == len(tokens) - most
        self.model.stop = False

    @rule(tokens=tokens_of, stop=st.booleans())
    def prepare(self, tokens: list[int], stop: bool) -> None:
        self.model.stop = stop
        before = {n: self.model.tokens(n) for n in (ACTIVE, *range(self.model.sequences))}
        kept = self.sequences.touch(tokens)
        with suppress(CancelledJobError):
            self.sequences.prepare(tokens, CancelToken())
        assert self.sequences.touch(tokens) >= kept
        assert self.model.tokens(ACTIVE) == before[ACTIVE]
        self.model.stop = False

    @rule(tokens=tokens_of)
    def restore(self, tokens: list[int]) -> None:
        before = self.model.computed
        if self.sequences.restore(tokens, bytes(tokens)):
            assert self.sequences.state(tokens) in (None, bytes(tokens))
            assert self.sequences.touch(tokens)
        assert self.model.computed == before

    @precondition(lambda self: self.branches is None)
    @rule(prompts=prompts_of, stop=st.booleans())
    def branch(self, prompts: list[list[int]], stop: bool) -> None:
        self.model.stop = stop
        before = self.model.tokens(ACTIVE)
        seen: list[tuple[int, int]] = []
        try:
            self.branches = SequenceBranches(
                self.sequences,
                ScriptedOwner(self.model),
                prompts,
                CancelToken(),
                lambda done, of: seen.append((done, of)),
            )
        except (CancelledJobError, ValueError):
            self.branches = None
        else:
            self.prompts = [list(prompt) for prompt in prompts]
            assert all(done <= of for done, of in seen)
            assert not seen or seen[-1][0] == seen[-1][1]
        self.model.stop = False
        assert self.model.tokens(ACTIVE) == before

    @precondition(lambda self: self.branches is not None)
    @rule(given=st.lists(st.none() | st.integers(0, 1), min_size=4, max_size=4), stop=st.booleans())
    def advance(self, given: list[int | None], stop: bool) -> None:
        assert self.branches is not None
        self.model.stop = stop and any(token is not None for token in given[: len(self.prompts)])
        before = self.model.tokens(ACTIVE)
        step = given[: len(self.prompts)]
        with suppress(CancelledJobError, ValueError):
            self.branches.advance(step)
            for prompt, token in zip(self.prompts, step, strict=True):
                prompt += [] if token is None else [token]
        self.model.stop = False
        assert self.model.tokens(ACTIVE) == before

    @precondition(lambda self: self.branches is not None)
    @rule()
    def leave(self) -> None:
        assert self.branches is not None
        self.branches.__exit__()
        self.branches, self.prompts = None, []

    @invariant()
    def the_account_is_what_the_cells_hold(self) -> None:
        open_ones = [n for n in range(self.model.sequences) if self.model.cells.get(n)]
        held = {n: list(self.sequences.tokens(n)) for n in open_ones}
        assert held == {n: self.model.tokens(n) for n in open_ones}
        kept_and_active = len(open_ones) - len(self.prompts)
        assert kept_and_active <= KEPT + 1

    @invariant()
    def branches_say_what_they_were_given(self) -> None:
        if self.branches is not None:
            expected = [row_of(prompt) for prompt in self.prompts]
            assert self.branches.logits.tolist() == expected


TestAccount = Account.TestCase
TestAccount.settings = settings(max_examples=40, stateful_step_count=16, deadline=None)


def test_branches_of_a_model_that_shares_nothing_are_read_whole() -> None:
    model = ScriptedCells(shares=False)
    sequences = Sequences(model)
    evaluate(sequences, [1, 2, 3, 4, 5], keep=3)
    prompts = [[1, 2, 3], [1, 2, 4, 5]]
    with SequenceBranches(sequences, ScriptedOwner(model), prompts, CancelToken()) as branches:
        assert model.computed == 5 + 7
        assert branches.logits.tolist() == [row_of([1, 2, 3]), row_of([1, 2, 4, 5])]
    assert model.tokens(ACTIVE) == [1, 2, 3, 4, 5]
    assert model.used == 5


def test_a_branch_that_such_a_model_lost_is_not_gone_on_with() -> None:
    model = ScriptedCells(shares=False)
    sequences = Sequences(model)
    prompts = [[1, 2], [1, 3]]
    with SequenceBranches(sequences, ScriptedOwner(model), prompts, CancelToken()) as branches:
        model.stop = True
        with pytest.raises(CancelledJobError):
            branches.advance([4, 5])
        with pytest.raises(RuntimeError, match="lost"):
            branches.advance([4, 5])


def test_a_kept_beginning_takes_no_cell_while_a_prompt_shares_it() -> None:
    model = ScriptedCells()
    sequences = Sequences(model)
    evaluate(sequences, list(range(CELLS)), keep=CELLS - 1)
    assert model.used == CELLS
    evaluate(sequences, [0, 1, 9], keep=2)
    assert model.used == CELLS, "the longer beginning is still kept"
    assert model.computed == CELLS + 1
    evaluate(sequences, [5] * (CELLS - 1), keep=0)
    assert model.tokens(ACTIVE) == [5] * (CELLS - 1), "it gave way"


def test_several_prompts_share_a_batch() -> None:
    model = ScriptedCells()
    seen: list[int] = []
    sequences = Sequences(model)
    prompts = [[0, 1], [0, 2], [0, 3], [0, 4]]
    with SequenceBranches(
        sequences,
        ScriptedOwner(model),
        prompts,
        CancelToken(),
        lambda done, _of: seen.append(done),
    ):
        assert seen == [1, 5]


def test_what_is_prepared_is_beside_the_cache_and_drives_no_beginning_out() -> None:
    model = ScriptedCells()
    sequences = Sequences(model)
    evaluate(sequences, [0, 1, 2, 3, 4, 5], keep=2)
    assert sequences.prepare([0, 1, 2, 9, 9, 9, 9, 9], CancelToken()) == 5
    assert model.tokens(ACTIVE) == [0, 1, 2, 3, 4, 5]
    assert sequences.prepare([7] * CELLS, CancelToken()) == 0
    assert sequences.touch([0, 1, 2, 9, 9, 9, 9, 9])
    model.stop = True
    with pytest.raises(CancelledJobError):
        sequences.prepare([8, 8], CancelToken())
    assert model.used == 6 + 5


def test_a_state_holds_the_beginning_and_nothing_behind_it() -> None:
    sequences = Sequences(ScriptedCells())
    evaluate(sequences, [0, 1, 2, 3, 4, 5], keep=0)
    assert sequences.state([0, 1, 2]) == bytes([0, 1, 2])
    assert sequences.state([0, 1, 9]) is None


def test_a_state_that_does_not_fit_leaves_nothing_behind() -> None:
    model = ScriptedCells()
    sequences = Sequences(model)
    assert not sequences.restore([1, 2], bytes([99, 99]))
    assert not sequences.touch([1])
    assert model.used == 0
