"""Reranking the passages found for a question, where the settings name a reranker."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.core.cancel import CancelToken
from app.core.errors import MargineError
from app.core.settings import Settings
from app.core.types import FoundPassage, searchable_text
from app.engine.jobs import Emit
from app.engine.protocol import ModelState
from app.index.query import parse_query
from app.index.records import SearchResult
from app.models.contracts import Generator, Reranker
from app.models.reranker import GENERATOR, CrossEncoderReranker, GeneratorReranker

_log = logging.getLogger(__name__)

Search = Callable[[str, int], SearchResult]
LoadReranker = Callable[[Path], Reranker]


class Reranking:
    """Puts a reranker behind a search. The generator's thread makes every call.

    All passages that are asked for are reranked, and up to `search.rerank_depth` are read for it.
    A reranker that fails is told of once, by a ModelState, and the search's order stays; one
    that cannot be loaded is not tried again.
    """

    def __init__(
        self, settings: Settings, emit: Emit, load: LoadReranker = CrossEncoderReranker
    ) -> None:
        """`load` loads a cross-encoder from its folder."""
        self._chosen = settings.text("search.reranker")
        self._depth = settings.integer("search.rerank_depth")
        self._emit = emit
        self._load = load
        self._loaded: Reranker | None = None
        self._given_up = False
        self._told = False

    def behind(self, search: Search, generator: Generator, cancel: CancelToken) -> Search:
        """`search` with its first passages in the reranker's order; itself if there is none."""
        if not self._chosen:
            return search

        def find(query: str, k: int) -> SearchResult:
            found = search(query, max(k, self._depth))
            text = parse_query(query).text
            passages = self._in_order(text, found.passages, generator, cancel)
            return replace(found, passages=passages[:k])

        return find

    def _in_order(
        self,
        query: str,
        passages: tuple[FoundPassage, ...],
        generator: Generator,
        cancel: CancelToken,
    ) -> tuple[FoundPassage, ...]:
        if not passages or self._given_up:
            return passages
        texts = [searchable_text(each.heading, each.text) for each in passages]
        try:
            scores = self._reranker(generator, cancel).score(query, texts)
        except MargineError as error:
            self._tell(error)
            return passages
        return rerank(passages, scores.tolist())

    def _reranker(self, generator: Generator, cancel: CancelToken) -> Reranker:
        if self._chosen == GENERATOR:
            return GeneratorReranker(generator, cancel)
        if self._loaded is None:
            self._given_up = True  # until it is loaded
            self._loaded = self._load(Path(self._chosen).expanduser())
            self._given_up = False
        return self._loaded

    def _tell(self, error: MargineError) -> None:
        _log.warning("passages keep the search's order: %s", error)
        if not self._told:
            self._told = True
            self._emit(ModelState("reranker", self._chosen, "failed", str(error)))


def rerank(passages: Sequence[FoundPassage], scores: Sequence[float]) -> tuple[FoundPassage, ...]:
    """`passages` in the order of their scores, ranks counted anew.

    Equal scores keep the search's order.
    """
    order = np.argsort(-np.asarray(scores, np.float64), kind="stable").tolist()
    return tuple(
        replace(passages[at], rank=rank, scores=replace(passages[at].scores, reranked=scores[at]))
        for rank, at in enumerate(order, start=1)
    )
