"""Searching the library: the query is embedded on one thread, looked up on another."""

from __future__ import annotations

from typing import cast

from app.core.errors import MargineError
from app.core.settings import Settings
from app.engine.models import ModelHost
from app.engine.threads import OwnerThread
from app.index.library import Library
from app.index.query import parse_query
from app.index.records import Fusion, SearchResult


class PassageSearch:
    """Finds passages for a query. Any thread but the owners' own may call it."""

    def __init__(
        self, library: Library, thread: OwnerThread, models: ModelHost, settings: Settings
    ) -> None:
        self._library = library
        self._thread = thread
        self._models = models
        self._depth = settings.integer("search.depth")
        self._fusion = cast("Fusion", settings.text("search.fusion"))
        self._dense_weight = settings.number("search.dense_weight")

    def find(self, query: str, k: int) -> SearchResult:
        """The `k` best passages; by words alone where the embedder is missing or does not load."""
        text = parse_query(query).text
        if self._thread.call(lambda: self._library.totals().passages, urgent=True) == 0:
            return SearchResult((), ())
        try:
            vector = self._models.embed_query(text) if text else None
        except MargineError:
            vector = None  # the window was told by ModelState; BM25 still answers
        return self._thread.call(
            lambda: self._library.search(
                query,
                vector,
                k=k,
                depth=self._depth,
                fusion=self._fusion,
                dense_weight=self._dense_weight,
            ),
            urgent=True,
        )
