"""The rule that weighs a draft's uncertainty with what the search found."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.evidence import NAMES, EvidenceRule, evidence_rule_from_table, rule_signs
from app.core.types import GateEvidence, GateSignal

TABLE: dict[str, float | str] = {
    "signal": "entropy",
    "intercept": -9.0,
    "uncertainty": 2.0,
    "similarity": 10.0,
    "coverage": 1.0,
    "threshold": 0.4,
}
EVIDENCE = GateEvidence(similarity=0.8, coverage=0.5, agreement=0.3, affairs=-0.4)


def test_the_probability_by_hand() -> None:
    rule = evidence_rule_from_table(TABLE)
    # -9 + 2·0.25 + 10·0.8 + 1·0.5 = 0, and what the table does not name weighs nothing
    assert rule.probability(0.25, EVIDENCE) == pytest.approx(0.5)
    assert rule.probability(0.25 + math.log(3) / 2, EVIDENCE) == pytest.approx(0.75)
    assert rule.parts(0.25, EVIDENCE) == pytest.approx(
        {"uncertainty": 0.5, "similarity": 8.0, "coverage": 0.5}
    )
    assert (rule.signal, rule.threshold) == (GateSignal.ENTROPY, 0.4)


def test_the_signs_are_those_that_are_named() -> None:
    assert tuple(rule_signs(0.1, EVIDENCE)) == NAMES
    assert list(rule_signs(0.1, EVIDENCE).values()) == [0.1, 0.8, 0.5, 0.3, -0.4]


@given(st.floats(-1e6, 1e6), st.floats(0, 20), st.floats(-1, 1))
def test_a_probability_whatever_the_odds(weight: float, score: float, similarity: float) -> None:
    rule = EvidenceRule(GateSignal.MARGIN, 0.0, {"uncertainty": weight, "similarity": weight}, 0.5)
    assert 0 <= rule.probability(score, GateEvidence(similarity, 0.0, 0.0)) <= 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"margin": 1.0}, "unknown key margin"),
        ({"intercept": None}, "lacks the key 'intercept'"),
        ({"signal": None}, "lacks the key 'signal'"),
        ({"signal": "mood"}, "mood"),
        ({"signal": "evidence"}, "evidence itself"),
        ({"threshold": 1.5}, "threshold"),
        ({"coverage": "much"}, "much"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(
    change: dict[str, float | str | None], message: str
) -> None:
    table = {key: value for key, value in (TABLE | change).items() if value is not None}
    with pytest.raises(ValueError, match=message):
        evidence_rule_from_table(table)
