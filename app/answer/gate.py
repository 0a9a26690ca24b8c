"""The gate: does the model need the documents for this question?

TARG (Wang, Wei, Ling: "Training-Free Adaptive Retrieval Gating", arXiv 2511.09803): the model
drafts a few tokens without documents, and its uncertainty U over them is read from the logits
(`gate_signals`). The passages enter the prompt when U is above the threshold τ.
"""

from __future__ import annotations

from app.core.types import GateMode, GateReport, GateSignal


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


def forced(mode: GateMode, signal: GateSignal) -> GateReport:
    """The report of Always and Never: nothing was drafted."""
    return GateReport(
        mode=mode,
        signal=signal,
        score=None,
        threshold=None,
        retrieved=mode is GateMode.ALWAYS,
        draft_tokens=0,
    )
