"""Whether an answer gives the number that was asked for."""

from __future__ import annotations

import pytest

from app.answer.answer_number import asks_for_figures, asks_for_number, lacks_number
from app.answer.answer_words import WordReader


@pytest.mark.parametrize(
    ("language", "question", "asks"),
    [
        ("en", "How many bees live in a hive?", True),
        ("en", "For how many years was it closed?", True),
        ("en", "In what year did the mill burn down?", True),
        ("en", "What percentage of the land is forest?", True),
        ("en", "When did the mill burn down?", False),  # "after the war" is an answer
        ("en", "How long does the lease last?", False),  # "until the works are handed over"
        ("en", "How often is the lift inspected?", False),
        ("en", "How was it settled how many from each side were heard?", False),
        ("en", "Who counted how many bees there are?", False),
        ("it", "Quanti litri contiene la botte?", True),
        ("it", "Da quanti anni è chiuso?", True),
        ("it", "In che anno bruciò il mulino?", True),
        ("it", "In quale data bruciò il mulino?", False),
        ("it", "Quanto dura il contratto?", False),
        ("it", "Quante volte si tiene la festa?", False),
        ("it", "Secondo quanto riferito, chi bruciò il mulino?", False),
        ("it", "Per quanto riguarda il mulino, chi lo bruciò?", False),
        ("de", "Wie viele Bienen leben im Stock?", True),
        ("de", "In welchem Jahr brannte die Mühle?", True),
        ("de", "Wie oft wird geprüft?", False),
        ("fr", "En quelle année le moulin a-t-il brûlé ?", True),
        ("es", "¿Cuántas abejas viven en la colmena?", True),
        ("es", "¿Cuánto tiempo dura el contrato?", False),
        ("zh", "蜂巢里有多少只蜜蜂？", False),
        ("", "How many bees live in a hive?", False),
    ],
)
def test_what_asks_for_a_number(language: str, question: str, asks: bool) -> None:
    assert asks_for_number(question, language) is asks


@pytest.mark.parametrize(
    ("language", "question", "answer", "lacks"),
    [
        ("en", "How many bees live in a hive?", "Bees live in a hive of wood.", True),
        ("en", "How many bees live in a hive?", "About 40,000 bees.", False),
        ("en", "How many bees live in a hive?", "Forty thousand.", False),
        ("en", "How many queens has a hive?", "A hive has only a queen.", False),
        ("en", "How many voters must agree?", "A majority of them.", False),
        ("en", "How many guests came?", "None.", False),
        ("en", "How many bees lived there in 1990?", "In 1990 bees lived there.", True),
        ("en", "In what year did the mill burn down?", "It burnt down in a storm.", True),
        ("en", "In what year did the mill burn down?", "In 1911.", False),
        ("en", "Who kept the bees?", "Bees live in a hive of wood.", False),
        ("it", "Quanto costa il permesso?", "Il permesso si rilascia alla fine.", True),
        ("it", "Quanto costa il permesso?", "Il permesso è gratuito.", False),
        ("it", "Da quanti anni esiste?", "Da migliaia di anni.", False),
        ("it", "Quanti figli ebbe?", "Ebbe un figlio.", False),
        ("it", "Quante copie ha venduto?", "Più di ogni altro.", False),
        ("it", "In che anno fu aperto?", "Fu aperto dal sindaco.", True),
        ("de", "Wie viele Bienen leben im Stock?", "Die Hälfte.", False),
        ("de", "Wie viele Bienen leben im Stock?", "Bienen leben im Stock.", True),
        ("fr", "Combien d'abeilles vivent ici ?", "Plusieurs.", False),
        ("es", "¿Cuántas abejas viven aquí?", "Las abejas viven en la colmena.", True),
    ],
)
def test_what_lacks_the_number(language: str, question: str, answer: str, lacks: bool) -> None:
    assert lacks_number(question, answer, language, WordReader()) is lacks


@pytest.mark.parametrize("answer", ["12", "XII, that is twelve", "metà", "half", "a dozen"])
def test_a_number_in_figures_or_words_is_one(answer: str) -> None:
    assert not lacks_number("How many bees live in a hive?", answer, "en", WordReader())


@pytest.mark.parametrize(
    ("language", "question", "asks"),
    [
        ("it", "Qual è la partita IVA di Officine Bertini?", True),
        ("it", "Qual è il codice fiscale del conduttore?", True),
        ("it", "Quale è il numero di telefono dello studio?", True),
        ("it", "Qual è l'IBAN su cui pagare il canone?", True),
        ("it", "Qual è il cap di Lucca?", True),
        ("it", "Qual è il capoluogo della Toscana?", False),
        ("it", "Chi ha chiesto la partita IVA?", False),
        ("it", "Qual è il termine per comunicare l'IBAN?", False),
        ("en", "What is the tenant's phone number?", True),
        ("en", "What's the VAT number of Bertini Ltd?", True),
        ("en", "What is the IBAN of the landlord?", True),
        ("en", "What is the VAT number used for?", False),
        ("it", "Qual è il cellulare più venduto?", False),
        ("en", "Who issued the invoice number 12?", False),
        ("en", "What is the tax on rent?", False),
        ("de", "Wie lautet die Steuernummer?", True),
        ("de", "Was ist die Steuer?", False),
        ("fr", "Quel est le numéro de téléphone du cabinet ?", True),
        ("es", "¿Cuál es el código postal de Lucca?", True),
        ("zh", "电话号码是多少？", False),
    ],
)
def test_what_asks_for_figures(language: str, question: str, asks: bool) -> None:
    assert asks_for_figures(question, language) is asks


@pytest.mark.parametrize(
    ("answer", "lacks"),
    [
        ("Officine Bertini S.r.l", True),
        ("La partita IVA è indicata nel contratto.", True),
        ("La partita IVA è 01234567890.", False),
        ("IT01234567890", False),
    ],
)
def test_a_name_is_no_tax_number(answer: str, lacks: bool) -> None:
    asked = "Qual è la partita IVA di Officine Bertini?"
    assert lacks_number(asked, answer, "it", WordReader()) is lacks
