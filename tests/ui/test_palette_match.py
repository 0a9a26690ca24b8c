"""What fits a few letters, and what fits better."""

from __future__ import annotations

import pytest

from app.ui.palette_match import best, fit, fold


def test_case_accents_and_spaces_do_not_matter() -> None:
    assert fold("  Modalità\tSCURA ") == "modalita scura"


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("new", "new conversation", "renewed contract"),
        ("con", "contract", "new conversation"),
        ("con", "new conversation", "a beacon"),
        ("about", "about", "about margine"),
        ("ask", "ask", "a desk for anna skye"),
        ("nco", "new conversation", "nothing called so"),
    ],
)
def test_a_beginning_goes_before_a_middle_before_letters(
    query: str, better: str, worse: str
) -> None:
    assert fit(query, better) > fit(query, worse)


@pytest.mark.parametrize(
    ("query", "name"),
    [("zebra", "new conversation"), ("new zebra", "new conversation"), ("wen", "new"), ("q", "ab")],
)
def test_every_word_must_be_found(query: str, name: str) -> None:
    assert fit(query, name) == 0


def test_words_may_come_in_any_order_and_letters_apart() -> None:
    assert fit("conv new", "new conversation") > 0
    assert fit("nwc", "new conversation") > 0


def test_what_is_typed_is_text_and_no_pattern() -> None:
    assert fit(".*", "anything") == 0
    assert fit("(a", "f (a).pdf") > 0


def test_the_best_come_first_and_equals_keep_their_order() -> None:
    names = ["beta one", "one", "gamma one"]
    assert [name for _points, name in best("one", names, str, 2)] == ["one", "beta one"]
    assert [name for _, name in best("a", ["ab", "ac"], str, 5)] == ["ab", "ac"]
