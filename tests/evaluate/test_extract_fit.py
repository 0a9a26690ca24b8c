"""Weights that are fitted."""

from __future__ import annotations

import numpy as np
import pytest

from app.answer.answer_span import SPAN_WEIGHTS
from app.answer.sentence_scores import FEATURES
from app.evaluate.extract_fit import Group, fit_quotes, fit_weights, weights_report
from tests.evaluate.answer_values import TEA, put_question
from tests.evaluate.quote_values import FOUND, NOTHING
from tests.fakes import HashedEmbedder


def groups(*weights: float, count: int = 60) -> list[Group]:
    """Questions whose right candidate is that with the greatest of weighted features."""
    random = np.random.default_rng(5)
    made = []
    for _ in range(count):
        features = random.normal(size=(int(random.integers(2, 6)), len(weights)))
        scores = features @ np.array(weights)
        made.append(Group(features, (scores == scores.max()).astype(np.float64)))
    return made


def test_weights_that_choose_right_are_found() -> None:
    found = fit_weights(groups(2.0, -1.0, 0.0), range(3))
    assert found[0] > 0 > found[1]
    assert found[0] / -found[1] == pytest.approx(2.0, rel=0.4)
    assert abs(found[2]) < 0.2 * found[0]


def test_only_the_wanted_columns_get_a_weight() -> None:
    found = fit_weights(groups(2.0, -1.0), [1])
    assert found[0] == 0.0
    assert found[1] < 0


def test_what_has_no_right_candidate_does_not_count() -> None:
    made = groups(1.0, 1.0)
    nothing = Group(np.ones((3, 2)), np.zeros(3))
    assert fit_weights([*made, nothing], range(2)) == pytest.approx(fit_weights(made, range(2)))
    with pytest.raises(ValueError, match="nothing to fit"):
        fit_weights([nothing], range(2))


def test_groups_are_made_of_answerable_questions() -> None:
    sentences, spans = fit_quotes(
        [put_question(), NOTHING],
        lambda _question: FOUND,
        lambda each: each.document,
        HashedEmbedder(),
        lambda _done, _total: None,
    )
    (sentence,) = sentences
    assert sentence.features.shape == (2, len(FEATURES))
    assert sentence.values.tolist() == [0.0, 1.0]  # the passage on tea holds the answer
    (span,) = spans
    assert span.features.shape == (len(span.values), len(SPAN_WEIGHTS))
    assert span.values.max() == 1.0  # one of the runs is "eighty degrees"
    assert TEA.count("eighty degrees") == 1
    report = weights_report(sentences, spans)
    assert len(report.parts) == 2
