"""Postings: which passages hold a term how often. One part that never changes, one that grows.

In both, a *slot* is the number of a passage within its part, from 0 in the order of addition.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.index.records import Ids

Slots = NDArray[np.int32]
Counts = NDArray[Any]  # uint8, uint16 or uint32: the smallest that holds all
Lengths = NDArray[np.int32]

# Makes sure that items from .. to .. of a section are as written; raises StaleFileError.
Check = Callable[[str, int, int], None]


def term_bytes(term: str) -> bytes:
    """`term` in UTF-8, whose order is that of code points; broken text gives something too."""
    return term.encode("utf-8", "surrogatepass")


def unchecked(_section: str, _start: int, _stop: int) -> None:
    """The check of what never was in a file."""


# One term in so many is kept as an object, so that a look-up takes a few steps in the blob only.
_SIGNPOST = 32


class SortedTerms:
    """Distinct terms in the order of their UTF-8: `blob` uint8, `offsets` int64, one more."""

    def __init__(self, blob: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        self.blob, self.offsets = blob, offsets
        # A view gives single items several times faster than an array does.
        self._blob, self._offsets = blob.data, offsets.data

    @classmethod
    def from_list(cls, terms: Sequence[bytes]) -> SortedTerms:
        """The terms of a sorted list."""
        offsets = np.zeros(len(terms) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, terms), np.int64, len(terms)), out=offsets[1:])
        return cls(np.frombuffer(b"".join(terms), np.uint8), offsets)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, number: int) -> bytes:
        if not 0 <= number < len(self):
            raise IndexError(number)
        return bytes(self._blob[self._offsets[number] : self._offsets[number + 1]])

    def __iter__(self) -> Iterator[bytes]:
        blob, ends = self.blob.tobytes(), self.offsets.tolist()
        return (blob[start:end] for start, end in pairwise(ends))

    def find(self, term: str) -> int:
        """The number of `term`, -1 if it is none of these."""
        wanted = term_bytes(term)
        after = bisect_right(self._signposts, wanted)
        low, high = max(after - 1, 0) * _SIGNPOST, min(after * _SIGNPOST, len(self))
        number = bisect_left(self, wanted, low, high)
        return number if number < len(self) and self[number] == wanted else -1

    @cached_property
    def _signposts(self) -> list[bytes]:
        return [self[number] for number in range(0, len(self), _SIGNPOST)]


@dataclass(frozen=True, eq=False)
class Postings:
    """Flat arrays, in memory or mapped from a file. Never changes: any thread may read it.

    Term i of `terms` occurs `tfs[j]` times in the passage at `slots[j]`, for j from `starts[i]`
    to `starts[i + 1]`; slots ascend, and each term has one at least. Slot s is passage `ids[s]`,
    of length `lengths[s]`.
    """

    terms: SortedTerms
    starts: NDArray[np.int64]
    slots: Slots
    tfs: Counts
    ids: Ids
    lengths: Lengths
    check: Check = unchecked

    @classmethod
    def empty(cls) -> Postings:
        """No passages at all."""
        return cls(
            terms=SortedTerms.from_list([]),
            starts=np.zeros(1, np.int64),
            slots=np.zeros(0, np.int32),
            tfs=np.zeros(0, np.uint8),
            ids=np.zeros(0, np.int64),
            lengths=np.zeros(0, np.int32),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def find(self, term: str) -> tuple[Slots, Counts]:
        """Slots (each once) and frequencies of `term`. Raises StaleFileError for a damaged file."""
        number = self.terms.find(term)
        if number < 0:
            return self.slots[:0], self.tfs[:0]
        start, stop = int(self.starts[number]), int(self.starts[number + 1])
        self.check("slots", start, stop)
        self.check("tfs", start, stop)
        return self.slots[start:stop], self.tfs[start:stop]

    def slots_of(self, ids: Iterable[int]) -> NDArray[np.int64]:
        """The slot of each of these passages, -1 for one that is not here."""
        wanted = np.fromiter(ids, np.int64)
        found = np.full(len(wanted), -1, np.int64)
        if len(self.ids):
            places = np.searchsorted(self._sorted_ids, wanted)
            places[places == len(self.ids)] = 0
            here = self._sorted_ids[places] == wanted
            found[here] = self._by_id[places[here]]
        return found

    def slots_between(self, first: int, last: int) -> NDArray[np.int64]:
        """Slots of the passages with ids from `first` to `last`, by id."""
        begin, end = np.searchsorted(self._sorted_ids, (first, last + 1))
        return self._by_id[begin:end]

    def length_at(self, slot: int) -> int:
        """The length of the passage at `slot`."""
        return int(self.lengths[slot])

    @cached_property
    def total_length(self) -> int:
        """Sum of `lengths`."""
        return int(self.lengths.sum(dtype=np.int64))

    @cached_property
    def _by_id(self) -> NDArray[np.int64]:
        return np.argsort(self.ids, kind="stable")

    @cached_property
    def _sorted_ids(self) -> Ids:
        return self.ids[self._by_id]


class Additions:
    """Passages added since, by term. One thread changes it; when frozen, any thread may read."""

    def __init__(self) -> None:
        self.by_term: dict[str, array[int]] = {}  # slot, tf, slot, tf, ...
        self.count = 0  # postings
        self._ids = array("q")
        self._lengths = array("i")
        self._slot_of: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> Ids:
        """A copy of the ids, by slot (an array that is looked at by a buffer cannot grow)."""
        return np.array(self._ids, np.int64)

    @property
    def lengths(self) -> Lengths:
        """A copy of the lengths, by slot."""
        return np.array(self._lengths, np.int32)

    def add(self, passage_id: int, terms: Sequence[str], length: int) -> None:
        """Add a passage. One that was here before (and was removed) gets another slot."""
        slot = len(self._ids)
        self._slot_of[passage_id] = slot
        self._ids.append(passage_id)
        self._lengths.append(length)
        counts = Counter(terms)
        by_term = self.by_term
        for term, tf in counts.items():
            known = by_term.get(term)
            if known is None:
                known = by_term[term] = array("i")
            known.append(slot)
            known.append(tf)
        self.count += len(counts)

    def find(self, term: str) -> tuple[Slots, Counts]:
        """Slots (each once) and frequencies of `term`."""
        pairs = np.array(self.by_term.get(term, ()), np.int32).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    def slots_of(self, ids: Iterable[int]) -> NDArray[np.int64]:
        """The last slot of each of these passages, -1 for one that is not here."""
        return np.fromiter((self._slot_of.get(each, -1) for each in ids), np.int64)

    def slots_between(self, first: int, last: int) -> NDArray[np.int64]:
        """Slots of the passages with ids from `first` to `last`."""
        known = self._slot_of
        inside = (
            (known[each] for each in range(first, last + 1) if each in known)
            if last - first < len(known)
            else (slot for each, slot in known.items() if first <= each <= last)
        )
        return np.fromiter(inside, np.int64)

    def length_at(self, slot: int) -> int:
        """The length of the passage at `slot`."""
        return self._lengths[slot]
