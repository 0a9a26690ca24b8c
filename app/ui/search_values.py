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
class SearchResult:
    """An inspection as three lists of whole passages, and the rank of each in each."""

    query: str
    inspection: Inspection
    lists: Mapping[Column, tuple[InspectedPassage, ...]]
    ranks: Mapping[Column, Mapping[int, int]]  # passage id: rank from 1, in the lists shown
    known: Mapping[int, InspectedPassage]

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

    def bars(self, column: Column, inspected: InspectedPassage) -> tuple[float, float]:
        """How much of a column's bar the words and the meaning fill, each in [0, 1].

        Where the fusion adds shares up, bars show those; else scores, relative to the best of
        the list (BM25) or stretched over it (dense, whose scores lie close together).
        """
        scores = inspected.passage.scores
        words, meaning = inspected.bm25_share, inspected.dense_share
        if column is Column.FUSED:
            best = max((each.passage.scores.fused for each in self.fused), default=0.0)
            if best <= 0:
                return 0.0, 0.0
            if words is None or meaning is None:
                return 0.0, _clip(scores.fused / best)
            return _clip(words / best), _clip(meaning / best)
        if column is Column.WORDS:
            found = [each.passage.scores.bm25 or 0.0 for each in self.lists[column]]
            best = max(found, default=0.0)
            return (_clip((scores.bm25 or 0.0) / best) if best > 0 else 0.0), 0.0
        return 0.0, self._dense_bar(inspected)

    def _dense_bar(self, inspected: InspectedPassage) -> float:
        listed = self.lists[Column.MEANING]
        shares = [each.dense_share for each in listed if each.dense_share is not None]
        if inspected.dense_share is not None and max(shares, default=0.0) > 0:
            return _clip(inspected.dense_share / max(shares))
        score = inspected.passage.scores.dense
        found = [s for each in listed if (s := each.passage.scores.dense) is not None]
        if score is None or not found:
            return 0.0
        low, high = min(found), max(found)
        return _clip((score - low) / (high - low)) if high > low else 1.0


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
    return SearchResult(query, inspection, lists, ranks, known)


def _clip(value: float) -> float:
    return min(1.0, max(0.0, value))
