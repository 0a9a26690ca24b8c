"""The temperature of the passages' weights, fitted on what each passage answered.

The model is that of RAG-Sequence (Lewis et al. 2020) as `app.answer.compare` has it: a passage
weighs softmax(similarity / T) · (1 − p(refusal)). Fitted by maximum likelihood: the weights,
normalised over the passages that answer, are the probabilities that a passage's answer is the
right one, and T makes those of the right answers greatest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.answer.side_by_side import similarity_shares

GRID = tuple(0.001 * 10 ** (step / 10) for step in range(28))  # 0.001 to 0.5
SLIP = 0.02
"""Probability that the question's right answer is drawn at random from its passages: one
question whose right passage has no weight at all must not outweigh all others."""


@dataclass(frozen=True, slots=True)
class PassageRow:
    """One passage of one question: cosine, whether its own answer is right, p(refusal).

    `silent` passages gave no answer; they weigh nothing.
    """

    similarity: float
    right: bool
    absent: float
    silent: bool = False


@dataclass(frozen=True, slots=True)
class TemperaturePoint:
    """What one temperature comes to: mean log-likelihood (nats, never above 0) of the questions,
    and the share of them whose heaviest passage answers right."""

    temperature: float
    log_likelihood: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class TemperatureFit:
    """The likeliest temperature, and the whole curve. `questions` are those that tell anything:
    with a right answer and a wrong one among their passages."""

    best: TemperaturePoint
    curve: tuple[TemperaturePoint, ...]
    questions: int


def fit_temperature(
    questions: Sequence[Sequence[PassageRow]], grid: Sequence[float] = GRID
) -> TemperatureFit | None:
    """The temperature of `grid` that makes the right answers likeliest; among equal ones the most
    accurate, then the largest (the flattest weights). None where no question tells anything."""
    telling = [rows for rows in questions if _tells(rows)]
    if not telling:
        return None
    curve = tuple(_point(telling, temperature) for temperature in grid)
    best = max(curve, key=lambda each: (each.log_likelihood, each.accuracy, each.temperature))
    return TemperatureFit(best, curve, len(telling))


def passage_weights(rows: Sequence[PassageRow], temperature: float) -> list[float]:
    """What each passage's answer weighs, normalised over those that answer; all 0 without one."""
    shares = similarity_shares([row.similarity for row in rows], temperature)
    weights = [
        0.0 if row.silent else share * (1 - row.absent)
        for row, share in zip(rows, shares, strict=True)
    ]
    total = math.fsum(weights)
    return [weight / total for weight in weights] if total > 0 else weights


def _tells(rows: Sequence[PassageRow]) -> bool:
    answering = [row.right for row in rows if not row.silent]
    return any(answering) and not all(answering)


def _point(questions: Sequence[Sequence[PassageRow]], temperature: float) -> TemperaturePoint:
    likelihood, accurate = [], 0
    for rows in questions:
        weights = passage_weights(rows, temperature)
        right = math.fsum(weight for row, weight in zip(rows, weights, strict=True) if row.right)
        by_chance = sum(row.right for row in rows) / len(rows)
        likelihood.append(math.log((1 - SLIP) * right + SLIP * by_chance))
        accurate += rows[weights.index(max(weights))].right
    count = len(questions)
    return TemperaturePoint(temperature, math.fsum(likelihood) / count, accurate / count)
