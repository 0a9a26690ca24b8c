"""Passages cut to their best whole sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.budget import CUT, passage_scores, trim_passage
from app.answer.sentence_scores import SentenceScorer, sentence_places
from tests.answer.conftest import MakePassage


def words(text: str) -> int:
    """One token a word; a mark of a cut is one too."""
    return len(text.split())


TEXT = "Mills grind wheat. Rivers turn them. Bees hold one queen. Snow needs cold air."


@pytest.mark.parametrize(
    ("scores", "room", "kept"),
    [
        ((1, 2, 3, 4), 14, TEXT),
        ((9, 0, 0, 0), 4, "Mills grind wheat. …"),
        ((0, 0, 9, 0), 6, "… Bees hold one queen. …"),
        ((0, 0, 0, 9), 5, "… Snow needs cold air."),
        ((9, 0, 8, 0), 9, "Mills grind wheat. … Bees hold one queen. …"),
        ((9, 8, 0, 0), 8, "Mills grind wheat. Rivers turn them. …"),
        ((0, 0, 9, 0), 5, ""),
    ],
)
def test_the_best_sentences_stay_in_order_and_cuts_show(
    scores: tuple[float, ...], room: int, kept: str
) -> None:
    assert trim_passage(TEXT, scores, room, words) == kept


def test_a_neighbour_goes_before_a_sentence_that_is_hardly_better() -> None:
    # both have four words, and only one more fits beside the third sentence
    text = "Rivers turn the mills. Bees hold one queen. Snow needs cold air. Wine ages in cellars."
    assert trim_passage(text, (0.32, 0.0, 1.0, 0.3), 9, words) == (
        "… Snow needs cold air. Wine ages in cellars."
    )
    assert trim_passage(text, (0.6, 0.0, 1.0, 0.3), 10, words) == (
        "Rivers turn the mills. … Snow needs cold air. …"
    )


def test_the_heading_stays_where_the_best_sentence_fits_beside_it() -> None:
    def trim(room: int) -> str:
        return trim_passage(TEXT, (9, 0, 0, 0), room, words, heading="Farm › Mills")

    assert trim(20) == f"Farm › Mills\n{TEXT}"
    assert trim(7) == "Farm › Mills\nMills grind wheat. …"
    assert trim(6) == "Mills grind wheat. …"
    assert trim(3) == ""


def test_as_many_scores_as_sentences_are_wanted() -> None:
    with pytest.raises(ValueError, match="1 scores for 4 sentences"):
        trim_passage(TEXT, (1.0,), 3, words)
    assert trim_passage("", (), 3, words) == ""


@given(
    st.lists(st.sampled_from(["Aa bb.", "Cc!", "Dd ee ff gg.", "Hh?"]), min_size=1, max_size=9),
    st.data(),
    st.integers(0, 24),
    st.sampled_from(["", "Head line"]),
)
def test_never_over_the_budget_and_whole_sentences_in_order(
    sentences: list[str], data: st.DataObject, room: int, heading: str
) -> None:
    text = " ".join(sentences)
    places = sentence_places(text)
    scores = data.draw(st.lists(st.floats(-9, 9), min_size=len(places), max_size=len(places)))
    trimmed = trim_passage(text, scores, room, words, heading=heading)
    assert words(trimmed) <= room
    best = text[slice(*places[scores.index(max(scores))])]
    if not trimmed:  # then not even the best fits, with a mark for what stands around it
        assert words(best) + (len(places) > 1) > room - 1
        return
    body = trimmed.removeprefix(f"{heading}\n") if heading else trimmed
    assert best in body
    at = 0
    for part in filter(None, (each.strip() for each in body.split(CUT.strip()))):
        for start, end in sentence_places(part):
            at = text.index(part[start:end], at) + end - start
    if CUT.strip() not in body:
        assert body == text


def test_the_scores_of_a_passage_are_taken_out_of_all(passage: MakePassage) -> None:
    scorer = SentenceScorer()
    passages = [passage(1, "Mills grind. Rivers turn."), passage(2, TEXT)]
    scored = scorer.score(scorer.read("What needs cold air?", "en", passages), None)
    scores = passage_scores(scored, 1)
    assert len(scores) == 4
    assert trim_passage(TEXT, scores, 5, words) == "… Snow needs cold air."
