"""The rule by which it is declined to answer."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.absence import (
    NAMES,
    NEAR,
    AbsenceRule,
    Signs,
    log_odds,
    reading_rule,
    rule_from_table,
    signs_of,
)

probabilities = st.floats(0, 1)
signs = st.builds(
    Signs,
    reading=probabilities,
    check=probabilities,
    similarity=st.none() | st.floats(-1, 1),
    coverage=probabilities,
    foreign=st.booleans(),
)


def test_the_rule_is_logistic_in_log_odds() -> None:
    rule = AbsenceRule(-1.0, {"reading": 0.5, "check": 2.0, "distance": 30.0}, 0.5)
    judged = rule.judge(Signs(0.2, 0.6, NEAR - 0.02, 0.5, foreign=False))
    odds = -1.0 + 0.5 * math.log(0.2 / 0.8) + 2.0 * math.log(0.6 / 0.4) + 30.0 * 0.02
    assert judged.probability == pytest.approx(1 / (1 + math.exp(-odds)))
    assert (judged.reading, judged.check) == (0.2, 0.6)


@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize("similarity", [None, 0.82, 0.95])
def test_a_near_or_unknown_similarity_says_nothing(similarity: float | None, foreign: bool) -> None:
    rule = AbsenceRule(0.4, {"distance": 50.0}, 0.5)
    judged = rule.judge(Signs(0.1, 0.1, similarity, 0.5, foreign=foreign))
    assert judged.probability == pytest.approx(1 / (1 + math.exp(-0.4)))
    assert judged.similarity == similarity


def test_another_language_may_be_farther() -> None:
    rule = AbsenceRule(0.0, {"distance": 50.0}, 0.5)
    here, there = (
        rule.judge(Signs(0.1, 0.1, 0.78, 0.5, foreign=foreign)) for foreign in (False, True)
    )
    assert here.probability > there.probability == 0.5


@given(signs=signs)
def test_the_probability_is_one_and_what_it_was_judged_by_is_kept(signs: Signs) -> None:
    rule = AbsenceRule(3.0, dict.fromkeys(NAMES, 7.0), 0.5)
    judged = rule.judge(signs)
    assert 0 <= judged.probability <= 1
    assert signs_of(judged) == signs


@given(reading=probabilities, certainty=st.floats(0.01, 0.99))
def test_without_a_fitted_rule_the_models_own_refusal_decides(
    reading: float, certainty: float
) -> None:
    judged = reading_rule(certainty).judge(Signs(reading, 0.9, 0.1, 0.0, foreign=True))
    assert judged.probability == pytest.approx(reading, abs=2e-4)
    assert judged.threshold == certainty


@given(low=probabilities, high=probabilities)
def test_log_odds_are_finite_and_in_order(low: float, high: float) -> None:
    low, high = sorted((low, high))
    assert -10 < log_odds(low) <= log_odds(high) < 10


def test_a_language_may_have_a_threshold_of_its_own() -> None:
    rule = AbsenceRule(0.0, {"check": 1.0}, 0.4, {"it": 0.6})
    signs = Signs(0.1, 0.5, None, 0.5, foreign=False)
    judged = {language: rule.judge(signs, language) for language in ("it", "en", "")}
    assert {each.probability for each in judged.values()} == {0.5}
    assert [each.threshold for each in judged.values()] == [0.6, 0.4, 0.4]
    assert [each.declines for each in judged.values()] == [False, True, True]


def test_a_rule_is_read_from_its_table() -> None:
    table = {"intercept": 1.0, "check": 2.0, "threshold": 0.4}
    assert rule_from_table(table) == AbsenceRule(1.0, {"check": 2.0}, 0.4)
    own = rule_from_table(table | {"threshold_it": 0.6})
    assert own == AbsenceRule(1.0, {"check": 2.0}, 0.4, {"it": 0.6})
    with pytest.raises(ValueError, match="threshold"):
        rule_from_table({"intercept": 1.0})
    with pytest.raises(ValueError, match="chek"):
        rule_from_table(table | {"chek": 1.0})
