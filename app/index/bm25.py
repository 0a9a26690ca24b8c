"""BM25 over an inverted index that grows and shrinks, behind rank_bm25's interface.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), eq. 3.15,
with the idf of Lucene's BM25Similarity, which is never negative:

    score(q, d) = Σ_t∈q  idf(t) · tf·(k1 + 1) / (tf + k1·(1 − b + b·|d| / avgdl))
    idf(t)      = ln(1 + (N − df + 0.5) / (df + 0.5))

A term that the query repeats counts as often as it is repeated, as in rank_bm25; a query may
also give its terms weights.

The index has parts: flat arrays that never change (as a rule mapped from a file), and what was
added since. Removed passages are only marked. `freeze` and `adopt` let the parts be merged
elsewhere while this index goes on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25

from app.index.postings import Additions, Counts, Postings, Slots
from app.index.postings_merge import FrozenPart, Merge
from app.index.records import Ids, as_ids

K1 = 1.2  # Lucene's defaults
B = 0.75

Scores = NDArray[np.float64]

# Up to this many allowed passages are looked up one by one, instead of all with a score.
_FEW_ALLOWED = 2_000
# What frequent terms ("the") add to scores is kept between changes, up to so many postings: 8
# bytes each.
_FREQUENT = 50
_MOST_KEPT = 2_000_000


@dataclass(slots=True, eq=False)
class _Part:
    """Some passages at slots from `first` on; `removed` are slots counted from there."""

    source: Postings | Additions
    first: int
    removed: set[int] = field(default_factory=set)
    _live: NDArray[np.bool_] | None = None

    def live(self) -> NDArray[np.bool_] | None:
        """Whether each slot's passage is live; None if all are."""
        if not self.removed:
            return None
        if self._live is None or len(self._live) != len(self.source):
            self._live = np.ones(len(self.source), np.bool_)
            self._live[np.fromiter(self.removed, np.int64)] = False
        return self._live

    def remove(self, slot: int) -> None:
        """Mark a passage as removed."""
        self.removed.add(slot)
        if self._live is not None and slot < len(self._live):
            self._live[slot] = False

    def live_slots_of(self, ids: Sequence[int]) -> NDArray[np.int64]:
        """The slot of each of these passages, -1 for one that is not here or was removed."""
        slots = self.source.slots_of(ids)
        live = self.live()
        if live is not None:
            slots[~live[slots]] = -1  # -1 looks at the last one, and stays -1 whatever that is
        return slots

    def live_slots_between(self, first: int, last: int) -> NDArray[np.int64]:
        """Slots of live passages with ids from `first` to `last`."""
        slots = self.source.slots_between(first, last)
        live = self.live()
        return slots if live is None else slots[live[slots]]

    def find(self, term: str) -> tuple[Slots, Counts]:
        """Slots and frequencies of `term` in live passages."""
        slots, tfs = self.source.find(term)
        live = self.live()
        if live is None:
            return slots, tfs
        kept = live[slots]
        return slots[kept], tfs[kept]


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """What an index held when it was frozen. Nothing of it changes any more: any thread.

    `removed` are the removed passages' slots then, by part.
    """

    parts: tuple[FrozenPart, ...]
    removed: tuple[frozenset[int], ...]


class InvertedBM25(BM25):
    """The index. One thread owns it.

    Passages are named by ids of the caller's choice. `get_scores`, `get_batch_scores` and
    `get_top_n` are rank_bm25's and count positions in the order of `ids`.

    Reading from a damaged file raises StaleFileError, in whichever call meets the damage.
    """

    def __init__(
        self,
        corpus: Iterable[Sequence[str]] = (),
        ids: Iterable[int] | None = None,
        *,
        base: Postings | None = None,
    ) -> None:
        """An index of `corpus`, each passage as its terms, under `ids` (default: 0, 1, ...), or
        of what is in `base`."""
        self.k1 = K1
        self.b = B
        self._first_ids = ids
        self._take(Postings.empty() if base is None else base, [])
        super().__init__(corpus)

    # ---------------------------------------------------------- rank_bm25's hooks and interface

    def _initialize(self, corpus: Iterable[Sequence[str]]) -> dict[str, int]:
        """Take in the first passages. Unlike rank_bm25's, not undone by an empty corpus."""
        documents = list(corpus)
        if documents:
            ids = range(len(documents)) if self._first_ids is None else self._first_ids
            self.add(ids, documents)
            self.compact()
        self._changed()  # the base class has just set what this sets to 0
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
        """Add passages, each as its terms.

        `lengths` are the passages' |d| where that is not the number of terms. Raises ValueError
        for an id that is present or comes twice; nothing is added then.
        """
        texts, names = list(documents), list(ids)
        sizes = map(len, texts) if lengths is None else lengths
        if len(self.missing(names)) < len(names) or len(set(names)) < len(names):
            raise ValueError("a passage is indexed already")
        additions = self._growing
        for passage_id, terms, length in zip(names, texts, sizes, strict=True):
            additions.add(passage_id, terms, length)
            self._size += 1
            self._total_length += length
        self._changed()

    def remove(self, ids: Iterable[int]) -> None:
        """Take passages out; ids that are not present are passed over."""
        wanted = list(dict.fromkeys(ids))
        for part in self._parts:
            slots = part.live_slots_of(wanted)
            for slot in slots[slots >= 0].tolist():
                part.remove(slot)
                self._size -= 1
                self._total_length -= part.source.length_at(slot)
        self._changed()

    def _changed(self) -> None:
        self.corpus_size = self._size
        self.avgdl = self._total_length / self._size if self._size else 0.0
        self._filled = [part for part in self._parts if len(part.source)]
        self._norms: Scores | None = None
        self._ids: Ids | None = None
        self._kept_shares: dict[str, list[tuple[NDArray[np.int32], Scores]]] = {}
        self._room_for_shares = _MOST_KEPT

    @property
    def _growing(self) -> Additions:
        source = self._parts[-1].source
        assert isinstance(source, Additions)  # noqa: S101 - for the type checker
        return source

    # ---------------------------------------------------------------------------------- merge

    @property
    def added_passages(self) -> int:
        """How many passages are outside of the flat arrays, removed ones included."""
        return sum(len(each.source) for each in self._parts[1:])

    @property
    def added_postings(self) -> int:
        """How many postings are outside of the flat arrays."""
        return sum(each.source.count for each in self._parts if isinstance(each.source, Additions))

    @property
    def base_postings(self) -> int:
        """How many postings the flat arrays hold."""
        base = self._parts[0].source
        return len(base.slots) if isinstance(base, Postings) else 0

    @property
    def removed_passages(self) -> int:
        """How many passages are only marked as removed."""
        return sum(len(each.removed) for each in self._parts)

    def freeze(self) -> Snapshot:
        """What the index holds now; from here on it adds to another part."""
        parts = self._parts
        if len(parts[-1].source) or len(parts) == 1:
            parts.append(_Part(Additions(), parts[-1].first + len(parts[-1].source)))
        frozen = parts[:-1]  # nothing was added since a merge that failed: its part serves again
        return Snapshot(
            parts=tuple(FrozenPart(each.source, _copy(each.live())) for each in frozen),
            removed=tuple(frozenset(each.removed) for each in frozen),
        )

    def adopt(self, snapshot: Snapshot, merged: Postings) -> None:
        """Put `merged`, which was made of `snapshot`, in the place of what that held.

        What was removed since is marked in it. Raises ValueError if the index does not hold the
        snapshot's parts any more.
        """
        frozen, later = self._parts[: len(snapshot.parts)], self._parts[len(snapshot.parts) :]
        if not later or [each.source for each in frozen] != [
            each.source for each in snapshot.parts
        ]:
            raise ValueError("the snapshot is of another state")
        gone: list[int] = []
        for part, before in zip(frozen, snapshot.removed, strict=True):
            since = np.fromiter(part.removed - before, np.int64)
            gone += part.source.ids[since].tolist()
        self._take(merged, later)
        base = self._parts[0]
        for slot in merged.slots_of(gone).tolist():
            base.remove(slot)
            self._size -= 1
            self._total_length -= merged.length_at(slot)
        self._changed()

    def compact(self) -> None:
        """Merge everything here and now, in memory."""
        snapshot = self.freeze()
        self.adopt(snapshot, Merge(snapshot.parts).in_memory())

    def _take(self, base: Postings, later: Sequence[_Part]) -> None:
        """Be made of these parts, of which nothing in `base` is removed."""
        self._parts = [_Part(base, 0)]
        for each in later or [_Part(Additions(), 0)]:
            each.first = self._parts[-1].first + len(self._parts[-1].source)
            self._parts.append(each)
        self._size = len(base) + sum(len(each.source) - len(each.removed) for each in later)
        self._total_length = base.total_length
        for each in later:
            lengths, live = each.source.lengths, each.live()
            self._total_length += int((lengths if live is None else lengths[live]).sum())
        self._changed()

    # ---------------------------------------------------------------------------------- query

    @property
    def ids(self) -> Ids:
        """Live passages, in the order they were added."""
        return self._all_ids()[self._live()]

    def __len__(self) -> int:
        return self._size

    def __contains__(self, passage_id: object) -> bool:
        return isinstance(passage_id, int) and bool(self._slots_of([passage_id])[0] >= 0)

    def missing(self, ids: Sequence[int]) -> list[int]:
        """Those of `ids` that are not present."""
        slots = self._slots_of(ids).tolist()
        return [each for each, slot in zip(ids, slots, strict=True) if slot < 0]

    def term_idf(self, term: str) -> float:
        """Lucene's idf of `term` in the present index."""
        return self._idf_at(self._document_frequency(term))

    def _document_frequency(self, term: str) -> int:
        return sum(len(part.find(term)[0]) for part in self._filled)

    def _idf_at(self, document_frequency: int) -> float:
        odds = (self.corpus_size - document_frequency + 0.5) / (document_frequency + 0.5)
        return math.log(1.0 + odds)

    def ids_between(self, first: int, last: int) -> list[int]:
        """Live passages with ids from `first` to `last`; time goes with how many those are."""
        found: list[int] = []
        for part in self._filled:
            slots = part.live_slots_between(first, last)
            if len(slots):
                found += part.source.ids[slots].tolist()
        return found

    def passages_with(self, term: str) -> set[int]:
        """Ids of the live passages that hold `term`."""
        found: set[int] = set()
        for part in self._filled:
            slots = part.find(term)[0]
            if len(slots):
                found.update(part.source.ids[slots].tolist())
        return found

    def score(self, query: Iterable[str] | Mapping[str, float]) -> QueryScores:
        """Score all live passages for the terms of a query; works through their postings only.

        `query` gives terms with repetitions, or each term with its weight.
        """
        totals = np.zeros(len(self._length_norms()), np.float64)
        weights = query if isinstance(query, Mapping) else Counter(query)
        for term, weight in weights.items():
            for slots, shares in self._shares(term):
                # Each slot comes once, so `totals[slots] += ...` would do; this is faster.
                np.add.at(totals, slots, shares if weight == 1.0 else shares * weight)
        return QueryScores(totals, self._all_ids(), self)

    def scores_of(self, weights: Mapping[str, float], ids: Sequence[int]) -> Scores:
        """As `score(weights).of(ids)`, without a look at the other passages."""
        wanted = self._slots_of(ids).astype(np.int32)  # as slots are, which are not copied then
        totals = np.zeros(len(ids), np.float64)
        for term, weight in weights.items():
            for slots, shares in self._shares(term):
                at, here = _places_of(wanted, slots)
                totals[here] += shares[at[here]] * weight
        return totals

    def idf_shares(self, weights: Mapping[str, float], ids: Sequence[int]) -> Scores:
        """`(len(ids),)`: of Σ weight · idf over a query's terms, the share of those that each
        passage holds, in [0, 1]; 0 for a query without terms."""
        wanted = self._slots_of(ids).astype(np.int32)
        totals = np.zeros(len(ids), np.float64)
        mass = 0.0
        for term, weight in weights.items():
            found = self._shares(term)
            idf = weight * self._idf_at(sum(len(slots) for slots, _shares in found))
            mass += idf
            for slots, _shares in found:
                totals[_places_of(wanted, slots)[1]] += idf
        return np.minimum(totals / mass, 1.0) if mass else totals  # sums may round apart

    def _shares(self, term: str) -> list[tuple[NDArray[np.int32], Scores]]:
        """Slots that hold `term`, and what it adds to their scores; those of frequent terms are
        kept until something changes."""
        known = self._kept_shares.get(term)
        if known is not None:
            return known
        norms = self._length_norms()
        found = [(part.first, *part.find(term)) for part in self._filled]
        frequency = sum(len(slots) for _first, slots, _tfs in found)
        heaviest = self._idf_at(frequency) * (self.k1 + 1)
        result = []
        for first, slots, tfs in found:
            at = slots if first == 0 else slots + np.int32(first)
            counts = tfs.astype(np.float64)
            shares = norms.take(at)
            shares += counts
            np.divide(counts, shares, out=shares)
            shares *= heaviest
            result.append((at, shares))
        if _FREQUENT <= frequency <= self._room_for_shares:
            self._kept_shares[term] = result
            self._room_for_shares -= frequency
        return result

    def _slots_of(self, ids: Sequence[int]) -> NDArray[np.int64]:
        """The slot of each of these passages, counted over all parts; -1 if it is not live."""
        found = np.full(len(ids), -1, np.int64)
        for part in self._parts:
            if len(part.source):
                slots = part.live_slots_of(ids)
                here = slots >= 0
                found[here] = slots[here] + part.first
        return found

    def _length_norms(self) -> Scores:
        """k1·(1 − b + b·|d| / avgdl) by slot. Kept until something changes."""
        if self._norms is None:
            lengths = np.concatenate([part.source.lengths for part in self._parts])
            share = self.b / (self.avgdl or 1.0)
            self._norms = self.k1 * (1 - self.b + share * lengths)
        return self._norms

    def _live(self) -> NDArray[np.bool_]:
        """Whether each slot's passage is live, over all parts."""
        masks = [part.live() for part in self._parts]
        return np.concatenate(
            [
                np.ones(len(part.source), np.bool_) if live is None else live
                for part, live in zip(self._parts, masks, strict=True)
            ]
        )

    def _all_ids(self) -> Ids:
        """Ids by slot, over all parts. Kept until something changes."""
        if self._ids is None:
            self._ids = np.concatenate([part.source.ids for part in self._parts])
        return self._ids


@dataclass(frozen=True, slots=True)
class QueryScores:
    """Scores of one query, by slot; 0 where no term of the query occurs. Until the next change."""

    by_slot: Scores
    _ids: Ids
    _index: InvertedBM25

    def top(self, k: int, allowed: Collection[int] | Ids | None = None) -> tuple[Ids, Scores]:
        """Ids and scores of the `k` best of the passages that hold any of the terms.

        Best first, ties by id; `allowed` (an array, for speed) restricts them before any is chosen.
        """
        if allowed is None:
            return self._best(np.flatnonzero(self.by_slot > 0), k)
        ids = as_ids(allowed)
        if len(ids) <= _FEW_ALLOWED:
            slots = self._index._slots_of(ids.tolist())
            slots = slots[slots >= 0]
            return self._best(slots[self.by_slot[slots] > 0], k)
        found = np.flatnonzero(self.by_slot > 0)
        return self._best(found[np.isin(self._ids[found], ids)], k)

    def _best(self, slots: NDArray[np.int64], k: int) -> tuple[Ids, Scores]:
        scores = self.by_slot[slots]
        if len(slots) > k:
            worst = np.partition(scores, len(slots) - k)[len(slots) - k] if k else np.inf
            kept = scores >= worst
            slots, scores = slots[kept], scores[kept]
        ids = self._ids[slots]
        order = np.lexsort((ids, -scores))[:k]
        return ids[order], scores[order]

    def of(self, passage_ids: Iterable[int]) -> Scores:
        """Exact scores of these passages; 0 for one that is not in the index."""
        slots = self._index._slots_of(list(passage_ids))
        scores = np.zeros(len(slots), np.float64)
        scores[slots >= 0] = self.by_slot[slots[slots >= 0]]
        return scores


def _places_of(
    wanted: NDArray[np.int32], slots: NDArray[np.int32]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Where each wanted slot is, or would be, in the ascending `slots`, and whether it is there."""
    if not len(slots):
        return np.zeros(len(wanted), np.intp), np.zeros(len(wanted), np.bool_)
    at = np.minimum(np.searchsorted(slots, wanted), len(slots) - 1)
    return at, slots[at] == wanted


def _copy(mask: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    return None if mask is None else mask.copy()
