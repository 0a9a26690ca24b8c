"""The view that compares sources: agreement, weights, silence, and what opens a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.types import CandidateAnswer, Comparison
from app.ui.compare_values import compare, whole_percents
from app.ui.compare_view import ComparisonView
from app.ui.look import Look
from tests.ui.scripted import found

PASSAGES = (
    found(1, document_id=1, document="Lease"),
    found(2, document_id=2, document="Rules"),
    found(3, document_id=3, document="Letter"),
    found(4, document_id=1, document="Lease", page_index=7, page_label="8"),
    found(5, document_id=4, document="Notes", page_index=None, page_label=None),
    found(6, document_id=5, document="Not read", used=False),
)
TWO = Comparison(
    (CandidateAnswer("15 days", 0.58, (1, 2)), CandidateAnswer("30 days", 0.27, (4, 3))), 0.15
)


@pytest.fixture
def view(qtbot: QtBot, look: Look) -> ComparisonView:
    made = ComparisonView(look)
    qtbot.addWidget(made)
    return made


def test_disagreement_is_told_with_the_number_of_documents(view: ComparisonView) -> None:
    view.show_comparison(TWO, PASSAGES)
    assert view.headline == "2 different answers"
    assert view.summary == "15 days (2 documents) · 30 days (2 documents)"
    assert view.row_texts == (
        "15 days: 58 % of the weight, 2 documents",
        "30 days: 27 % of the weight, 2 documents",
        "Do not say: 15 % of the weight, 1 document",
    )


def test_documents_that_agree_are_counted_once_each(view: ComparisonView) -> None:
    agreed = Comparison((CandidateAnswer("15 days", 1.0, (1, 4, 2)),), 0.0)
    view.show_comparison(agreed, PASSAGES[:2] + PASSAGES[3:4])
    assert view.headline == "One answer, in 2 documents"
    assert view.summary == ""
    assert len(view.row_texts) == 1  # nothing is silent


def test_the_heaviest_answer_is_first_whatever_the_order_told(view: ComparisonView) -> None:
    light, heavy = CandidateAnswer("no", 0.2, (1,)), CandidateAnswer("yes", 0.8, (2,))
    view.show_comparison(Comparison((light, heavy), 0.0), PASSAGES[:2])
    assert [each.split(":")[0] for each in view.row_texts] == ["yes", "no"]


def test_what_weighs_little_is_listed_but_no_disagreement(view: ComparisonView) -> None:
    candidates = (
        CandidateAnswer("15 days", 0.96, (1, 2)),
        CandidateAnswer("9 days", 0.03, (3,)),
        CandidateAnswer("8 days", 0.004, (4,)),
    )
    view.show_comparison(Comparison(candidates, 0.006), PASSAGES[:4])
    assert view.headline == "One answer, in 2 documents"
    assert view.summary == "2 others of little weight"
    assert view.row_texts[2] == "8 days: < 1 % of the weight, 1 document"


def test_no_answer_leaves_one_row(view: ComparisonView) -> None:
    view.show_comparison(Comparison((), 1.0), PASSAGES)
    assert view.headline == "No source gives an answer"
    assert view.row_texts == ("Do not say: 100 % of the weight, 4 documents",)
    assert view.switch.isHidden()


def test_a_source_opens_by_its_number(view: ComparisonView, qtbot: QtBot) -> None:
    view.show_comparison(TWO, PASSAGES)
    wanted: list[int] = []
    view.citation_wanted.connect(wanted.append)
    assert [each.number for each in view.source_buttons] == [1, 2, 3, 4, 5]
    qtbot.mouseClick(view.source_buttons[3], Qt.MouseButton.LeftButton)
    qtbot.keyClick(view.source_buttons[0], Qt.Key.Key_Space)
    qtbot.keyClick(view.source_buttons[1], Qt.Key.Key_Return)
    assert wanted == [4, 1, 2]
    assert view.source_buttons[3].accessibleName() == "Source 4: Lease, page 8"


def test_by_source_each_document_says_its_own(view: ComparisonView) -> None:
    view.show_comparison(TWO, PASSAGES)
    view.switch.choose(1)
    assert view.row_texts == (
        "Lease: 15 days; 30 days",
        "Rules: 15 days",
        "Letter: 30 days",
        "Notes: does not say",
    )
    assert [each.number for each in view.source_buttons] == [1, 4, 2, 3, 5]
    view.switch.choose(0)
    assert len(view.row_texts) == 3


def test_markup_in_an_answer_is_shown_as_text(view: ComparisonView) -> None:
    answer = CandidateAnswer('<img src="file:///x">\u202e <b>7</b>', 1.0, (1,))
    view.show_comparison(Comparison((answer,), 0.0), (found(1, document="<u>A</u>"),))
    texts = [each.text() for each in view.findChildren(QLabel)]
    assert any('<img src="file:///x">' in each for each in texts)
    assert not any("\u202e" in each for each in texts)


def test_a_narrow_view_sets_the_switch_below_the_headline(
    view: ComparisonView, qtbot: QtBot
) -> None:
    view.show_comparison(TWO, PASSAGES)
    tops = {}
    for width in (700, 320):
        view.resize(width, 400)
        qtbot.waitUntil(lambda width=width: view.width() == width)
        for layout in (view.layout(), view._banner.layout()):
            assert layout is not None
            layout.activate()
        tops[width] = view.switch.y()
    assert tops[320] > tops[700]


def test_a_candidate_of_unknown_passages_is_shown_without_sources() -> None:
    shown = compare(Comparison((CandidateAnswer("7", 1.0, (9,)),), 0.0), PASSAGES[:1])
    assert shown.answers[0].passages == ()
    assert [each.rank for each in shown.silent.passages] == [1]


def test_percents_are_rounded_by_the_largest_remainder() -> None:
    assert whole_percents([1, 1, 1]) == [34, 33, 33]
    assert whole_percents([0.335, 0.335, 0.33]) == [34, 33, 33]
    assert whole_percents([0.0]) == [0]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_percents_add_up_to_a_hundred(weights: list[float]) -> None:
    percents = whole_percents(weights)
    assert sum(percents) == (100 if sum(weights) > 0 else 0)
    total = sum(weights)
    if total > 0:
        pairs = zip(percents, weights, strict=True)
        assert all(abs(p - 100 * w / total) <= 1.0001 for p, w in pairs)
