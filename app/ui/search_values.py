"""What a search is made with, and its result arranged for looking. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from app.core.settings import Settings
from app.core.types import InspectedPassage, Inspection

FEWEST_RESULTS = 1
MOST_RESULTS = 100
MORE_RESULTS = 20  # one step of "show more"
MOST_EF = 4000


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """Parameters of one search. They are for looking and change no setting.

    `k` is the length of the lists, `depth` how many candidates each retriever gives, `ef` the
    width of the graph search (0: the default).
    """

    k: int = MORE_RESULTS
    depth: int = 100
    fusion: str = "weighted"
    dense_weight: float = 0.7
    ef: int = 0

    @classmethod
    def from_settings(cls, settings: Settings) -> SearchParameters:
        """What questions are searched with, in a list long enough to look at."""
        return cls(
            depth=settings.integer("search.depth"),
            fusion=settings.text("search.fusion"),
            dense_weight=settings.number("search.dense_weight"),
        )


class Column(IntEnum):
    """The three lists, from left to right: both retrievers flow into the one between them."""

    WORDS = 0  # BM25
    FUSED = 1
    MEANING = 2  # dense


@dataclass(frozen=True, slots=True)
class Scale:
    """What bars are measured by: the best of each list, and the range of the dense scores."""

    fused: float
    bm25: float
    dense_share: float
    dense_low: float
    dense_high: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An inspection as three lists of whole passages, and the rank of each in each."""

    query: str
    inspection: Inspection
    lists: Mapping[Column, tuple[InspectedPassage, ...]]
    ranks: Mapping[Column, Mapping[int, int]]  # passage id: rank from 1, in the lists shown
    known: Mapping[int, InspectedPassage]
    scale: Scale

    @property
    def fused(self) -> tuple[InspectedPassage, ...]:
        """The result itself, best first."""
        return self.lists[Column.FUSED]

    def rank(self, column: Column, inspected: InspectedPassage) -> int | None:
        """The passage's rank in one list; beyond the list's end where the engine knows it."""
        passage = inspected.passage
        shown = self.ranks[column].get(passage.passage_id)
        if shown is not None or column is Column.FUSED:
            return shown
        return passage.bm25_rank if column is Column.WORDS else passage.dense_rank

    def behind(self, inspected: InspectedPassage) -> int | None:
        """The place of the fused list that a copy or near-duplicate stands behind, None for any
        other: the engine gives it that place's rank, and all that is not listed a later one.
        """
        passage = inspected.passage
        if passage.passage_id in self.ranks[Column.FUSED]:
            return None
        return passage.rank if 0 < passage.rank <= len(self.fused) else None

    def bars(self, column: Column, inspected: InspectedPassage) -> tuple[float, float]:
        """How much of a column's bar the words and the meaning fill, each in [0, 1].

        Where the fusion adds shares up, bars show those; else scores, relative to the best of
        the list (BM25) or stretched over it (dense, whose scores lie close together).
        """
        scores, scale = inspected.passage.scores, self.scale
        words, meaning = inspected.bm25_share, inspected.dense_share
        if column is Column.WORDS:
            return _part(scores.bm25, scale.bm25), 0.0
        if column is Column.FUSED:
            if words is None or meaning is None:
                return 0.0, _part(scores.fused, scale.fused)
            return _part(words, scale.fused), _part(meaning, scale.fused)
        if meaning is not None and scale.dense_share > 0:
            return 0.0, _part(meaning, scale.dense_share)
        if scores.dense is None:
            return 0.0, 0.0
        stretched = scale.dense_high - scale.dense_low
        return 0.0, _part(scores.dense - scale.dense_low, stretched) if stretched > 0 else 1.0


def arrange(query: str, inspection: Inspection) -> SearchResult:
    """Arrange what the engine sent; ids it sent no passage for are left out."""
    known = {each.passage.passage_id: each for each in inspection.passages}
    ids = {
        Column.WORDS: inspection.bm25,
        Column.FUSED: inspection.fused,
        Column.MEANING: inspection.dense,
    }
    lists = {
        column: tuple(known[each] for each in wanted if each in known)
        for column, wanted in ids.items()
    }
    ranks = {
        column: {each.passage.passage_id: rank for rank, each in enumerate(listed, 1)}
        for column, listed in lists.items()
    }
    return SearchResult(query, inspection, lists, ranks, known, _measure(lists))


def _measure(lists: Mapping[Column, tuple[InspectedPassage, ...]]) -> Scale:
    shares = [each.dense_share for each in lists[Column.MEANING] if each.dense_share is not None]
    dense = [s for each in lists[Column.MEANING] if (s := each.passage.scores.dense) is not None]
    return Scale(
        fused=max((each.passage.scores.fused for each in lists[Column.FUSED]), default=0.0),
        bm25=max((each.passage.scores.bm25 or 0.0 for each in lists[Column.WORDS]), default=0.0),
        dense_share=max(shares, default=0.0),
        dense_low=min(dense, default=0.0),
        dense_high=max(dense, default=0.0),
    )


def _part(value: float | None, whole: float) -> float:
    return min(1.0, max(0.0, (value or 0.0) / whole)) if whole > 0 else 0.0
