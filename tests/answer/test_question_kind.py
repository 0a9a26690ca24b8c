"""What a question asks for, by its question words."""

from __future__ import annotations

import pytest

from app.answer.question_kind import Asked, asked_kind


@pytest.mark.parametrize(
    ("language", "question", "kind"),
    [
        ("en", "When was the bridge opened?", Asked.TIME),
        ("en", "In what year did the mill burn down?", Asked.TIME),
        ("en", "How many bees live in a hive?", Asked.NUMBER),
        ("en", "What percentage of the land is forest?", Asked.NUMBER),
        ("en", "Who painted the ceiling?", Asked.PERSON),
        ("en", "Where does the river end?", Asked.PLACE),
        ("en", "In which country is the lake?", Asked.PLACE),
        ("en", "Why did the tower lean?", Asked.REASON),
        ("en", "What is the red stone called?", Asked.THING),
        ("en", "How is the red stone called?", Asked.THING),
        ("en", "From where did the come?", Asked.PLACE),
        ("it", "Quando è stato aperto il ponte?", Asked.TIME),
        ("it", "In che anno bruciò il mulino?", Asked.TIME),
        ("it", "Quant'è alto il campanile?", Asked.NUMBER),
        ("it", "Quante api vivono in un alveare?", Asked.NUMBER),
        ("it", "Chi ha dipinto il soffitto?", Asked.PERSON),
        ("it", "Dov’è il lago?", Asked.PLACE),
        ("it", "In quale città si trova il museo?", Asked.PLACE),
        ("it", "Perché pende la torre?", Asked.REASON),
        ("it", "Come si chiama la pietra rossa?", Asked.THING),
        ("it", "tetto massimo per l'albergo", Asked.THING),
        ("de", "Wann wurde die Brücke eröffnet?", Asked.TIME),
        ("de", "Wie viele Bienen leben im Stock?", Asked.NUMBER),
        ("de", "Wer malte die Decke?", Asked.PERSON),
        ("de", "Wie heißt der rote Stein?", Asked.THING),
        ("fr", "En quelle année le moulin a-t-il brûlé ?", Asked.TIME),
        ("fr", "Combien d'abeilles vivent dans une ruche ?", Asked.NUMBER),
        ("fr", "Où finit le fleuve ?", Asked.PLACE),
        ("es", "¿Quién pintó el techo?", Asked.PERSON),
        ("es", "¿Cuántas abejas viven en una colmena?", Asked.NUMBER),
        ("zh", "大桥是哪一年开通的？", Asked.TIME),
        ("zh", "蜂巢里有多少只蜜蜂？", Asked.NUMBER),
        ("zh", "谁画了天花板？", Asked.PERSON),
    ],
)
def test_a_question_asks_for_a_kind_of_answer(language: str, question: str, kind: Asked) -> None:
    assert asked_kind(question, language) is kind


def test_words_of_another_language_do_not_count() -> None:
    # "come" asks how in Italian, "wo" where in German
    assert asked_kind("What has come of it?", "en") is Asked.THING
    assert asked_kind("Wo endet der Fluss?", "it") is Asked.THING


def test_in_an_unknown_language_anything_is_asked_for() -> None:
    assert asked_kind("When was it?", "") is Asked.THING
    assert asked_kind("", "en") is Asked.THING
