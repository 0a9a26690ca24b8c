"""The gate's decision, as the terminal says it."""

from __future__ import annotations

import pytest

from app.core.types import GateMode, GateReport, GateSignal
from app.terminal.output import gate_words


@pytest.mark.parametrize(
    ("signal", "score", "said"),
    [
        (GateSignal.ENTROPY, 0.31, "Gate: U 0.310 > τ 0.250 (entropy, 20 draft tokens): "),
        (GateSignal.EVIDENCE, 0.2, "Gate: P 0.200 ≤ τ 0.250 (evidence, 20 draft tokens): "),
    ],
)
def test_what_evidence_gives_is_a_probability(signal: GateSignal, score: float, said: str) -> None:
    report = GateReport(GateMode.AUTO, signal, score, 0.25, score > 0.25, 20)
    assert gate_words(report).startswith(said)
