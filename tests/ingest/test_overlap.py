"""Passages that repeat the last sentences of the one before, when the settings ask for it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.ingest.split import SplitSettings, split
from tests.ingest.cuts import PROMPT, check, count, document, measure, texts

SENTENCES = [f"This is sentence number {n} of a long text about nothing." for n in range(40)]
PLAIN = SplitSettings(60, 96, 10)
OVERLAPPING = SplitSettings(60, 96, 10, overlap_tokens=20)


def repeated(before: str, text: str) -> str:
    """The longest end of `before` that `text` begins with."""
    lengths = range(min(len(before), len(text)), 0, -1)
    return next((text[:length] for length in lengths if before.endswith(text[:length])), "")


def test_whole_sentences_are_repeated_and_no_more_than_asked() -> None:
    source = document(" ".join(SENTENCES))
    passages = split(source, measure, OVERLAPPING)
    check(source, passages, OVERLAPPING)
    for before, text in pairwise(texts(passages)):
        again = repeated(before, text)
        assert again in SENTENCES
        assert count(again) - PROMPT <= OVERLAPPING.overlap_tokens
    plain = split(source, measure, PLAIN)
    assert len(passages) > len(plain)
    assert all(not repeated(*pair) for pair in pairwise(texts(plain)))


def test_a_sentence_that_is_too_long_is_not_repeated() -> None:
    source = document(" ".join(SENTENCES))
    none = SplitSettings(60, 96, 10, overlap_tokens=4)
    assert all(not repeated(*pair) for pair in pairwise(texts(split(source, measure, none))))


def test_nothing_is_repeated_over_a_section_or_a_page() -> None:
    part = " ".join(SENTENCES[:4])
    source = document(f"# One\n\n{part}\n\n# Two\n\n{part}", form="markdown")
    passages = split(source, measure, OVERLAPPING)
    check(source, passages, OVERLAPPING)
    two = [each for each in passages if each.heading == "Two"]
    assert two[0].text.startswith("# Two")
    pages = document(part, part)
    for passage in split(pages, measure, OVERLAPPING):
        assert len({span.page_index for span in passage.spans}) == 1


def test_parts_of_a_sentence_are_not_repeated() -> None:
    source = document("One thing, " * 200)
    passages = split(source, measure, OVERLAPPING)
    check(source, passages, OVERLAPPING)
    covered = sum(span.end - span.start for each in passages for span in each.spans)
    assert covered <= len(source.pages[0].text)


@given(
    sizes=st.lists(st.integers(1, 30), min_size=1, max_size=60),
    target=st.integers(16, 60),
    extra=st.integers(0, 30),
    overlap=st.integers(0, 40),
)
def test_whatever_the_sentences_nothing_is_lost_and_nothing_is_too_long(
    sizes: list[int], target: int, extra: int, overlap: int
) -> None:
    text = " ".join("Word" + " word" * size + "." for size in sizes)
    limits = SplitSettings(target, target + extra, 6, overlap_tokens=overlap)
    source = document(text)
    check(source, split(source, measure, limits), limits)
