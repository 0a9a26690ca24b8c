"""Fits the weights by which sentences and runs of words are chosen as answers.

One question is one group of candidates, each with a value in [0, 1]: how right it is. The weights
w make the chance of a candidate the softmax of its score, features · w, and are those for which
the logarithm of the expected value, summed over the questions, is greatest, less a ridge:
Σ log Σᵢ pᵢ vᵢ − |w·s|², s the features' standard deviations. Only tuning halves may be fitted on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.answer.answer_span import SPAN_WEIGHTS, span_candidates
from app.answer.embedding import TextEmbedder
from app.answer.extract import QUOTED_PASSAGES
from app.answer.sentence_scores import (
    BY_WORDS,
    FEATURES,
    WITH_EMBEDDER,
    Numbers,
    Reading,
    SentenceScorer,
    with_similarities,
)
from app.evaluate.answers_matching import contains_answer, token_f1
from app.evaluate.answers_record import PutQuestion
from app.evaluate.extract import EntryId, Search
from app.evaluate.report import Report, Table

_ELSEWHERE = 0.2  # value of a sentence that holds the answer, but not in the judged passage
_RIDGE = 1.0
_STEPS, _RATE = 1500, 0.05  # of Adam (Kingma, Ba 2015), with its usual other parameters
_FIRST, _SECOND, _SMALL = 0.9, 0.999, 1e-8


@dataclass(frozen=True, slots=True)
class Group:
    """The candidates of one question: `(n, f)` features and `(n,)` values in [0, 1]."""

    features: Numbers
    values: Numbers


def fit_weights(groups: Sequence[Group], columns: Sequence[int]) -> Numbers:
    """`(f,)` weights, 0 but in `columns`. Groups without a value above 0 do not count.

    Raises ValueError without a group that counts.
    """
    counted = [each for each in groups if each.values.max(initial=0.0) > 0]
    if not counted:
        raise ValueError("there is nothing to fit")
    deviation = np.concatenate([each.features for each in counted]).std(axis=0)
    scale = np.where(deviation > 0, deviation, 1.0)
    features, values = _padded(counted, scale)
    mask = np.zeros(len(scale), np.float64)
    mask[list(columns)] = 1.0
    weights = np.zeros(len(scale), np.float64)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        gradient = (_gradient(features, values, weights) - 2 * _RIDGE * weights) * mask
        first = _FIRST * first + (1 - _FIRST) * gradient
        second = _SECOND * second + (1 - _SECOND) * gradient**2
        ahead = first / (1 - _FIRST**step)
        weights += _RATE * ahead / (np.sqrt(second / (1 - _SECOND**step)) + _SMALL)
    fitted: Numbers = weights / scale
    return fitted


def _padded(groups: Sequence[Group], scale: Numbers) -> tuple[Numbers, Numbers]:
    """`(g, n, f)` scaled features and `(g, n)` values, -1 where a group has fewer candidates."""
    most = max(len(each.values) for each in groups)
    features = np.zeros((len(groups), most, len(scale)), np.float64)
    values = np.full((len(groups), most), -1.0)
    for row, each in enumerate(groups):
        features[row, : len(each.values)] = each.features / scale
        values[row, : len(each.values)] = each.values
    return features, values


def _gradient(features: Numbers, values: Numbers, weights: Numbers) -> Numbers:
    """Of the sum of the logarithms of the expected values."""
    scores = np.where(values >= 0, features @ weights, -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares = powers / powers.sum(axis=1, keepdims=True)
    right = shares * np.maximum(values, 0.0)
    drawn = right / right.sum(axis=1, keepdims=True)
    summed: Numbers = np.einsum("gn,gnf->f", drawn - shares, features)
    return summed


# ------------------------------------------------------------------------------------- the groups


def fit_quotes(
    questions: Sequence[PutQuestion],
    search: Search,
    entry_id: EntryId,
    embedder: TextEmbedder,
    progress: Callable[[int, int], None],
) -> tuple[list[Group], list[Group]]:
    """Groups of sentences and of runs of words, of the answerable ones among `questions`."""
    scorer = SentenceScorer()
    sentences: list[Group] = []
    spans: list[Group] = []
    asked = [each for each in questions if not each.unanswerable]
    for number, question in enumerate(asked):
        progress(number, len(asked))
        passages = search(question.text)[:QUOTED_PASSAGES]
        reading = scorer.read(question.text, question.language, passages)
        if not reading.sentences:
            continue
        gold = [entry_id(each) in question.gold for each in passages]
        held = [
            contains_answer(each.text, question.accepted, question.language)
            * (1.0 if gold[each.passage] else _ELSEWHERE)
            for each in reading.sentences
        ]
        vectors = embedder.embed_passages([each.text for each in reading.sentences])
        cosines = (vectors @ embedder.embed_query(question.text)).tolist()
        features = with_similarities(reading.features, dict(enumerate(cosines)))
        sentences.append(Group(features, np.array(held, np.float64)))
        spans += _span_groups(reading, held, question)
    return sentences, spans


def _span_groups(reading: Reading, held: Sequence[float], question: PutQuestion) -> Iterator[Group]:
    """The runs of words of the sentences of the judged passage that hold the answer."""
    for at, sentence in enumerate(reading.sentences):
        if held[at] < 1.0:
            continue
        words = reading.words[at]
        runs, features = span_candidates(sentence.text, words, reading.question)
        texts = [sentence.text[words[first].start : words[last].end] for first, last in runs]
        right = [token_f1(each, question.accepted, question.language) ** 2 for each in texts]
        if right:
            yield Group(features, np.array(right, np.float64))


def weights_report(sentences: Sequence[Group], spans: Sequence[Group]) -> Report:
    """The weights fitted on these groups, beside those of the program."""
    every = range(len(FEATURES))
    by_words = fit_weights(sentences, every[:-1])
    both = fit_weights(sentences, every)
    of_spans = fit_weights(spans, range(len(SPAN_WEIGHTS)))
    tables = (
        Table(
            f"Weights of sentences, {len(sentences)} questions",
            ("feature", "words alone", "the program's", "with embedder", "the program's, with it"),
            tuple(
                (name, *map(float, row))
                for name, *row in zip(
                    FEATURES, by_words, BY_WORDS, both, WITH_EMBEDDER, strict=True
                )
            ),
            digits=2,
        ),
        Table(
            f"Weights of runs of words, {len(spans)} sentences",
            ("feature", "fitted", "the program's"),
            tuple(
                (name, float(fitted), known)
                for (name, known), fitted in zip(SPAN_WEIGHTS.items(), of_spans, strict=True)
            ),
            digits=2,
        ),
    )
    return Report("Weights of quotes", "Fitted on the tuning halves.", tables)
