"""Running headers and footers: left out of the text, but never anything else with them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.types import DocumentText, Page
from app.ingest.joined import JoinedText
from app.ingest.running_lines import find_running_lines, without

BODIES = (
    "The boiler is drained once a year.",
    "The filter is rinsed under the tap.",
    "A warm room needs no heating.",
    "The manual of the revised user is kept dry.",
    "Nothing else is to be done.",
)


def pages_of(*texts: str) -> tuple[Page, ...]:
    return tuple(Page(index, None, text, "test") for index, text in enumerate(texts))


def left(texts: Sequence[str]) -> list[str]:
    """What is kept of each page."""
    pages = pages_of(*texts)
    found = find_running_lines(pages).left_out
    return [without(page.text, found.get(page.index, ())).strip() for page in pages]


def joined(texts: Sequence[str]) -> str:
    return JoinedText(DocumentText("pdf", None, True, pages_of(*texts))).text.strip()


def test_footers_that_count_with_the_pages_are_left_out() -> None:
    texts = [f"{body}\nUser manual · page {at + 7}" for at, body in enumerate(BODIES)]
    texts[0] = f"A page for the user.\n{texts[0]}"
    assert left(texts) == ["A page for the user.\n" + BODIES[0], *BODIES[1:]]


def test_two_lines_at_either_end_are_looked_at() -> None:
    texts = [
        f"The manual\n\nof the user\n{body}\nis kept\n - {at + 1} -"
        for at, body in enumerate(BODIES)
    ]
    assert joined(texts).split("\n") == list(BODIES)


def test_labels_that_are_no_numbers_count_too() -> None:
    pages = tuple(
        Page(index, label, f"{body}\nUser manual · rev. 4 {label}", "test")
        for index, (label, body) in enumerate(zip(("i", "ii", "1", "2", "3"), BODIES, strict=True))
    )
    assert set(find_running_lines(pages).left_out) == {0, 1, 2, 3, 4} - {0}


def test_words_that_are_nowhere_else_stay_where_they_come_first() -> None:
    texts = [f"Brezza rev. C\n{body}" for body in BODIES]
    assert left(texts) == [texts[0], *BODIES[1:]]


@pytest.mark.parametrize(
    "texts",
    [
        [f"The user\n{body}" for body in BODIES[:2]],
        [f"The user\n{body}" for body in BODIES[:2]] + list(BODIES[2:]),
        [f"Art. {at + 1}\n{body}" for at, body in enumerate(BODIES)],
        [f"Rinsed {at * at + 3} times\n{body}" for at, body in enumerate(BODIES)],
        ["The user"] * 5,
        [f"A{body}\n{body}B\nThe user\n{body}C\nD{body}" for body in BODIES],
    ],
    ids=[
        "two pages",
        "less than half of the pages",
        "headings that count",
        "numbers that do not count",
        "nothing else",
        "not at the edge",
    ],
)
def test_what_is_no_running_line_stays(texts: list[str]) -> None:
    assert left(texts) == [text.strip() for text in texts]


def test_a_page_number_beside_a_running_line_goes_too() -> None:
    texts = [f"{body}\n{at + 1}\nThe user\n" for at, body in enumerate(BODIES)]
    assert joined([*texts, "The user"]).split("\n") == [*BODIES, "The user"]


def test_a_sentence_runs_over_the_page_without_what_is_between() -> None:
    texts = [f"The user\n{body}\nIt goes on" for body in BODIES[:4]]
    assert "It goes on\nThe filter" in joined(texts)


@given(st.lists(st.lists(st.sampled_from(["a 1", "b", "# 2", "3", "", "Art. 1"]), max_size=6)))
def test_spans_are_in_order_and_every_word_can_still_be_found(lines: list[list[str]]) -> None:
    texts = ["\n".join(each) for each in lines]
    pages = pages_of(*texts)
    found = find_running_lines(pages).left_out
    for index, spans in found.items():
        positions = [position for span in spans for position in span]
        assert positions == sorted(positions)
        assert all(pages[index].text[start:end].strip() for start, end in spans)
    kept = " ".join(without(page.text, found.get(page.index, ())) for page in pages)
    for word in {word for text in texts for word in text.split() if word.isalpha()}:
        assert word in kept.split()
