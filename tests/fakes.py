"""Scripted stand-ins for the models, for every test that is not about the models themselves.

`from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator` works in every test.
"""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.core.cancel import CancelToken
from app.models.contracts import EvaluateProgress, Message, Step, Vectors

VOCABULARY = 1 << 16
END = 0
START_TURN = 1
END_TURN = 2
_WORDS = re.compile(rb"\s?[^\s\W]+|\s?\W|\s")
_CHUNK = 128


@dataclass(frozen=True, slots=True)
class Reply:
    """What the scripted model says. `text` is one token a word, or the tokens themselves as bytes.

    `gap` is the distance between the two largest logits of every step, in logits: large is sure.
    `endless` replies repeat themselves and never end. `instead` is said where the first token of
    `text` is to be avoided. `refusal_probability`, below 0.5, is that of the token which
    `first_token` gave last, at the first step; who refuses rather says it as `text`.
    """

    text: str | tuple[bytes, ...]
    gap: float = 8.0
    endless: bool = False
    instead: str = "Something else."
    refusal_probability: float = 0.0


@dataclass(frozen=True, slots=True)
class EvaluateCall:
    """One call of `evaluate`: the prompt as tokens and text, and how many tokens were new."""

    tokens: tuple[int, ...]
    text: str
    computed: int


class ScriptedGenerator:
    """A `Generator` that answers by the first needle found in the prompt; "" fits everything.

    Records every evaluation in `calls` and counts the steps in `steps`. `on_step` is called with
    the number of each step before it is made, `on_chunk` with the tokens read so far: a test
    cancels there, at an exact moment.
    """

    def __init__(
        self,
        replies: Mapping[str, Reply | str] | Reply | str = "Hello.",
        *,
        n_ctx: int = 4096,
        model_id: str = "scripted",
        on_step: Callable[[int], None] | None = None,
        on_chunk: Callable[[int], None] | None = None,
    ) -> None:
        mapping = replies if isinstance(replies, Mapping) else {"": replies}
        self._replies = {
            needle: reply if isinstance(reply, Reply) else Reply(reply)
            for needle, reply in mapping.items()
        }
        self._n_ctx = n_ctx
        self._model_id = model_id
        self._ids: dict[bytes, int] = {}
        self._words: dict[int, bytes] = {START_TURN: b"<start>", END_TURN: b"<end>"}
        self._cache: list[int] = []
        self._pending: int | None = None
        self._reply = Reply("")
        self._said = 0
        self._refusal = END
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.calls: list[EvaluateCall] = []
        self.steps = 0
        self.on_step = on_step
        self.on_chunk = on_chunk

    @property
    def model_id(self) -> str:
        return self._model_id

    @property
    def n_ctx(self) -> int:
        return self._n_ctx

    def encode_chat(self, messages: Sequence[Message]) -> list[int]:
        tokens: list[int] = []
        for message in messages:
            content = "".join(piece.text for piece in message.content)
            tokens += [START_TURN, *self._encode(f"{message.role}\n{content}"), END_TURN]
        return [*tokens, START_TURN, *self._encode("assistant\n")]

    def count_tokens(self, text: str) -> int:
        return len(self._encode(text))

    def first_token(self, text: str) -> int:
        self._refusal = self._encode(text)[0]
        return self._refusal

    def evaluate(
        self,
        tokens: Sequence[int],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> int:
        if not tokens or len(tokens) >= self._n_ctx:
            raise ValueError(f"{len(tokens)} tokens do not fit a context of {self._n_ctx}")
        cancel.check()
        common = 0
        while common < min(len(tokens), len(self._cache)) and self._cache[common] == tokens[common]:
            common += 1
        if common == len(tokens) == len(self._cache) and not self._said:
            computed = 0
        else:
            common = min(common, len(tokens) - 1)
            computed = len(tokens) - common
        self._pending = None
        self._cache = list(tokens[:common])
        for start in range(common, len(tokens), _CHUNK):
            cancel.check()
            self._cache += tokens[start : start + _CHUNK]
            if progress is not None:
                progress(len(self._cache) - common, computed)
            if self.on_chunk is not None:
                self.on_chunk(len(self._cache))
        cancel.check()
        self._cache = list(tokens)
        text = b"".join(self._words[token] for token in tokens).decode("utf-8", "replace")
        self._reply = next(
            (reply for needle, reply in self._replies.items() if needle in text), Reply("")
        )
        self._said = 0
        self._decoder.reset()
        self.calls.append(EvaluateCall(tuple(tokens), text, computed))
        return computed

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        *,
        with_logits: bool = False,
        avoid: Collection[int] = (),
    ) -> Iterator[Step]:
        script = self._script()
        for index in range(max_tokens):
            cancel.check()
            if self._pending is not None:
                if len(self._cache) + 1 >= self._n_ctx:
                    return
                self._cache.append(self._pending)
                self._pending = None
                self._said += 1
            if self.on_step is not None:
                self.on_step(self.steps)
                cancel.check()
            self.steps += 1
            ended = self._said >= len(script) and not self._reply.endless
            token = END if ended else script[self._said % len(script)]
            logits = self._logits(token) if with_logits else None
            if index == 0 and token in avoid:
                self._reply = Reply(self._reply.instead, gap=self._reply.gap)
                script = self._script()
                token, ended = script[0], False
            if ended:
                yield Step(token, "", logits, end=True)
                return
            self._pending = token
            yield Step(token, self._decoder.decode(self._words[token]), logits, end=False)

    def close(self) -> None:
        self._cache = []

    def _script(self) -> list[int]:
        text = self._reply.text
        return self._encode(text) if isinstance(text, str) else [self._id(each) for each in text]

    def _logits(self, token: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        logits = np.full(VOCABULARY, -20.0, dtype=np.float32)
        logits[(token + 1) % VOCABULARY] = 0.0
        logits[token] = self._reply.gap
        refusal = self._reply.refusal_probability
        if refusal and not self._said:
            logits[self._refusal] = self._reply.gap + np.log(refusal / (1 - refusal))
        return logits

    def _encode(self, text: str) -> list[int]:
        return [self._id(word) for word in _WORDS.findall(text.encode("utf-8", "replace"))]

    def _id(self, word: bytes) -> int:
        if word not in self._ids:
            self._ids[word] = 3 + len(self._ids)
            self._words[self._ids[word]] = word
        return self._ids[word]


class HashedEmbedder:
    """An `Embedder` whose vectors are hashed bags of words: equal words, near vectors."""

    def __init__(self, dimension: int = 256, *, max_tokens: int = 128, identity: str = "") -> None:
        self._dimension = dimension
        self._max_tokens = max_tokens
        self._identity = identity or f"hashed-{dimension}"
        self.embedded: list[str] = []

    @property
    def identity(self) -> str:
        return self._identity

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def max_tokens(self) -> int:
        return self._max_tokens

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(re.findall(r"\w+|[^\w\s]", text)) + 2 for text in texts]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        if not texts:
            return np.zeros((0, self._dimension), dtype=np.float32)
        return np.stack([self._vector(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        return self._vector(text)

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self._dimension, dtype=np.float32)
        for word in re.findall(r"\w+", text.casefold())[: self._max_tokens]:
            code = zlib.crc32(word.encode("utf-8", "replace"))
            vector[code % self._dimension] += 1.0
        if not vector.any():
            vector[0] = 1.0
        norm: np.float32 = np.linalg.norm(vector).astype(np.float32)
        return (vector / norm).astype(np.float32)
