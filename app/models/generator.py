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
from app.core.errors import CancelledJobError
from app.models.chat import frame_chat, thinks
from app.models.contracts import EvaluateProgress, Message, Step
from app.models.native import NativeModel, NativeSetup, Outcome

_log = logging.getLogger(__name__)


class LlamaGenerator:
    """A `Generator` over one GGUF file. One thread owns it and makes every call.

    Loading takes about a second; raises EnvironmentProblem if the model cannot be loaded.
    """

    def __init__(self, path: Path, setup: NativeSetup, *, model_id: str = "") -> None:
        self._model_id = model_id or path.stem
        self._native = NativeModel(path, setup)
        self._template = self._native.chat_template()
        self._cached: list[int] = []
        self._pending: int | None = None  # chosen and shown, not computed yet
        self._fresh = False  # whether the logits belong to the end of the cache
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

    # --------------------------------------------------------------------------- computing

    def evaluate(
        self,
        tokens: Sequence[int],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> int:
        """Bring the cache to exactly `tokens`; return how many were computed. See `Generator`."""
        if not tokens or len(tokens) >= self.n_ctx:
            raise ValueError(f"{len(tokens)} tokens do not fit a context of {self.n_ctx}")
        cancel.check()
        keep = _common_prefix(self._cached, tokens)
        unchanged = self._fresh and keep == len(tokens) == len(self._cached)
        self._pending = None
        self._decoder.reset()
        if unchanged:
            return 0
        kept = self._rewind(min(keep, len(tokens) - 1))  # one at least, for its logits
        total = len(tokens) - kept
        for start in range(kept, len(tokens), self._native.batch_size):
            self._compute(tokens[start : start + self._native.batch_size], cancel)
            if progress is not None:
                progress(len(self._cached) - kept, total)
        return total

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
                self._compute([self._pending], cancel)
                self._pending = None
            if not self._fresh:
                raise RuntimeError("generate without an evaluated prompt")
            view = self._native.logits()
            token = _likeliest(view, avoid) if avoid and index == 0 else int(view.argmax())
            logits = view.copy() if with_logits else None
            if self._native.is_end(token):
                yield Step(token, "", logits, end=True)
                return
            self._pending = token
            text = self._decoder.decode(self._native.piece(token))
            yield Step(token, text, logits, end=False)

    def _compute(self, tokens: Sequence[int], cancel: CancelToken) -> None:
        """Append `tokens` to the cache, all or none. Raises CancelledJobError."""
        cancel.check()
        try:
            with cancel.calling(self._native.abort):
                outcome = self._native.compute(tokens, len(self._cached))
        finally:
            self._native.allow()
        if outcome is Outcome.DONE:
            self._cached += tokens
            self._fresh = True
            return
        self._rewind(len(self._cached))
        if outcome is Outcome.ABORTED:
            raise CancelledJobError
        raise ValueError(f"no room in the context for {len(tokens)} more tokens")

    def _rewind(self, length: int) -> int:
        """Shorten the cache to `length` tokens, or to none where the model cannot; return it."""
        self._fresh = False
        if not self._native.forget(length):
            self._native.forget_all()
            length = 0
        del self._cached[length:]
        return length


def _likeliest(logits: NDArray[np.float32], avoid: Collection[int]) -> int:
    """The token with the largest logit that is none of `avoid`."""
    allowed = logits.copy()
    allowed[list(avoid)] = -np.inf
    return int(allowed.argmax())


def _common_prefix(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the longest common prefix."""
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return index
    return min(len(first), len(second))
