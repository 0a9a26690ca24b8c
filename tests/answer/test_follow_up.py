"""Questions that lean on earlier ones, made self-contained: an example for each way of leaning."""

from __future__ import annotations

import pytest

from app.answer.follow_up import make_self_contained

LEANING = [
    # what is different this time
    ("en", "How many people live in Italy?", "And in France?", "How many people live in France?"),
    (
        "en",
        "Who is the president of France?",
        "What about Italy?",
        "Who is the president of Italy?",
    ),
    (
        "it",
        "Quante persone vivono in Italia?",
        "E in Francia?",
        "Quante persone vivono in Francia?",
    ),
    (
        "it",
        "Quante persone vivevano in Italia nel 1950 e oggi?",
        "e in Francia?",
        "Quante persone vivevano in Italia nel 1950 e oggi? e in Francia?",  # two of that family
    ),
    ("it", "Quanti abitanti ha l’Italia?", "E la Francia?", "Quanti abitanti ha la Francia?"),
    ("it", "Chi è il presidente dell’Italia?", "E la Francia?", None),
    ("it", "Quanto costa l’iscrizione?", "E il mantenimento?", None),
    ("it", "Quanto dura il corso per gli adulti?", "E per i bambini?", None),
    (
        "it",
        "Quanto dura il corso per adulti?",
        "E per bambini?",
        "Quanto dura il corso per bambini?",
    ),
    ("fr", "Combien de jours dure le stage en France ?", "Et en Italie ?", None),
    (
        "es",
        "¿Cuántas personas viven en Italia?",
        "¿Y en Francia?",
        "¿Cuántas personas viven en Francia?",
    ),
    ("de", "Wie viele Menschen leben in Italien?", "Und in Frankreich?", None),
    # words that point back
    ("en", "Who was Grazia Deledda?", "When was she born?", "When was Grazia Deledda born?"),
    (
        "en",
        "Who was Grazia Deledda?",
        "What are her works?",
        "What are her works? (Grazia Deledda)",
    ),
    ("en", "Where did Grazia Deledda live?", "Did she love Rome?", "Did Grazia Deledda love Rome?"),
    ("en", "What is the deposit?", "When is it returned?", "When is it returned? (deposit)"),
    ("en", "Who keeps the orchard?", "Who pays for that?", "Who pays for that? (keeps orchard)"),
    ("it", "Cos’è la cauzione?", "Chi la deve versare?", "Chi la deve versare? (cauzione)"),
    ("it", "Chi era Grazia Deledda?", "Quali sono le sue opere?", None),
    ("it", "Quante mele servono?", "E quante ne restano?", "E quante ne restano? (mele servono)"),
    ("fr", "Qui était Marie Curie ?", "Où est-elle née ?", "Où est-elle née ? (Marie Curie)"),
    ("de", "Wer war Marie Curie?", "Wann wurde sie geboren?", None),
    ("es", "¿Quién fue Marie Curie?", "¿Cuáles son sus obras?", None),
    # questions that name nothing
    ("it", "Chi era Grazia Deledda?", "Quando è nata?", "Quando è nata? (Grazia Deledda)"),
    ("it", "Cos’è il corso serale?", "Quanto costa?", "Quanto costa? (corso serale)"),
    ("it", "Quando si vota?", "In che anno?", "In che anno? (vota)"),
    ("it", "Quanto dura la Camera?", "Perché?", "Quanto dura la Camera? Perché?"),
    ("en", "How long is the lease?", "Why?", "How long is the lease? Why?"),
    ("en", "How long is the lease?", "Tell me more", "How long is the lease? Tell me more"),
    ("de", "Wie lange dauert der Kurs?", "Warum?", "Wie lange dauert der Kurs? Warum?"),
]

STANDING = [
    ("en", "How long is the lease?", "What is photosynthesis?"),
    ("en", "How long is the lease?", "Is it possible to end the lease early?"),
    ("en", "How long is the lease?", "How long does it take to walk to Rome?"),
    ("en", "How long is the lease?", "Are there rules about dogs?"),
    ("en", "How long is the lease?", "When did Mary marry and who was her husband?"),
    ("en", "How long is the lease?", "Does the landlord pay for his own repairs?"),
    ("en", "How long is the lease?", "Entropy"),
    ("en", "How long is the lease?", "Who wrote Cosima?"),
    ("it", "Quanto dura il contratto?", "Che cos’è la fotosintesi?"),
    ("it", "Quanto dura il contratto?", "Quando è nata Grazia Deledda?"),
    ("it", "Quanto dura il contratto?", "Quanto costa il corso?"),
    ("it", "Quanto dura il contratto?", "Chi è Dante e quali sono le sue opere?"),
    ("it", "Quanto dura il contratto?", "E quanto costa il corso di inglese?"),
    ("it", "Quanto dura il contratto?", "È possibile recedere dal contratto?"),
    ("fr", "Combien dure le bail ?", "Combien de communes y a-t-il en France ?"),
    ("de", "Wie lange dauert der Kurs?", "Gibt es Regeln für Hunde?"),
    ("ja", "契約期間は？", "なぜ？"),
    ("", "How long is the lease?", "Why?"),
]


@pytest.mark.parametrize(("language", "earlier", "question", "expected"), LEANING)
def test_a_question_that_leans_gets_what_it_leans_on(
    language: str, earlier: str, question: str, expected: str | None
) -> None:
    made = make_self_contained(question, (earlier,), language)
    assert made != question
    if expected is not None:
        assert made == expected


@pytest.mark.parametrize(("language", "earlier", "question"), STANDING)
def test_a_question_that_stands_by_itself_stays(language: str, earlier: str, question: str) -> None:
    assert make_self_contained(question, (earlier,), language) == question


def test_the_first_question_stays() -> None:
    assert make_self_contained("When was she born?", (), "en") == "When was she born?"


def test_topics_are_handed_on() -> None:
    earlier = ("Quante persone vivono in Italia?", "E in Francia?")
    assert make_self_contained("E in Spagna?", earlier, "it") == "Quante persone vivono in Spagna?"


def test_what_was_different_before_is_not_asked_again() -> None:
    earlier = ("Quanto costa l’iscrizione?", "E il mantenimento?")
    made = make_self_contained("E la mora?", earlier, "it")
    assert made == "Quanto costa l’iscrizione? E la mora?"
    pointed = make_self_contained("Quando si paga?", earlier, "it")
    assert "mantenimento" in pointed


def test_one_behind_the_other_has_its_own_marks() -> None:
    earlier = ("Who is responsible for the tests?", "When do they end?")
    made = make_self_contained("What about the budget?", earlier, "en")
    assert made == "When do they end? (responsible tests) What about the budget?"


def test_the_newest_topic_counts() -> None:
    earlier = ("Who was Grazia Deledda?", "Who was Dante?")
    made = make_self_contained("When did he die?", earlier, "en")
    assert made == "When did Dante die?"


def test_nothing_is_made_of_odd_questions() -> None:
    for odd in ("", "?", "e", "E, ?", "and", "And?", "ß?", "İ it?", "§ 5", "1"):
        for language in ("en", "it", "fr", "de", "es"):
            assert isinstance(make_self_contained(odd, ("", "?", odd), language), str)
