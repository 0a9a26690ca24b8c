"""Where part of a passage stands on the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.answer.quote_place import place_part
from app.answer.sentence_scores import sentence_places
from app.core.errors import DocumentError
from app.core.types import DocumentText, FoundPassage, Page, Passage, Scores, Span
from app.ingest.split import split


def found(passage: Passage) -> FoundPassage:
    """`passage` as a search finds it."""
    return FoundPassage(
        rank=1,
        passage_id=1,
        document_id=7,
        document="a.pdf",
        path="/a.pdf",
        other_paths=(),
        page_index=0,
        page_label=None,
        spans=passage.spans,
        heading=passage.heading,
        text=passage.text,
        scores=Scores(None, None, 0.5),
        bm25_rank=None,
        dense_rank=None,
    )


def passages_of(*pages: str) -> list[FoundPassage]:
    document = DocumentText(
        "pdf", None, True, tuple(Page(at, None, text, "test") for at, text in enumerate(pages))
    )
    return [found(each) for each in split(document, lambda texts: [len(t) // 4 for t in texts])]


def held(pages: Sequence[str], spans: Sequence[Span]) -> str:
    """What spans hold, without white space."""
    parts = (pages[each.page_index][each.start : each.end] for each in spans)
    return "".join("".join(parts).split())


def test_a_sentence_within_folded_lines_is_found_exactly() -> None:
    page = "The mill\n  stands by the river. It burned\nin 1871.   Nobody\twas hurt."
    (passage,) = passages_of(page)
    quoted = "It burned in 1871."
    start = passage.text.index(quoted)
    (span,) = place_part(passage, start, start + len(quoted), lambda _document, _page: page)
    assert page[span.start : span.end] == "It burned\nin 1871."
    assert span.page_index == 0


def test_a_sentence_that_runs_over_the_page_has_two_spans() -> None:
    pages = ("The mill stands here. It burned down one sum-", "mer night in 1871. It was rebuilt.")
    passage = next(each for each in passages_of(*pages) if "summer" in each.text)
    quoted = "It burned down one summer night in 1871."
    start = passage.text.index(quoted)
    spans = place_part(passage, start, start + len(quoted), lambda _document, page: pages[page])
    assert [each.page_index for each in spans] == [0, 1]
    assert pages[0][spans[0].start : spans[0].end] == "It burned down one sum"
    assert pages[1][spans[1].start : spans[1].end] == "mer night in 1871."


def test_without_the_page_it_is_exact_where_nothing_was_folded() -> None:
    text = "The mill stands here. It burned."
    (passage,) = passages_of(f"\n {text}")
    assert place_part(passage, 22, 32, None) == (Span(0, 24, 34),)


def test_without_the_page_a_folded_passage_is_placed_as_a_whole() -> None:
    (passage,) = passages_of("The mill\n\tstands here. It burned.")
    assert place_part(passage, 22, 32, None) == passage.spans


@pytest.mark.parametrize("other", ["Something else altogether.", ""])
def test_a_page_that_changed_gives_the_whole_passage(other: str) -> None:
    (passage,) = passages_of("The mill\n\tstands here. It burned.")
    assert place_part(passage, 0, 21, lambda _document, _page: other) == passage.spans


def test_a_page_that_is_gone_gives_the_whole_passage() -> None:
    (passage,) = passages_of("The mill\n\tstands here. It burned.")

    def read(document: int, page: int) -> str:
        assert (document, page) == (7, 0)
        raise DocumentError("This text is no longer in the library.")

    assert place_part(passage, 0, 21, read) == passage.spans


def test_a_passage_without_spans_has_no_place() -> None:
    (passage,) = passages_of("The mill stands here.")
    assert place_part(replace(passage, spans=()), 0, 3, lambda _document, _page: "") == ()


@given(
    st.lists(
        st.lists(
            st.sampled_from(["Mills turn.", "the river\n", "ran", "sum-", "mer.", "\n\n", "A b. "]),
            min_size=1,
            max_size=12,
        ).map(" ".join),
        min_size=1,
        max_size=3,
    )
)
def test_every_sentence_of_a_split_document_is_where_it_is_placed(pages: list[str]) -> None:
    for passage in passages_of(*pages):
        for start, end in sentence_places(passage.text):
            spans = place_part(passage, start, end, lambda _document, page: pages[page])
            assert held(pages, spans) == "".join(passage.text[start:end].split())
