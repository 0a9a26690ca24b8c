"""The draft that the gate judges: greedy, and for some signals with samples beside it.

TARG's variance (see `gate_signals`) compares N samples of the same beginning. The greedy draft
and the samples grow as one llama.cpp batch of N + 1 sequences; what some of them have in common
is computed once, and a sure model's samples have almost everything in common. Then the greedy
one becomes the generator's cache, so that a "no" goes on from it as from a draft without samples.
"""

from __future__ import annotations

from collections.abc import Generator as Steps
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from app.answer.gate_signals import (
    ENDED,
    SAMPLES,
    TEMPERATURE,
    Logits,
    needs_samples,
    new_signal,
)
from app.answer.prompt import PromptBuilder
from app.answer.writing import Writer
from app.core.cancel import CancelToken
from app.core.settings import Settings
from app.core.types import GateSignal
from app.models.contracts import Generator, Step

SEED = 20251109
_NEGLIGIBLE = 30.0  # in units of the temperature: tokens less likely by e^30 are never drawn


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many samples accompany a draft, at which temperature; equal seeds draw equal samples."""

    count: int = SAMPLES
    temperature: float = TEMPERATURE
    seed: int = SEED

    @classmethod
    def of(cls, settings: Settings) -> Sampling:
        """As the settings `gate.samples` and `gate.temperature` say."""
        return cls(settings.integer("gate.samples"), settings.number("gate.temperature"))


@dataclass(frozen=True, slots=True)
class DraftStep:
    """A step of the draft: its `(vocabulary,)` float32 logits, its text ("" at the end), and what
    each sample said there, if there are any."""

    logits: Logits
    text: str
    said: tuple[int, ...]


def write_draft(
    generator: Generator,
    writer: Writer,
    prompt: Sequence[int],
    limit: int,
    sampling: Sampling | None,
    cancel: CancelToken,
) -> Steps[DraftStep, None, None]:
    """Let `writer` write at most `limit` tokens behind `prompt`, which was evaluated last.

    With `sampling`, samples grow beside it. Who stops before the end closes it. Raises
    CancelledJobError.
    """
    if sampling is None:
        for step in writer.steps(limit, with_logits=True):
            yield DraftStep(_known(step.logits), step.text, ())
        return
    sampled = SampledDraft(generator, prompt, sampling, cancel)
    with closing(sampled.steps(limit)) as steps:
        for step in writer.follow(steps):
            yield DraftStep(_known(step.logits), step.text, sampled.said)


class DraftScorer:
    """U of drafts that are written to calibrate the gate, and for nothing else: as the first
    question of a conversation is drafted. The generator's thread makes every call.

    `draft_tokens` is k. Raises ValueError for evidence, which is not read from a draft alone.
    """

    def __init__(
        self,
        generator: Generator,
        builder: PromptBuilder,
        signal: GateSignal,
        draft_tokens: int,
        sampling: Sampling,
    ) -> None:
        new_signal(signal)
        self._generator = generator
        self._builder = builder
        self._signal = signal
        self._draft_tokens = draft_tokens
        self._sampling = sampling if needs_samples(signal) else None

    def score(self, question: str, cancel: CancelToken) -> float | None:
        """U of the draft, None where nothing could be drafted.

        Raises CancelledJobError, UserError for a question that is too long.
        """
        prompt = self._builder.memory(question, ())
        limit = min(self._draft_tokens, prompt.answer_room)
        reader = new_signal(self._signal)
        self._generator.evaluate(prompt.tokens, cancel)
        writer = Writer(self._generator, cancel)
        for step in write_draft(
            self._generator, writer, prompt.tokens, limit, self._sampling, cancel
        ):
            reader.observe(step.logits, step.said)
        return reader.score()


class SampledDraft:
    """A greedy draft with samples beside it. The generator's thread makes every call."""

    def __init__(
        self,
        generator: Generator,
        prompt: Sequence[int],
        sampling: Sampling,
        cancel: CancelToken,
    ) -> None:
        """`prompt` is what the generator has evaluated last, so that nothing of it is computed."""
        self._generator = generator
        self._prompt = prompt
        self._sampling = sampling
        self._cancel = cancel
        self._samplers = [
            TokenSampler(sampling.temperature, sampling.seed, number)
            for number in range(sampling.count)
        ]
        self._said = [0] * sampling.count

    @property
    def said(self) -> tuple[int, ...]:
        """The token of each sample at the step that was yielded last, `ENDED` from its end on."""
        return tuple(self._said)

    def steps(self, limit: int) -> Steps[Step, None, None]:
        """At most `limit` greedy steps with their logits; fewer where the context has no room
        for so many of all texts.

        When they have come to their end, the generator goes on behind them as if it had written
        them itself; who stops before that closes them. Raises CancelledJobError.
        """
        texts = 1 + self._sampling.count
        limit = min(limit, (self._generator.n_ctx - len(self._prompt) - 1) // texts)
        if limit <= 0:
            return
        with self._generator.branch([self._prompt] * texts, self._cancel) as branches:
            shown = ""
            for left in reversed(range(limit)):
                logits = branches.logits
                self._sample(logits[1:])
                token = int(logits[0].argmax())
                if self._generator.is_end(token):
                    yield Step(token, "", logits[0], end=True)
                    branches.adopt(0)
                    return
                text = branches.text(0, token)
                yield Step(token, text[len(shown) :], logits[0], end=False)
                shown = text
                if left:
                    branches.advance([token, *(None if t == ENDED else t for t in self._said)])
                else:
                    branches.adopt(0, token)

    def _sample(self, rows: Logits) -> None:
        """Let each sample that has not ended say its next token."""
        for index, (sampler, row) in enumerate(zip(self._samplers, rows, strict=True)):
            if self._said[index] != ENDED:
                token = sampler.draw(row)
                self._said[index] = ENDED if self._generator.is_end(token) else token


class TokenSampler:
    """Draws tokens from the softmax at a temperature above 0.

    `number` tells samples of one seed apart: each draws the same whatever the others do.
    """

    def __init__(self, temperature: float, seed: int, number: int) -> None:
        if temperature <= 0:
            raise ValueError("the temperature of samples must be positive")
        self._temperature = temperature
        self._random = np.random.default_rng([seed, number])

    def draw(self, logits: Logits) -> int:
        """A token under `(vocabulary,)` logits."""
        below = logits - logits.max()
        (likely,) = np.nonzero(below > -_NEGLIGIBLE * self._temperature)
        weights = np.exp(below[likely].astype(np.float64) / self._temperature).cumsum()
        place = np.searchsorted(weights, self._random.random() * weights[-1], side="right")
        return int(likely[min(int(place), len(likely) - 1)])


def _known(logits: Logits | None) -> Logits:
    if logits is None:
        raise RuntimeError("a draft's steps come with their logits")
    return logits
