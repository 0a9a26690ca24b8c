"""Scripted stand-ins for the models, for every test that is not about the models themselves.

`from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator` works in every test.
"""

from __future__ import annotations

import codecs
import math
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.core.cancel import CancelToken
from app.models.contracts import EvaluateProgress, Message, OwnText, Step, Vectors

Logits = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

VOCABULARY = 1 << 16
END = 0
START_TURN = 1
END_TURN = 2
_WORDS = re.compile(rb"\s?[^\s\W]+|\s?\W|\s")
REFUSAL = "NONE"
_CHECK = "You check whether"  # begins the system prompt of the check
_CHUNK = 128
_KEPT = 4
_SEQUENCES = 16


@dataclass(frozen=True, slots=True)
class Reply:
    """What the scripted model says. `text` is one token a word, or the tokens themselves as bytes.

    `gap` is the distance between the two largest logits of every step, in logits: large is sure.
    `endless` replies repeat themselves and never end. `instead` is said where the first token of
    `text` is to be avoided. `refusal_probability`, below 0.5, is that of the token which
    `first_token` gave last, at the first step; who refuses rather says it as `text`. That the
    question is answerable is denied with `denial`; where that is None, as surely as the reply
    refuses.
    """

    text: str | tuple[bytes, ...]
    gap: float = 8.0
    endless: bool = False
    instead: str = "Something else."
    refusal_probability: float = 0.0
    denial: float | None = None

    @property
    def denied(self) -> float:
        """How surely a passage is said not to state the answer."""
        if self.denial is not None:
            return self.denial
        if self.text == REFUSAL:
            return 1 / (1 + math.exp(-self.gap))
        return self.refusal_probability


@dataclass(frozen=True, slots=True)
class EvaluateCall:
    """One call of `evaluate`: the prompt as tokens and text, and how many tokens were new.

    `keep` is how much of its beginning was to be kept.
    """

    tokens: tuple[int, ...]
    text: str
    computed: int
    keep: int = 0


@dataclass(frozen=True, slots=True)
class BranchCall:
    """One call of `branch`: the prompts as text, and how many tokens were new in all."""

    texts: tuple[str, ...]
    computed: int


class ScriptedGenerator:
    """A `Generator` that answers by the first needle found in the prompt; "" fits everything.

    Records every evaluation in `calls`, every branching in `branchings`, and counts the steps in
    `steps`; a step of all branches is one. `on_step` is called with the number of each step
    before it is made, `on_chunk` with the tokens read so far: a test cancels there, at an exact
    moment. A branch goes on with its reply whatever it is given, one token of it a step.
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
        self._asked = False  # whether the question is answerable
        self._refusal = END
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._kept: list[list[int]] = []  # beginnings, the least lately used first
        self._branches: list[_ScriptedBranches] = []  # those that are open
        self.calls: list[EvaluateCall] = []
        self.branchings: list[BranchCall] = []
        self.prepared: list[tuple[str, int]] = []  # own texts, and how many tokens were computed
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

    def is_end(self, token: int) -> bool:
        return token == END

    def evaluate(
        self,
        tokens: Sequence[int],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
        *,
        keep: int = 0,
    ) -> int:
        self._check_room(tokens)
        cancel.check()
        if list(tokens) == self._cache and not self._said:
            computed = 0
        else:
            computed = len(tokens) - self._held(tokens[:-1])
        common = len(tokens) - computed
        self._pending = None
        self._cache = list(tokens[:common])
        self._keep(tokens[:keep], common)
        for start in range(common, len(tokens), _CHUNK):
            cancel.check()
            self._cache += tokens[start : start + _CHUNK]
            self._keep(tokens[:keep], len(self._cache))
            if progress is not None:
                progress(len(self._cache) - common, computed)
            if self.on_chunk is not None:
                self.on_chunk(len(self._cache))
        cancel.check()
        self._cache = list(tokens)
        text = self._text(tokens)
        self._reply = self._reply_to(text)
        self._asked = _CHECK in text.partition("user\n")[0]
        self._said = 0
        self._decoder.reset()
        self.calls.append(EvaluateCall(tuple(tokens), text, computed, keep))
        return computed

    def prepare(self, text: OwnText, cancel: CancelToken, *, compute: bool = True) -> int:
        cancel.check()
        missing = len(text.tokens) - self._held(text.tokens)
        if not compute or not missing:
            self.prepared.append((self._text(text.tokens), 0))
            return 0
        for done in range(0, missing, _CHUNK):
            cancel.check()
            if self.on_chunk is not None:
                self.on_chunk(done)
        cancel.check()
        self._keep(text.tokens, len(text.tokens))
        self.prepared.append((self._text(text.tokens), missing))
        return missing

    def forget(self) -> None:
        self._cache, self._kept, self._pending = [], [], None

    def branch(
        self,
        prompts: Sequence[Sequence[int]],
        cancel: CancelToken,
        progress: EvaluateProgress | None = None,
    ) -> _ScriptedBranches:
        if not prompts or not all(prompts):
            raise ValueError("branches need prompts, and none of them empty")
        if len(prompts) + 1 + sum(len(each.said) for each in self._branches) > _SEQUENCES:
            raise ValueError(f"the model holds no more than {_SEQUENCES} texts")
        for prompt in prompts:
            self._check_room(prompt)
        cancel.check()
        unlike = [prompt for at, prompt in enumerate(prompts) if prompts.index(prompt) == at]
        common = min(_common([unlike[0], prompt]) for prompt in unlike)
        common = min(common, *(len(prompt) - 1 for prompt in unlike))
        starts = [
            len(prompt) if list(prompt) == self._cache else self._held(prompt[:-1])
            for prompt in unlike
        ]
        computed = sum(len(prompt) for prompt in unlike) - sum(max(common, n) for n in starts)
        computed += max(0, common - max(starts))
        self._check_cells(computed)
        for done in range(0, computed, _CHUNK):
            cancel.check()
            read = min(done + _CHUNK, computed)
            if progress is not None:
                progress(read, computed)
            if self.on_chunk is not None:
                self.on_chunk(read)
        cancel.check()
        texts = tuple(map(self._text, prompts))
        self.branchings.append(BranchCall(texts, computed))
        replies = [self._reply_to(text) for text in texts]
        branches = _ScriptedBranches(self, prompts, replies, cancel)
        branches.cells = computed
        self._branches.append(branches)
        return branches

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        *,
        with_logits: bool = False,
        avoid: Collection[int] = (),
    ) -> Iterator[Step]:
        for index in range(max_tokens):
            cancel.check()
            if self._pending is not None:
                if len(self._cache) + 1 >= self._n_ctx:
                    return
                self._cache.append(self._pending)
                self._pending = None
                self._said += 1
            self.begin_step(cancel)
            token = self._token(self._reply, self._said)
            ended = token == END
            logits = self.logits(self._reply, self._said) if with_logits else None
            if logits is not None and self._asked and not self._said:
                logits = self.yes_or_no(self._reply.denied)
            if index == 0 and token in avoid:
                self._reply = Reply(self._reply.instead, gap=self._reply.gap)
                token, ended = self._token(self._reply, 0), False
            if ended:
                yield Step(token, "", logits, end=True)
                return
            self._pending = token
            yield Step(token, self._decoder.decode(self._words[token]), logits, end=False)

    def close(self) -> None:
        self._cache = []

    def begin_step(self, cancel: CancelToken) -> None:
        """Count a step, and let the test see it."""
        if self.on_step is not None:
            self.on_step(self.steps)
        cancel.check()
        self.steps += 1

    def logits(self, reply: Reply, said: int) -> Logits:
        """`(VOCABULARY,)` logits where `said` tokens of a reply were said."""
        token = self._token(reply, said)
        logits = np.full(VOCABULARY, -20.0, dtype=np.float32)
        logits[(token + 1) % VOCABULARY] = 0.0
        logits[token] = reply.gap
        refusal = reply.refusal_probability
        if refusal and not said:
            logits[self._refusal] = reply.gap + np.log(refusal / (1 - refusal))
        return logits

    def yes_or_no(self, denied: float) -> Logits:
        """`(VOCABULARY,)` logits of a reply that denies with the probability `denied`."""
        logits = np.full(VOCABULARY, -20.0, dtype=np.float32)
        kept = min(max(denied, 1e-6), 1 - 1e-6)
        logits[self._encode("answerable")[0]] = 8.0 + math.log(1 - kept)
        logits[self._encode("unanswerable")[0]] = 8.0 + math.log(kept)
        return logits

    def word(self, token: int) -> bytes:
        """What a token stands for; nothing for one that frames a turn."""
        return b"" if token in (END, START_TURN, END_TURN) else self._words[token]

    def take_over(
        self, prompt: Sequence[int], reply: Reply, said: Sequence[int], then: int | None
    ) -> None:
        """Go on with `reply` behind `prompt` where `said`, and `then` behind it, was written."""
        self._cache = [*prompt, *said]
        self._reply, self._said, self._pending = reply, len(said), then
        self._decoder.reset()
        for token in said if then is None else [*said, then]:
            self._decoder.decode(self.word(token))

    def take_cells(self, branches: _ScriptedBranches, count: int) -> None:
        """Let `branches` have `count` more tokens. Raises ValueError if the context is full."""
        self._check_cells(count)
        branches.cells += count

    def drop(self, branches: _ScriptedBranches) -> None:
        """Free what `branches` held."""
        self._branches.remove(branches)

    def _check_room(self, tokens: Sequence[int]) -> None:
        if not tokens or len(tokens) >= self._n_ctx:
            raise ValueError(f"{len(tokens)} tokens do not fit a context of {self._n_ctx}")

    def _check_cells(self, count: int) -> None:
        """Whether `count` more tokens fit beside the cache and the branches."""
        if len(self._cache) + sum(each.cells for each in self._branches) + count > self._n_ctx:
            raise ValueError(f"no room in the context for {count} more tokens")

    def _held(self, tokens: Sequence[int]) -> int:
        """The most of `tokens`' beginning that the cache or a kept beginning has."""
        best, length = None, _common([self._cache, tokens])
        for kept in self._kept:
            if _common([kept, tokens]) > length:
                best, length = kept, _common([kept, tokens])
        if best is not None:
            self._kept.remove(best)
            self._kept.append(best)
        return length

    def _keep(self, beginning: Sequence[int], computed: int) -> None:
        wanted = list(beginning)
        if not wanted or computed < len(wanted):
            return
        held = [kept for kept in self._kept if kept[: len(wanted)] == wanted]
        others = [kept for kept in self._kept if kept != wanted[: len(kept)] and kept not in held]
        self._kept = [*others, *(held or [wanted])][-_KEPT:]

    def _text(self, tokens: Sequence[int]) -> str:
        return b"".join(self._words[token] for token in tokens).decode("utf-8", "replace")

    def _reply_to(self, text: str) -> Reply:
        found = (reply for needle, reply in self._replies.items() if needle in text)
        return next(found, Reply(""))

    def _token(self, reply: Reply, said: int) -> int:
        """The token that a reply has behind `said` others."""
        text = reply.text
        script = self._encode(text) if isinstance(text, str) else [self._id(each) for each in text]
        if said >= len(script) and not reply.endless:
            return END
        return script[said % len(script)]

    def _encode(self, text: str) -> list[int]:
        return [self._id(word) for word in _WORDS.findall(text.encode("utf-8", "replace"))]

    def _id(self, word: bytes) -> int:
        if word not in self._ids:
            self._ids[word] = 3 + len(self._ids)
            self._words[self._ids[word]] = word
        return self._ids[word]


def _common(texts: Sequence[Sequence[int]]) -> int:
    """How many tokens the texts begin with in common."""
    length = 0
    for tokens in zip(*texts, strict=False):
        if len(set(tokens)) > 1:
            break
        length += 1
    return length


class _ScriptedBranches:
    """The `Branches` of a ScriptedGenerator; `said` are the tokens that each was given."""

    def __init__(
        self,
        generator: ScriptedGenerator,
        prompts: Sequence[Sequence[int]],
        replies: list[Reply],
        cancel: CancelToken,
    ) -> None:
        self._generator = generator
        self._prompts = [list(prompt) for prompt in prompts]
        self._replies = replies
        self._cancel = cancel
        self.said: list[list[int]] = [[] for _ in replies]
        self.cells = 0

    def __enter__(self) -> _ScriptedBranches:
        return self

    def __exit__(self, *exception: object) -> None:
        self._generator.drop(self)

    @property
    def logits(self) -> Logits:
        pairs = zip(self._replies, self.said, strict=True)
        return np.stack([self._generator.logits(reply, len(said)) for reply, said in pairs])

    def advance(self, tokens: Sequence[int | None]) -> None:
        given = {
            (*prompt, *said, token)
            for prompt, said, token in zip(self._prompts, self.said, tokens, strict=True)
            if token is not None
        }
        self._generator.begin_step(self._cancel)
        self._generator.take_cells(self, len(given))
        for said, token in zip(self.said, tokens, strict=True):
            if token is not None:
                said.append(token)

    def text(self, index: int, then: int | None = None) -> str:
        tokens = self.said[index] if then is None else [*self.said[index], then]
        said = b"".join(self._generator.word(token) for token in tokens)
        return codecs.getincrementaldecoder("utf-8")(errors="replace").decode(said)

    def adopt(self, index: int, then: int | None = None) -> None:
        self._generator.take_over(
            self._prompts[index], self._replies[index], self.said[index], then
        )


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
