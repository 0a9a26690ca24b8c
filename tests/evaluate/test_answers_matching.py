"""SQuAD's rules, and what is ours: German and Italian articles, punctuation read both ways."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evaluate.answers_matching import contains_answer, parted_words, token_f1, words


def squad_normalised(text: str) -> str:
    """The rules of SQuAD's evaluation, step by step as they are published."""
    lower = text.lower()
    bare = "".join(each for each in lower if each not in set(string.punctuation))
    without_articles = re.sub(r"\b(a|an|the)\b", " ", bare)
    return " ".join(without_articles.split())


PRINTABLE = st.text(alphabet=sorted(set(string.printable) - set("\x0b\x0c\r")), max_size=60)


@given(PRINTABLE | st.lists(st.sampled_from(["The", "a", "an", "it's", "U.S.", "7"])).map(" ".join))
def test_english_is_normalised_as_in_squad(text: str) -> None:
    expected = squad_normalised(text)
    if expected:
        assert " ".join(words(text, "en")) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (
            "The U.S. Navy's 2nd ship,  an old one",
            "en",
            ["us", "navys", "2nd", "ship", "old", "one"],
        ),
        ("L'albergo dell’Università", "it", ["albergo", "dell", "università"]),
        ("un'ora e gli altri, uno zaino", "it", ["ora", "e", "altri", "zaino"]),
        ("la società della capitale", "it", ["società", "della", "capitale"]),
        ("Die Höhe des Turms im Jahr", "de", ["höhe", "turms", "im", "jahr"]),
        ("Einem Gaul – „schaut man“", "de", ["gaul", "schaut", "man"]),
        ("die hard", "en", ["die", "hard"]),
        ("卡万·肖特 308分", "zh", ["卡", "万", "肖", "特", "308", "分"]),
        ("A", "en", ["a"]),  # a blood group, and all there is
        ("", "en", []),
        ("?!", "it", []),
    ],
)
def test_words_by_hand(text: str, language: str, expected: list[str]) -> None:
    assert words(text, language) == expected


def test_composed_and_decomposed_letters_are_equal() -> None:
    assert words("citta\u0300", "it") == words("citt\u00e0", "it") == ["citt\u00e0"]


def test_parted_words_keep_numbers_whole() -> None:
    assert parted_words("Disney-ABC: 2,16 at 10:30", "en") == ["disney", "abc", "216", "at", "1030"]


@pytest.mark.parametrize(
    ("text", "accepted", "language"),
    [
        ("It was founded on 12 October 1943.", "12 October 1943", "en"),
        ("It belongs to the Walt Disney Company", "The Walt Disney Company", "en"),
        ("Owned by Disney-ABC Television Group.", "Disney ABC Television Group", "en"),
        ("It was Darwin's idea", "Darwin", "en"),
        ("from 1998-2000", "1998", "en"),
        ("in the 1990s, or 3,000 men", "3000 men", "en"),
        ("È dell'università di Bologna", "l'Università di Bologna", "it"),
        ("Bis zu 120 Euro", "120 euro", "de"),
        ("黑豹队的防守丢了308分。", "308", "zh"),
    ],
)
def test_contained(text: str, accepted: str, language: str) -> None:
    assert contains_answer(text, ["something else", accepted], language)


@pytest.mark.parametrize(
    ("text", "accepted", "language"),
    [
        ("The rate is 2,16 days", "16", "en"),
        ("The rate is 2.16 days", "2", "en"),
        ("Anna came", "Ann", "en"),
        ("in 19430", "1943", "en"),
        ("Company of Disney Walt", "Walt Disney Company", "en"),  # not in this order
        ("Nothing at all", "", "en"),
        ("Nothing at all", "?", "en"),
        ("", "Paris", "en"),
    ],
)
def test_not_contained(text: str, accepted: str, language: str) -> None:
    assert not contains_answer(text, [accepted], language)


def test_nothing_accepted_is_never_contained() -> None:
    assert not contains_answer("Paris", [], "en")
    assert token_f1("Paris", [], "en") == 0.0


def test_token_f1_by_hand() -> None:
    # {reading, room, is, open, until, seven} against {until, seven}: P = 2/6, R = 1.
    said = "The reading room is open until seven."
    assert token_f1(said, ["until seven"], "en") == pytest.approx(2 * (2 / 6) / (2 / 6 + 1))
    # The nearest of the accepted ones counts: {seven}, P = 1/6, R = 1 is less.
    assert token_f1(said, ["seven", "until seven"], "en") == pytest.approx(0.5)
    # Words count as often as they occur: {to, be, or, not, to, be} shares {to, be}.
    assert token_f1("to be or not to be", ["to be"], "en") == pytest.approx(2 * 2 / (6 + 2))
    assert token_f1("the Walt Disney Company!", ["Walt Disney Company"], "en") == 1.0
    assert token_f1("Rome", ["Paris"], "en") == 0.0
    assert token_f1("", ["Paris"], "en") == 0.0
    assert token_f1("?", ["!"], "en") == 1.0  # SQuAD: neither has a word
