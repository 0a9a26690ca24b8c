"""BM25 over an inverted index that grows and shrinks, behind rank_bm25's interface.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), eq. 3.15,
with the idf of Lucene's BM25Similarity, which is never negative:

    score(q, d) = Σ_t∈q  idf(t) · tf·(k1 + 1) / (tf + k1·(1 − b + b·|d| / avgdl))
    idf(t)      = ln(1 + (N − df + 0.5) / (df + 0.5))

A term that the query repeats counts as often as it is repeated, as in rank_bm25; a query may
also give its terms weights.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25

from app.index.records import Ids

K1 = 1.2  # Lucene's defaults
B = 0.75

Scores = NDArray[np.float64]

# Additions collect beside the flat arrays until they are this many, or this share of them.
_MERGE_POSTINGS = 200_000
_MERGE_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Postings:
    """The whole index as flat arrays, without removed passages: what is stored.

    Term i of `terms` occurs `tfs[j]` times in the passage at slot `slots[j]`, for j from
    `starts[i]` to `starts[i + 1]`. Slot s is passage `ids[s]`, of length `lengths[s]`.
    """

    terms: list[str]
    starts: NDArray[np.int64]
    slots: NDArray[np.int32]
    tfs: NDArray[np.int32]
    ids: Ids
    lengths: NDArray[np.int32]


class InvertedBM25(BM25):
    """The index. One thread owns it.

    Passages are named by ids of the caller's choice. `get_scores`, `get_batch_scores` and
    `get_top_n` are rank_bm25's and count positions in the order of `ids`.
    """

    def __init__(
        self, corpus: Iterable[Sequence[str]] = (), ids: Iterable[int] | None = None
    ) -> None:
        self.k1 = K1
        self.b = B
        self._first_ids = ids
        self._term_numbers: dict[str, int] = {}
        self._starts = np.zeros(1, np.int64)
        self._slots = np.zeros(0, np.int32)
        self._tfs = np.zeros(0, np.int32)
        self._added: dict[int, array[int]] = {}  # term number: slot, tf, slot, tf, ...
        self._added_count = 0
        self._ids = array("q")  # by slot, removed passages included
        self._lengths = array("i")
        self._slot_of: dict[int, int] = {}  # live passages only
        self._live_cache: NDArray[np.bool_] | None = None
        self._total_length = 0
        super().__init__(corpus)

    # ---------------------------------------------------------- rank_bm25's hooks and interface

    def _initialize(self, corpus: Iterable[Sequence[str]]) -> dict[str, int]:
        """Take in the first passages. Unlike rank_bm25's, not undone by an empty corpus."""
        documents = list(corpus)
        self.add(range(len(documents)) if self._first_ids is None else self._first_ids, documents)
        return {}

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        """Nothing to precompute: every change moves N and df, so a query works its idf out."""

    def get_scores(self, query: Sequence[str]) -> Scores:
        """`(len(ids),)` float64 scores of all live passages, in the order of `ids`."""
        return self.score(query).by_slot[self._live()]

    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]:
        """Scores of the passages at these positions of `ids`."""
        return [float(each) for each in self.get_scores(query)[np.asarray(doc_ids, np.intp)]]

    # --------------------------------------------------------------------------------- change

    def add(
        self,
        ids: Iterable[int],
        documents: Iterable[Sequence[str]],
        lengths: Iterable[int] | None = None,
    ) -> None:
        """Add passages, each as its terms. Raises ValueError for an id that is present.

        `lengths` are the passages' |d| where that is not the number of terms.
        """
        texts = list(documents)
        sizes = map(len, texts) if lengths is None else lengths
        for passage_id, terms, length in zip(ids, texts, sizes, strict=True):
            if passage_id in self._slot_of:
                raise ValueError(f"passage {passage_id} is indexed already")
            slot = len(self._ids)
            self._slot_of[passage_id] = slot
            self._ids.append(passage_id)
            self._lengths.append(length)
            self._total_length += length
            for term, tf in Counter(terms).items():
                number = self._term_numbers.setdefault(term, len(self._term_numbers))
                self._added.setdefault(number, array("i")).extend((slot, tf))
                self._added_count += 1
        self._changed()
        if self._added_count > max(_MERGE_POSTINGS, _MERGE_SHARE * len(self._slots)):
            self.compact()

    def remove(self, ids: Iterable[int]) -> None:
        """Take passages out; ids that are not present are passed over."""
        for passage_id in ids:
            slot = self._slot_of.pop(passage_id, None)
            if slot is not None:
                self._total_length -= self._lengths[slot]
        self._changed()

    def _changed(self) -> None:
        self._live_cache = None
        self.corpus_size = len(self._slot_of)
        self.avgdl = self._total_length / self.corpus_size if self.corpus_size else 0.0

    def compact(self) -> None:
        """Merge what was added into the flat arrays, and forget removed passages' terms."""
        self._take(self.postings())

    def postings(self) -> Postings:
        """The index as flat arrays, without removed passages and the terms only they had."""
        numbers, slots, tfs = self._all_postings()
        live = self._live()
        kept = live[slots]
        numbers, slots, tfs = numbers[kept], slots[kept], tfs[kept]
        new_slots = np.cumsum(live, dtype=np.int32) - 1
        order = np.argsort(numbers, kind="stable")
        counts = np.bincount(numbers, minlength=len(self._term_numbers))
        used = counts > 0
        starts = np.zeros(int(used.sum()) + 1, np.int64)
        np.cumsum(counts[used], out=starts[1:])
        return Postings(
            terms=[term for term, keep in zip(self._term_numbers, used, strict=True) if keep],
            starts=starts,
            slots=new_slots[slots[order]],
            tfs=tfs[order],
            ids=self._id_array()[live],
            lengths=self._length_array()[live],
        )

    @classmethod
    def from_postings(cls, postings: Postings) -> InvertedBM25:
        """The index that `postings` was made of. Raises ValueError if the arrays disagree."""
        starts, slots = postings.starts, postings.slots
        fits = (
            len(starts) == len(postings.terms) + 1
            and starts[0] == 0
            and starts[-1] == len(slots) == len(postings.tfs)
            and bool(np.all(np.diff(starts) > 0))
            and len(postings.ids) == len(postings.lengths)
            and (len(slots) == 0 or (slots.min() >= 0 and slots.max() < len(postings.ids)))
            and len(set(postings.terms)) == len(postings.terms)
            and len(np.unique(postings.ids)) == len(postings.ids)
        )
        if not fits:
            raise ValueError("postings do not fit together")
        index = cls()
        index._take(postings)
        return index

    def _take(self, postings: Postings) -> None:
        self._term_numbers = {term: number for number, term in enumerate(postings.terms)}
        self._starts, self._slots, self._tfs = postings.starts, postings.slots, postings.tfs
        self._added, self._added_count = {}, 0
        self._ids = array("q", postings.ids.astype(np.int64).tobytes())
        self._lengths = array("i", postings.lengths.astype(np.int32).tobytes())
        self._slot_of = {passage_id: slot for slot, passage_id in enumerate(self._ids)}
        self._total_length = int(postings.lengths.sum())
        self._changed()

    def _all_postings(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """Term number, slot and tf of every posting, removed passages included."""
        base = np.repeat(np.arange(len(self._starts) - 1), np.diff(self._starts))
        added_numbers = np.repeat(
            np.fromiter(self._added, np.int64, len(self._added)),
            np.fromiter((len(each) // 2 for each in self._added.values()), np.int64),
        )
        both = array("i")
        for each in self._added.values():
            both.extend(each)
        added = np.frombuffer(both, np.int32).reshape(-1, 2) if both else np.zeros((0, 2), np.int32)
        return (
            np.concatenate((base, added_numbers)),
            np.concatenate((self._slots, added[:, 0])),
            np.concatenate((self._tfs, added[:, 1])),
        )

    # ---------------------------------------------------------------------------------- query

    @property
    def ids(self) -> Ids:
        """Live passages, in the order they were added."""
        return self._id_array()[self._live()]

    def __len__(self) -> int:
        return self.corpus_size

    def __contains__(self, passage_id: object) -> bool:
        return passage_id in self._slot_of

    def holds_term(self, term: str) -> bool:
        """Whether any live passage holds `term`."""
        return len(self._live_postings(term)[0]) > 0

    def term_idf(self, term: str) -> float:
        """Lucene's idf of `term` in the present index."""
        return self._idf_at(len(self._live_postings(term)[0]))

    def _idf_at(self, document_frequency: int) -> float:
        odds = (self.corpus_size - document_frequency + 0.5) / (document_frequency + 0.5)
        return math.log(1.0 + odds)

    def ids_between(self, first: int, last: int) -> list[int]:
        """Live passages with ids from `first` to `last`."""
        ids = self.ids
        return [int(each) for each in ids[(ids >= first) & (ids <= last)]]

    def passages_with(self, term: str) -> set[int]:
        """Ids of the live passages that hold `term`."""
        slots, _tfs = self._live_postings(term)
        return set(self._id_array()[slots].tolist())

    def score(self, query: Iterable[str] | Mapping[str, float]) -> QueryScores:
        """Score all live passages for the terms of a query; works through their postings only.

        `query` gives terms with repetitions, or each term with its weight.
        """
        totals = np.zeros(len(self._ids), np.float64)
        lengths = self._length_array()
        weights = query if isinstance(query, Mapping) else Counter(query)
        for term, weight in weights.items():
            slots, tfs = self._live_postings(term)
            if len(slots) == 0:
                continue
            saturation = self.k1 * (1 - self.b + self.b * lengths[slots] / (self.avgdl or 1.0))
            heaviest = weight * self._idf_at(len(slots)) * (self.k1 + 1)
            totals[slots] += heaviest * tfs / (tfs + saturation)
        return QueryScores(totals, self._id_array(), self._slot_of)

    def _live_postings(self, term: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Slots (each once) and frequencies of `term` in live passages."""
        number = self._term_numbers.get(term)
        slots, tfs = np.zeros(0, np.int32), np.zeros(0, np.int32)
        if number is None:
            return slots, tfs
        if number < len(self._starts) - 1:
            part = slice(self._starts[number], self._starts[number + 1])
            slots, tfs = self._slots[part], self._tfs[part]
        if number in self._added:
            # Copied: an array that is looked at by a buffer could not grow any more.
            added = np.array(self._added[number], np.int32).reshape(-1, 2)
            slots = np.concatenate((slots, added[:, 0]))
            tfs = np.concatenate((tfs, added[:, 1]))
        if len(self._slot_of) == len(self._ids):
            return slots, tfs
        kept = self._live()[slots]
        return slots[kept], tfs[kept]

    def _live(self) -> NDArray[np.bool_]:
        """Whether each slot's passage is live."""
        if self._live_cache is None or len(self._live_cache) != len(self._ids):
            live = np.zeros(len(self._ids), np.bool_)
            live[np.fromiter(self._slot_of.values(), np.int64, len(self._slot_of))] = True
            self._live_cache = live
        return self._live_cache

    def _id_array(self) -> Ids:
        return np.array(self._ids, np.int64)

    def _length_array(self) -> NDArray[np.int32]:
        return np.array(self._lengths, np.int32)


@dataclass(frozen=True, slots=True)
class QueryScores:
    """Scores of one query, by slot; 0 where no term of the query occurs."""

    by_slot: Scores
    _ids: Ids
    _slot_of: Mapping[int, int]

    def top(self, k: int, allowed: set[int] | None = None) -> tuple[Ids, Scores]:
        """Ids and scores of the `k` best of the passages that hold any of the terms.

        Best first, ties by id; `allowed` restricts them.
        """
        found = np.flatnonzero(self.by_slot > 0)
        if allowed is not None:
            found = found[np.isin(self._ids[found], list(allowed))]
        if len(found) > k:
            worst = np.partition(self.by_slot[found], len(found) - k)[len(found) - k]
            found = found[self.by_slot[found] >= worst]
        ids, scores = self._ids[found], self.by_slot[found]
        order = np.lexsort((ids, -scores))[:k]
        return ids[order], scores[order]

    def of(self, passage_ids: Iterable[int]) -> Scores:
        """Exact scores of these passages; 0 for one that is not in the index."""
        slots = [self._slot_of.get(each, -1) for each in passage_ids]
        return np.array([self.by_slot[slot] if slot >= 0 else 0.0 for slot in slots], np.float64)
