"""What judged answers come to, against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evaluate.answers_failures import COLUMNS, KINDS, count_failures, failure_tables
from app.evaluate.answers_figures import (
    MEASURES,
    auroc,
    best_threshold,
    costs,
    count_changed,
    counted_values,
    difference,
    estimate,
    refusal_curve,
)
from app.evaluate.answers_scoring import Judged, judge
from app.evaluate.report import Cell
from tests.evaluate.answer_values import answered_with, put_question, refused_answer

UNANSWERABLE = put_question("u1", "Who sells green tea?", accepted=())
RIGHT = judge(answered_with("It is brewed at eighty degrees [1].", absent=0.1))
WRONG = judge(answered_with("It is brewed for two minutes [1].", absent=0.2))
MISCITED = judge(answered_with("It is brewed at eighty degrees [2].", cited=["wine"], absent=0.3))
UNCITED = judge(answered_with("Eighty degrees.", cited=[], absent=0.3))
REFUSED = refused_answer(absent=0.6)
NOT_FOUND = judge(answered_with("It is stored [1].", found=["wine"], used=["wine"], cited=["wine"]))
MADE_UP = judge(answered_with("It costs 45 euros [1].", UNANSWERABLE, absent=0.4))
RIGHTLY_REFUSED = refused_answer(UNANSWERABLE, absent=0.8)
ALL = (RIGHT, WRONG, MISCITED, UNCITED, REFUSED, NOT_FOUND, MADE_UP, RIGHTLY_REFUSED)


@pytest.mark.parametrize(
    ("name", "value", "count"),
    [
        ("right passage found", 5 / 6, 6),
        ("answer contained", 3 / 6, 6),
        ("any citation", 4 / 5, 5),  # the refusal cites nothing, and need not
        ("citation precision", 2 / 4, 4),
        ("cited passage holds the answer", 2 / 4, 4),
        ("cited passage is the judged one", 2 / 4, 4),
        ("right citation", 2 / 6, 6),
        ("right and rightly cited", 1 / 6, 6),
        ("citation recall", 2 / 5, 5),
        ("wrongly refused", 1 / 6, 6),
        ("rightly refused", 1 / 2, 2),
        ("unsupported number", 1 / 6, 6),
    ],
)
def test_measures_by_hand(name: str, value: float, count: int) -> None:
    (measure,) = (each for each in MEASURES if each.name == name)
    found = estimate(measure, ALL)
    assert found is not None
    assert found.value == pytest.approx(value)
    assert found.low <= found.value <= found.high
    assert len(counted_values(measure, ALL)) == count


def test_a_measure_of_nothing_is_none() -> None:
    (measure,) = (each for each in MEASURES if each.name == "rightly refused")
    assert estimate(measure, [RIGHT, WRONG]) is None


def test_a_difference_is_paired() -> None:
    questions = [put_question(f"q{n}") for n in range(4)]
    right, wrong = "At eighty degrees [1].", "Hot [1]."

    def run(texts: list[str]) -> list[Judged]:
        pairs = zip(texts, questions, strict=False)
        return [judge(answered_with(text, question)) for text, question in pairs]

    (contained,) = (each for each in MEASURES if each.name == "answer contained")
    # The fourth is answered by one of them alone; of the three others, two became right.
    found, count = difference(
        contained, run([right, right, right]), list(reversed(run([right, wrong, wrong, right])))
    )
    assert found is not None
    assert (found.value, count) == (pytest.approx(2 / 3), 3)
    assert 0 <= found.low <= found.value <= found.high <= 1
    same, _ = difference(contained, run([right, wrong]), run([right, wrong]))
    assert same is not None
    assert (same.value, same.low, same.high) == (0, 0, 0)
    assert difference(contained, run([right]), []) == (None, 0)


def test_pairs_over_another_version_of_the_dataset_are_left_out() -> None:
    (contained,) = (each for each in MEASURES if each.name == "answer contained")
    texts = ("At eighty degrees [1].", "Hot [1].")

    def run(text: str, *versions: str) -> list[Judged]:
        questions = (put_question(f"q{n}", data=data) for n, data in enumerate(versions))
        return [judge(answered_with(text, each)) for each in questions]

    ours, theirs = run(texts[0], "v1", "v2", "v2"), run(texts[1], "v1", "v1", "v1")
    found, count = difference(contained, ours, theirs)
    assert found is not None
    assert (found.value, count) == (1, 1)
    assert count_changed(ours, theirs) == 2
    assert count_changed(ours, ours) == count_changed(ours, []) == 0


def with_numbers(answerable: list[float], unanswerable: list[float]) -> list[Judged]:
    return [refused_answer(absent=each) for each in answerable] + [
        refused_answer(UNANSWERABLE, absent=each) for each in unanswerable
    ]


def test_auroc_by_hand() -> None:
    # Pairs (unanswerable, answerable): .5>.1, .5>.3, .5=.5 | .2>.1, .2<.3, .2<.5: 3 + ½ of 6.
    found = auroc(with_numbers([0.1, 0.3, 0.5], [0.5, 0.2]))
    assert found is not None
    assert found.value == pytest.approx(3.5 / 6)
    assert found.low <= found.value <= found.high
    perfect = auroc(with_numbers([0.1, 0.2], [0.8, 0.9]))
    assert perfect is not None
    assert (perfect.value, perfect.low, perfect.high) == (1.0, 1.0, 1.0)


def test_auroc_needs_both_kinds_and_their_numbers() -> None:
    assert auroc(with_numbers([0.1, 0.2], [])) is None
    assert auroc([RIGHT, refused_answer(UNANSWERABLE, absent=None)]) is None
    assert auroc([]) is None


NUMBERS = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0]), min_size=1, max_size=8)


@given(NUMBERS, NUMBERS)
def test_the_area_under_the_curve_is_the_auroc(above: list[float], below: list[float]) -> None:
    points = np.array(refusal_curve(np.array(above), np.array(below)))
    assert points[0].tolist() == [0, 0]
    assert points[-1].tolist() == [1, 1]
    wins = [(a > b) + 0.5 * (a == b) for a in above for b in below]
    assert np.trapezoid(points[:, 1], points[:, 0]) == pytest.approx(np.mean(wins))


@pytest.mark.parametrize(
    ("most_wrong", "expected"),
    [
        (0.0, (0.7, 0.0, 1 / 3)),
        (0.25, (0.5, 0.25, 2 / 3)),
        (0.49, (0.5, 0.25, 2 / 3)),
        (0.5, (0.2, 0.5, 1.0)),
        (1.0, (0.1, 1.0, 1.0)),
    ],
)
def test_the_best_threshold_by_hand(
    most_wrong: float, expected: tuple[float, float, float]
) -> None:
    unanswerable, answerable = np.array([0.7, 0.5, 0.2]), np.array([0.1, 0.1, 0.3, 0.6])
    found = best_threshold(unanswerable, answerable, most_wrong)
    assert found == pytest.approx(expected)


def test_no_threshold_may_be_good_enough() -> None:
    found = best_threshold(np.array([0.5]), np.array([0.9]), 0.5)
    assert found == (float("inf"), 0.0, 0.0)


def test_costs() -> None:
    judged = [
        judge(answered_with("Eighty [1].", first_words_ms=1000.0 * n, total_ms=2000.0 * n))
        for n in range(1, 6)
    ]
    found = costs(judged)
    assert found["first words, median s"] == pytest.approx(3.0)
    assert found["first words, p95 s"] == pytest.approx(4.8)
    assert found["total, median s"] == pytest.approx(6.0)
    assert found["prompt tokens"] == 300
    assert found["prompt tokens computed"] == 120
    assert found["passages read"] == 2


def test_failures_are_counted_by_kind() -> None:
    assert count_failures(ALL) == {
        "wrong though the right passage was found": 1,
        "right passage not found": 1,
        "wrongly refused though the right passage was found": 1,
        "not refused": 1,
        "cited the wrong passage": 2,  # MISCITED and NOT_FOUND
        "without a citation": 1,
        "cited what was not in the prompt": 0,
        "in another language than the question": 0,
        "unsupported number": 1,
        "unsupported sentence": sum(bool(each.unsupported) for each in ALL),
    }


def test_a_citation_of_what_was_not_read_is_a_failure() -> None:
    (kind,) = (each for each in KINDS if each.name == "cited what was not in the prompt")
    assert kind.fits(judge(answered_with("Eighty degrees [2].", used=["tea"], cited=["wine"])))
    assert kind.fits(judge(answered_with("Eighty degrees [7].", cited=[])))
    assert not any(map(kind.fits, ALL))


def test_failures_are_shown_with_the_passages() -> None:
    tables = {
        each.title: each.rows for each in failure_tables("small", ALL, {"tea": "Green tea is"})
    }
    (row,) = tables["small: right passage not found, 1 of 8"]
    assert cell(row, "right passage") == "not found: tea: Green tea is"
    (row,) = tables["small: not refused, 1 of 8"]
    assert cell(row, "accepted") == "none: not in the passages"
    rows = tables["small: cited the wrong passage, 2 of 8"]
    assert str(cell(rows[0], "cited")).startswith("[2] wine: Red wine")
    assert str(cell(rows[0], "right passage")).startswith("[1] tea: Green tea")
    assert (cell(rows[0], "p(absent)"), cell(rows[0], "id")) == (0.3, "q1")
    assert not any("not in the prompt" in title for title in tables)


def test_a_long_passage_is_shown_around_the_answer() -> None:
    text = "word " * 100 + "brewed at eighty degrees or so" + " word" * 100
    (table,) = failure_tables("small", [NOT_FOUND], {"tea": text})[:1]
    shown = str(cell(table.rows[0], "right passage"))
    assert "eighty degrees" in shown
    assert shown.startswith("not found: tea: … word")
    assert shown.endswith(" …")
    assert len(shown) < 300


def cell(row: tuple[Cell, ...], name: str) -> Cell:
    return row[COLUMNS.index(name)]
