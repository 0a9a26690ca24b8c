"""Merging parts of an index into one set of flat arrays, without what was removed.

Works in slices of a bounded number of postings, so that neither memory nor another thread is
held up: only what never changes is read, and every slice is given out as soon as it is made.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from app.index.arrays_file import Section
from app.index.postings import Additions, Postings, SortedTerms, term_bytes

_SLICE_POSTINGS = 1_000_000

_Ints = NDArray[np.int64]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class FrozenPart:
    """A part that is not added to any more; `live` tells its passages not removed (None: all)."""

    source: Postings | Additions
    live: _Mask | None


@dataclass(frozen=True, slots=True, eq=False)
class _Stream:
    """Postings ordered by term, to be put among others: those of term i are the next `counts[i]`,
    and belong to term `targets[i]` of the result (ascending)."""

    starts: _Ints  # of all postings, removed ones included
    slots: NDArray[np.int32]
    tfs: NDArray[Any]
    new_slots: NDArray[np.int32] | None  # by slot, -1 for a removed one; None: as they are
    counts: _Ints  # without removed ones
    targets: _Ints
    before: _Ints  # how many of the result's postings of the same term come first


class Merge:
    """The result of merging one `Postings` and any number of `Additions` after it.

    Raises StaleFileError if the first part's file is damaged. Any thread.
    """

    def __init__(self, parts: Sequence[FrozenPart]) -> None:
        base = parts[0].source
        assert isinstance(base, Postings)  # noqa: S101 - for the type checker
        base.check("slots", 0, len(base.slots))
        base.check("tfs", 0, len(base.tfs))
        self.ids = np.concatenate([_kept(each, each.source.ids) for each in parts])
        self.lengths = np.concatenate([_kept(each, each.source.lengths) for each in parts])
        maps, total = [], 0
        for each in parts:
            maps.append(_new_slots(each, total))
            total += len(each.source) if each.live is None else int(each.live.sum())

        base_map = None if parts[0].live is None else maps[0]
        base_counts = _count_kept(base, base_map)
        added_terms, numbers, added_slots, added_tfs = _flatten(parts[1:], maps[1:])
        added_counts = np.bincount(numbers, minlength=len(added_terms))
        self.terms, base_targets, added_targets = _merge_terms(
            list(base.terms), base_counts > 0, added_terms
        )
        from_base = np.bincount(base_targets, base_counts, len(self.terms) + 1).astype(np.int64)
        counts = from_base[:-1].copy()
        counts[added_targets] += added_counts
        self.starts = np.concatenate(([0], np.cumsum(counts)))
        self.tfs_dtype = np.min_scalar_type(max(_largest(base.tfs), _largest(added_tfs)))
        self._streams = (
            _Stream(
                starts=base.starts,
                slots=base.slots,
                tfs=base.tfs,
                new_slots=base_map,
                counts=base_counts,
                targets=base_targets,
                before=np.zeros(len(base_counts), np.int64),
            ),
            _Stream(
                starts=np.concatenate(([0], np.cumsum(added_counts))),
                slots=added_slots,
                tfs=added_tfs,
                new_slots=None,
                counts=added_counts,
                targets=added_targets,
                before=from_base[added_targets],
            ),
        )

    def sections(self) -> list[Section]:
        """The arrays as a file holds them."""
        count = int(self.starts[-1])
        return [
            _section("terms", "|u1", self.terms.blob),
            _section("offsets", "<i8", self.terms.offsets),
            _section("starts", "<i8", self.starts),
            _section("ids", "<i8", self.ids),
            _section("lengths", "<i4", self.lengths),
            Section("slots", "<i4", count, self._slices("slots")),
            Section("tfs", self.tfs_dtype.newbyteorder("<").str, count, self._slices("tfs")),
        ]

    def in_memory(self) -> Postings:
        """The arrays as an index uses them."""
        empty = Postings.empty()
        return Postings(
            terms=self.terms,
            starts=self.starts,
            slots=np.concatenate([empty.slots, *self._slices("slots")]),
            tfs=np.concatenate([empty.tfs, *self._slices("tfs")]),
            ids=self.ids,
            lengths=self.lengths,
        )

    def _slices(self, what: Literal["slots", "tfs"]) -> Iterator[NDArray[Any]]:
        """One of the two arrays of postings, some terms at a time."""
        terms = len(self.terms)
        begin = 0
        while begin < terms:
            limit = self.starts[begin] + _SLICE_POSTINGS
            end = max(begin + 1, int(np.searchsorted(self.starts, limit, side="right")) - 1)
            part = np.empty(
                int(self.starts[end] - self.starts[begin]),
                np.int32 if what == "slots" else self.tfs_dtype,
            )
            for stream in self._streams:
                self._fill(part, begin, end, stream, what)
            yield part
            begin = end

    def _fill(
        self,
        part: NDArray[Any],
        begin: int,
        end: int,
        stream: _Stream,
        what: Literal["slots", "tfs"],
    ) -> None:
        """Put a stream's postings of the result's terms from `begin` to `end` in their places."""
        first, last = np.searchsorted(stream.targets, (begin, end)).tolist()
        if first == last:
            return
        source = slice(int(stream.starts[first]), int(stream.starts[last]))
        slots = stream.slots[source]
        values = slots if what == "slots" else stream.tfs[source]
        if stream.new_slots is not None:
            moved = stream.new_slots[slots]
            kept = moved >= 0
            values = moved[kept] if what == "slots" else values[kept]
        counts = stream.counts[first:last]
        own_starts = np.cumsum(counts) - counts
        shifts = (
            self.starts[np.minimum(stream.targets[first:last], len(self.terms) - 1)]
            - self.starts[begin]
            + stream.before[first:last]
            - own_starts
        )
        part[np.arange(len(values)) + np.repeat(shifts, counts)] = values


def _section(name: str, dtype: str, values: NDArray[Any]) -> Section:
    return Section(name, dtype, len(values), [values])


def _kept(part: FrozenPart, values: NDArray[Any]) -> NDArray[Any]:
    return values if part.live is None else values[part.live]


def _new_slots(part: FrozenPart, first: int) -> NDArray[np.int32]:
    """The slot of each passage in the result, -1 for a removed one."""
    if part.live is None:
        return np.arange(first, first + len(part.source), dtype=np.int32)
    slots = np.cumsum(part.live, dtype=np.int32) + np.int32(first - 1)
    slots[~part.live] = -1
    return slots


def _merge_terms(
    base: list[bytes], kept: _Mask, added: list[bytes]
) -> tuple[SortedTerms, _Ints, _Ints]:
    """Both lists (sorted) as one, of `base` only those `kept`; and the place of each term in it.

    A term that is not kept gets the place of its successor.
    """
    places = [bisect_left(base, term) for term in added]
    known = np.fromiter(
        (
            place < len(base) and base[place] == term and bool(kept[place])
            for place, term in zip(places, added, strict=True)
        ),
        np.bool_,
        len(added),
    )
    at = np.array(places, np.int64)
    kept_before = np.concatenate(([0], np.cumsum(kept)))
    new_before = np.cumsum(np.bincount(at[~known], minlength=len(base) + 1))
    base_targets = kept_before[:-1] + new_before[: len(base)]
    added_targets = np.empty(len(added), np.int64)
    added_targets[known] = base_targets[at[known]]
    added_targets[~known] = kept_before[at[~known]] + np.arange(int((~known).sum()))
    merged = [term for term, keep in zip(base, kept.tolist(), strict=True) if keep]
    merged += [term for term, old in zip(added, known.tolist(), strict=True) if not old]
    merged.sort()  # two sorted runs: linear
    return SortedTerms.from_list(merged), base_targets, added_targets


def _count_kept(base: Postings, new_slots: NDArray[np.int32] | None) -> _Ints:
    """How many postings each term keeps."""
    counts = np.diff(base.starts)
    if new_slots is None:
        return counts
    begin = 0
    while begin < len(counts):
        limit = base.starts[begin] + _SLICE_POSTINGS
        end = max(begin + 1, int(np.searchsorted(base.starts, limit, side="right")) - 1)
        start = int(base.starts[begin])
        kept = new_slots[base.slots[start : int(base.starts[end])]] >= 0
        counts[begin:end] = np.add.reduceat(kept, base.starts[begin:end] - start, dtype=np.int64)
        begin = end
    return counts


def _flatten(
    parts: Sequence[FrozenPart], maps: Sequence[NDArray[np.int32]]
) -> tuple[list[bytes], _Ints, NDArray[np.int32], NDArray[np.int32]]:
    """Live postings of additions: their terms, sorted; and by term, then slot, the number of the
    term, the new slot and the frequency."""
    all_numbers, all_slots, all_tfs = [], [], []
    known: dict[bytes, int] = {}
    for part, new_slots in zip(parts, maps, strict=True):
        assert isinstance(part.source, Additions)  # noqa: S101 - for the type checker
        by_term = part.source.by_term
        own = np.fromiter(
            (known.setdefault(term_bytes(term), len(known)) for term in by_term), np.int64
        )
        numbers = np.repeat(own, [len(pairs) // 2 for pairs in by_term.values()])
        both = array("i")
        for pairs in by_term.values():
            both.extend(pairs)
        flat = np.array(both, np.int32).reshape(-1, 2)
        slots = new_slots[flat[:, 0]]
        live = slots >= 0
        all_numbers.append(numbers[live])
        all_slots.append(slots[live])
        all_tfs.append(flat[live, 1])
    if not all_numbers:
        nothing = np.zeros(0, np.int32)
        return [], np.zeros(0, np.int64), nothing, nothing
    numbers = np.concatenate(all_numbers).astype(np.int64)
    used = np.bincount(numbers, minlength=len(known)) > 0
    terms = sorted(term for term, number in known.items() if used[number])
    rank = np.zeros(len(known), np.int64)
    rank[np.fromiter((known[term] for term in terms), np.int64, len(terms))] = np.arange(len(terms))
    numbers = rank[numbers]
    order = np.argsort(numbers, kind="stable")
    return (
        terms,
        numbers[order],
        np.concatenate(all_slots)[order],
        np.concatenate(all_tfs)[order],
    )


def _largest(values: NDArray[Any]) -> int:
    return int(values.max(initial=0))
