"""Search: both lists, fused, as passages with their files; and the same laid open."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.core.scopes import Places, Scope
from app.core.types import FoundPassage, Inspection, searchable_text
from app.index.bm25 import InvertedBM25
from app.index.candidates import Candidates, Floats, Retrieval, SearchOptions, collect
from app.index.documents import DocumentTable, LiveText
from app.index.evidence import search_evidence
from app.index.files import FileTable
from app.index.hnsw import DenseIndex
from app.index.inspect import Explainer, inspected
from app.index.language import guess_language
from app.index.operators import Filter
from app.index.query import Query, parse_query
from app.index.records import SearchResult, Vectors
from app.index.refine import refine
from app.index.results import Place, ResultMaker
from app.index.scope import ScopeFinder
from app.index.similar import Group, group_texts, words_asked
from app.index.tokens import Tokenizer

# A term of the query is marked in the passages if it weighs at least this share of the heaviest
# one: leaves out "il", "the", "di" without a list of stop words for every language.
_MARKED_SHARE = 0.25
_MOST_DEPTH = 10_000
# A question in a language that less than this share of the passages is in finds names and numbers
# in them by its words, and little else: words then weigh a third. Measured on English questions
# over German passages: nDCG@10 0.865 without, 0.911 with; 0.919 by meaning alone.
_FOREIGN_BELOW = 0.02
_FOREIGN_WORDS = 1 / 3


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query, ready to be searched for."""

    parsed: Query
    language: str
    languages: Mapping[str, int]  # passages per language, of those that are searched
    retrieval: Retrieval
    places: Places | None  # of the files that may be named; None: any


@dataclass(frozen=True, slots=True)
class _Found:
    """Candidates, their texts by passage id, and the groups that fill the places of the result."""

    candidates: Candidates
    texts: dict[int, LiveText]
    groups: list[Group]


class Searcher:
    """Answers queries from the two indexes and the database. One thread owns it.

    Call it inside a transaction, with indexes that are caught up.
    """

    def __init__(
        self,
        documents: DocumentTable,
        files: FileTable,
        scopes: ScopeFinder,
        tokenizer: Tokenizer,
    ) -> None:
        self._documents = documents
        self._scopes = scopes
        self._results = ResultMaker(documents, files)
        self._tokenizer = tokenizer

    def search(
        self,
        bm25: InvertedBM25,
        dense: DenseIndex | None,
        query: str,
        vector: Vectors | None,
        options: SearchOptions,
    ) -> SearchResult:
        """See `Library.search`."""
        asked = self._take_up(bm25, dense, query, vector, options.scope)
        found = self._find(asked, options)
        places = [
            Place(rank, group.leader, group.copies, group.similar)
            for rank, group in enumerate(found.groups, start=1)
        ]
        passages, languages = self._results.make(
            found.candidates, places, found.texts, asked.places
        )
        words = self._words_to_mark(passages, languages, asked.retrieval)
        evidence = None
        if options.fusion in ("weighted", "rrf"):  # the others make one list alone
            evidence = search_evidence(found.candidates, asked.retrieval)
        return SearchResult(tuple(passages), words, evidence)

    def inspect(
        self,
        bm25: InvertedBM25,
        dense: DenseIndex | None,
        query: str,
        vector: Vectors | None,
        options: SearchOptions,
    ) -> Inspection:
        """See `Library.inspect`."""
        start = time.perf_counter()
        asked = self._take_up(bm25, dense, query, vector, options.scope)
        retrieval = asked.retrieval
        found = self._find(asked, options, both=True)
        places = _places_to_inspect(found, options.k)
        passages, languages = self._results.make(
            found.candidates, places, found.texts, asked.places
        )
        explainer = Explainer(self._tokenizer, bm25, asked.parsed.text, asked.language)
        terms = explainer.explain(
            {
                each.passage_id: (
                    searchable_text(each.heading, each.text),
                    languages[each.passage_id],
                )
                for each in passages
            }
        )
        candidates, ids = found.candidates, found.candidates.ids
        return Inspection(
            bm25=_first(candidates.bm25_rank, found, options.k),
            dense=_first(candidates.dense_rank, found, options.k),
            fused=tuple(int(ids[group.leader]) for group in found.groups),
            passages=tuple(
                inspected(candidates, place.leader, each, terms[each.passage_id])
                for place, each in zip(places, passages, strict=True)
            ),
            words=self._words_to_mark(passages, languages, retrieval),
            language=asked.language,
            phrases=asked.parsed.phrases,
            excluded=asked.parsed.excluded,
            compared=retrieval.compared,
            exact=retrieval.exact,
            embedding_ms=0.0,
            search_ms=(time.perf_counter() - start) * 1000,
        )

    def _take_up(
        self,
        bm25: InvertedBM25,
        dense: DenseIndex | None,
        query: str,
        vector: Vectors | None,
        scope: Scope,
    ) -> _Asked:
        parsed = parse_query(query)
        rows = self._scopes.find(scope)
        languages = self._documents.languages() if rows is None else rows.languages
        within, places = (None, None) if rows is None else (rows.passages, rows.places)
        language = guess_language(parsed.text, languages)
        terms = self._tokenizer.query_terms(parsed.text, language)
        allowed = None
        if parsed.phrases or parsed.excluded:
            allowed = Filter(parsed, bm25, self._tokenizer, self._documents, within)
        retrieval = Retrieval(bm25, dense, terms, vector, allowed, within)
        return _Asked(parsed, language, languages, retrieval, places)

    def _find(self, asked: _Asked, options: SearchOptions, *, both: bool = False) -> _Found:
        """The `k` best candidates that say different things, the others behind them."""
        depth = max(options.depth, options.k)
        words = words_asked(asked.parsed.text)
        while True:
            candidates = collect(asked.retrieval, options, depth, both=both)
            texts = self._documents.live_texts(candidates.ids.tolist())
            if options.fusion == "weighted" and asked.retrieval.dense is not None:
                weight = self._dense_weight(asked, options)
                candidates = self._look_again(candidates, texts, asked, weight)
            places = [at for at in candidates.order.tolist() if int(candidates.ids[at]) in texts]
            ranked = [texts[int(candidates.ids[at])].text for at in places]
            groups = group_texts(ranked, options.k, words)
            if len(groups) >= options.k or candidates.exhausted or depth >= _MOST_DEPTH:
                return _Found(candidates, texts, [_at_places(each, places) for each in groups])
            depth *= 4  # copies of few texts fill the lists: look further down

    def _dense_weight(self, asked: _Asked, options: SearchOptions) -> float:
        """The weight that was asked for, or a larger one for a question in a foreign language."""
        counts = asked.languages
        known = counts.get(asked.language, 0) >= _FOREIGN_BELOW * sum(counts.values())
        if known or not asked.language or options.dense_weight == 0.0:  # 0.0: words alone wanted
            return options.dense_weight
        return 1.0 - (1.0 - options.dense_weight) * _FOREIGN_WORDS

    def _look_again(
        self,
        candidates: Candidates,
        texts: Mapping[int, LiveText],
        asked: _Asked,
        dense_weight: float,
    ) -> Candidates:
        def stems_of(passage_id: int) -> list[str]:
            text = texts.get(passage_id)
            if text is None:
                return []
            return self._tokenizer.stems(searchable_text(text.heading, text.text), text.language)

        stems = self._tokenizer.stems(asked.parsed.text, asked.language)
        return refine(candidates, asked.retrieval, stems, stems_of, dense_weight)

    # --------------------------------------------------------------------------------- results

    def _words_to_mark(
        self, found: Sequence[FoundPassage], languages: Mapping[int, str], retrieval: Retrieval
    ) -> tuple[str, ...]:
        """The words of the found passages that the query's weighty terms stand for."""
        bm25 = retrieval.bm25
        absent = bm25.term_idf("")  # above that of any term that is there
        idfs = {term: bm25.term_idf(term) for term in retrieval.terms}
        weights = {term: weight for term, weight in idfs.items() if weight < absent}
        least = _MARKED_SHARE * max(weights.values(), default=0.0)
        marked = {term for term, weight in weights.items() if weight >= least}
        words: dict[str, None] = {}
        for each in found:
            language = languages[each.passage_id]
            for surface, its_terms in self._tokenizer.words(each.text, language, singles=True):
                if not marked.isdisjoint(its_terms):
                    words[surface.casefold()] = None
        return tuple(words)


def _at_places(group: Group, places: Sequence[int]) -> Group:
    """`group` with numbers of ranked texts turned into places of the candidates' arrays."""
    return Group(
        places[group.leader],
        [places[number] for number in group.copies],
        [(places[number], similarity) for number, similarity in group.similar],
    )


def _places_to_inspect(found: _Found, k: int) -> list[Place]:
    """The fused list's places, then what else either retriever has among its `k` best.

    The latter rank where the passage does that they stand behind, else where their fused score
    puts them, 0 where the fusion does not list them.
    """
    candidates = found.candidates
    ranks = {at: rank for rank, at in enumerate(candidates.order.tolist(), start=1)}
    places = []
    for rank, group in enumerate(found.groups, start=1):
        places.append(Place(rank, group.leader, group.copies, group.similar))
        ranks.update(dict.fromkeys(group.copies, rank))
        ranks.update((at, rank) for at, _similarity in group.similar)
    leaders = {group.leader for group in found.groups}
    for at, passage_id in enumerate(candidates.ids.tolist()):
        listed = candidates.bm25_rank[at] <= k or candidates.dense_rank[at] <= k
        if listed and at not in leaders and passage_id in found.texts:
            places.append(Place(ranks.get(at, 0), at))
    return places


def _first(ranks: Floats, found: _Found, k: int) -> tuple[int, ...]:
    """Ids of the first `k` of one retriever's list."""
    places = np.flatnonzero(ranks <= k)
    ids = found.candidates.ids[places[np.argsort(ranks[places])]].tolist()
    return tuple(each for each in ids if each in found.texts)
