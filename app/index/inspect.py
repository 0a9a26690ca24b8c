"""Why a passage was found: which words of the query it holds, and what each adds to its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from app.core.types import FoundPassage, InspectedPassage, TermMatch
from app.index.bm25 import InvertedBM25
from app.index.candidates import Candidates, Floats
from app.index.tokens import Tokenizer


@dataclass(slots=True)
class _QueryWord:
    """A word of the query as it is first written, and the terms (with weights) it counts under.

    Words of one stem are one; a term that several words count under is the first's.
    """

    written: str
    terms: dict[str, float] = field(default_factory=dict)


class Explainer:
    """Takes one query's BM25 scores apart. One thread owns it."""

    def __init__(self, tokenizer: Tokenizer, bm25: InvertedBM25, text: str, language: str) -> None:
        self._tokenizer = tokenizer
        self._bm25 = bm25
        self._words = _query_words(tokenizer, text, language)

    def explain(self, passages: Mapping[int, tuple[str, str]]) -> dict[int, tuple[TermMatch, ...]]:
        """For each passage the words of the query it holds, weightiest first.

        Their scores add up to the passage's BM25 score. `passages` gives, by passage id, the
        searchable text and the language that it was indexed under.
        """
        word_of = {term: n for n, word in enumerate(self._words) for term in word.terms}
        seen = [self._seen(text, language, word_of) for text, language in passages.values()]
        occurring = {term for terms, _written in seen for term in terms}
        ids = list(passages)
        scores = np.zeros((len(self._words), len(ids)))
        for number, word in enumerate(self._words):
            held = {term: weight for term, weight in word.terms.items() if term in occurring}
            scores[number] = self._bm25.scores_of(held, ids)
        return {
            passage_id: self._matches(written, scores[:, at])
            for at, (passage_id, (_terms, written)) in enumerate(zip(ids, seen, strict=True))
        }

    def _seen(
        self, text: str, language: str, word_of: Mapping[str, int]
    ) -> tuple[set[str], dict[int, Counter[str]]]:
        """The query's terms in a text, and by number of the query's word how often each written
        form of it occurs."""
        terms: set[str] = set()
        written: dict[int, Counter[str]] = {}
        for surface, its_terms in self._tokenizer.words(text, language, singles=True):
            held = [term for term in its_terms if term in word_of]
            terms.update(held)
            for number in {word_of[term] for term in held}:
                written.setdefault(number, Counter())[surface] += 1
        return terms, written

    def _matches(
        self, written: Mapping[int, Counter[str]], scores: Floats
    ) -> tuple[TermMatch, ...]:
        found = [
            TermMatch(
                term=self._words[number].written,
                words=tuple(forms),
                count=forms.total(),
                score=float(scores[number]),
            )
            for number, forms in written.items()
        ]
        return tuple(sorted(found, key=lambda match: (-match.score, match.term)))


def inspected(
    candidates: Candidates,
    place: int,
    passage: FoundPassage,
    terms: tuple[TermMatch, ...],
) -> InspectedPassage:
    """The passage at `place` of the candidates with the reasons why it was found."""
    dense_share, bm25_share = (
        None if share is None else float(share[place])
        for share in (candidates.dense_share, candidates.bm25_share)
    )
    return InspectedPassage(passage, terms, dense_share=dense_share, bm25_share=bm25_share)


def _query_words(tokenizer: Tokenizer, text: str, language: str) -> list[_QueryWord]:
    words: list[_QueryWord] = []
    number_of: dict[str, int] = {}
    for written, terms in tokenizer.query_words(text, language):
        if not terms:
            continue
        number = number_of.get(next(iter(terms)), len(words))
        if number == len(words):
            words.append(_QueryWord(written))
        for term, weight in terms.items():
            owner = words[number_of.setdefault(term, number)]
            owner.terms[term] = owner.terms.get(term, 0.0) + weight
    return words
