"""The temperature of the passages' weights, against worked examples and drawn data."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.evaluate.posterior import (
    GRID,
    SLIP,
    PassageRow,
    fit_temperature,
    passage_weights,
)


def row(similarity: float, right: bool, absent: float = 0.0, *, silent: bool = False) -> PassageRow:
    return PassageRow(similarity, right, absent, silent)


def test_the_likelihood_is_that_of_the_formula() -> None:
    question = [row(0.81, right=True, absent=0.5), row(0.80, right=False)]
    fit = fit_temperature([question], [0.01])
    assert fit is not None
    weight = math.e * 0.5 / (math.e * 0.5 + 1)
    assert fit.best.log_likelihood == pytest.approx(math.log((1 - SLIP) * weight + SLIP * 0.5))
    assert fit.best.accuracy == 1.0


def test_weights_leave_out_the_silent_and_add_up_to_one() -> None:
    rows = [row(0.9, right=False, silent=True), row(0.8, right=True), row(0.8, right=False)]
    assert passage_weights(rows, 0.01) == pytest.approx([0, 0.5, 0.5])
    assert passage_weights([row(0.9, right=False, silent=True)], 0.01) == [0]


def test_sharp_weights_are_chosen_where_the_nearest_passage_is_right() -> None:
    nearest = [row(0.82, right=True), row(0.81, right=False), row(0.80, right=False)]
    fit = fit_temperature([nearest] * 5)
    assert fit is not None
    assert fit.best.temperature < 0.003
    others = [row(0.82, right=False), row(0.81, right=True), row(0.80, right=False)]
    flat = fit_temperature([nearest, others])
    assert flat is not None
    assert flat.best.temperature > 0.01


def test_one_question_that_goes_against_all_others_does_not_decide() -> None:
    nearest = [row(0.82, right=True), row(0.80, right=False)]
    against = [row(0.95, right=False), row(0.70, right=True)]
    fit = fit_temperature([nearest] * 60 + [against])
    assert fit is not None
    assert fit.best.temperature < 0.01


def test_a_temperature_that_data_was_drawn_with_is_found_again() -> None:
    generator = np.random.default_rng(5)
    true = 0.02
    questions = []
    for _ in range(1500):
        similarities = generator.normal(0.8, 0.02, 5)
        weights = np.exp(similarities / true)
        right = generator.choice(5, p=weights / weights.sum())
        questions.append([row(float(s), n == right) for n, s in enumerate(similarities)])
    fit = fit_temperature(questions)
    assert fit is not None
    assert true / 1.5 < fit.best.temperature < true * 1.5


def test_questions_that_tell_nothing_are_left_out() -> None:
    both = [row(0.9, right=True), row(0.8, right=True)]
    none = [row(0.9, right=False), row(0.8, right=False)]
    silent = [row(0.9, right=True), row(0.8, right=False, silent=True)]
    assert fit_temperature([both, none, silent, []]) is None
    fit = fit_temperature([both, none, silent, [row(0.9, right=True), row(0.8, right=False)]])
    assert fit is not None
    assert fit.questions == 1
    assert len(fit.curve) == len(GRID)
