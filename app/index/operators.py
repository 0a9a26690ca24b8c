"""What the operators of a query leave: passages with its phrases and without its excluded words.

The postings tell which passages hold all the words of a phrase. Whether the words follow each
other is seen in the text, and only of passages that are about to be listed: a phrase of common
words has thousands of candidates, and a result ten places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from app.index.bm25 import InvertedBM25
from app.index.phrases import Phrase
from app.index.query import Query
from app.index.records import Ids
from app.index.tokens import Tokenizer

# So few candidates are looked at sooner than the postings of another word are gone through.
_FEW = 50


class Texts(Protocol):
    """Where the texts of passages come from."""

    def searchable_texts(self, passage_ids: Iterable[int]) -> dict[int, str]:
        """Searchable texts of the live passages among these, by id."""


class Filter:
    """The passages that a query's operators leave. One thread owns it; good until the next change.

    `candidates` are the ids of those that the postings leave; what `keep` passes is sure.
    """

    def __init__(
        self,
        query: Query,
        bm25: InvertedBM25,
        tokenizer: Tokenizer,
        texts: Texts,
        within: Ids | None = None,
    ) -> None:
        """`within` are the passages that may be left at all; None: all there are."""
        self._bm25 = bm25
        self._all = bm25.ids if within is None else within
        self._tokenizer = tokenizer
        self._texts = texts
        self._wanted: list[Phrase] = []
        self._unwanted: list[tuple[Phrase, set[int]]] = []  # with those that hold all its words
        self._known: dict[int, bool] = {}
        self.candidates = self._with_phrases(query.phrases)
        for written in dict.fromkeys(query.excluded):
            if not self.candidates:
                break
            self._leave_out(written)

    @property
    def settled(self) -> bool:
        """Whether all candidates are sure: no text needs to be looked at."""
        return not self._wanted and not self._unwanted

    def keep(self, ids: Sequence[int]) -> list[int]:
        """Those of `ids`, in their order, that the operators leave."""
        among = [each for each in ids if each in self.candidates]
        if self.settled:
            return among
        unknown = [each for each in among if each not in self._known]
        for passage_id, text in self._texts.searchable_texts(unknown).items():
            self._known[passage_id] = self._fits(passage_id, text)
        return [each for each in among if self._known.get(each, False)]

    def _fits(self, passage_id: int, text: str) -> bool:
        if not all(phrase.occurs_in(text) for phrase in self._wanted):
            return False
        return not any(
            passage_id in holding and phrase.occurs_in(text) for phrase, holding in self._unwanted
        )

    def _with_phrases(self, phrases: Sequence[str]) -> set[int]:
        found: set[int] | None = None
        for written in dict.fromkeys(phrases):
            if found is not None and not found:
                break
            found = self._holding_words(written, found)
            if not self._is_one_term(written):
                self._wanted.append(Phrase(self._tokenizer, written))
        everything = set(self._all.tolist())
        return everything if found is None else found & everything

    def _leave_out(self, written: str) -> None:
        if not self._tokenizer.surface_terms(written):
            return  # nothing that a text could hold
        holding = self._holding_words(written, self.candidates)
        if self._is_one_term(written):
            self.candidates -= holding
        elif holding:
            self._unwanted.append((Phrase(self._tokenizer, written), holding))

    def _is_one_term(self, written: str) -> bool:
        """Whether the postings alone know which passages hold `written`."""
        forms = self._tokenizer.surface_terms(written)
        return len(forms) == 1 and forms == self._tokenizer.filter_terms(written)

    def _holding_words(self, written: str, among: set[int] | None) -> set[int]:
        """Passages with all the words of `written`, or a few more; rarest words first."""
        found = among
        terms = set(self._tokenizer.filter_terms(written))
        for term in sorted(terms, key=self._bm25.term_idf, reverse=True):
            if found is not among and found is not None and len(found) <= _FEW:
                break  # the text tells
            holding = self._bm25.passages_with(term)
            found = holding if found is None else found & holding
        return set(self._all.tolist()) if found is None else found
