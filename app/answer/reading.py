"""Finds the passage that holds the answer: asks the model about one after another, best first.

Each passage is put to the model in a short prompt of its own: is exactly this question answerable
from it, or not? A passage weighs share × (1 - p) / p, where p is how far the model denies
it and the share is the search's trust in it, softmax(score / 0.15): the document posterior of
RAG-Sequence (Lewis et al. 2020) with the reader's own judgement in it. The odds, and not the
probability, since a small model's yes and no are close together, and lean the same way for
every passage. Asking stops as soon as no other passage could win, so that most questions cost
one short prompt; then the answer is written from the one that won, and its source is known by
construction.
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

SURE = 0.05
"""How far the model denies a passage that does hold the answer, at best: the 5th percentile on
the tuning halves of squad2_en and squad_it."""

HOPED = 0.2
"""How far it denies one as a rule: an unread passage could weigh that much."""

_NEGLIGIBLE = 0.05  # share of all unread passages together that cannot change the choice
_CLAMP = 1e-3  # denials are kept this far from 0 and 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What reading found.

    `prompt` is that of the chosen `passage`, which is evaluated; `reading` the probability that
    the reply to it is the refusal, `check` how far the model denied that it states the answer;
    `read` are the passages that were asked about, marked as used.
    """

    prompt: Prompt
    passage: FoundPassage
    reading: float
    check: float
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
) -> Verdict:
    """Ask about `passages` (at least one, best first) until the choice is settled, and read it.

    Raises UserError if the question is too long for the context, CancelledJobError.
    """
    yes, no = builder.replies()
    shares = trust_shares(passages)
    denied: list[float] = []
    weights: list[float] = []
    steps = len(passages) + 1
    for index, passage in enumerate(passages):
        prompt = builder.check(question, passage)
        run.read(prompt, kind="prompt", step=index, steps=steps)
        denied.append(run.denial(prompt, yes, no))
        weights.append(shares[index] * _odds_for(denied[-1]))
        unread = shares[index + 1 :]
        settled = max(unread, default=0.0) * _odds_for(HOPED) <= max(weights)
        if settled or math.fsum(unread) < _NEGLIGIBLE:
            break
    chosen = weights.index(max(weights))
    prompt = builder.document(question, history, [passages[chosen]], language)
    run.read(prompt, kind="prompt", step=len(passages), steps=steps)
    return Verdict(
        prompt,
        passages[chosen],
        run.first_token_probability(prompt, builder.refusal_token(language)),
        denied[chosen],
        tuple(replace(passage, used=True) for passage in passages[: len(denied)]),
    )


def _odds_for(denied: float) -> float:
    """Odds that a passage holds the answer, from how far the model denies it."""
    kept = min(max(denied, _CLAMP), 1 - _CLAMP)
    return (1 - kept) / kept
