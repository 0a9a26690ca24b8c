"""The generator: a chat model run by llama.cpp, with its cache, stop and careful text."""

from __future__ import annotations

import codecs
import logging
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from app.core.cancel import CancelToken
from app.models.beginning_files import BeginningFiles
from app.models.branches import SequenceBranches
from app.models.chat import frame_chat, thinks
from app.models.contracts import Branches, EvaluateProgress, Message, OwnText, Step
from app.models.native import NativeModel, NativeSetup
from app.models.sequences import ACTIVE, Part, Sequences

_log = logging.getLogger(__name__)


class LlamaGenerator:
    """A `Generator` over one GGUF file. One thread owns it and makes every call.

    Loading takes about a second; raises EnvironmentProblem if the model cannot be loaded.
    """

    def __init__(
        self,
        path: Path,
        setup: NativeSetup,
        *,
        model_id: str = "",
        files: BeginningFiles | None = None,
    ) -> None:
        """`files` keep what is prepared; they must be those of this very model and setup."""
        self._model_id = model_id or path.stem
        self._native = NativeModel(path, setup)
        self._template = self._native.chat_template()
        self._sequences = Sequences(self._native)
        self._files = files
        self._pending: int | None = None  # chosen and shown, not computed yet
        self._logits: NDArray[np.float32] | None = None  # behind the end of the cache, if known
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        _log.info("loaded %s, context %d tokens", self._model_id, self._native.n_ctx)

    def __enter__(self) -> LlamaGenerator:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the model's memory. The object must not be used afterwards."""
        self._native.close()

    @property
    def model_id(self) -> str:
        """Id in the catalogue, or the file's name."""
        return self._model_id

    @property
    def n_ctx(self) -> int:
        """Context size in tokens: prompt and answer together."""
        return self._native.n_ctx

    # ------------------------------------------------------------------------------ tokens

    def encode_chat(self, messages: Sequence[Message]) -> list[int]:
        """Tokens of the chat, ready for the assistant's reply.

        The model's own framing is tokenised with special tokens on, contents as their pieces
        say, and neighbouring pieces of one kind together.
        """
        frame = frame_chat(
            [message.role for message in messages],
            lambda chat: self._native.apply_template(self._template, chat),
            reasoning=thinks(self._template),
        )
        tokens = self._native.tokenize(frame[0], special=True)
        for message, after in zip(messages, frame[1:], strict=True):
            for special, pieces in groupby(message.content, key=lambda piece: piece.special):
                text = "".join(piece.text for piece in pieces)
                tokens += self._native.tokenize(text, special=special)
            tokens += self._native.tokenize(after, special=True)
        first = self._native.first_token()
        return tokens if first is None or tokens[:1] == [first] else [first, *tokens]

    def count_tokens(self, text: str) -> int:
        """Tokens of `text` as content."""
        return len(self._native.tokenize(text, special=False))

    def first_token(self, text: str) -> int:
        """The token with which a reply that begins with `text` begins."""
        return self._native.tokenize(text, special=False)[0]

    def is_end(self, token: int) -> bool:
        """Whether `token` ends the text."""
        return self._native.is_end(token)

    # --------------------------------------------------------------------------- computing

    def evaluate(
        self,
        tokens: Sequence[int],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
        *,
        keep: int = 0,
    ) -> int:
        """Bring the cache to exactly `tokens`; return how many were computed. See `Generator`."""
        self._check_room(tokens)
        cancel.check()
        self._pending = None
        self._decoder.reset()
        if self._logits is None or list(tokens) != self._cached:
            start = self._begin(tokens)
        else:
            start = len(tokens)
        keep = min(keep, len(tokens))
        self._keep(keep)
        total = len(tokens) - start
        for first in range(start, len(tokens), self._sequences.batch_size):
            piece = tokens[first : first + self._sequences.batch_size]
            self._append(piece, cancel, last=first + len(piece) == len(tokens))
            self._keep(keep)
            if progress is not None:
                progress(len(self._cached) - start, total)
        return total

    def prepare(self, text: OwnText, cancel: CancelToken, *, compute: bool = True) -> int:
        """Have `text` ready for prompts that begin with it. See `Generator`."""
        cancel.check()
        computed = 0
        if not self._sequences.shares or not text.tokens:
            return computed
        if not self._sequences.touch(text.tokens):
            # With room for sure: it is not worth computing most of it in vain.
            if self._sequences.most_cells + len(text.tokens) > self.n_ctx:
                return computed
            if not self._restore(text):
                if not compute:
                    return computed
                computed = self._sequences.prepare(text.tokens, cancel)
        self._store(text)  # does nothing where it found no room
        return computed

    def forget(self) -> None:
        """Empty the cache and drop every kept beginning; for measurements."""
        self._sequences.forget()
        self._pending, self._logits = None, None

    def _restore(self, text: OwnText) -> bool:
        """Keep what the disk has of `text`; False if that is nothing, or of no use."""
        state = None if self._files is None else self._files.read(text.tokens)
        if self._files is None or state is None:
            return False
        if self._sequences.restore(text.tokens, state):
            return True
        self._files.drop(text.tokens)
        return False

    def _store(self, text: OwnText) -> None:
        """Put `text`, which is computed, on disk, unless it is there."""
        if self._files is None or self._files.has(text.tokens):
            return
        state = self._sequences.state(text.tokens)
        if state is not None:
            self._files.write(text.tokens, state)

    def branch(
        self,
        prompts: Sequence[Sequence[int]],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> Branches:
        """Compute `prompts` as sequences of their own, beside the cache. See `Generator`."""
        for prompt in filter(None, prompts):
            self._check_room(prompt)
        return SequenceBranches(self._sequences, self, prompts, cancel, progress)

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        *,
        with_logits: bool = False,
        avoid: Collection[int] = (),
    ) -> Iterator[Step]:
        """Go on greedily from the cache, at most `max_tokens` steps. See `Generator`."""
        for index in range(max_tokens):
            cancel.check()
            if self._pending is not None:
                if len(self._cached) + 1 >= self.n_ctx:
                    return
                self._append([self._pending], cancel)
                self._pending = None
            if self._logits is None:
                raise RuntimeError("generate without an evaluated prompt")
            view = self._logits
            token = _likeliest(view, avoid) if avoid and index == 0 else int(view.argmax())
            logits = view.copy() if with_logits else None
            if self._native.is_end(token):
                yield Step(token, "", logits, end=True)
                return
            self._pending = token
            text = self._decoder.decode(self._native.piece(token))
            yield Step(token, text, logits, end=False)

    def piece(self, token: int) -> bytes:
        """The bytes of a token."""
        return self._native.piece(token)

    def logits_behind(self, tokens: Sequence[int]) -> NDArray[np.float32] | None:
        """The logits behind the cache, if it holds these tokens. See `BranchOwner`."""
        if self._logits is None or list(tokens) != self._cached:
            return None
        return self._logits.copy()

    def take_over(
        self,
        sequence: int,
        logits: NDArray[np.float32],
        said: Sequence[int],
        then: int | None,
        cancel: CancelToken,
    ) -> None:
        """Go on from a branch's sequence. See `BranchOwner`; raises CancelledJobError."""
        tokens = self._sequences.tokens(sequence)
        if self._sequences.shares:
            self._sequences.copy(sequence, ACTIVE, len(tokens))
            self._logits = logits
        else:
            self.evaluate(tokens, cancel)
        self._decoder.reset()
        for token in said:
            self._decoder.decode(self._native.piece(token))
        self._pending = then
        if then is not None:
            self._decoder.decode(self._native.piece(then))

    @property
    def _cached(self) -> Sequence[int]:
        return self._sequences.tokens(ACTIVE)

    def _check_room(self, tokens: Sequence[int]) -> None:
        if not tokens or len(tokens) >= self.n_ctx:
            raise ValueError(f"{len(tokens)} tokens do not fit a context of {self.n_ctx}")

    def _begin(self, tokens: Sequence[int]) -> int:
        """Bring the cache to what is computed of `tokens`, but its last one; return how much."""
        self._logits = None
        source, length = self._sequences.longest_beginning(tokens[:-1])
        if source == ACTIVE:
            return self._sequences.shorten(ACTIVE, length)
        self._sequences.copy(source, ACTIVE, length)
        return length

    def _append(self, tokens: Sequence[int], cancel: CancelToken, *, last: bool = True) -> None:
        """Append `tokens` to the cache, all or none; the logits are known behind the `last`."""
        self._logits = None
        self._sequences.append([Part(ACTIVE, tokens, wanted=last)], cancel)
        if last:
            self._logits = self._sequences.logits()

    def _keep(self, length: int) -> None:
        """Keep the first `length` tokens of the prompt, once the cache has them."""
        if 0 < length <= len(self._cached):
            self._sequences.keep(length)


def _likeliest(logits: NDArray[np.float32], avoid: Collection[int]) -> int:
    """The token with the largest logit that is none of `avoid`."""
    allowed = logits.copy()
    allowed[list(avoid)] = -np.inf
    return int(allowed.argmax())
