"""Reads the passages one by one, best first, and finds the one that holds the answer.

Each passage gets a short prompt of its own: answer in the passage's words, or write the refusal.
The probability of the refusal's first token is that passage's "does not hold it". A passage
weighs share × (1 − absent), where its share of the search's trust is softmax(score / 0.15); this
is the document posterior of RAG-Sequence (Lewis et al. 2020) with the reader's own judgement
in it. Reading stops as soon as no unread passage could win, so that most questions cost one
short prompt, and the source of the answer is known by construction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.answer.prompt import Prompt, PromptBuilder
from app.answer.run import AnswerRun
from app.core.types import FoundPassage, Turn

TEMPERATURE = 0.15
"""Of the softmax over the search's scores, relative to the best: 0.15 behind is e times less
trusted."""

_NEGLIGIBLE = 0.05  # share of all unread passages together that cannot change the refusal


@dataclass(frozen=True, slots=True)
class Verdict:
    """What reading found.

    `prompt` is that of the chosen passage, which is evaluated; `absent` the probability that the
    chosen passage does not hold the answer; `read` the passages read, marked as used.
    """

    prompt: Prompt
    absent: float
    read: tuple[FoundPassage, ...]


def trust_shares(passages: Sequence[FoundPassage]) -> list[float]:
    """How the search's trust is shared out over its passages; they add up to 1."""
    best = max((passage.scores.ordering for passage in passages), default=0.0)
    scale = abs(best) or 1.0
    weights = [
        math.exp((passage.scores.ordering - best) / scale / TEMPERATURE) for passage in passages
    ]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def read_passages(
    builder: PromptBuilder,
    run: AnswerRun,
    question: str,
    history: Sequence[Turn],
    passages: Sequence[FoundPassage],
    language: str,
    certainty: float,
) -> Verdict:
    """Read `passages` (at least one, best first) until the choice is settled.

    The last passage read must hold the answer for that (`absent` below `certainty`): before the
    program declines, it reads every passage that counts.

    Raises UserError if the question is too long for the context, CancelledJobError.
    """
    refusal = builder.refusal_token(language)
    shares = trust_shares(passages)
    prompts: list[Prompt] = []
    absent: list[float] = []
    weights: list[float] = []
    steps = len(passages) + (len(passages) > 1)  # the chosen one may be read twice
    for index, passage in enumerate(passages):
        prompt = builder.document(question, history, [passage], language)
        run.read(prompt, kind="prompt", step=index, steps=steps)
        prompts.append(prompt)
        absent.append(run.first_token_probability(prompt, refusal))
        weights.append(shares[index] * (1 - absent[-1]))
        unread = shares[index + 1 :]
        settled = max(unread, default=0.0) <= max(weights) and absent[-1] < certainty
        if settled or math.fsum(unread) < _NEGLIGIBLE:
            break
    chosen = prompts[weights.index(max(weights))]
    if chosen is not prompts[-1]:
        run.read(chosen, kind="prompt", step=len(passages), steps=steps)
    return Verdict(
        chosen,
        absent[prompts.index(chosen)],
        tuple(replace(passage, used=True) for passage in passages[: len(prompts)]),
    )
