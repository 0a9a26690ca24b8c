"""The grounding check: what it marks, what it leaves alone, and where sentences stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.answer.grounding import SourcePassage, check_answer
from app.answer.grounding_claims import sentence_spans
from app.core.errors import EnvironmentProblem
from app.core.types import CheckedSentence, Doubt, Support
from app.models.contracts import Vectors

LEAVE = SourcePassage(
    1,
    "La richiesta va inviata al responsabile almeno quindici giorni prima della data di inizio. "
    "Le ferie si maturano al ritmo di 2,16 giorni per ogni mese di lavoro. Il piano ferie è stato "
    "approvato il 3 marzo 2021 da Marta Rossi.",
    heading="Regolamento › Ferie",
    document="regolamento.pdf",
)
PRICES = SourcePassage(
    2,
    "Il pernottamento è rimborsato fino a 120 euro a notte. È vietato fumare nelle stanze. "
    "I messaggi di testo non sono accettati.",
)
ENGLISH = SourcePassage(
    3,
    "The library opens at 9:00 and charges 1,000,000 dollars for a lost book. It was founded in "
    "1871 by Ada Ferri of the European Union.",
)
PASSAGES = (LEAVE, PRICES, ENGLISH)


def check(text: str, question: str = "", language: str = "it") -> tuple[CheckedSentence, ...]:
    return check_answer(text, PASSAGES, question, language)


def kinds(sentence: CheckedSentence) -> set[Doubt]:
    return {doubt.kind for doubt in sentence.doubts}


@pytest.mark.parametrize(
    "text",
    [
        "La richiesta va inviata al responsabile almeno 15 giorni prima [1].",
        "Le ferie maturano al ritmo di 2.16 giorni al mese [1].",
        "Il piano ferie è stato approvato il 03/03/2021 [1].",
        "Marta Rossi ha approvato il piano ferie nel marzo 2021 [1].",
        "Il pernottamento è rimborsato fino a centoventi euro a notte [2].",
        "Non si può fumare nelle stanze [2].",
        "Nelle stanze fumare non è ammesso [2].",
        "I messaggi di testo non vengono accettati [2].",
        "Secondo il Regolamento, le ferie si maturano ogni mese [1].",
        "The library opens at 9 and charges 1.000.000 dollars for a lost book [3].",
        "A lost book costs one million dollars at the library [3].",
        "Ada Ferri of the EU founded the library in 1871 [3].",
        "120 euro [2]",
        "Ecco le regole sulle ferie:",
    ],
)
def test_what_the_passage_says_in_other_words_and_figures_is_supported(text: str) -> None:
    (sentence,) = check(text)
    assert sentence.support is Support.SUPPORTED, sentence.doubts
    assert sentence.doubts == ()


@pytest.mark.parametrize(
    ("text", "doubt", "words"),
    [
        ("La richiesta va inviata almeno 12 giorni prima [1].", Doubt.NUMBER, "12"),
        ("La richiesta va inviata almeno quindici mesi prima [1].", Doubt.NUMBER, "quindici"),
        ("Il pernottamento è rimborsato fino a 120 dollari a notte [2].", Doubt.NUMBER, "120"),
        ("Il piano ferie è stato approvato il 4 marzo 2021 [1].", Doubt.DATE, "4 marzo 2021"),
        ("Il piano ferie è stato approvato nel 2022 [1].", Doubt.DATE, "2022"),
        ("Il piano ferie è stato approvato da Marta Bianchi [1].", Doubt.NAME, "Marta Bianchi"),
        ("È ammesso fumare nelle stanze [2].", Doubt.NEGATION, "ammesso"),
        ("I messaggi di testo sono accettati [2].", Doubt.NEGATION, "accettati"),
        ("La richiesta non va inviata al responsabile [1].", Doubt.NEGATION, "inviata"),
        ("La colazione comprende pane fresco e marmellata [2].", Doubt.MEANING, ""),
        ("La colazione comprende pane fresco e marmellata.", Doubt.SOURCE, ""),
    ],
)
def test_what_the_passage_does_not_say_is_marked_and_says_why(
    text: str, doubt: Doubt, words: str
) -> None:
    (sentence,) = check(text)
    assert sentence.support is not Support.SUPPORTED
    found = {each.kind: each.words for each in sentence.doubts}
    assert doubt in found
    assert words in (*found[doubt], "")
    assert not words or words in found[doubt]


def test_a_number_that_is_nowhere_weighs_more_than_one_of_another_passage() -> None:
    nowhere, elsewhere = check(
        "La richiesta va inviata 77 giorni prima [1]. La richiesta va inviata 120 giorni prima [1]."
    )
    assert nowhere.support is Support.UNSUPPORTED
    assert elsewhere.support is Support.PARTLY


def test_a_number_of_the_question_is_known_and_no_support() -> None:
    (sentence,) = check("La richiesta va inviata 20 giorni prima [1].", "Bastano 20 giorni?")
    assert sentence.support is Support.PARTLY
    assert kinds(sentence) == {Doubt.NUMBER}


def test_a_name_of_the_question_raises_no_doubt() -> None:
    text = "La richiesta di Carlo Verdi va inviata al responsabile [1]."
    assert kinds(check(text)[0]) == {Doubt.NAME}
    assert check(text, "Quando deve fare richiesta Carlo Verdi?")[0].doubts == ()


def test_day_and_month_may_be_read_either_way_and_no_third_one() -> None:
    passage = SourcePassage(1, "Il contratto scade il 03/04/2021.")
    for text, supported in (
        ("Il contratto scade il 3 aprile 2021 [1].", True),
        ("Il contratto scade il 4 marzo 2021 [1].", True),
        ("Il contratto scade il 3 maggio 2021 [1].", False),
    ):
        (sentence,) = check_answer(text, (passage,), "", "it")
        assert (sentence.support is Support.SUPPORTED) == supported, text


def test_a_computed_number_is_not_supported() -> None:
    passage = SourcePassage(1, "Anna Neri nacque nel 1830 e morì nel 1901.")
    (sentence,) = check_answer("Anna Neri morì a 71 anni [1].", (passage,), "", "it")
    assert kinds(sentence) == {Doubt.NUMBER}


def test_a_number_of_another_sentence_is_out_of_place() -> None:
    passage = SourcePassage(
        1,
        "Le fatture si trasmettono entro dodici giorni. Le note di credito si annullano entro "
        "cinque giorni.",
    )
    right, wrong = check_answer(
        "Le fatture si trasmettono entro 12 giorni [1]. Le fatture si trasmettono entro 5 giorni "
        "[1].",
        (passage,),
        "",
        "it",
    )
    assert right.support is Support.SUPPORTED
    assert kinds(wrong) == {Doubt.NUMBER}


def test_a_sentence_is_checked_against_what_it_cites_and_without_a_citation_against_all() -> None:
    cited, uncited, unknown = check(
        "Il pernottamento è rimborsato fino a 120 euro [1]. Il pernottamento è rimborsato fino a "
        "120 euro. Il pernottamento è rimborsato fino a 120 euro [9]."
    )
    assert (cited.sources, uncited.sources, unknown.sources) == ((1,), (1, 2, 3), (1, 2, 3))
    assert Doubt.NUMBER in kinds(cited)
    assert uncited.support is unknown.support is Support.SUPPORTED


def test_without_passages_and_without_text() -> None:
    (sentence,) = check_answer("Tutto è permesso a Roma.", (), "", "it")
    assert sentence.support is Support.UNSUPPORTED
    assert sentence.sources == ()
    assert check("") == check("  \n ") == check("[1]") == ()


# ---------------------------------------------------------------------------------------- vectors


class ScriptedVectors:
    """Gives texts that share a word of the script the same vector; counts its calls."""

    def __init__(self, alike: Sequence[str]) -> None:
        self._alike = alike
        self.calls: list[list[str]] = []

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        rows = np.zeros((len(texts), 2), dtype=np.float32)
        for row, text in enumerate(texts):
            rows[row, 0 if any(word in text for word in self._alike) else 1] = 1.0
        return rows

    def embed_query(self, text: str) -> Vectors:
        raise AssertionError(f"not asked for: {text}")


class NoEmbedder:
    """An embedder that is not there."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        raise EnvironmentProblem(f"no embedder for {len(texts)} texts")

    def embed_query(self, text: str) -> Vectors:
        raise EnvironmentProblem(f"no embedder for {text}")


def test_all_texts_are_embedded_in_one_call_each_once() -> None:
    embedder = ScriptedVectors(["fumare", "sigarette"])
    text = "Niente sigarette in camera [2]. Niente sigarette in camera [2]."
    first, second = check_answer(text, PASSAGES, "", "it", embedder)
    (call,) = embedder.calls
    assert len(call) == len(set(call)) == 1 + 3  # the answer's sentence, and those of passage 2
    assert first.similarity == second.similarity == pytest.approx(1.0)


def test_without_an_embedder_words_alone_decide() -> None:
    text = "La richiesta va inviata al responsabile [1]."
    assert check_answer(text, PASSAGES, "", "it", NoEmbedder()) == check(text)
    assert check(text)[0].similarity is None


# ------------------------------------------------------------------------------- where they stand


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One [1]. Two [2].", ["One [1].", "Two [2]."]),
        ("- Primo punto [1]\n- Secondo punto [2]\n", ["Primo punto [1]", "Secondo punto [2]"]),
        ("1. Primo [1].\n2. Secondo [1].", ["Primo [1].", "Secondo [1]."]),
        ("## Titolo\n\n* **Grassetto** qui [1].", ["Titolo", "**Grassetto** qui [1]."]),
        ("Vedi l'art. 5 del D.Lgs. 196/2003 [1]. Poi altro.", None),
        ("Così disse: «Vieni!» [1] e andò. È vero… [2]", None),
        ("他于1871年成立。[1] 它很大。", None),
        ("120. [1]", ["120. [1]"]),
        ("15. The deposit.", ["15. The deposit."]),  # no list began with 1
        ("\u2022 caffè e tè\u0301 🙂 [1].  ", ["caffè e tè\u0301 🙂 [1]."]),
    ],
)
def test_spans_are_the_sentences_with_their_citations(
    text: str, sentences: list[str] | None
) -> None:
    spans = [text[start:end] for start, end in sentence_spans(text)]
    if sentences is not None:
        assert spans == sentences
    outside = text
    for span in spans:
        outside = outside.replace(span, "", 1)
    assert not any(character.isalpha() for character in outside)


def test_abbreviations_do_not_end_a_sentence() -> None:
    text = "Vedi l'art. 5 del D.Lgs. 196/2003 [1]. Poi altro."
    assert [text[a:b] for a, b in sentence_spans(text)] == [
        "Vedi l'art. 5 del D.Lgs. 196/2003 [1].",
        "Poi altro.",
    ]


@given(st.text(max_size=200))
def test_spans_are_in_order_and_leave_out_no_letter(text: str) -> None:
    position = 0
    for start, end in sentence_spans(text):
        assert position <= start < end <= len(text)
        assert not any(each.isalpha() for each in text[position:start])
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not any(each.isalpha() for each in text[position:])


# ------------------------------------------------------------------------------ numbers, whatever

AROUND = """
    la richiesta va inviata entro giorni al responsabile euro non il piano ferie Marta Rossi notte
    of the library opens charges dollars n. art. [1] [2] - ; , ( ) € % :
"""
WORDS = st.sampled_from([*AROUND.split(), "\n"])
NUMBERS = st.integers(min_value=0, max_value=10**9)


def written(value: int) -> st.SearchStrategy[str]:
    """Ways to write a whole number in figures."""
    return st.sampled_from(
        [
            str(value),
            f"{value:,}",
            f"{value:,}".replace(",", "."),
            f"{value:,}".replace(",", "\u202f"),
            f"{value},5",
            f"{value}%",
            f"€{value}",
            f"A-{value}",
            f"{value}/2003",
        ]
    )


@given(
    st.lists(WORDS, max_size=12),
    st.lists(WORDS, max_size=12),
    NUMBERS.flatmap(lambda value: st.tuples(st.just(value), written(value))),
)
@example(["il"], ["marzo"], (3, "03"))
@example([], ["pm", "[3]"], (4, "4:30"))
def test_a_number_of_no_passage_is_never_left_unmarked(
    before: list[str], behind: list[str], number: tuple[int, str]
) -> None:
    value, figure = number
    known = {15, 2, 16, 3, 2021, 120, 9, 0, 1871, 1000000, 1}
    if value in known:
        return
    text = " ".join([*before, figure, *behind])
    place = text.index(figure, len(" ".join(before)))
    checks = check(text)
    holding = [each for each in checks if each.start <= place < each.end]
    assert holding, (text, checks)
    assert holding[0].support is not Support.SUPPORTED, text


# ------------------------------------------------------------------------ whole sentences at once


@pytest.mark.parametrize(
    ("question", "answer", "supported"),
    [
        ("È vietato fumare nelle stanze?", "Sì [2].", True),
        ("È vietato fumare nelle stanze?", "No [2].", False),
        ("I messaggi di testo sono accettati?", "No [2].", True),
        ("I messaggi di testo sono accettati?", "Sì [2].", False),
        ("I messaggi di testo sono accettati?", "No, i messaggi non sono accettati [2].", True),
    ],
)
def test_yes_and_no_answer_the_question(question: str, answer: str, supported: bool) -> None:
    (sentence,) = check(answer, question)
    assert (sentence.support is Support.SUPPORTED) == supported, sentence.doubts


def test_two_numbers_the_wrong_way_round_are_found() -> None:
    passage = SourcePassage(
        1, "Pain fell by 31% in the veladine group and by 14% in the placebo group."
    )
    right, wrong = check_answer(
        "In the placebo group pain fell by 14%, in the veladine group by 31% [1]. Pain fell by "
        "14% in the veladine group and by 31% in the placebo group [1].",
        (passage,),
        "",
        "en",
    )
    assert right.support is Support.SUPPORTED
    assert kinds(wrong) == {Doubt.NUMBER}


@pytest.mark.parametrize(
    ("language", "passage", "right", "wrong"),
    [
        (
            "de",
            "Die Frist beträgt einundzwanzig Tage. Haustiere sind nicht erlaubt.",
            "Die Frist beträgt 21 Tage [1]. Haustiere sind verboten [1].",
            "Die Frist beträgt 22 Tage [1]. Haustiere sind erlaubt [1].",
        ),
        (
            "fr",
            "Le délai est de quatre-vingt-dix-sept jours. Le musée n'est pas ouvert le mardi.",
            "Le délai est de 97 jours [1]. Le musée est fermé le mardi [1].",
            "Le délai est de 96 jours [1]. Le musée est ouvert le mardi [1].",
        ),
        (
            "es",
            "El plazo es de treinta y cinco días. Los perros no están permitidos.",
            "El plazo es de 35 días [1]. Los perros no están permitidos [1].",
            "El plazo es de 36 días [1]. Los perros están permitidos [1].",
        ),
        (
            "en",
            "The deadline is one hundred and five days. Dogs are not allowed.",
            "The deadline is 105 days [1]. Dogs are prohibited [1].",
            "The deadline is 150 days [1]. Dogs are allowed [1].",
        ),
    ],
)
def test_five_languages(language: str, passage: str, right: str, wrong: str) -> None:
    sources = (SourcePassage(1, passage),)
    for text, supported in ((right, True), (wrong, False)):
        for sentence in check_answer(text, sources, "", language):
            assert (sentence.support is Support.SUPPORTED) == supported, (text, sentence)
