"""One answer out of all passages at once: RAG-Token.

Lewis et al., "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks" (NeurIPS 2020):
each token is chosen from Σ over passages p(passage | question) · p(token | question, passage, the
tokens so far). The weights of the passages stay the same for all tokens, as there; they are
those of `app.answer.compare`, with the chance that a passage holds an answer at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.answer.compare import CompareOptions
from app.answer.side_by_side import (
    PassagePrompt,
    TokenTally,
    count_fitting,
    open_branches,
    probabilities,
    similarity_shares,
)
from app.answer.writing import repeats_itself
from app.core.cancel import CancelToken
from app.models.contracts import Branches, EvaluateProgress, Generator

NEGLIGIBLE = 0.01  # weight of a passage that is not asked for further tokens
CITED = 0.3  # a passage that is responsible for so much of the text is one of its sources


@dataclass(frozen=True, slots=True)
class BlendedToken:
    """A token, its probability in the mixture, and the passage that contributed most to it."""

    token: int
    probability: float
    source: int


@dataclass(frozen=True, slots=True)
class BlendedAnswer:
    """A text decoded from all passages; "" where they are taken not to hold an answer.

    `responsibility` says how much of the text each passage is responsible for, by its number:
    the mean over the tokens of its part in their probability; they add up to 1. `absent` is
    Σ share · p(refusal). `ended` tells that the model ended the text itself.
    """

    text: str
    tokens: tuple[BlendedToken, ...]
    responsibility: tuple[tuple[int, float], ...]
    absent: float
    ended: bool

    @property
    def sources(self) -> tuple[int, ...]:
        """The passages to cite, the most responsible first; none where there is no text."""
        if not self.text:
            return ()
        ordered = sorted(self.responsibility, key=lambda entry: -entry[1])
        enough = [number for number, part in ordered if part >= CITED]
        return tuple(enough or [ordered[0][0]])


def blend(
    generator: Generator,
    prompts: Sequence[PassagePrompt],
    options: CompareOptions,
    cancel: CancelToken,
    progress: EvaluateProgress | None = None,
    tally: TokenTally | None = None,
) -> BlendedAnswer:
    """Decode one answer greedily from the mixture. On the generator's thread.

    One computation a token for all passages. Of passages that do not fit the context together,
    the first ones are taken. `tally` counts the tokens of prompts and answer. Raises
    CancelledJobError, ValueError if the first prompt alone does not fit.
    """
    fitting = prompts[: count_fitting(prompts, generator.n_ctx, options.limit)]
    with open_branches(generator, fitting, cancel, progress, tally) as branches:
        answer = _Blending(generator, branches, fitting, options).run()
    if tally is not None:
        tally.answer += len(answer.tokens)
    return answer


class _Blending:
    def __init__(
        self,
        generator: Generator,
        branches: Branches,
        prompts: Sequence[PassagePrompt],
        options: CompareOptions,
    ) -> None:
        self._generator = generator
        self._branches = branches
        self._numbers = [each.number for each in prompts]
        self._options = options
        self._shares = np.array(
            similarity_shares([each.similarity for each in prompts], options.temperature)
        )
        self._tokens: list[BlendedToken] = []
        self._parts = np.zeros(len(prompts))

    def run(self) -> BlendedAnswer:
        """Decode until the mixture ends the text."""
        refusal = self._options.refusal
        rows = probabilities(self._branches.logits)
        held = 1 - rows[:, refusal]
        absent = float(self._shares @ rows[:, refusal])
        mixed = self._shares @ rows
        if absent >= self._options.certainty or int(mixed.argmax()) == refusal:
            return self._answer("", absent, ended=True)
        # Without the refusal: of the first token alone, and for each passage by itself.
        rows[:, refusal] = 0
        rows /= np.maximum(held, np.finfo(np.float64).tiny)[:, np.newaxis]
        weights = _normalised(self._shares * held)
        weights = _normalised(np.where(weights < NEGLIGIBLE, 0.0, weights))
        ended = self._write(rows, weights)
        text = self._branches.text(int(weights.argmax())).strip().partition("\n")[0].strip()
        return self._answer("" if self._options.is_refusal(text) else text, absent, ended=ended)

    def _write(self, rows: NDArray[np.float64], weights: NDArray[np.float64]) -> bool:
        """Append token after token to every branch that counts; whether the text was ended."""
        speaker = int(weights.argmax())  # all that count hold the same text
        for _ in range(self._options.limit):
            mixed = weights @ rows
            token = int(mixed.argmax())
            if self._generator.is_end(token):
                return True
            parts = weights * rows[:, token] / mixed[token]
            try:
                self._branches.advance([token if weight else None for weight in weights])
            except ValueError:  # the context is full: the text stays as it is
                return False
            source = self._numbers[int(parts.argmax())]
            self._tokens.append(BlendedToken(token, float(mixed[token]), source))
            self._parts += parts
            if "\n" in self._branches.text(speaker).lstrip():
                return True
            if repeats_itself([each.token for each in self._tokens]):
                return False
            rows = probabilities(self._branches.logits)
        return False

    def _answer(self, text: str, absent: float, *, ended: bool) -> BlendedAnswer:
        total = self._parts if self._tokens else self._shares
        responsibility = _normalised(total)
        return BlendedAnswer(
            text=text,
            tokens=tuple(self._tokens),
            responsibility=tuple(zip(self._numbers, map(float, responsibility), strict=True)),
            absent=min(1.0, max(0.0, absent)),
            ended=ended,
        )


def _normalised(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """`weights`, not negative, so that they add up to 1; all equal where there are none."""
    total = math.fsum(weights)
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))
