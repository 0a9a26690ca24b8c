"""The extractive answer measured: does the quote hold the answer, and is the marked part it?"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.answer.embedding import TextEmbedder
from app.answer.extract import FoundQuote, QuoteFinder
from app.answer.sentence_scores import BY_WORDS, FEATURES, Effort, SentenceWeights, sentence_places
from app.core.types import FoundPassage
from app.evaluate.answers_matching import contains_answer, token_f1, words
from app.evaluate.answers_record import PutQuestion
from app.evaluate.vectors import VectorMemory
from app.models.contracts import Vectors

BOTH = "both"
BY_WORDS_ALONE = "words alone"
BY_EMBEDDER_ALONE = "embedder alone"
WAYS = (BY_WORDS_ALONE, BY_EMBEDDER_ALONE, BOTH)

_ALL = Effort(sentences=10_000, characters=10_000_000)
_SIMILARITY_ALONE = np.array([float(name == "similarity") for name in FEATURES], np.float64) * 65
"""65 is what the weight of the similarity was fitted to where nothing else counts: it orders the
sentences as any other would, but also says how far apart they are."""

Search = Callable[[str], Sequence[FoundPassage]]  # a question's passages, best first
EntryId = Callable[[FoundPassage], str]


class RememberedEmbedder:
    """A `TextEmbedder` over remembered vectors. One thread owns it."""

    def __init__(self, memory: VectorMemory) -> None:
        self._memory = memory

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """See `TextEmbedder`."""
        return self._memory.passages(texts)

    def embed_query(self, text: str) -> Vectors:
        """See `TextEmbedder`."""
        vector: Vectors = self._memory.queries([text])[0]
        return vector


@dataclass(frozen=True, slots=True)
class Quoted:
    """What came of one question: `quote` is None where nothing was found.

    `declined` tells that the quote is too far from the question to be shown. `contained` and `f1`
    are the quote's, `span_exact` and `span_f1` those of its likeliest words, `marked` whether
    these are likely enough to be marked; all judged as SQuAD does, 0 for unanswerable questions.
    `right` tells that the quoted passage is the judged one. `took_ms` leaves embedding out.
    """

    question: PutQuestion
    text: str
    likely: str
    declined: bool
    contained: bool
    f1: float
    span_exact: bool
    span_f1: float
    marked: bool
    two_sentences: bool
    right: bool
    took_ms: float


def finders() -> Mapping[str, QuoteFinder]:
    """One finder for each of `WAYS`."""
    alone = SentenceWeights(BY_WORDS, _SIMILARITY_ALONE)
    return {
        BY_WORDS_ALONE: QuoteFinder(),
        BY_EMBEDDER_ALONE: QuoteFinder(_ALL, alone),
        BOTH: QuoteFinder(),
    }


def quote_questions(
    questions: Sequence[PutQuestion],
    search: Search,
    entry_id: EntryId,
    embedder: TextEmbedder,
    progress: Callable[[int, int], None],
) -> dict[str, list[Quoted]]:
    """Quote an answer to every question, in each of `WAYS`, from the same passages.

    `progress` takes how many questions are done, and how many there are.
    """
    by_way = finders()
    results: dict[str, list[Quoted]] = {way: [] for way in WAYS}
    for number, question in enumerate(questions):
        progress(number, len(questions))
        passages = search(question.text)
        for way, finder in by_way.items():
            clock = _TimedEmbedder(embedder)
            used = None if way == BY_WORDS_ALONE else clock
            began = time.perf_counter()
            found = finder.find(question.text, question.language, passages, used)
            took_ms = (time.perf_counter() - began - clock.spent_s) * 1000
            results[way].append(judge_quote(question, found, entry_id, took_ms))
    return results


def judge_quote(
    question: PutQuestion, found: FoundQuote | None, entry_id: EntryId, took_ms: float
) -> Quoted:
    """`found` beside what is accepted; nothing found is declined."""
    accepted = () if question.unanswerable else question.accepted
    text = "" if found is None else found.quote.text
    likely = ""
    if found is not None and found.likely is not None:
        likely = text[found.likely.start : found.likely.end]
    language = question.language
    said = words(likely, language)
    return Quoted(
        question=question,
        text=text,
        likely=likely,
        declined=found is None or found.far,
        contained=contains_answer(text, accepted, language),
        f1=token_f1(text, accepted, language),
        span_exact=any(said == words(each, language) for each in accepted),
        span_f1=token_f1(likely, accepted, language),
        marked=found is not None and found.quote.answer is not None,
        two_sentences=len(sentence_places(text)) > 1,
        right=found is not None and entry_id(found.passage) in question.gold,
        took_ms=took_ms,
    )


class _TimedEmbedder:
    """Hands on to another, and adds up the time it takes."""

    def __init__(self, embedder: TextEmbedder) -> None:
        self._embedder = embedder
        self.spent_s = 0.0

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        began = time.perf_counter()
        vectors = self._embedder.embed_passages(texts)
        self.spent_s += time.perf_counter() - began
        return vectors

    def embed_query(self, text: str) -> Vectors:
        began = time.perf_counter()
        vector = self._embedder.embed_query(text)
        self.spent_s += time.perf_counter() - began
        return vector
