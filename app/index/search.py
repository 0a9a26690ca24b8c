"""Search: both lists, fused, as passages with their files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from app.core.types import FoundPassage, Scores, searchable_text
from app.index.bm25 import InvertedBM25
from app.index.documents import DocumentTable, ResultRow
from app.index.files import FileTable
from app.index.fuse import fuse_ranks, fuse_weighted
from app.index.hnsw import DenseIndex
from app.index.language import guess_language
from app.index.query import Query, parse_query
from app.index.records import Fusion, SearchResult, Vectors
from app.index.tokens import Tokenizer

# A term of the query is marked in the passages if it weighs at least this share of the heaviest
# one: leaves out "il", "the", "di" without a list of stop words for every language.
_MARKED_SHARE = 0.25
_MOST_DEPTH = 10_000


@dataclass(frozen=True, slots=True)
class Candidates:
    """Parallel arrays over the union of both lists; NaN where a list or a score is missing."""

    ids: NDArray[np.int64]
    bm25: NDArray[np.float64]
    dense: NDArray[np.float64]
    bm25_rank: NDArray[np.float64]
    dense_rank: NDArray[np.float64]
    fused: NDArray[np.float64]
    exhausted: bool  # neither list was cut off at the depth


class Searcher:
    """Answers queries from the two indexes and the database. One thread owns it."""

    def __init__(self, documents: DocumentTable, files: FileTable, tokenizer: Tokenizer) -> None:
        self._documents = documents
        self._files = files
        self._tokenizer = tokenizer

    def search(
        self,
        bm25: InvertedBM25,
        dense: DenseIndex | None,
        query: str,
        vector: Vectors | None,
        *,
        k: int,
        depth: int,
        fusion: Fusion,
        dense_weight: float,
        ef: int | None = None,
    ) -> SearchResult:
        """See `Library.search`. Call inside a transaction, with indexes that are caught up."""
        parsed = parse_query(query)
        language = guess_language(parsed.text, self._documents.languages())
        terms = self._tokenizer.query_terms(parsed.text, language)
        allowed = self._allowed(parsed, bm25)
        if fusion == "bm25" or dense is None or vector is None:
            fusion, dense, vector = "bm25", None, None  # nothing else to go by
        while True:
            candidates = _collect(
                bm25, dense, terms, vector, allowed, max(depth, k), fusion, dense_weight, ef
            )
            found = self._resolve(candidates, k)
            if len(found) >= k or candidates.exhausted or depth >= _MOST_DEPTH:
                break
            depth *= 4  # copies of few texts fill the lists: look further down
        return SearchResult(tuple(found), self._words_to_mark(found, terms, bm25))

    # ------------------------------------------------------------------------------- operators

    def _allowed(self, query: Query, bm25: InvertedBM25) -> set[int] | None:
        """Ids of the passages that the query's operators leave, or None without operators."""
        if not query.phrases and not query.excluded:
            return None
        allowed: set[int] | None = None
        for phrase in query.phrases:
            holding = self._passages_holding(phrase, bm25, allowed)
            allowed = holding if allowed is None else allowed & holding
        if allowed is None:
            allowed = set(bm25.ids.tolist())
        for word in query.excluded:
            allowed -= self._passages_holding(word, bm25, allowed)
        return allowed

    def _passages_holding(
        self, phrase: str, bm25: InvertedBM25, among: set[int] | None
    ) -> set[int]:
        """Ids of the passages in which the words of `phrase` follow each other.

        The words' forms count, without case and accents. The postings give those that hold all
        the words; of these the text is looked at.
        """
        wanted = self._tokenizer.surface_terms(phrase)
        if not wanted:
            return set() if among is None else set(among)
        sets = [bm25.passages_with(term) for term in set(self._tokenizer.filter_terms(phrase))]
        if not sets:  # a single character of a script without spaces
            sets = [set(bm25.ids.tolist())]
        if among is not None:
            sets.append(among)
        candidates = set.intersection(*sorted(sets, key=len))
        if len(wanted) == 1 and wanted[0] in self._tokenizer.filter_terms(phrase):
            return candidates  # the postings know it already
        needle = _joined(wanted)
        return {
            passage_id
            for passage_id, row in self._documents.result_rows(sorted(candidates)).items()
            if needle in _joined(self._tokenizer.surface_terms(_searchable(row)))
        }

    # --------------------------------------------------------------------------------- results

    def _resolve(self, candidates: Candidates, k: int) -> list[FoundPassage]:
        """The `k` best candidates with different texts, as passages with their files."""
        order = np.lexsort((candidates.ids, -candidates.fused)).tolist()
        texts = self._documents.live_texts(candidates.ids.tolist())
        groups: dict[str, list[int]] = {}  # text: places in `candidates`, best first
        for at in order:
            passage_id = int(candidates.ids[at])
            if passage_id in texts:
                groups.setdefault(texts[passage_id].text, []).append(at)
        best = list(groups.values())[:k]
        rows = self._documents.result_rows(int(candidates.ids[group[0]]) for group in best)
        documents = [
            dict.fromkeys(texts[int(candidates.ids[at])].document_id for at in group)
            for group in best
        ]
        shown = self._files.shown_by({each for group in documents for each in group})
        found = []
        for rank, (group, its_documents) in enumerate(zip(best, documents, strict=True), start=1):
            files = [file.path for each in its_documents for file in shown.get(each, [])]
            row = rows[int(candidates.ids[group[0]])]
            found.append(_found_passage(rank, candidates, group[0], row, files))
        return found

    def _words_to_mark(
        self, found: Sequence[FoundPassage], terms: Iterable[str], bm25: InvertedBM25
    ) -> tuple[str, ...]:
        """The words of the found passages that the query's weighty terms stand for."""
        weights = {term: bm25.term_idf(term) for term in terms if bm25.holds_term(term)}
        least = _MARKED_SHARE * max(weights.values(), default=0.0)
        marked = {term for term, weight in weights.items() if weight >= least}
        languages = self._documents.result_rows(each.passage_id for each in found)
        words: dict[str, None] = {}
        for each in found:
            language = languages[each.passage_id].language
            for surface, its_terms in self._tokenizer.words(each.text, language):
                if not marked.isdisjoint(its_terms):
                    words[surface.casefold()] = None
        return tuple(words)


def _collect(
    bm25: InvertedBM25,
    dense: DenseIndex | None,
    terms: Mapping[str, float],
    vector: Vectors | None,
    allowed: set[int] | None,
    depth: int,
    fusion: Fusion,
    dense_weight: float,
    ef: int | None,
) -> Candidates:
    """Both lists down to `depth`, and exact scores for their union."""
    lexical = bm25.score(terms)
    bm25_ids: list[int] = []
    if fusion != "dense":
        bm25_ids = lexical.top(depth, allowed)[0].tolist()
    dense_ids: list[int] = []
    if dense is not None and vector is not None:
        if allowed is None:
            dense_ids = dense.search(vector, depth, ef)[0].tolist()
        else:
            dense_ids = dense.search_among(vector, depth, allowed)[0].tolist()
    ids = list(dict.fromkeys(bm25_ids + dense_ids))
    bm25_scores = lexical.of(ids)
    dense_scores = np.full(len(ids), np.nan)
    if dense is not None and vector is not None:
        dense_scores = dense.scores(vector, ids).astype(np.float64)
    bm25_rank, dense_rank = _ranks(ids, bm25_ids), _ranks(ids, dense_ids)
    if dense is None or vector is None:
        fused = bm25_scores
    elif fusion == "dense":
        fused = dense_scores
    elif fusion == "rrf":
        fused = fuse_ranks(bm25_rank, dense_rank)
    else:
        fused = fuse_weighted(dense_scores, bm25_scores, dense_weight)
    return Candidates(
        ids=np.array(ids, np.int64),
        bm25=bm25_scores,
        dense=dense_scores,
        bm25_rank=bm25_rank,
        dense_rank=dense_rank,
        fused=fused,
        exhausted=len(bm25_ids) < depth and len(dense_ids) < depth,
    )


def _ranks(ids: Sequence[int], ranked: Sequence[int]) -> NDArray[np.float64]:
    """Ranks from 1 of `ids` in the list `ranked`; NaN for those not in it."""
    place = {each: rank for rank, each in enumerate(ranked, start=1)}
    return np.array([place.get(each, np.nan) for each in ids], np.float64)


def _found_passage(
    rank: int, candidates: Candidates, at: int, row: ResultRow, paths: Sequence[str]
) -> FoundPassage:
    """The candidate at place `at`; `paths` are its own document's files, then its copies'."""
    dense, bm25_rank, dense_rank = (
        None if np.isnan(value[at]) else float(value[at])
        for value in (candidates.dense, candidates.bm25_rank, candidates.dense_rank)
    )
    return FoundPassage(
        rank=rank,
        passage_id=row.passage_id,
        document_id=row.document_id,
        document=PurePath(paths[0]).name if paths else "",
        path=paths[0] if paths else "",
        other_paths=tuple(dict.fromkeys(paths[1:])),
        page_index=row.passage.spans[0].page_index if row.paged and row.passage.spans else None,
        page_label=row.page_label,
        spans=row.passage.spans,
        heading=row.passage.heading,
        text=row.passage.text,
        scores=Scores(
            bm25=float(candidates.bm25[at]), dense=dense, fused=float(candidates.fused[at])
        ),
        bm25_rank=None if bm25_rank is None else int(bm25_rank),
        dense_rank=None if dense_rank is None else int(dense_rank),
    )


def _searchable(row: ResultRow) -> str:
    return searchable_text(row.passage.heading, row.passage.text)


def _joined(terms: Iterable[str]) -> str:
    return f"\n{chr(10).join(terms)}\n"
