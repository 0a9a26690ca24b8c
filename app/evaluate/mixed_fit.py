"""Fits the rule of evidence to drafted questions of the mixed set.

Questions that need documents and those that do not weigh the same together, and so does every
source among either. What nothing was found for is left out: no passages, no decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.answer.evidence import EvidenceRule, rule_signs
from app.core.errors import UserError
from app.core.types import GateSignal
from app.evaluate.logistic_fit import balanced, cut_within, fit_logistic
from app.evaluate.mixed_record import MixedRow
from app.evaluate.mixed_set import needs_documents, source_of

SIGNS = ("uncertainty", "similarity", "coverage", "affairs")
"""What is weighed. The agreement of the lists adds nothing to the two others: on 268 questions of
the tuning half, of similarity and coverage alone, AUROC 0.991 without and 0.990 with it."""

BUDGET = 0.05
"""Questions that need documents, at most, that the threshold may leave to the memory."""

_LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class FittedRule:
    """A rule, and how well it fits: the mean of −ln(probability of what is), balanced as above."""

    rule: EvidenceRule
    loss: float


def fit_evidence(
    rows: Sequence[MixedRow],
    signal: GateSignal,
    names: Sequence[str] = SIGNS,
    *,
    budget: float = BUDGET,
) -> FittedRule:
    """The rule with `signal` inside that fits `rows` best.

    Its threshold leaves at most the share `budget` of the questions that need documents to the
    memory. Raises UserError without both kinds of questions.
    """
    used = [row for row in rows if row.evidence.found and row.score(signal) is not None]
    labels = [needs_documents(row.question) for row in used]
    if len(set(labels)) < 2:
        raise UserError(
            f"The rule of evidence cannot be fitted with {signal}.",
            why="It needs drafted questions that need documents, and others.",
            next_step="Draft both halves, with this signal among them.",
        )
    signs = [rule_signs(row.score(signal) or 0.0, row.evidence) for row in used]
    values = np.array([[each[name] for name in names] for each in signs], np.float64)
    balance = balanced([source_of(row.question) for row in used], labels)
    intercept, weights = fit_logistic(values, np.array(labels, np.float64), balance)
    rule = EvidenceRule(signal, intercept, dict(zip(names, weights, strict=True)), 0.0)
    judged = [judge(rule, row) or 0.0 for row in used]
    needed = [p for p, label in zip(judged, labels, strict=True) if label]
    likely = np.array([p if label else 1 - p for p, label in zip(judged, labels, strict=True)])
    loss = -float(balance @ np.log(np.maximum(likely, _LEAST)))
    # What is missed is at or below the threshold: as sure of not being needed as the cut.
    threshold = 1 - cut_within([1 - p for p in needed], budget)
    return FittedRule(replace(rule, threshold=threshold), loss)


def fit_best(
    rows: Sequence[MixedRow], signals: Sequence[GateSignal], *, budget: float = BUDGET
) -> list[FittedRule]:
    """A rule for each signal inside, the one that fits best first. Raises as `fit_evidence`."""
    fitted = [fit_evidence(rows, signal, budget=budget) for signal in signals]
    return sorted(fitted, key=lambda each: each.loss)


def judge(rule: EvidenceRule, row: MixedRow) -> float | None:
    """The rule's probability for a question: 0 where nothing was found, None without its U."""
    if not row.evidence.found:
        return 0.0
    score = row.score(rule.signal)
    return None if score is None else rule.probability(score, row.evidence)


def evidence_as_toml(rule: EvidenceRule, embedder: str) -> str:
    """The table `[model.gate.evidence]` of models.toml, for a rule fitted with `embedder`."""
    lines = ["[model.gate.evidence]", f'embedder = "{embedder}"', f'signal = "{rule.signal}"']
    lines.append(f"intercept = {rule.intercept:.4f}")
    lines += [f"{name} = {weight:.4f}" for name, weight in rule.weights.items()]
    lines.append(f"threshold = {rule.threshold:.4f}")
    return "\n".join(lines)
