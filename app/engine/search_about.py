"""Passages for a question about one page, or about a text that was selected on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.core.types import About, FoundPassage, Scores
from app.index.find_text import find_in_text, pattern_of
from app.index.library import Library
from app.index.records import SearchResult

_LONGEST_EXCERPT = 800  # characters of a selected text that go into the question
_HEAD = 120  # characters of it that are looked for on its page


def passages_about(library: Library, about: About) -> tuple[FoundPassage, ...]:
    """The passages of the page, or those that the selected text belongs to, in the document's
    order. On the library's thread. Raises DocumentError if the document has gone."""
    page = about.page_index or 0
    whole = library.whole_document(about.document_id).passages
    here = [
        each
        for each in whole
        if about.page_index is None or any(span.page_index == page for span in each.spans)
    ]
    pattern = pattern_of(about.text[:_HEAD])
    if pattern is None:
        return tuple(here)
    text = library.page_text(about.document_id, page).text
    places = [
        (start, max(end, start + len(about.text))) for start, end in find_in_text(text, pattern)
    ]
    holding = [
        each
        for each in here
        if any(
            span.page_index == page and span.start < end and start < span.end
            for span in each.spans
            for start, end in places
        )
    ]
    return tuple(holding or here)


def narrow(result: SearchResult, about: Sequence[FoundPassage], k: int) -> SearchResult:
    """The `k` best of the passages `about`, with the scores of a wider search.

    Those that it did not find stand behind, in their own order, with a score no better than its
    last. What it tells of the whole library says nothing here.
    """
    found = {each.passage_id: each for each in result.passages}
    meanings = [each.scores.dense for each in result.passages if each.scores.dense is not None]
    least = min((each.scores.ordering for each in result.passages), default=0.0)
    unfound = Scores(bm25=None, dense=min(meanings, default=None), fused=least)
    order = {each.passage_id: at for at, each in enumerate(result.passages)}
    ordered = sorted(
        (found.get(each.passage_id) or replace(each, scores=unfound) for each in about),
        key=lambda each: order.get(each.passage_id, len(order)),
    )
    ranked = (replace(each, rank=rank) for rank, each in enumerate(ordered[:k], start=1))
    return SearchResult(tuple(ranked), result.words)


def question_about(question: str, about: About | None) -> str:
    """The question as it is put to the model: with the selected text, which it may speak of."""
    excerpt = " ".join(about.text[:_LONGEST_EXCERPT].split()) if about is not None else ""
    return f"{question}\n“{excerpt}”" if excerpt and question.strip() else question
