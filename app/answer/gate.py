"""The gate: does the model need the documents for this question?

TARG (Wang, Wei, Ling: "Training-Free Adaptive Retrieval Gating", arXiv 2511.09803): the model
drafts a few tokens without documents, and its uncertainty U over them is read from the logits
(`gate_signals`). The passages enter the prompt when U is above the threshold τ. For a private
library, a rule weighs U with what the search has found (`evidence`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.answer.evidence import EvidenceRule
from app.core.types import GateEvidence, GateMode, GateReport, GateSignal

INNER = GateSignal.MARGIN
"""What decides where evidence was asked for and no rule was fitted: the paper's default."""

_GREATEST_U: Mapping[GateSignal, float] = {
    GateSignal.MARGIN: 1.0,
    GateSignal.ENTROPY: 14.0,  # above ln V of any vocabulary of less than a million tokens
    GateSignal.VARIANCE: 1.0,
}


@dataclass(frozen=True, slots=True)
class Gate:
    """What decides about one question: `reads` is the signal that is read from its draft.

    With a `rule` there is `evidence`, and U enters into the rule's probability.
    """

    reads: GateSignal
    threshold: float
    rule: EvidenceRule | None = None
    evidence: GateEvidence | None = None

    def settled(self) -> GateReport | None:
        """The decision where no draft could change it, which is not worth drafting then.

        The probability is monotone in U, so that the two bounds of U tell. The score is that of
        the bound that comes nearer to the threshold. None where the draft decides.
        """
        if self.rule is None or self.evidence is None:
            return None
        bounds = (0.0, _GREATEST_U[self.reads])
        scores = [self.rule.probability(u, self.evidence) for u in bounds]
        if min(scores) > self.threshold:
            return self._report(min(scores), 0)
        if max(scores) <= self.threshold:
            return self._report(max(scores), 0)
        return None

    def decide(self, uncertainty: float | None, draft_tokens: int) -> GateReport:
        """The decision for U, None where nothing could be drafted."""
        score = uncertainty
        if self.rule is not None and self.evidence is not None and uncertainty is not None:
            score = self.rule.probability(uncertainty, self.evidence)
        return self._report(score, draft_tokens)

    def _report(self, score: float | None, draft_tokens: int) -> GateReport:
        signal = self.reads if self.rule is None else GateSignal.EVIDENCE
        report = decide(signal, score, self.threshold, draft_tokens)
        return replace(report, evidence=self.evidence)


def new_gate(
    signal: GateSignal,
    threshold: float,
    rule: EvidenceRule | None = None,
    evidence: GateEvidence | None = None,
) -> Gate:
    """The gate for a question by `signal`.

    EVIDENCE takes `rule` and what the search told. Where one of them is missing, the signal inside
    (of the rule, else `INNER`) decides alone, and `threshold` is its τ.
    """
    if signal is not GateSignal.EVIDENCE:
        return Gate(signal, threshold)
    if rule is None:
        return Gate(INNER, threshold)
    if evidence is None:
        return Gate(rule.signal, threshold)
    return Gate(rule.signal, rule.threshold, rule, evidence)


def threshold_signal(signal: GateSignal, rule: EvidenceRule | None) -> GateSignal:
    """Whose τ `new_gate` takes for `signal`: evidence has its own in its rule."""
    if signal is not GateSignal.EVIDENCE:
        return signal
    return INNER if rule is None else rule.signal


def decide(
    signal: GateSignal, score: float | None, threshold: float, draft_tokens: int
) -> GateReport:
    """The decision of Automatic: retrieve when U > τ, and when there is no draft to judge by."""
    return GateReport(
        mode=GateMode.AUTO,
        signal=signal,
        score=score,
        threshold=threshold,
        retrieved=score is None or score > threshold,
        draft_tokens=draft_tokens,
    )


def forced(mode: GateMode, signal: GateSignal | None) -> GateReport:
    """The report of Always and Never: nothing was drafted. `signal` None stands for any."""
    return GateReport(
        mode=mode,
        signal=signal or INNER,
        score=None,
        threshold=None,
        retrieved=mode is GateMode.ALWAYS,
        draft_tokens=0,
    )
