"""The rule of absence is fitted to labelled questions."""

from __future__ import annotations

import math
import random
import tomllib
from dataclasses import replace

import pytest

from app.answer.absence import AbsenceRule, rule_from_table
from app.core.errors import UserError
from app.evaluate.absence_fit import (
    ENOUGH,
    LabelledSigns,
    fit_rule,
    threshold_for,
    with_thresholds,
)
from app.evaluate.absence_report import absence_report, rule_as_toml


def row(
    check: float,
    *,
    absent: bool,
    dataset: str = "a",
    reading: float = 0.0,
    language: str = "en",
) -> LabelledSigns:
    signs = {"check": check, "reading": reading}
    rest = {"similarity": 0.85, "coverage": 0.5, "foreign": 0.0}
    return LabelledSigns(dataset, signs | rest, absent, language)


def drawn(count: int, seed: int = 0) -> list[LabelledSigns]:
    """Questions whose log odds of having no answer are 2 × check - 1."""
    lot = random.Random(seed)
    rows = []
    for _ in range(count):
        check = lot.gauss(0, 1.5)
        absent = lot.random() < 1 / (1 + math.exp(1 - 2 * check))
        rows.append(row(check, absent=absent, reading=lot.random()))
    return rows


def test_the_weights_are_found_again() -> None:
    rule = fit_rule(drawn(4000), ("check", "reading"))
    # Both kinds weigh the same, which moves the intercept alone; the penalty shrinks a little.
    assert rule.weights["check"] == pytest.approx(2.0, abs=0.35)
    assert abs(rule.weights["reading"]) < 0.3


def test_a_sign_that_separates_wholly_gets_a_finite_weight() -> None:
    rows = [row(-1.0, absent=False), row(-2.0, absent=False)] * ENOUGH + [row(1.0, absent=True)]
    rule = fit_rule(rows, budget=0.0)
    assert 0 < rule.weights["check"] < 20
    judged = [rule.probability_of(each.signs) for each in rows]
    assert max(judged[:-1]) < rule.threshold <= judged[-1]


def test_datasets_weigh_the_same_however_large_they_are() -> None:
    small = [row(1.0, absent=True), row(-1.0, absent=False)]
    large = [row(3.0, absent=True, dataset="b"), row(0.0, absent=False, dataset="b")]
    once, often = fit_rule(small + large), fit_rule(small + large * 50)
    assert once.weights == pytest.approx(often.weights, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(("budget", "declined"), [(0.0, 0), (0.1, 2), (0.25, 5), (1.0, 20)])
def test_the_threshold_keeps_to_the_budget_in_every_dataset(budget: float, declined: int) -> None:
    rule = AbsenceRule(0.0, {"check": 1.0}, 1.0)
    rows = [row(n / 10, absent=False) for n in range(20)]
    low = [row(n / 10 - 5, absent=False, dataset="b") for n in range(20)]
    few = [row(9.0, absent=False, dataset="c")]  # too few to choose by
    threshold = threshold_for(rule, rows + low + few, budget)
    assert sum(rule.probability_of(each.signs) >= threshold for each in rows) == declined
    assert sum(rule.probability_of(each.signs) >= threshold for each in low) <= declined


def test_every_language_keeps_to_the_budget_by_itself() -> None:
    rule = AbsenceRule(0.0, {"check": 1.0}, 1.0)
    english = [row(n / 10 - 5, absent=False) for n in range(20)]
    italian = [row(n / 10, absent=False, dataset="b", language="it") for n in range(20)]
    few = [row(9.0, absent=False, dataset="c", language="de")]
    chosen = with_thresholds(rule, english + italian + few, 0.1)
    assert list(chosen.by_language) == ["it"]
    assert chosen.threshold == threshold_for(rule, english, 0.1) == chosen.threshold_in("de")
    for language, rows in (("en", english), ("it", italian)):
        limit = chosen.threshold_in(language)
        assert sum(rule.probability_of(each.signs) >= limit for each in rows) == 2
    assert with_thresholds(rule, few).threshold == 0.0
    report = absence_report(english + italian, chosen)
    assert [line[2] for line in report.parts[0].rows] == [0.1, 0.1]  # type: ignore[union-attr]  # a table


def test_one_kind_of_question_alone_is_refused() -> None:
    with pytest.raises(UserError, match="cannot be fitted"):
        fit_rule([row(1.0, absent=True)])
    with pytest.raises(UserError, match="cannot be fitted"):
        fit_rule([])


def test_a_fitted_rule_is_printed_as_it_is_stored() -> None:
    rule = replace(fit_rule(drawn(50)), by_language={"it": 0.625})
    table = tomllib.loads(rule_as_toml(rule))["model"]["absence"]
    stored = rule_from_table(table)
    assert stored.intercept == pytest.approx(rule.intercept, abs=1e-4)
    assert stored.weights == pytest.approx(rule.weights, abs=1e-4)
    assert stored.threshold == pytest.approx(rule.threshold, abs=1e-4)
    assert stored.by_language == {"it": 0.625}


def test_the_report_counts_what_is_declined() -> None:
    rule = AbsenceRule(0.0, {"check": 1.0}, 0.5)
    rows = [row(1.0, absent=True), row(-1.0, absent=True), row(-1.0, absent=False)]
    table = absence_report(rows, rule).parts[0]
    (line,) = table.rows  # type: ignore[union-attr] - the first part is a table
    assert line[:6] == ("a", 1, 0.0, 2, 0.5, 0.75)
