"""The extractive answer."""

from __future__ import annotations

import pytest

from app.answer.extract import QUOTED_PASSAGES, FoundQuote, QuoteFinder, quoted_places
from app.answer.sentence_scores import FoundSentence, ScoredSentence
from app.core.types import FoundPassage, Span
from app.models.contracts import Vectors
from tests.answer.conftest import MakePassage
from tests.fakes import HashedEmbedder

MUSEUM = "The museum stands by the river. In 1871 the painter Ada Ferri founded the museum."
POOL = "The pool opens at nine. Children pay four euros."


def quote(question: str, passages: list[FoundPassage], language: str = "en") -> FoundQuote:
    found = QuoteFinder().find(question, language, passages, HashedEmbedder())
    assert found is not None
    return found


def test_the_best_sentence_is_quoted_as_it_stands(passage: MakePassage) -> None:
    passages = [passage(1, POOL), passage(2, MUSEUM, fused=0.65)]
    found = quote("Who founded the museum?", passages)
    assert found.quote.text == "In 1871 the painter Ada Ferri founded the museum."
    assert found.quote.n == 2
    assert found.passage == passages[1]
    assert MUSEUM[found.quote.start : found.quote.end] == found.quote.text
    assert 0.0 <= found.quote.score <= 1.0


def test_the_likely_answer_is_marked_within_the_quote(passage: MakePassage) -> None:
    found = quote("When did Ada Ferri found the museum?", [passage(1, MUSEUM)])
    assert found.quote.answer is not None
    start, end = found.quote.answer
    assert found.quote.text[start:end] == "1871"


def test_no_few_words_answer_why(passage: MakePassage) -> None:
    text = "The museum was founded since nobody else would keep the silk looms of the old mill."
    assert quote("Why was the museum founded?", [passage(1, text)]).quote.answer is None


def test_a_sentence_that_speaks_of_the_one_before_takes_it_along(passage: MakePassage) -> None:
    text = "Ada Ferri was a painter. She founded the museum of silk in 1871. Entry is free."
    found = quote("When was the museum of silk founded?", [passage(1, text)])
    assert found.quote.text == "Ada Ferri was a painter. She founded the museum of silk in 1871."
    assert found.quote.answer is not None
    start, end = found.quote.answer
    assert found.quote.text[start:end] == "1871"


def test_the_place_is_that_of_the_quote(passage: MakePassage) -> None:
    made = passage(1, MUSEUM)
    assert made.spans[0].end - made.spans[0].start == len(MUSEUM)
    found = quote("Who founded the museum?", [made])
    start = made.spans[0].start + MUSEUM.index("In 1871")
    assert found.quote.spans == (Span(0, start, start + len(found.quote.text)),)


def test_only_the_first_passages_are_looked_at(passage: MakePassage) -> None:
    others = [passage(rank, POOL) for rank in range(1, QUOTED_PASSAGES + 1)]
    last = passage(QUOTED_PASSAGES + 1, MUSEUM)
    assert quote("Who founded the museum?", [*others, last]).quote.n <= QUOTED_PASSAGES


def test_nothing_is_quoted_of_nothing(passage: MakePassage) -> None:
    finder = QuoteFinder()
    assert finder.find("Who?", "en", [], HashedEmbedder()) is None
    assert finder.find("Who?", "en", [passage(1, "")], None) is None


def test_a_quote_is_far_where_neither_words_nor_meaning_agree(passage: MakePassage) -> None:
    question, passages = "Who founded the museum?", [passage(1, MUSEUM)]
    other = [passage(1, "Cork floats. Lead sinks.")]
    assert not quote(question, passages).far
    assert quote(question, other).far
    # by words alone: far if not one word agrees
    finder = QuoteFinder()
    near, nothing = (finder.find(question, "en", each, None) for each in (passages, other))
    assert near is not None
    assert nothing is not None
    assert near.similarity is None
    assert (near.far, nothing.far) == (False, True)


def test_meaning_alone_keeps_a_quote_near(passage: MakePassage) -> None:
    class Same(HashedEmbedder):
        """Says that everything means the same."""

        def embed_query(self, text: str) -> Vectors:  # noqa: ARG002 - whatever is asked
            vector: Vectors = super().embed_passages(["Cork floats."])[0]
            return vector

    found = QuoteFinder().find("Kork?", "de", [passage(1, "Cork floats.")], Same())
    assert found is not None
    assert found.coverage == 0.0
    assert not found.far


def scored(*shares: float, texts: dict[int, str] | None = None) -> list[ScoredSentence]:
    """Sentences of one passage with these shares."""
    return [
        ScoredSentence(
            FoundSentence(0, 10 * at, 10 * at + 9, (texts or {}).get(at, "Mills turn.")),
            share,
            share,
            0.0,
            None,
        )
        for at, share in enumerate(shares)
    ]


@pytest.mark.parametrize(
    ("shares", "best", "quoted"),
    [
        ((0.9, 0.05, 0.05), 0, (0, 0)),
        ((0.2, 0.7, 0.1), 1, (0, 1)),
        ((0.1, 0.7, 0.2), 1, (1, 2)),
        ((0.2, 0.6, 0.2), 1, (0, 1)),
        ((0.16, 0.6, 0.24), 1, (1, 2)),
        ((1.0,), 0, (0, 0)),
    ],
)
def test_a_neighbour_is_quoted_where_it_may_hold_the_answer(
    shares: tuple[float, ...], best: int, quoted: tuple[int, int]
) -> None:
    assert quoted_places(scored(*shares), best) == quoted


def test_two_sentences_are_not_quoted_where_they_are_long_or_of_two_passages() -> None:
    long = scored(0.3, 0.7, texts={0: "a" * 800})
    assert quoted_places(long, 1) == (1, 1)
    first, second = scored(0.3, 0.7)
    other = ScoredSentence(FoundSentence(1, 0, 9, "It turns."), 0.7, 0.7, 0.0, None)
    assert quoted_places([first, other], 1) == (1, 1)
    assert quoted_places([first, second], 1) == (0, 1)


@pytest.mark.parametrize(
    "beginning",
    ["It", "These", "Questo", "Quest'", "La sua", "Diese", "Cette", "Su", "该"],
)
def test_beginnings_that_speak_of_the_sentence_before(beginning: str) -> None:
    text = f"{beginning} mill turns." if beginning[-1] != "'" else f"{beginning}anno gira."
    assert quoted_places(scored(0.01, 0.99, texts={1: text}), 1) == (0, 1)


@pytest.mark.parametrize("beginning", ["Italy", "Questioni", "Essen", "Theseus", "Essere"])
def test_beginnings_that_only_look_so(beginning: str) -> None:
    assert quoted_places(scored(0.01, 0.99, texts={1: f"{beginning} turns."}), 1) == (1, 1)
