"""What the rest of the program needs from a model. Small on purpose.

Both have more than one implementation (the real ones here, scripted ones in the tests).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.core.cancel import CancelToken

Vectors = NDArray[np.float32]
EvaluateProgress = Callable[[int, int], None]  # tokens computed so far, tokens to compute


class Embedder(Protocol):
    """Turns texts into vectors. One thread owns it and makes every call except `count_tokens`."""

    @property
    def identity(self) -> str:
        """Hash of the model's files: vectors of different identities never mix."""

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""

    @property
    def max_tokens(self) -> int:
        """Longest input in the model's own tokens, prompt and special tokens included."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as a passage, prompt and special tokens included. Any thread."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return `(n, dimension)` float32, each row L2-normalised."""

    def embed_query(self, text: str) -> Vectors:
        """Return `(dimension,)` float32, L2-normalised."""


class Reranker(Protocol):
    """Reads a query and passages together and says how well they fit. One thread owns it."""

    @property
    def name(self) -> str:
        """What it is called where retrievers are compared."""

    def score(self, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        """`(n,)` float32, greater is better; comparable within one call alone."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a prompt.

    Only pieces we wrote ourselves are tokenised with special tokens on (`special`): that makes
    a `<|im_end|>` inside a document nothing but text.
    """

    text: str
    special: bool


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message; its content is made of pieces, so that trusted and quoted text differ."""

    role: str  # "system", "user" or "assistant"
    content: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One greedily decoded token.

    `text` is what became printable with it (never half a character), `logits` the `(vocabulary,)`
    float32 from which the token was chosen, or None where they were not asked for. `end` marks
    the end-of-text token, whose text is empty.
    """

    token: int
    text: str
    logits: NDArray[np.float32] | None
    end: bool


class Generator(Protocol):
    """A language model with one cached sequence. One thread owns it and makes every call.

    The cache holds the tokens that were evaluated last; `evaluate` keeps its longest common
    prefix with the new tokens, so that nothing is computed twice.
    """

    @property
    def model_id(self) -> str:
        """Id in the catalogue, or the file's name."""

    @property
    def n_ctx(self) -> int:
        """Context size in tokens: prompt and answer together."""

    def encode_chat(self, messages: Sequence[Message]) -> list[int]:
        """Tokens of the chat, ready for the assistant's reply."""

    def count_tokens(self, text: str) -> int:
        """Tokens of `text` as content."""

    def first_token(self, text: str) -> int:
        """The token with which a reply that begins with `text` begins."""

    def evaluate(
        self,
        tokens: Sequence[int],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> int:
        """Bring the cache to exactly `tokens`; return how many were computed.

        `progress` is called on this thread after each piece of the prompt that was computed.
        Raises CancelledJobError within 200 ms of a cancellation (the generator stays usable),
        ValueError if the tokens leave no room in the context.
        """

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        *,
        with_logits: bool = False,
        avoid: Collection[int] = (),
    ) -> Iterator[Step]:
        """Go on greedily from the cache, at most `max_tokens` steps, ending after an end step.

        Every yielded token is in the cache by the time the next one is asked for, so that a
        second call goes on where the first stopped: after N steps and `close()`, generating
        again yields step N + 1. Raises CancelledJobError.
        """

    def close(self) -> None:
        """Free the model's memory; the generator is unusable afterwards."""
