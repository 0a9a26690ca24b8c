"""Fitting: measures the drafts that may be too long as they will be embedded, and mends them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from app.core.types import searchable_text
from app.ingest.blocks import Block
from app.ingest.leaves import Leaf, LeafMaker, Measure, fold_whitespace
from app.ingest.packing import Draft
from app.ingest.sections import SEPARATOR, Sections, shortened

MAX_COLUMNS = 80  # characters of the columns' names
_MEASURE_AGAIN = 0.75  # of the maximum: sums of the leaves' tokens are near the truth, not it


class Fitter:
    """Knows what drafts come to, and shortens those that are too long."""

    def __init__(
        self,
        text: str,
        maker: LeafMaker,
        sections: Sections,
        measure: Measure,
        max_tokens: int,
        overhead: int,
    ) -> None:
        self._text = text
        self._maker = maker
        self._sections = sections
        self._measure = measure
        self._max = max_tokens
        self._overhead = overhead

    def parted(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The drafts, those parted that are longer than the maximum."""
        return self._mended(drafts, self._halves, lambda _: True)

    def overlapped(
        self, drafts: Sequence[Draft], overlap_tokens: int, page_positions: Sequence[int]
    ) -> list[Draft]:
        """The drafts, each repeating the last sentences of the one before as far as it fits.

        Sentences of another section or page are not repeated: a passage is cited by the page
        that it begins on. No passage holds the whole of the one before.
        """
        if not overlap_tokens:
            return list(drafts)
        result = list(drafts[:1])
        for before, draft in pairwise(drafts):
            repeated = _last_sentences(before, draft, overlap_tokens, page_positions)
            result.append(replace(draft, repeated=repeated))
        return self._mended(result, _with_less_repeated, lambda draft: bool(draft.repeated))

    def named(self, drafts: Sequence[Draft], blocks: Sequence[Block]) -> list[Draft]:
        """The drafts, those that begin within a table with the names of its columns if they fit."""
        tables = [block for block in blocks if block.columns]
        starts = [table.start for table in tables]
        result = []
        for draft in drafts:
            table = bisect_left(starts, draft.start) - 1  # one that begins before the draft does
            inside = table >= 0 and draft.leaves[0].start < tables[table].end
            result.append(
                replace(draft, columns=shortened(tables[table].columns, MAX_COLUMNS))
                if inside
                else draft
            )
        return self._mended(result, _without_columns, lambda draft: bool(draft.columns))

    def heading(self, draft: Draft) -> str:
        """The heading path of a draft, with the columns of the table that it begins within."""
        path = self._sections.heading(draft.sections).text
        return SEPARATOR.join(part for part in (path, draft.columns) if part)

    def _mended(
        self,
        drafts: Sequence[Draft],
        mend: Callable[[Draft], Sequence[Draft]],
        concerns: Callable[[Draft], bool],
    ) -> list[Draft]:
        """The drafts, those that are too long replaced by what `mend` makes of them.

        Only those that it `concerns` are measured.
        """
        doubtful = [draft for draft in drafts if concerns(draft) and self._may_be_too_long(draft)]
        counts = dict(zip(map(id, doubtful), self._count(doubtful), strict=True))
        result: list[Draft] = []
        for draft in drafts:
            if counts.get(id(draft), 0) <= self._max:
                result.append(draft)
            elif (mended := mend(draft)) == [draft]:
                result.append(draft)  # there is nothing shorter
            else:
                result.extend(self._mended(mended, mend, concerns))
        return result

    def _halves(self, draft: Draft) -> list[Draft]:
        leaves: Sequence[Leaf] = draft.leaves
        if len(leaves) == 1:
            leaves = self._maker.halves(leaves[0])
            if len(leaves) == 1:
                return [draft]  # one character: there is no shorter passage
        middle = _best_cut(leaves)
        return [
            Draft(tuple(leaves[:middle]), draft.sections),
            Draft(tuple(leaves[middle:]), draft.sections),
        ]

    def _may_be_too_long(self, draft: Draft) -> bool:
        if draft.columns:
            return True  # nobody knows yet what they come to
        heading = self._sections.heading(draft.sections)
        pieces = len(draft.leaves) + len(draft.repeated)
        estimate = draft.tokens + pieces + heading.tokens + self._overhead
        return estimate > self._max * _MEASURE_AGAIN

    def _count(self, drafts: Iterable[Draft]) -> list[int]:
        texts = [
            searchable_text(
                self.heading(draft), fold_whitespace(self._text[draft.start : draft.end])
            )
            for draft in drafts
        ]
        return self._measure(texts) if texts else []


def _best_cut(leaves: Sequence[Leaf]) -> int:
    """Where to part `leaves`: in the middle, or between blocks where there are several."""
    places = range(1, len(leaves))
    between = [place for place in places if leaves[place].opens]
    middle = (len(leaves) + 1) // 2
    return min(between or places, key=lambda place: abs(place - middle))


def _last_sentences(
    before: Draft, draft: Draft, most_tokens: int, page_positions: Sequence[int]
) -> tuple[Leaf, ...]:
    """The leaves of `before` that `draft` repeats, in order."""
    if before.sections[-1:] != draft.sections[:1]:
        return ()
    page = bisect_right(page_positions, draft.start)
    first = len(before.leaves)
    room = most_tokens
    while first > 1:
        leaf = before.leaves[first - 1]
        room -= leaf.tokens
        if room < 0 or not leaf.whole or bisect_right(page_positions, leaf.start) != page:
            break
        first -= 1
    return before.leaves[first:]


def _without_columns(draft: Draft) -> list[Draft]:
    return [replace(draft, columns="")]


def _with_less_repeated(draft: Draft) -> list[Draft]:
    return [replace(draft, repeated=draft.repeated[1:])]
