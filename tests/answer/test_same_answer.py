"""Which short answers are taken to say the same."""

from __future__ import annotations

import pytest

from app.answer.same_answer import AnswerMatcher

OPENS = "When does the library open?"
OPENS_IT = "A che ora apre la biblioteca?"


def same(one: str, other: str, question: str = OPENS, language: str = "en") -> bool:
    matcher = AnswerMatcher(question, language)
    forth, back = matcher.same(one, other), matcher.same(other, one)
    assert forth == back
    assert matcher.same(one, one)
    return forth


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The library opens at nine.", "It opens at nine"),
        ("At nine.", "The library opens at 9:00."),
        ("1,500 visitors", "1500 visitors."),
        ("In June 2020.", "On 12 June 2020."),
        ("Ada Lovelace", "Countess Ada Lovelace"),
        ("90 %", "90 percent"),
        ("Visitors aren't admitted.", "Visitors are not admitted"),
    ],
)
def test_the_same_said_otherwise_is_one_answer(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other", "question"),
    [
        ("L'albergo del Sole", "albergo del sole", "Dove si dorme?"),
        ("Apre alle nove.", "La biblioteca apre alle 9.", OPENS_IT),
        ("Costa 2,50 euro", "2.50 euro", "Quanto costa il biglietto?"),
        ("I visitatori", "il visitatore", "Chi entra?"),
    ],
)
def test_italian_articles_elisions_and_numbers_fall_together(
    one: str, other: str, question: str
) -> None:
    assert same(one, other, question, "it")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The library opens at nine.", "The library opens at ten."),
        ("From nine to seven.", "Until seven."),
        ("Before nine.", "After nine."),
        ("Visitors are admitted.", "Visitors are not admitted."),
        ("Ada Lovelace", "Charles Babbage"),
        ("Nine.", "At nine on weekdays in the summer months, or by appointment with Mrs Miller."),
        ("2,16", "216"),
    ],
)
def test_what_differs_stays_apart(one: str, other: str) -> None:
    assert not same(one, other)


def test_a_question_that_denies_may_be_answered_either_way() -> None:
    question = "Who is not admitted?"
    assert same("Dogs.", "Dogs are not admitted.", question)


def test_answers_that_only_repeat_the_question_are_compared_by_all_their_words() -> None:
    question = "Is the library or the museum open?"
    assert not same("The library.", "The museum.", question)
    assert same("The library.", "The library is open.", question)
    assert same("Yes.", "yes", question)
    assert not same("Yes.", "No.", question)


@pytest.mark.parametrize("text", ["", "…", "the", "東京", "\ud83d"])
def test_no_text_is_refused(text: str) -> None:
    assert not same(text, "The library opens at nine.")
