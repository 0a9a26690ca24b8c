"""Passages and a question of our own, for the tests of `margine eval extract`."""

from __future__ import annotations

from app.core.types import FoundPassage, Scores, Span
from tests.evaluate.answer_values import TEA, WINE, put_question

NOTHING = put_question("q9", "Who built the mill?", accepted=())


def passage(rank: int, text: str, name: str) -> FoundPassage:
    return FoundPassage(
        rank=rank,
        passage_id=rank,
        document_id=rank,
        document=name,
        path=f"/{name}",
        other_paths=(),
        page_index=None,
        page_label=None,
        spans=(Span(0, 0, len(text)),),
        heading="",
        text=text,
        scores=Scores(None, None, 1 - 0.1 * rank),
        bm25_rank=None,
        dense_rank=None,
    )


FOUND = (passage(1, WINE, "wine"), passage(2, TEA, "tea"))
