"""Passages are cut at sentences, and quoted so that their numbers are not taken for ours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.trim import (
    cut_to_room,
    cut_to_sentences,
    quote,
    quote_name,
    split_sentences,
)

TEXT = "The garden is old. It opens at nine in summer. Dogs stay outside. Entry is free."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as shown in [3].", "as shown in (3)."),
        ("as shown in [3, 4] and 【5】", "as shown in (3, 4) and (5)"),
        ("a note [^12]", "a note (^12)"),
        ("[1998], [3;] and ［ ７ ］", "(1998), (3;) and (７)"),
        ("[[3]]", "((3))"),
        ("[sic] and list[index]", "[sic] and list[index]"),
    ],
)
def test_bracketed_numbers_of_a_document_are_no_citations(text: str, expected: str) -> None:
    assert quote(text) == expected


def test_names_are_one_short_line() -> None:
    assert quote_name("a\nb [1].pdf") == "a b (1).pdf"
    assert len(quote_name("x" * 500)) == 80


def test_keeps_the_sentences_around_the_one_that_was_asked_for() -> None:
    assert cut_to_sentences(TEXT, "When does it open in summer?", 30, len) == (
        "It opens at nine in summer."
    )
    assert cut_to_sentences(TEXT, "When does it open in summer?", 50, len) == (
        "It opens at nine in summer. Dogs stay outside."
    )
    assert cut_to_sentences(TEXT, "When does it open in summer?", 500, len) == TEXT
    assert cut_to_sentences(TEXT, "When does it open in summer?", 5, len) == ""


@given(st.text(max_size=200), st.text(max_size=40), st.integers(0, 120))
def test_what_is_kept_fits_and_is_made_of_whole_sentences(
    text: str, question: str, room: int
) -> None:
    kept = cut_to_sentences(text, question, room, len)
    assert len(kept) <= room
    assert kept in " ".join(split_sentences(text))


@given(st.text(max_size=200), st.integers(0, 120))
def test_a_beginning_fits_and_is_the_longest(text: str, room: int) -> None:
    kept = cut_to_room(text, room, len)
    assert len(kept) <= room
    assert kept == text[:room].rstrip() or len(text) <= room
