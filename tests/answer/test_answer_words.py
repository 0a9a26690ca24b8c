"""Words, and what they could answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.answer_words import WordReader, kinds_in
from app.answer.question_kind import Asked

READER = WordReader()


def marked(text: str, mark: str, language: str = "en") -> list[str]:
    """The words of `text` that have a property."""
    words = READER.read(text, language)
    return [text[each.start : each.end] for each in words if getattr(each, mark)]


def test_names_are_what_is_capitalised_but_for_grammar_at_a_beginning() -> None:
    text = "The painter met Ada Ferri. In Rome she worked."
    assert marked(text, "name") == ["Ada", "Ferri", "Rome"]


def test_numbers_are_digits_and_words() -> None:
    assert marked("Twelve of 1,250 bees and two queens", "number") == ["Twelve", "1,250", "two"]
    assert marked("trenta giorni e 4,50 euro", "number", "it") == ["trenta", "4,50"]


def test_times_are_years_months_clocks_and_dates() -> None:
    text = "On 12 October 1943 at 9:30, not on page 12, and by 01/02/2024"
    assert marked(text, "time") == ["October", "1943", "9:30", "01/02/2024"]
    assert marked("nel XIX secolo, a febbraio", "time", "it") == ["secolo", "febbraio"]


def test_what_an_apostrophe_leaves_is_grammar() -> None:
    assert marked("l'albergo dell'isola", "grammar", "it") == ["l", "dell"]
    assert marked("Darwin's finches", "grammar") == ["s"]


def test_words_are_compared_by_stem_and_numbers_by_value() -> None:
    def terms(text: str, language: str) -> list[str]:
        return [each.term for each in READER.read(text, language)]

    assert terms("bridges", "en") == terms("bridge", "en")
    assert terms("1.220,00", "it") == terms("1220", "it")
    assert terms("bridges", "") != terms("bridge", "")


def test_chinese_characters_are_words() -> None:
    assert [each.term for each in READER.read("大桥2008年", "zh")] == ["大", "桥", "2008", "年"]


@pytest.mark.parametrize(
    ("text", "asked", "kinds"),
    [
        ("It opened in 1871.", set(), {Asked.TIME, Asked.NUMBER}),
        ("It opened in 1871.", {"1871"}, set()),
        ("It was opened by Ada Ferri.", set(), {Asked.PERSON, Asked.PLACE}),
        ("Museums open.", set(), set()),  # a capital at the beginning alone is no name
        ("Ada Ferri opened it.", set(), {Asked.PERSON, Asked.PLACE}),
    ],
)
def test_a_sentence_may_hold_kinds_of_answers(
    text: str, asked: set[str], kinds: set[Asked]
) -> None:
    assert kinds_in(READER.read(text, "en"), asked) == kinds


@given(st.text(max_size=60))
def test_words_stand_in_order_and_apart(text: str) -> None:
    words = READER.read(text, "en")
    places = [place for each in words for place in (each.start, each.end)]
    assert places == sorted(places)
    assert all(each.start < each.end and each.term for each in words)
