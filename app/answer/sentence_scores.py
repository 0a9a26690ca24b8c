"""How well each sentence of the found passages answers a question.

A score is a weighted sum of what the words, the embedder, the search and the question's kind
tell. The weights make it a log-odds within one question: of its sentences, the chance that one
holds the answer is the softmax of the scores. They were fitted by that likelihood on the
answerable questions of the tuning halves of SQuAD 2.0 (English) and SQuAD-it, with
`margine eval extract --fit`; docs/quotes.md has what they come to.

The sentences that are best by their words alone are embedded, in one call, and no more than
`Effort` allows: embedding all of them was measured to find no more, and takes several times as
long.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.answer.answer_words import Word, WordReader, kinds_in
from app.answer.embedding import TextEmbedder
from app.answer.question_kind import Asked, asked_kind
from app.answer.table_text import is_rule, row_ends
from app.core.errors import MargineError
from app.core.types import FoundPassage
from app.ingest.sentences import sentence_ends

Numbers = NDArray[np.float64]

FEATURES = (
    "coverage",  # share of the question's word weight that the sentence holds
    "bm25",  # its BM25 among the found sentences, over the most that the question could get
    "trust",  # the search's score of its passage, behind the best, relative to the best
    "fits time",  # 1 if it holds an answer of the kind asked for, -1 if not, 0 for other kinds
    "fits number",
    "fits name",
    "news",  # logarithm of 1 + its words with a meaning that are not in the question
    "before",  # share of the question's word weight that the sentence before it adds
    "passage",  # share that its passage holds
    "behind",  # share that the sentence behind it holds
    "similarity",  # cosine of its vector and the question's; 0 where it was not embedded
)
BY_WORDS: Numbers = np.array(
    [5.36, 4.21, 14.97, 0.90, 1.13, 0.35, 0.37, 3.73, -0.22, 0.54, 0.0], np.float64
)
"""Weights where there is no embedder."""
WITH_EMBEDDER: Numbers = np.array(
    [3.98, 2.59, 12.53, 0.85, 1.15, 0.36, 0.40, 4.22, 1.17, 0.62, 29.0], np.float64
)

# BM25's usual parameters, as in app.index.bm25; there are too few sentences to fit them.
_K1, _B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class SentenceWeights:
    """`(len(FEATURES),)` weights, without and with an embedder."""

    by_words: Numbers
    with_embedder: Numbers


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is embedded: at most so many sentences, and characters in all (one sentence at
    least). Measured at the defaults, the best sentence is the same as with all of them."""

    sentences: int = 5
    characters: int = 1200


@dataclass(frozen=True, slots=True)
class FoundSentence:
    """One sentence of the passage at place `passage` of those given: `text[start:end]` of it, in
    code points, without white space around it."""

    passage: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """A sentence with its score. `share`, in [0, 1], is its chance among all that were scored to
    be the one that holds the answer; `coverage` the share of the question's word weight that it
    holds; `similarity` the cosine of its vector and the question's, None if it has none."""

    sentence: FoundSentence
    score: float
    share: float
    coverage: float
    similarity: float | None


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """A question taken apart. `weights` are those of its terms that carry meaning."""

    text: str
    language: str
    kind: Asked
    words: tuple[Word, ...]
    weights: Mapping[str, float]

    @property
    def terms(self) -> frozenset[str]:
        """All of its terms."""
        return frozenset(word.term for word in self.words)


@dataclass(frozen=True, slots=True)
class Reading:
    """A question and its sentences taken apart, before anything is embedded.

    `words` are those of each sentence; `features` is `(sentences, len(FEATURES))`, with the
    similarities still 0.
    """

    question: ReadQuestion
    sentences: tuple[FoundSentence, ...]
    words: tuple[tuple[Word, ...], ...]
    features: Numbers


Breaks = Callable[[FoundPassage], Sequence[int]]
"""Where something else begins in a passage's text than behind a sentence: a row, an item."""


def find_sentences(
    passages: Sequence[FoundPassage], breaks: Breaks | None = None
) -> tuple[FoundSentence, ...]:
    """The sentences of all passages, in order."""
    return tuple(
        FoundSentence(place, start, end, passage.text[start:end])
        for place, passage in enumerate(passages)
        for start, end in sentence_places(passage.text, breaks(passage) if breaks else ())
    )


def sentence_places(text: str, breaks: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Where the sentences of `text` begin and end, without the white space around them.

    A row of a Markdown table is one too, and what begins at one of `breaks`, places in `text`.
    """
    starts = sorted({0, *sentence_ends(text), *row_ends(text), *breaks})
    places: list[tuple[int, int]] = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        piece = text[start:end]
        if piece and not piece.isspace() and not is_rule(piece):
            lead = len(piece) - len(piece.lstrip())
            places.append((start + lead, start + len(piece.rstrip())))
    return places


class SentenceScorer:
    """Scores sentences. One thread owns it, and keeps it: it remembers the stems of words."""

    def __init__(self, weights: SentenceWeights | None = None) -> None:
        self._reader = WordReader()
        self._weights = weights or SentenceWeights(BY_WORDS, WITH_EMBEDDER)

    def read(
        self,
        question: str,
        language: str,
        passages: Sequence[FoundPassage],
        breaks: Breaks | None = None,
    ) -> Reading:
        """Take the question and its passages (best first) apart.

        `language` is the question's ISO 639-1 code, "" if unknown.
        """
        sentences = find_sentences(passages, breaks)
        words = tuple(tuple(self._reader.read(each.text, language)) for each in sentences)
        terms = [Counter(word.term for word in each) for each in words]
        asked = tuple(self._reader.read(question, language))
        read = ReadQuestion(
            question, language, asked_kind(question, language), asked, _weights(asked, terms)
        )
        features = np.zeros((len(sentences), len(FEATURES)), np.float64)
        if sentences:
            features[:, :3] = _word_features(read, sentences, words, terms, passages)
            features[:, 3:7] = _answer_features(read, words)
            features[:, 7:10] = _around(read, sentences, terms)
        return Reading(read, sentences, words, features)

    def score(
        self, reading: Reading, embedder: TextEmbedder | None, effort: Effort | None = None
    ) -> tuple[ScoredSentence, ...]:
        """The score of each sentence, in order; by words alone where `embedder` is None or raises
        MargineError. One call embeds the question, one the sentences."""
        by_words = reading.features @ self._weights.by_words
        similarities: Mapping[int, float] = {}
        if embedder is not None and len(by_words):
            chosen = _to_embed(reading.sentences, by_words, effort or Effort())
            similarities = _similarities(reading, chosen, embedder)
        scores = by_words
        if similarities:
            filled = with_similarities(reading.features, similarities)
            scores = filled @ self._weights.with_embedder
        shares = softmax(scores)
        return tuple(
            ScoredSentence(
                sentence,
                float(scores[at]),
                float(shares[at]),
                float(reading.features[at, 0]),
                similarities.get(at),
            )
            for at, sentence in enumerate(reading.sentences)
        )


def with_similarities(features: Numbers, similarities: Mapping[int, float]) -> Numbers:
    """`features` with the similarities, by place, filled in.

    Those that were not embedded, which are the worst by their words, get the least of the others.
    """
    filled = features.copy()
    filled[:, -1] = min(similarities.values())
    for place, similarity in similarities.items():
        filled[place, -1] = similarity
    return filled


def softmax(scores: Numbers) -> Numbers:
    """`(n,)` shares in proportion to e^score; they add up to 1 where there are any."""
    if not len(scores):
        return scores
    powers = np.exp(scores - scores.max())
    shares: Numbers = powers / powers.sum()
    return shares


def _to_embed(sentences: Sequence[FoundSentence], scores: Numbers, effort: Effort) -> list[int]:
    """Places of the sentences that are best by `scores` and together within `effort`."""
    chosen: list[int] = []
    room = effort.characters
    for place in np.argsort(-scores, kind="stable").tolist():
        room -= len(sentences[place].text)
        if chosen and (room < 0 or len(chosen) >= effort.sentences):
            break
        chosen.append(place)
    return chosen


def _similarities(
    reading: Reading, chosen: Sequence[int], embedder: TextEmbedder
) -> Mapping[int, float]:
    """Cosines by place; empty where there is no embedder after all."""
    try:
        asked = embedder.embed_query(reading.question.text)
        vectors = embedder.embed_passages([reading.sentences[place].text for place in chosen])
    except MargineError:
        return {}
    return dict(zip(chosen, (vectors @ asked).tolist(), strict=True))


def _weights(asked: Sequence[Word], terms: Sequence[Counter[str]]) -> dict[str, float]:
    """The weight of each term of the question that carries meaning: the more, the fewer of the
    found sentences hold it. BM25's idf, with the sentences as documents."""
    held = Counter(term for each in terms for term in each)
    plain = [word.term for word in asked if not word.grammar] or [word.term for word in asked]
    return {term: math.log(1 + (len(terms) + 1) / (0.5 + held[term])) for term in plain}


def _share(weights: Mapping[str, float], held: Iterable[str]) -> float:
    """Share of the weights whose terms are held."""
    total = math.fsum(weights.values())
    return math.fsum(weights.get(term, 0.0) for term in set(held)) / total if total else 0.0


def _word_features(
    question: ReadQuestion,
    sentences: Sequence[FoundSentence],
    words: Sequence[Sequence[Word]],
    terms: Sequence[Counter[str]],
    passages: Sequence[FoundPassage],
) -> Numbers:
    """Coverage, BM25 and trust, `(n, 3)`."""
    average = max(1.0, sum(map(len, words)) / len(words))
    total = math.fsum(question.weights.values()) or 1.0
    best = max((passage.scores.ordering for passage in passages), default=0.0)
    scale = abs(best) or 1.0
    rows = []
    for sentence, own, held in zip(sentences, words, terms, strict=True):
        damping = _K1 * (1 - _B + _B * len(own) / average)
        bm25 = math.fsum(
            weight * held[term] * (_K1 + 1) / (held[term] + damping)
            for term, weight in question.weights.items()
            if term in held
        )
        behind = (passages[sentence.passage].scores.ordering - best) / scale
        rows.append((_share(question.weights, held), bm25 / total, behind))
    return np.array(rows, np.float64)


def _answer_features(question: ReadQuestion, words: Sequence[Sequence[Word]]) -> Numbers:
    """Whether each sentence holds what is asked for, and how much it says, `(n, 4)`."""
    asked = question.terms
    column = {Asked.TIME: 0, Asked.NUMBER: 1, Asked.PERSON: 2, Asked.PLACE: 2}.get(question.kind)
    rows = np.zeros((len(words), 4), np.float64)
    for row, own in zip(rows, words, strict=True):
        if column is not None:
            row[column] = 1.0 if question.kind in kinds_in(own, asked) else -1.0
        row[3] = math.log1p(len({word.term for word in own if not word.grammar} - asked))
    return rows


def _around(
    question: ReadQuestion, sentences: Sequence[FoundSentence], terms: Sequence[Counter[str]]
) -> Numbers:
    """What the sentence before adds, and the passage and the one behind hold, `(n, 3)`."""
    whole: dict[int, set[str]] = {}
    for sentence, held in zip(sentences, terms, strict=True):
        whole.setdefault(sentence.passage, set()).update(held)
    rows = np.zeros((len(terms), 3), np.float64)
    for at, (sentence, held) in enumerate(zip(sentences, terms, strict=True)):
        if at and sentences[at - 1].passage == sentence.passage:
            both = _share(question.weights, [*held, *terms[at - 1]])
            rows[at, 0] = both - _share(question.weights, held)
        rows[at, 1] = _share(question.weights, whole[sentence.passage])
        if at + 1 < len(terms) and sentences[at + 1].passage == sentence.passage:
            rows[at, 2] = _share(question.weights, terms[at + 1])
    return rows
