"""Drafted questions of the mixed set, as values."""

from __future__ import annotations

import math
import random

from app.core.types import GateEvidence, GateSignal
from app.evaluate.answers_record import PutQuestion
from app.evaluate.mixed_record import MixedRow


def mixed_row(
    number: int,
    *,
    held: bool,
    score: float = 0.2,
    similarity: float = 0.8,
    coverage: float = 0.5,
    agreement: float = 0.1,
    dataset: str = "",
    signal: GateSignal = GateSignal.MARGIN,
) -> MixedRow:
    """A question whose draft had one step."""
    name = dataset or ("squad_it" if held else "gate")
    question = PutQuestion(name, "v1", f"q{number}", f"Question {number}?", "en", (), not held, ())
    evidence = GateEvidence(similarity, coverage, agreement)
    return MixedRow(question, evidence, {signal: (score,)}, "A draft", 12.5)


def drawn_rows(count: int, seed: int = 0) -> list[MixedRow]:
    """Questions whose log odds of being in the library are 3·U + 40·similarity + coverage − 33.5,
    and which hang on the agreement of the lists not at all."""
    lot = random.Random(seed)
    rows = []
    for number in range(count):
        score, similarity = lot.random(), lot.gauss(0.8, 0.05)
        coverage, agreement = lot.random(), lot.random()
        odds = 3 * score + 40 * similarity + coverage - 33.5
        rows.append(
            mixed_row(
                number,
                held=lot.random() < 1 / (1 + math.exp(-odds)),
                score=score,
                similarity=similarity,
                coverage=coverage,
                agreement=agreement,
            )
        )
    return rows
