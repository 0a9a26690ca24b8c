from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.types import GateSignal
from app.evaluate.gate_figures import (
    Outcome,
    always,
    at_budgets,
    average_precision,
    baselines,
    by_signal,
    measure,
    never,
)
from app.evaluate.gate_record import exact_match, row_from_json, row_to_json, short_answer
from app.evaluate.gate_report import frontier, frontier_svg, gate_report
from app.evaluate.report import Table
from app.terminal.tables import report_text
from tests.evaluate.gate_values import row


def outcome_of(name: str, **values: object) -> Outcome:
    policy = next(each for each in baselines() if each.name == name)
    return policy.outcome(row("q", **values))  # type: ignore[arg-type]  # passed through


def test_scores_are_those_of_the_signals() -> None:
    asked = row("q", gap=2.0)
    assert asked.score(GateSignal.MARGIN) == pytest.approx(math.exp(-2.0))
    assert asked.score(GateSignal.ENTROPY) == pytest.approx(1 / 6)
    assert asked.score(GateSignal.VARIANCE) == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="evidence"):
        asked.score(GateSignal.EVIDENCE)


def test_what_needs_documents() -> None:
    assert row("q").needs_documents
    assert not row("q", memory="The right!").needs_documents
    assert not row("q", documents="else").needs_documents


def test_never_and_always() -> None:
    assert never().outcome(row("q")) == Outcome("wrong", False, False, 100.0, 24)
    assert always().outcome(row("q")) == Outcome("right", True, True, 1005.0, 503)


def test_a_signal_pays_for_its_draft() -> None:
    sure, unsure = row("a", gap=5.0), row("b", gap=0.1)
    policy = by_signal(GateSignal.MARGIN, 0.5, "margin")
    assert policy.outcome(sure) == Outcome("wrong", False, False, 101.0, 24)
    assert policy.outcome(unsure) == Outcome("right", True, True, 1086.0, 503 + 22)
    sampled = by_signal(GateSignal.VARIANCE, 0.5, "variance").outcome(sure)
    assert sampled == Outcome("wrong", False, False, 100.0 + 120.0, 24 + 4)


def test_flare_looks_at_the_least_likely_token() -> None:
    assert not outcome_of("FLARE, θ 0.8", probability=0.85).retrieved
    asked = outcome_of("FLARE, θ 0.8", probability=0.7)
    assert asked == Outcome("right", True, True, 1085.0, 525)
    assert not outcome_of("FLARE, θ 0.4", probability=0.7).retrieved


def test_self_rag_asks_the_model() -> None:
    asked = outcome_of("Self-RAG-lite, δ 0.2", need=0.3)
    assert asked == Outcome("right", True, True, 1015.0, 533)
    assert outcome_of("Self-RAG-lite, δ 0.5", need=0.3) == Outcome("wrong", False, False, 110.0, 54)


def test_crag_keeps_drops_or_falls_back() -> None:
    everything = outcome_of("CRAG-lite", judged=(0.9, 0.5))
    assert everything == Outcome("right", True, True, 1025.0, 703)
    some = outcome_of("CRAG-lite", judged=(0.9, 0.4), kept="kept")
    assert some == Outcome("kept", True, True, 425.0, 403)
    nothing = outcome_of("CRAG-lite", judged=(0.1, 0.4))
    assert nothing == Outcome("wrong", True, False, 125.0, 224)


def test_budgets_are_met() -> None:
    rows = [row(str(at), gap=float(at)) for at in range(10)]
    for share, policy in zip(
        (0.1, 0.3), at_budgets(rows, GateSignal.MARGIN, (0.1, 0.3)), strict=True
    ):
        figures = measure(policy, rows)
        assert figures.retrieved.mean() == pytest.approx(share)
        assert figures.em.mean() == pytest.approx(share)  # whoever is searched for is right
        assert figures.retrieved[0] == 1  # the least sure first


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=30))
def test_average_precision_against_plain_python(pairs: list[tuple[int, bool]]) -> None:
    scores, needed = [float(s) for s, _ in pairs], [n for _, n in pairs]
    found = average_precision(scores, needed)
    if not any(needed):
        assert found is None
        return
    total, before = 0.0, 0.0
    for threshold in sorted(set(scores), reverse=True):
        hits = sum(n for s, n in pairs if s >= threshold)
        recall = hits / sum(needed)
        total += (recall - before) * hits / sum(s >= threshold for s in scores)
        before = recall
    assert found == pytest.approx(total)


def test_average_precision_by_hand() -> None:
    assert average_precision([0.9, 0.8, 0.7], [True, False, True]) == pytest.approx((1 + 2 / 3) / 2)


def test_answers_are_compared_as_squad_does() -> None:
    assert exact_match("The Beatles.", ["Beatles"])
    assert not exact_match("The Beatles from Liverpool", ["Beatles"])
    assert not exact_match("", ["Beatles"])
    assert short_answer("\n Paris \nbecause") == "Paris"


def test_a_record_comes_back_as_it_was() -> None:
    for asked in (row("q"), row("q", kept="kept")):
        line = row_to_json(asked)
        assert (line["text"], line["needs_documents"]) == ("Question q?", True)
        assert row_from_json(line) == asked


def test_the_report_and_its_plot() -> None:
    rows = [row(str(at), gap=float(at), memory="right" if at > 5 else "wrong") for at in range(10)]
    report = gate_report(rows, {"model": "m"})
    table = next(part for part in report.parts if isinstance(part, Table))
    assert [line[0] for line in table.rows[:3]] == ["Never", "Always", "margin at 5%"]
    areas = next(
        p for p in report.parts if isinstance(p, Table) and p.title == "Who needs documents"
    )
    assert areas.rows[0][2].value == 1.0  # type: ignore[union-attr]  # an estimate
    assert "CRAG-lite" in report_text(report)
    names = [series.name for series in frontier(rows).series]
    assert names[:4] == ["margin", "entropy", "variance", "by lot"]
    root = ET.fromstring(frontier_svg(rows))  # noqa: S314 - as above
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "exact match, %" in "".join(root.itertext())
