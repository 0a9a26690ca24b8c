"""The gate of a private library: how unsure the draft is, and what the search has found already.

TARG (see `gate_signals`) asks whether the model knows. A private library asks others as
well: whether the documents are about this at all, and whether the question is about a person's own
affairs, of which a model knows nothing. The search runs anyway and tells most of that:
a logistic rule weighs it with U of one signal,

    P(needs documents) = 1 / (1 + exp(-(intercept + Σ weight × sign))),

and the passages enter the prompt where this is above the rule's threshold. The signs are by
`NAMES`: `uncertainty`, U of the signal inside; `similarity`, the greatest cosine of question and
passage; `coverage`, the greatest share of the question's idf mass that one passage holds;
`agreement`, how far the lists by words and by meaning begin with the same passages; `affairs`,
how much it is like questions that no one can answer without the documents (`affairs`).

The rule is fitted by `margine eval evidence --fit` for one generator, embedder and version of the
prompts, and stored with the generator in `models.toml`, `[model.gate.evidence]`. With another
embedder, whose cosines mean something else, it is not used: the signal inside decides alone, at
its own threshold, as it does where the search gives no evidence (`SearchResult.evidence`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from app.answer.logistic import logistic
from app.core.types import GateEvidence, GateSignal

NAMES = ("uncertainty", "similarity", "coverage", "agreement", "affairs")
"""What a rule may weigh, in this order."""


@dataclass(frozen=True, slots=True)
class EvidenceRule:
    """A logistic rule. `weights` are by `NAMES`; what has none weighs nothing.

    `signal` is what U is read by: one of those that are read from a draft. Passages enter the
    prompt where the probability is above `threshold`, in [0, 1].
    """

    signal: GateSignal
    intercept: float
    weights: Mapping[str, float]
    threshold: float

    def probability(self, score: float, evidence: GateEvidence) -> float:
        """The probability that the question needs documents, for U = `score` of `signal`."""
        return logistic(self.intercept + math.fsum(self.parts(score, evidence).values()))

    def parts(self, score: float, evidence: GateEvidence) -> dict[str, float]:
        """What each sign adds to the log odds, by name, to explain a decision."""
        known = rule_signs(score, evidence)
        return {name: weight * known[name] for name, weight in self.weights.items()}


def rule_signs(score: float, evidence: GateEvidence) -> dict[str, float]:
    """The signs, by `NAMES`."""
    return {
        "uncertainty": score,
        "similarity": evidence.similarity,
        "coverage": evidence.coverage,
        "agreement": evidence.agreement,
        "affairs": evidence.affairs,
    }


def evidence_rule_from_table(table: Mapping[str, float | str]) -> EvidenceRule:
    """The rule stored in `models.toml`: `signal`, `intercept`, `threshold`, and weights by name.

    Raises ValueError for a missing or unknown key, a threshold outside [0, 1], or a signal that
    is not read from a draft.
    """
    unknown = table.keys() - {*NAMES, "signal", "intercept", "threshold"}
    if unknown:
        raise ValueError(f"the rule of evidence has the unknown key {min(unknown)}")
    try:
        signal = GateSignal(str(table["signal"]))
        intercept, threshold = float(table["intercept"]), float(table["threshold"])
    except KeyError as error:
        raise ValueError(f"the rule of evidence lacks the key {error}") from error
    if signal is GateSignal.EVIDENCE:
        raise ValueError("the signal inside the rule of evidence is evidence itself")
    if not 0.0 <= threshold <= 1.0:
        raise ValueError(f"the threshold of the rule of evidence is {threshold}")
    weights = {name: float(table[name]) for name in NAMES if name in table}
    return EvidenceRule(signal, intercept, weights, threshold)
