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
class OwnText:
    """Tokens of texts that the program brought with it, as a prompt begins with them.

    No word of a person, a document or an answer is among them: only what is of this type is kept
    on disk. `app.answer.prompt` makes them, and nothing else does.
    """

    tokens: tuple[int, ...]


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


class Branches(Protocol):
    """Several texts that grow side by side, one step of all of them a computation.

    Those that hold the same text are computed once, until they part. Made by `Generator.branch`;
    usable until its `with` block ends. One thread, the generator's.
    """

    def __enter__(self) -> Branches: ...

    def __exit__(self, *exception: object) -> None:
        """Free the sequences; what the generator had cached before is still cached."""

    @property
    def logits(self) -> NDArray[np.float32]:
        """`(branches, vocabulary)` float32 after the last token of each; a copy.

        Rows of branches that were given None stay as they were.
        """

    def advance(self, tokens: Sequence[int | None]) -> None:
        """Append one token to each branch, or none. Raises CancelledJobError, ValueError where
        the context is full."""

    def text(self, index: int, then: int | None = None) -> str:
        """What has been appended to that branch, and `then` behind it, as text; half a character
        at the end is left out."""

    def adopt(self, index: int, then: int | None = None) -> None:
        """Bring the generator's cache to where that branch stands, as if it had written that text
        itself; `then` is the token it wrote last, which is not computed yet.

        `generate` goes on behind it. Nothing is computed, except by models that cannot share what
        texts begin with. The branches stay as they are. Raises CancelledJobError.
        """


class Generator(Protocol):
    """A language model with one cached sequence. One thread owns it and makes every call.

    The cache holds the tokens that were evaluated last; `evaluate` keeps its longest common
    prefix with the new tokens, so that nothing is computed twice. A beginning that will come
    again behind other text can be kept beside it (`keep`).
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
        *,
        keep: int = 0,
    ) -> int:
        """Bring the cache to exactly `tokens`; return how many were computed.

        The first `keep` tokens are kept beside the cache (the least lately used of a few such
        beginnings gives way), so that a later prompt that begins with them finds them computed,
        whatever was evaluated in between.

        `progress` is called on this thread after each piece of the prompt that was computed.
        Raises CancelledJobError within 200 ms of a cancellation (the generator stays usable),
        ValueError if the tokens leave no room in the context.
        """

    def prepare(self, text: OwnText, cancel: CancelToken, *, compute: bool = True) -> int:
        """Have `text` ready for prompts that begin with it; return how many tokens were computed.

        It is kept beside the cache, which stays as it is, and on disk, where the next process
        finds it. Without `compute`, it is only fetched from there, or put there if it is computed
        already. Nothing happens where there is no room for it. Raises CancelledJobError.
        """

    def forget(self) -> None:
        """Empty the cache and drop every kept beginning; for measurements."""

    def branch(
        self,
        prompts: Sequence[Sequence[int]],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> Branches:
        """Compute `prompts`, whose common beginning is computed once, as sequences of their own.

        Their logits are those behind each prompt's last token; what the cache or a kept beginning
        holds of them is not computed again, and the cache stays as it is. `progress` is as in
        `evaluate`, over all prompts. Raises CancelledJobError, ValueError if there are none or
        too many, one is empty, or they leave no room in the context beside the cache.
        """

    def is_end(self, token: int) -> bool:
        """Whether `token` ends the text."""

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
