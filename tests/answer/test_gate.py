"""The gate's decision, and what the forced modes report."""

from __future__ import annotations

import pytest

from app.answer.gate import decide, forced
from app.core.types import GateMode, GateSignal


@pytest.mark.parametrize("signal", list(GateSignal))
def test_without_a_draft_passages_are_read(signal: GateSignal) -> None:
    assert decide(signal, None, 0.5, 0).retrieved


@pytest.mark.parametrize("signal", list(GateSignal))
@pytest.mark.parametrize(("score", "retrieved"), [(0.49, False), (0.5, False), (0.51, True)])
def test_retrieves_above_the_threshold_alone(
    signal: GateSignal, score: float, retrieved: bool
) -> None:
    report = decide(signal, score, 0.5, 20)
    assert (report.retrieved, report.score, report.threshold) == (retrieved, score, 0.5)
    assert (report.mode, report.signal, report.draft_tokens) == (GateMode.AUTO, signal, 20)


@pytest.mark.parametrize("mode", [GateMode.ALWAYS, GateMode.NEVER])
def test_forced_modes_draft_nothing(mode: GateMode) -> None:
    report = forced(mode, GateSignal.MARGIN)
    assert report.retrieved is (mode is GateMode.ALWAYS)
    assert (report.score, report.threshold, report.draft_tokens) == (None, None, 0)
