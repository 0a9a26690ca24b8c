"""Finding the direction that tells two kinds of questions apart."""

from __future__ import annotations

import numpy as np
import pytest

from app.evaluate.affairs_fit import fit_axis, load_examples
from app.evaluate.mixed_set import AFFAIRS, EVERYDAY, load_own


def test_the_middles_of_the_examples_lie_at_plus_and_minus_one() -> None:
    lot = np.random.default_rng(3)
    own = lot.normal(0.2, 1, (30, 40)).astype(np.float32)
    general = lot.normal(-0.3, 1, (20, 40)).astype(np.float32)
    axis = fit_axis(own, general)
    signs = [[axis.sign(each) for each in group] for group in (own, general)]
    assert np.mean(signs[0]) == pytest.approx(1, abs=1e-4)
    assert np.mean(signs[1]) == pytest.approx(-1, abs=1e-4)


def test_a_component_that_varies_much_weighs_less() -> None:
    lot = np.random.default_rng(5)
    noise = lot.normal(0, 1, (200, 2)) * [1.0, 10.0]
    own, general = ((noise + side).astype(np.float32) for side in (1.0, -1.0))
    direction = fit_axis(own, general).direction
    assert 0 < direction[1] < direction[0]


def test_the_examples_are_none_of_the_questions_that_the_gate_is_measured_on() -> None:
    examples = {each for kind in load_examples() for each in kind}
    own, general = load_examples()
    assert len(examples) == len(own) + len(general)
    assert min(len(own), len(general)) >= 50
    asked = {
        q.text for name in (AFFAIRS, EVERYDAY) for each in load_own(name) for q in each.queries
    }
    assert not examples & asked
