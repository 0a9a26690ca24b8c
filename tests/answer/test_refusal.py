"""Refusals are recognised in several languages, and good answers are not taken for one."""

from __future__ import annotations

import pytest

from app.answer.refusal import load_refusals
from app.answer.templates import load_prompt_book

REFUSALS = load_refusals()


@pytest.mark.parametrize("language", sorted(REFUSALS.texts))
def test_our_own_refusals_are_recognised(language: str) -> None:
    assert REFUSALS.is_refusal(REFUSALS.text(language))
    assert REFUSALS.is_refusal(f"{REFUSALS.text(language)} [1]")


@pytest.mark.parametrize("language", sorted(load_prompt_book().wordings))
@pytest.mark.parametrize("written", ["{}", "{}.", " {}\n", "{} [1]."])
def test_what_the_prompt_asks_to_be_written_is_recognised(language: str, written: str) -> None:
    refusal = load_prompt_book().wording(language).refusal
    for word in (refusal, refusal.lower(), refusal.title()):
        assert REFUSALS.is_refusal(written.format(word))


@pytest.mark.parametrize(
    "answer",
    [
        "The passages do not contain information about the printer.",
        "The provided text does not mention the president.",
        "The director is not mentioned in the passages.",
        "There is no information about the canteen in the documents.",
        "I don't know.",
        "I passaggi non contengono la risposta alla domanda.",
        "Il presidente non è menzionato nei passaggi.",
        "Non ci sono informazioni sulla mensa nei documenti [2].",
        "Non lo so.",
        "Les passages ne mentionnent pas la cantine.",
        "Die Dokumente enthalten keine Angaben dazu.",
        "文档中没有提到食堂。",
    ],
)
def test_other_words_for_it_are_recognised(answer: str) -> None:
    assert REFUSALS.is_refusal(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "The library opens at nine [1].",
        "None of the rooms has a window [1].",
        "The contract does not contain a penalty clause [2].",
        "Documents that do not carry a date are sent back [1].",
        "Il portatile personale non è ammesso per i documenti dei clienti [1].",
        "Nine o'clock [1]. The passages do not mention Sundays.",
        "The passages do not contain a year. " + "It was built by several hands. " * 20,
    ],
)
def test_answers_are_not_taken_for_refusals(answer: str) -> None:
    assert not REFUSALS.is_refusal(answer)


def test_unknown_languages_refuse_in_english() -> None:
    assert REFUSALS.text("xx") == REFUSALS.text("") == REFUSALS.text("en")


def test_the_persons_own_sentence_is_said_in_every_language() -> None:
    own = load_refusals("  Ask  the archive. ")
    assert own.text("it") == own.text("xx") == "Ask the archive."
    assert own.is_refusal("Ask the archive.")
    assert own.is_refusal(REFUSALS.text("it"))  # and what was said before it was chosen
    assert own.without_refusals("Five years. Ask the archive.") == "Five years."
    assert not REFUSALS.is_refusal("Ask the archive.")
