"""The sentences of the found passages, scored for a question."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.sentence_scores import (
    BY_WORDS,
    FEATURES,
    WITH_EMBEDDER,
    Effort,
    SentenceScorer,
    sentence_places,
    softmax,
    with_similarities,
)
from app.core.errors import EnvironmentProblem
from app.models.contracts import Vectors
from tests.answer.conftest import MakePassage
from tests.fakes import HashedEmbedder

MUSEUM = "The museum stands by the river. It was founded in 1871 by Ada Ferri. Entry is free."
POOL = "The pool opens at nine. Children pay four euros."
SCORER = SentenceScorer()


class CountingEmbedder(HashedEmbedder):
    """Remembers the passages that it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return super().embed_passages(texts)


class MissingEmbedder(HashedEmbedder):
    """Is not there after all."""

    def embed_query(self, text: str) -> Vectors:  # noqa: ARG002 - whatever is asked
        raise EnvironmentProblem("There is no embedder.")


def test_sentences_are_found_with_their_places(passage: MakePassage) -> None:
    reading = SCORER.read("When?", "en", [passage(1, MUSEUM), passage(2, POOL)])
    assert [each.text for each in reading.sentences] == [
        "The museum stands by the river.",
        "It was founded in 1871 by Ada Ferri.",
        "Entry is free.",
        "The pool opens at nine.",
        "Children pay four euros.",
    ]
    assert [each.passage for each in reading.sentences] == [0, 0, 0, 1, 1]
    for each in reading.sentences:
        assert (MUSEUM, POOL)[each.passage][each.start : each.end] == each.text


@given(st.text(alphabet="Ab. \n!", max_size=40))
def test_sentences_hold_every_visible_character_once(text: str) -> None:
    places = sentence_places(text)
    parts = [text[start:end] for start, end in places]
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(part and part == part.strip() for part in parts)


def test_features_by_hand(passage: MakePassage) -> None:
    passages = [
        passage(1, "The mill burned in 1871. Nobody was hurt.", fused=0.8),
        passage(2, "The mill grinds wheat.", fused=0.6),
    ]
    reading = SCORER.read("When did the mill burn?", "en", passages)
    rows = {
        each.text: dict(zip(FEATURES, row, strict=True))
        for each, row in zip(reading.sentences, reading.features.tolist(), strict=True)
    }
    # Terms with a meaning: mill (in two of three sentences), burn (in one); idf as in BM25.
    mill, burn = math.log(1 + 4 / 2.5), math.log(1 + 4 / 1.5)
    best, after, other = rows.values()
    assert best["coverage"] == pytest.approx(1.0)
    assert other["coverage"] == pytest.approx(mill / (mill + burn))
    assert after["coverage"] == 0.0
    assert after["before"] == pytest.approx(1.0)  # the sentence before holds it all
    assert best["passage"] == after["passage"] == pytest.approx(1.0)
    assert other["trust"] == pytest.approx((0.6 - 0.8) / 0.8)
    assert (best["fits time"], other["fits time"]) == (1.0, -1.0)
    assert (best["fits number"], best["fits name"]) == (0.0, 0.0)
    assert best["news"] == pytest.approx(math.log(1 + 1))  # 1871
    # BM25 with tf 1 for both words, 5 words against (5 + 3 + 4) / 3 on average
    damping = 1.2 * (0.25 + 0.75 * 5 / 4)
    assert best["bm25"] == pytest.approx(2.2 / (1 + damping))


def test_the_sentence_that_holds_the_answer_is_best_by_words_alone(passage: MakePassage) -> None:
    reading = SCORER.read("Who founded the museum?", "en", [passage(1, MUSEUM), passage(2, POOL)])
    scored = SCORER.score(reading, None)
    best = max(scored, key=lambda each: each.score)
    assert best.sentence.text == "It was founded in 1871 by Ada Ferri."
    assert best.similarity is None
    assert math.fsum(each.share for each in scored) == pytest.approx(1.0)
    assert [each.score for each in scored] == pytest.approx((reading.features @ BY_WORDS).tolist())


def test_meaning_decides_where_words_do_not(passage: MakePassage) -> None:
    text = "Zebras graze there. Lions sleep here."

    class Knowing(HashedEmbedder):
        """Knows that the question is about lions, which no word of it says."""

        def embed_query(self, text: str) -> Vectors:  # noqa: ARG002 - whatever is asked
            vector: Vectors = super().embed_passages(["Lions sleep here."])[0]
            return vector

    reading = SCORER.read("Predators?", "en", [passage(1, text)])
    scored = SCORER.score(reading, Knowing())
    best = max(scored, key=lambda each: each.score)
    assert best.sentence.text == "Lions sleep here."
    assert best.similarity == pytest.approx(1.0)
    assert scored[0].similarity is not None
    assert scored[0].similarity < 0.99


def test_a_missing_embedder_leaves_the_words(passage: MakePassage) -> None:
    reading = SCORER.read("Who founded the museum?", "en", [passage(1, MUSEUM)])
    assert SCORER.score(reading, MissingEmbedder()) == SCORER.score(reading, None)


def test_no_more_is_embedded_than_the_effort_allows_and_in_one_call(passage: MakePassage) -> None:
    passages = [passage(1, MUSEUM), passage(2, POOL)]
    reading = SCORER.read("Who founded the museum?", "en", passages)
    by_words = SCORER.score(reading, None)
    ranked = [each.sentence.text for each in sorted(by_words, key=lambda each: -each.score)]

    embedder = CountingEmbedder()
    scored = SCORER.score(reading, embedder, Effort(sentences=2))
    assert embedder.asked == [ranked[:2]]
    assert sum(each.similarity is not None for each in scored) == 2

    embedder = CountingEmbedder()
    SCORER.score(reading, embedder, Effort(sentences=9, characters=len(ranked[0]) + 1))
    assert embedder.asked == [ranked[:1]]

    embedder = CountingEmbedder()
    SCORER.score(reading, embedder, Effort(sentences=9, characters=1))
    assert embedder.asked == [ranked[:1]]  # one at least


def test_what_was_not_embedded_gets_the_least_similarity() -> None:
    features = np.zeros((3, len(FEATURES)))
    filled = with_similarities(features, {0: 0.9, 2: 0.7})
    assert filled[:, -1].tolist() == [0.9, 0.7, 0.7]
    assert not features.any()


def test_nothing_found_scores_nothing(passage: MakePassage) -> None:
    for passages in ([], [passage(1, "")], [passage(1, "  ")]):
        reading = SCORER.read("Who?", "en", passages)
        assert SCORER.score(reading, HashedEmbedder()) == ()


@pytest.mark.parametrize("question", ["", "?", "the", "the the", "谁？", "x" * 3000])
def test_any_question_can_be_scored(passage: MakePassage, question: str) -> None:
    reading = SCORER.read(question, "en", [passage(1, MUSEUM, fused=0.0), passage(2, POOL)])
    scored = SCORER.score(reading, HashedEmbedder())
    assert all(math.isfinite(each.score) for each in scored)


def test_there_is_a_weight_for_every_feature_and_none_for_what_is_not_known() -> None:
    assert len(BY_WORDS) == len(WITH_EMBEDDER) == len(FEATURES)
    assert BY_WORDS[FEATURES.index("similarity")] == 0.0


def test_shares_are_a_softmax() -> None:
    assert softmax(np.array([0.0, math.log(3)])).tolist() == pytest.approx([0.25, 0.75])
    assert softmax(np.array([1e4, 0.0])).tolist() == pytest.approx([1.0, 0.0])
    assert softmax(np.zeros(0)).tolist() == []
