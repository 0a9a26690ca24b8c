"""The rule of evidence is fitted to drafted questions, and reported."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace

import pytest

from app.answer.evidence import NAMES, EvidenceRule, evidence_rule_from_table
from app.core.errors import UserError
from app.core.types import GateEvidence, GateSignal
from app.evaluate.mixed_fit import evidence_as_toml, fit_best, fit_evidence, judge
from app.evaluate.mixed_record import row_from_json, row_to_json
from app.evaluate.mixed_report import MixedRun, mixed_report
from app.evaluate.report import Estimate, Table
from tests.evaluate.mixed_values import drawn_rows, mixed_row

MARGIN, ENTROPY = GateSignal.MARGIN, GateSignal.ENTROPY
NOTHING = GateEvidence(0.0, 0.0, 0.0)


def test_the_weights_are_found_again() -> None:
    rule = fit_evidence(drawn_rows(6000), MARGIN, NAMES).rule
    # Both kinds weigh the same, which moves the intercept alone; the penalty shrinks a little.
    assert rule.weights["uncertainty"] == pytest.approx(3, abs=0.4)
    assert rule.weights["similarity"] == pytest.approx(40, abs=4)
    assert rule.weights["coverage"] == pytest.approx(1, abs=0.4)
    assert rule.weights["agreement"] == pytest.approx(0, abs=0.4)


@pytest.mark.parametrize(("budget", "missed"), [(0.0, 0), (0.1, 2), (0.5, 10)])
def test_the_threshold_keeps_to_the_budget(budget: float, missed: int) -> None:
    rows = [mixed_row(n, held=True, similarity=0.8 + n / 200) for n in range(20)]
    rows += [mixed_row(n, held=False, similarity=0.7 + n / 200) for n in range(30)]
    rule = fit_evidence(rows, MARGIN, budget=budget).rule
    judged = [judge(rule, row) for row in rows[:20]]
    assert sum(p is not None and p <= rule.threshold for p in judged) == missed


def test_sources_weigh_the_same_however_large_they_are() -> None:
    few = [
        mixed_row(1, held=True, similarity=0.9),
        mixed_row(2, held=True, similarity=0.8, dataset="squad2_en"),
        mixed_row(3, held=False, similarity=0.7),
        mixed_row(4, held=False, similarity=0.85, dataset="everyday en arithmetic"),
    ]
    many = few + few[1:2] * 40 + [few[3]] * 7
    once, often = fit_evidence(few, MARGIN).rule, fit_evidence(many, MARGIN).rule
    assert once.weights == pytest.approx(often.weights, rel=1e-6, abs=1e-6)
    assert once.intercept == pytest.approx(often.intercept, rel=1e-6)


def test_what_nothing_was_found_for_does_not_bear_on_the_weights() -> None:
    rows = drawn_rows(200)
    empty = [replace(mixed_row(900 + n, held=False), evidence=NOTHING) for n in range(20)]
    rule = fit_evidence(rows, MARGIN).rule
    assert fit_evidence(rows + empty, MARGIN).rule == rule
    assert judge(rule, empty[0]) == 0.0


def test_the_signal_that_tells_more_is_inside() -> None:
    rows = [
        replace(row, steps={**row.steps, ENTROPY: (0.3 + 0.01 * (n % 7),)})
        for n, row in enumerate(drawn_rows(800))
    ]
    best, other = fit_best(rows, (ENTROPY, MARGIN))
    assert (best.rule.signal, other.rule.signal) == (MARGIN, ENTROPY)
    assert best.loss < other.loss < math.log(2)


def test_one_kind_of_question_alone_is_refused() -> None:
    rows = [mixed_row(1, held=True), mixed_row(2, held=True)]
    with pytest.raises(UserError, match="cannot be fitted with margin"):
        fit_evidence(rows, MARGIN)
    both = [*rows, mixed_row(3, held=False)]
    with pytest.raises(UserError, match="cannot be fitted with entropy"):
        fit_evidence(both, ENTROPY)  # nothing was read by it


def test_a_fitted_rule_is_printed_as_it_is_stored() -> None:
    rule = fit_evidence(drawn_rows(100), MARGIN).rule
    table = tomllib.loads(evidence_as_toml(rule, "some-e5"))["model"]["gate"]["evidence"]
    assert table.pop("embedder") == "some-e5"
    stored = evidence_rule_from_table(table)
    assert stored.signal is rule.signal
    assert stored.intercept == pytest.approx(rule.intercept, abs=1e-4)
    assert stored.weights == pytest.approx(rule.weights, abs=1e-4)
    assert stored.threshold == pytest.approx(rule.threshold, abs=1e-4)


def test_a_row_is_kept_as_it_is() -> None:
    row = mixed_row(3, held=True, score=0.25)
    assert row_from_json(row_to_json(row)) == row
    assert row.score(MARGIN) == 0.25
    assert row.score(ENTROPY) is None
    for damage in ({"steps": {"mood": []}}, {"evidence": {"similarity": 1}}, {"question": {}}):
        with pytest.raises((KeyError, TypeError, ValueError)):
            row_from_json(row_to_json(row) | damage)


def cell(table: Table, row: int, column: str) -> object:
    return table.rows[row][table.columns.index(column)]


def test_the_report_counts_what_is_missed_and_what_is_searched() -> None:
    rows = [
        mixed_row(1, held=True, score=0.9),
        mixed_row(2, held=True, score=0.4),
        mixed_row(3, held=False, score=0.5),
        mixed_row(4, held=False, score=0.1, dataset="everyday en small talk"),
        mixed_row(5, held=False, score=0.1, dataset="everyday it arithmetic"),
        mixed_row(6, held=False, score=0.2, dataset="affairs it home"),
    ]
    rule = EvidenceRule(MARGIN, -0.45, {"uncertainty": 1.0}, 0.5)
    report = mixed_report(MixedRun(rows, (MARGIN,), {MARGIN: 0.05}, rule), {"model": "m"})
    areas, decisions, sources, _weights, errors, _details = report.parts
    assert isinstance(areas, Table)
    area = cell(areas, 0, "AUROC library")
    assert isinstance(area, Estimate)
    assert area.value == pytest.approx(5 / 6)
    both = cell(areas, 0, "AUROC both")
    assert isinstance(both, Estimate)
    assert both.value == pytest.approx((5 + 2) / 9), "the one of its own has U 0.2"
    assert cell(areas, 5, "sign") == "evidence with margin"
    assert cell(areas, 5, "AUROC library") == area, "the same order"
    assert isinstance(decisions, Table)
    shares = [
        [estimate.value for estimate in row[2:] if isinstance(estimate, Estimate)]
        for row in decisions.rows
    ]
    assert shares[0] == [0.0, 0.0, 1.0], "the margin's own threshold searches for all"
    assert shares[1] == pytest.approx([0.5, 1.0, 1 / 3])
    assert isinstance(sources, Table)
    assert [row[0] for row in sources.rows] == ["affairs", "everyday", "gate", "squad_it"]
    assert isinstance(errors, Table)
    assert [row[2] for row in errors.rows] == ["Question 6?", "Question 2?", "Question 3?"]
