"""The likely answer within a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from app.answer.answer_span import SPAN_WEIGHTS, best_span, span_candidates
from app.answer.answer_words import WordReader
from app.answer.sentence_scores import ReadQuestion, SentenceScorer
from tests.answer.conftest import MakePassage

READER = WordReader()


def read(question: str, sentence: str, language: str, passage: MakePassage) -> ReadQuestion:
    return SentenceScorer().read(question, language, [passage(1, sentence)]).question


@pytest.mark.parametrize(
    ("language", "question", "sentence", "answer"),
    [
        (
            "en",
            "When was the museum founded?",
            "The museum was founded on 12 October 1943 by the painter Ada Ferri.",
            "12 October 1943",
        ),
        (
            "en",
            "Who founded the museum?",
            "In 1943 the museum was founded by Ada Ferri in Turin.",
            "Ada Ferri",
        ),
        ("en", "How many bees live in a hive?", "About 40,000 bees live in a hive.", "40,000"),
        (
            "it",
            "Quando fu fondato il museo?",
            "Il museo fu fondato nel 1871 dalla pittrice Ada Ferri.",
            "1871",
        ),
        (
            "it",
            "In quale città si trova il museo?",
            "Il museo della seta si trova a Torino, vicino al fiume.",
            "Torino",
        ),
    ],
)
def test_the_answer_is_what_the_question_asks_for(
    passage: MakePassage, language: str, question: str, sentence: str, answer: str
) -> None:
    words = READER.read(sentence, language)
    span = best_span(sentence, words, read(question, sentence, language, passage))
    assert span is not None
    assert sentence[span.start : span.end] == answer
    assert 0 < span.share <= 1


def test_what_the_question_says_itself_is_no_answer(passage: MakePassage) -> None:
    sentence = "Who founded the museum?"
    question = read(sentence, sentence, "en", passage)
    assert best_span(sentence, READER.read(sentence, "en"), question) is None
    assert best_span("", [], question) is None


def test_candidates_cross_no_stop_and_begin_and_end_with_a_meaning(passage: MakePassage) -> None:
    sentence = "The red mill (built 1871); its owner, a miller, left."
    question = read("What?", sentence, "en", passage)
    words = READER.read(sentence, "en")
    runs, features = span_candidates(sentence, words, question)
    texts = {sentence[words[first].start : words[last].end] for first, last in runs}
    assert {"red mill", "built 1871", "owner, a miller"} <= texts
    assert not any(";" in each or "(" in each for each in texts)
    assert not any(each.split()[0] in ("The", "its", "a") for each in texts)
    assert features.shape == (len(runs), len(SPAN_WEIGHTS))
    assert np.isfinite(features).all()


def test_features_of_a_date_by_hand(passage: MakePassage) -> None:
    sentence = "The mill burned in May 1871 again"
    question = read("When did the mill burn?", sentence, "en", passage)
    words = READER.read(sentence, "en")
    runs, features = span_candidates(sentence, words, question)
    at = runs.index((4, 5))  # May 1871
    row = dict(zip(SPAN_WEIGHTS, features[at].tolist(), strict=True))
    assert row["time: holds"] == row["time: all"] == row["time: whole"] == 1.0
    assert row["nearest"] == pytest.approx(1 / 2)  # "burned" stands two words before
    assert (row["left edge"], row["right edge"]) == (1.0, 0.0)
    assert row["behind all"] == 1.0
    assert row["person: all"] == 0.0
    part = dict(zip(SPAN_WEIGHTS, features[runs.index((5, 5))].tolist(), strict=True))
    assert part["time: whole"] == 0.0  # "May" goes with it
