"""Searching the library: the query is embedded on one thread, looked up on another."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast, get_args

from app.answer.affairs import AffairsAxis
from app.answer.function_words import FUNCTION_WORDS
from app.core.errors import MargineError, UserError
from app.core.scopes import EVERYTHING, Scope
from app.core.settings import Settings
from app.core.types import About, Inspection
from app.engine.models import ModelHost
from app.engine.protocol import Inspect
from app.engine.search_about import narrow, passages_about
from app.engine.threads import OwnerThread
from app.index.library import Library
from app.index.query import parse_query
from app.index.records import Fusion, SearchResult, Vectors

SEARCH_LIMIT = 100  # results
DEPTH_LIMIT = 1000  # of either list
EF_LIMIT = 10_000
_TELLING_PASSAGES = 500  # of which how rare a word is tells what it is worth

FindPassages = Callable[[str, int], SearchResult]
FindAxis = Callable[[], AffairsAxis | None]


@dataclass(frozen=True, slots=True)
class _Embedded:
    """A query's vector, and how long it took to make."""

    text: str
    vector: Vectors | None
    took_ms: float


_NOTHING = _Embedded("", None, 0.0)


class PassageSearch:
    """Finds passages for a query. Any thread but the owners' own may call it."""

    def __init__(
        self,
        library: Library,
        thread: OwnerThread,
        models: ModelHost,
        settings: Settings,
        find_axis: FindAxis | None = None,
    ) -> None:
        """`find_axis` tells what questions about one's own affairs are recognised by."""
        self._library = library
        self._thread = thread
        self._models = models
        self._depth = settings.integer("search.depth")
        self._fusion = cast("Fusion", settings.text("search.fusion"))
        self._dense_weight = settings.number("search.dense_weight")
        self._last: _Embedded | None = None
        self._find_axis = find_axis
        self._axis: AffairsAxis | None = None

    def find(self, query: str, k: int, scope: Scope = EVERYTHING) -> SearchResult:
        """The `k` best passages of `scope`, at most `SEARCH_LIMIT`.

        By words alone where the embedder is missing or does not load. Raises UserError where the
        scope holds nothing that can be searched.
        """
        passages = self._count()
        if not passages:
            return SearchResult((), ())
        embedded = self._embed(query)
        result = self._thread.call(
            lambda: self._library.search(
                query,
                embedded.vector,
                k=max(1, min(k, SEARCH_LIMIT)),
                depth=self._depth,
                fusion=self._fusion,
                dense_weight=self._dense_weight,
                scope=scope,
            ),
            urgent=True,
        )
        result = replace(result, words=_to_mark(result.words, passages))
        return self._with_affairs(result, embedded.vector)

    def finder(self, about: About | None, scope: Scope) -> FindPassages:
        """`find` in `scope`, or within what a question is about, wherever that lies."""
        if about is None:
            return lambda query, k: self.find(query, k, scope)

        def find(query: str, k: int) -> SearchResult:
            inside = self._thread.call(lambda: passages_about(self._library, about), urgent=True)
            return narrow(self.find(query, SEARCH_LIMIT), inside, k)

        return find

    def vector(self, query: str) -> Vectors | None:
        """The vector of `query`, which is not made again for the query that was searched last.

        None where there is nothing to embed, or nothing to embed by.
        """
        return self._embed(query).vector

    def inspect(self, request: Inspect) -> Inspection:
        """The search that `request` describes, laid open; by words alone without an embedder.

        Numbers beyond what makes sense are brought back to it. Raises UserError for a fusion
        that does not exist, a weight outside [0, 1], and a scope without anything to search.
        """
        fusion = _known_fusion(request.fusion)
        weight = _checked_weight(request.dense_weight)
        k = max(1, min(request.k, SEARCH_LIMIT))
        passages = self._count()
        embedded = self._embed(request.query) if passages else _NOTHING
        inspection = self._thread.call(
            lambda: self._library.inspect(
                request.query,
                embedded.vector,
                k=k,
                depth=max(k, min(request.depth, DEPTH_LIMIT)),
                fusion=fusion,
                dense_weight=weight,
                ef=min(request.ef, EF_LIMIT) if request.ef > 0 else None,
                scope=request.scope,
            ),
            urgent=True,
        )
        words = _to_mark(inspection.words, passages)
        return replace(inspection, words=words, embedding_ms=embedded.took_ms)

    def _with_affairs(self, result: SearchResult, vector: Vectors | None) -> SearchResult:
        """Add to the evidence what the question's vector tells by itself."""
        if self._find_axis is not None:
            self._axis, self._find_axis = self._find_axis(), None
        if result.evidence is None or vector is None or self._axis is None:
            return result
        evidence = replace(result.evidence, affairs=self._axis.sign(vector))
        return replace(result, evidence=evidence)

    def _count(self) -> int:
        return self._thread.call(lambda: self._library.totals().passages, urgent=True)

    def _embed(self, query: str) -> _Embedded:
        """The vector of a query; None where there is nothing to embed, or nothing to embed by.

        The last one is kept: a search is repeated with other numbers, or as a question.
        """
        text = parse_query(query).text
        if not text:
            return _NOTHING
        last = self._last
        if last is not None and last.text == text:
            return last
        start = time.perf_counter()
        try:
            vector = self._models.embed_query(text)
        except MargineError:
            return _NOTHING  # the window was told by ModelState; BM25 still answers
        embedded = _Embedded(text, vector, (time.perf_counter() - start) * 1000)
        self._last = embedded
        return embedded


def _to_mark(words: tuple[str, ...], passages: int) -> tuple[str, ...]:
    """Those of `words` that say something. A library of few passages does not tell by itself that
    “the” does not: a question would be marked all over."""
    if passages >= _TELLING_PASSAGES:
        return words
    return tuple(each for each in words if each not in FUNCTION_WORDS) or words


def _known_fusion(name: str) -> Fusion:
    if name not in get_args(Fusion):
        raise UserError(
            "The two result lists cannot be joined that way.",
            why=f"There is no fusion called “{name[:40]}”.",
            next_step="Choose one of weighted, rrf, bm25 and dense.",
        )
    return cast("Fusion", name)


def _checked_weight(weight: float) -> float:
    if not (math.isfinite(weight) and 0.0 <= weight <= 1.0):
        raise UserError(
            "The two result lists cannot be weighed that way.",
            why=f"The weight of the dense list is {weight:g}.",
            next_step="Choose a weight from 0 to 1.",
        )
    return weight
