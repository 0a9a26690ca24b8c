"""Sentences find the passage that they rest on."""

from __future__ import annotations

import pytest

from app.answer.support import ENOUGH, PassageSupport, attribute

LIBRARY = "The public library opens at nine o'clock and closes at 19:30 from Monday to Friday."
MUSEUM = "The municipal museum was founded in 1871 by the painter Ada Ferri."
POOL = "The swimming pool charges 4.50 euros for children under twelve."


@pytest.fixture
def support() -> PassageSupport:
    passages = {1: LIBRARY, 2: MUSEUM, 3: POOL}
    return PassageSupport(passages, "Who founded the museum?", "en")


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Ada Ferri founded the museum in 1871.", 2),
        ("The library closes at 19:30.", 1),
        ("Children pay 4.50 euros at the pool.", 3),
        ("The museum was founded in 1872.", None),  # another number
        ("Penguins live in the southern hemisphere.", None),
        ("Yes.", None),
        ("", None),
    ],
)
def test_a_sentence_rests_on_the_passage_that_holds_its_words_and_numbers(
    support: PassageSupport, sentence: str, source: int | None
) -> None:
    assert support.source_of(sentence) == source


def test_words_of_the_question_alone_prove_little(support: PassageSupport) -> None:
    repeats = support.score("The museum was founded by Leonardo Vinci Bianchi.", 2)
    assert repeats < ENOUGH


def test_inflected_words_count_as_the_same() -> None:
    support = PassageSupport(
        {1: "Le richieste vanno inviate ai responsabili quindici giorni prima."}, "", "it"
    )
    assert support.source_of("La richiesta va inviata al responsabile quindici giorni prima.") == 1


def test_uncited_sentences_get_their_source(support: PassageSupport) -> None:
    text = "Ada Ferri founded the museum in 1871. I like it.\nThe library closes at 19:30!"
    assert attribute(text, support) == (
        "Ada Ferri founded the museum in 1871 [2]. I like it.\nThe library closes at 19:30 [1]!"
    )


def test_a_wrong_citation_moves_to_the_passage_that_says_it(support: PassageSupport) -> None:
    assert attribute("Ada Ferri founded it in 1871 [3].", support) == (
        "Ada Ferri founded it in 1871 [2]."
    )


def test_a_citation_stays_where_no_passage_is_clearly_nearer(support: PassageSupport) -> None:
    for text in ("Nobody knows whether that is so [1].", "Ada Ferri founded it in 1871 [2][3]."):
        assert attribute(text, support) == text


def test_without_passages_nothing_is_attributed() -> None:
    assert attribute("Anything at all.", PassageSupport({}, "", "en")) == "Anything at all."
