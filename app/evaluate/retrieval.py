"""Retrievers measured on a dataset: each query is searched as the program would, and judged.

Queries whose operators (`"phrase"`, `-word`) the search understands are searched with them.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from app.evaluate.bootstrap import Values
from app.evaluate.corpus import Corpus, FoundEntry, Progress, SearchSetup
from app.evaluate.datasets import DatasetQuery
from app.evaluate.metrics import MetricSet, first_rank
from app.evaluate.vectors import VectorMemory
from app.index.query import parse_query
from app.index.records import Vectors
from app.models.contracts import Reranker

RERANKED = 20  # passages of the list that a reranker reads, where nothing else is asked for
_LOOKED_FOR = 100  # places in which the relevant passage of a failed query is looked for
_TIMED_EMBEDDINGS = 30
_REPORT_EVERY = 50  # queries between two reports of progress


class Half(StrEnum):
    """Which queries: tuning is done on one half, and the other tells whether it holds."""

    ALL = "all"
    TUNE = "tune"
    REPORT = "report"

    def holds(self, query_id: str) -> bool:
        """Whether a query is in it; by a hash, so that equal ids are in the same half of all
        datasets (questions that are translations of each other)."""
        if self is Half.ALL:
            return True
        first = hashlib.sha256(f"margine halves 1 {query_id}".encode()).digest()[0]
        return (self is Half.TUNE) == (first % 2 == 0)


@dataclass(frozen=True, slots=True)
class Retriever:
    """One way to search. With `reranker`, it orders the first `reranked` passages anew."""

    name: str
    setup: SearchSetup
    reranker: Reranker | None = None
    reranked: int = RERANKED

    @property
    def embeds(self) -> bool:
        """Whether queries must be embedded for it."""
        return self.setup.fusion != "bm25"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one query.

    `rank` is that of the best relevant passage, None if it is not among the first hundred;
    `instead` is the id of the passage at the first place, "" if nothing was found.
    `search_ms` is the time of search and reranking, without embedding the query.
    """

    query: DatasetQuery
    relevant: Mapping[str, int]
    values: tuple[float, ...]
    rank: int | None
    instead: str
    search_ms: float


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of all queries of a dataset with one retriever; `embed_ms` is the median time to
    embed one of them, None where they are not embedded."""

    retriever: str
    outcomes: tuple[Outcome, ...]
    embed_ms: float | None

    def half(self, half: Half) -> Measured:
        """The part of it for the queries of one half."""
        kept = tuple(each for each in self.outcomes if half.holds(each.query.query_id))
        return Measured(self.retriever, kept, self.embed_ms)

    @property
    def values(self) -> Values:
        """`(queries, metrics)` float64."""
        return np.array([each.values for each in self.outcomes], np.float64)

    def percentile_ms(self, share: float) -> float:
        """Milliseconds within which this share of the searches was done."""
        return float(np.quantile([each.search_ms for each in self.outcomes], share))


class Measurer:
    """Measures retrievers on one corpus with the same queries."""

    def __init__(
        self,
        corpus: Corpus,
        queries: Sequence[DatasetQuery],
        memory: VectorMemory | None,
        metrics: MetricSet,
        progress: Progress,
    ) -> None:
        """`queries` have judgements; `memory` may be None for retrievers that do not embed."""
        self._corpus = corpus
        self._queries = queries
        self._memory = memory
        self._metrics = metrics
        self._progress = progress
        self._vectors: Vectors | None = None
        self._embed_ms: float | None = None

    def measure(self, retriever: Retriever) -> Measured:
        """Search every query. Raises ValueError if it embeds and there is no memory."""
        vectors = self._embedded() if retriever.embeds else None
        if self._queries:  # loads what is loaded at the first search
            self._search(retriever, 0, vectors, self._metrics.depth)
        outcomes = []
        for number in range(len(self._queries)):
            if number % _REPORT_EVERY == 0:
                self._progress(f"queries, {retriever.name}", number, len(self._queries))
            outcomes.append(self._outcome(retriever, number, vectors))
        return Measured(
            retriever.name, tuple(outcomes), self._embed_ms if retriever.embeds else None
        )

    def _outcome(self, retriever: Retriever, number: int, vectors: Vectors | None) -> Outcome:
        query = self._queries[number]
        relevant = self._corpus.judged(query.relevant)
        began = time.perf_counter()
        found = self._ranked(retriever, number, vectors)
        elapsed_ms = (time.perf_counter() - began) * 1000
        ids = [each.entry_id for each in found]
        rank = first_rank(ids, relevant)
        if rank is None:  # further down no reranker looks, and the order is that of the search
            deep = self._search(retriever, number, vectors, _LOOKED_FOR)
            rank = first_rank([each.entry_id for each in deep], relevant)
        return Outcome(
            query=query,
            relevant=relevant,
            values=self._metrics.values(ids, relevant),
            rank=rank,
            instead=ids[0] if ids else "",
            search_ms=elapsed_ms,
        )

    def _ranked(
        self, retriever: Retriever, number: int, vectors: Vectors | None
    ) -> list[FoundEntry]:
        """The list that a person would get, reranked where that is asked for."""
        depth, reranker = self._metrics.depth, retriever.reranker
        if reranker is None:
            return self._search(retriever, number, vectors, depth)
        found = self._search(retriever, number, vectors, max(depth, retriever.reranked))
        read, rest = found[: retriever.reranked], found[retriever.reranked :]
        if not read:
            return rest
        text = parse_query(self._queries[number].text).text
        scores = reranker.score(text, [each.searchable for each in read])
        order = np.argsort(-scores, kind="stable").tolist()
        return [read[at] for at in order] + rest

    def _search(
        self, retriever: Retriever, number: int, vectors: Vectors | None, count: int
    ) -> list[FoundEntry]:
        vector = None if vectors is None else vectors[number]
        return self._corpus.search(self._queries[number].text, vector, retriever.setup, count)

    def _embedded(self) -> Vectors:
        """`(n, dimension)` vectors of the queries; times the embedding of some of them."""
        if self._memory is None:
            raise ValueError("this retriever needs an embedder")
        if self._vectors is None:
            texts = [parse_query(each.text).text for each in self._queries]
            report = self._progress
            self._vectors = self._memory.queries(
                texts, lambda done, total: report("queries embedded", done, total)
            )
            embed = self._memory.embedder.embed_query
            self._embed_ms = _median_ms(embed, texts[:_TIMED_EMBEDDINGS])
        return self._vectors


def _median_ms(embed: Callable[[str], Vectors], texts: Sequence[str]) -> float | None:
    if not texts:
        return None
    embed(texts[0])  # the first call loads and plans
    times = []
    for text in texts:
        began = time.perf_counter()
        embed(text)
        times.append((time.perf_counter() - began) * 1000)
    return float(np.median(times))
