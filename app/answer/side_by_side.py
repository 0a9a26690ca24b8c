"""One prompt per passage, in sequences side by side: what RAG-Sequence and RAG-Token share.

Both weigh the passages as in Lewis et al., "Retrieval-Augmented Generation for
Knowledge-Intensive NLP Tasks" (NeurIPS 2020): p(passage | question) is the softmax of the dense
similarities. Raw cosines lie so close together that it would be flat; they are divided by a
temperature, which `app.evaluate.posterior` fits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.cancel import CancelToken
from app.models.contracts import Branches, EvaluateProgress, Generator

TEMPERATURE = 0.01
"""Of the softmax over cosines: a passage whose cosine is 0.01 less is e times less trusted."""

CERTAINTY = 0.5
"""A passage whose refusal is at least so probable is silent."""

MOST = 8  # passages side by side: each further one slows the steps of all


@dataclass(frozen=True, slots=True)
class PassagePrompt:
    """The prompt that puts the question to one passage alone.

    `number` is the passage's, `similarity` the cosine of its vector and the question's.
    """

    number: int
    tokens: tuple[int, ...]
    similarity: float


class TokenTally:
    """Adds up the tokens of answers that are made side by side. One thread.

    `prompt` are those of the prompts, `computed` those of them that no cache held, `answer` those
    that were written, by all passages together.
    """

    def __init__(self) -> None:
        self.prompt = 0
        self.computed = 0
        self.answer = 0


def similarity_shares(
    similarities: Sequence[float], temperature: float = TEMPERATURE
) -> list[float]:
    """softmax(similarity / temperature), for `temperature` > 0; they add up to 1."""
    best = max(similarities, default=0.0)
    weights = [math.exp((each - best) / temperature) for each in similarities]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def open_branches(
    generator: Generator,
    prompts: Sequence[PassagePrompt],
    cancel: CancelToken,
    progress: EvaluateProgress | None = None,
    tally: TokenTally | None = None,
) -> Branches:
    """Read `prompts` side by side, with as much room as there can be for what follows.

    Their common beginning is all that is left in the generator's cache, and is kept. `tally`
    takes in the prompts' tokens. Raises CancelledJobError, ValueError as `Generator.branch` does.
    """
    common = common_length(prompts)
    read = 0

    def tell(done: int, total: int) -> None:
        nonlocal read
        read = done
        if progress is not None:
            progress(done, total)

    beginning = generator.evaluate(prompts[0].tokens[:common], cancel, keep=common)
    branches = generator.branch([each.tokens for each in prompts], cancel, tell)
    if tally is not None:
        tally.prompt += sum(len(each.tokens) for each in prompts)
        tally.computed += beginning + read
    return branches


def common_length(prompts: Sequence[PassagePrompt]) -> int:
    """Tokens that all of `prompts` begin with, at least 1, without the last token of any."""
    return max(1, _common_length([each.tokens for each in prompts]))


def count_fitting(prompts: Sequence[PassagePrompt], n_ctx: int, limit: int) -> int:
    """How many of `prompts`, the first ones, fit the context together; at least 1.

    Each has room for `limit` more tokens.
    """
    count = 1
    while count < min(len(prompts), MOST):
        texts = [each.tokens for each in prompts[: count + 1]]
        common = _common_length(texts)
        needed = common + sum(len(text) - common + limit for text in texts)
        if needed >= n_ctx:
            break
        count += 1
    return count


def probabilities(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """Softmax of each row of `(n, vocabulary)` logits."""
    shares: NDArray[np.float64] = logits.astype(np.float64) - logits.max(axis=1, keepdims=True)
    np.exp(shares, out=shares)
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def _common_length(texts: Sequence[Sequence[int]]) -> int:
    """Length of the longest common beginning that leaves a token of each text."""
    length = 0
    for tokens in zip(*(text[:-1] for text in texts), strict=False):
        if len(set(tokens)) > 1:
            break
        length += 1
    return length
