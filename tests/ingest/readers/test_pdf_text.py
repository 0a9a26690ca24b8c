"""How the stored text is made from PDFium's characters: every code point leads back to one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ingest.readers.pdf_text import PageText, map_characters, take_text


class Places:
    """Characters on lines; `lines` gives for each character the height of its base line."""

    def __init__(self, heights: list[float] | None = None, hyphens: tuple[int, ...] = ()) -> None:
        self._heights = heights or []
        self._hyphens = hyphens

    def is_hyphen(self, index: int) -> bool:
        return index in self._hyphens

    def origin(self, index: int) -> tuple[float, float]:
        return 0.0, self._heights[index] if index < len(self._heights) else 0.0

    def angle(self, index: int) -> float:  # noqa: ARG002 - all text is upright
        return 0.0

    def line_box(self, index: int) -> tuple[float, float, float, float]:  # noqa: ARG002
        return 0.0, 0.0, 0.0, 0.0


def codes_of(text: str) -> list[int]:
    return [ord(each) for each in text]


@pytest.mark.parametrize(
    ("codes", "text"),
    [
        (codes_of("one\r\ntwo\nthree\rfour"), "one\ntwo\nthree\nfour"),
        ([0x41, 0x00, 0x07, 0x42], "AB"),
        ([0xD83D, 0xDE00], "😀"),
        ([0x1F600], "😀"),
        ([0x41, 0xD83D, 0x42, 0xDE00], "AB"),
        ([0xFB01, 0x6E], "fin"),
        ([0x61, 0xAD, 0x62], "ab"),
        ([0xFEFF, 0x61, 0xFFFE, 0xFFFF], "a"),
        ([0xF0B7, 0x20, 0x61], "• a"),
        ([0x61, 0x09, 0x62], "a b"),
        ([], ""),
    ],
)
def test_clean_up(codes: list[int], text: str) -> None:
    assert map_characters(codes, Places()).text == text


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("docu", "mento", "documento"),
        ("docu", "\r\nmento", "documento"),
        ("COVID", "19", "COVID-19"),
        ("Reggio", "\r\nEmilia", "Reggio-Emilia"),
        ("COVID", "\r\n19 was", "COVID-19 was"),
        ("consen", "\r\n 11\r\n", "consen-\n 11\n"),  # the page's number, not the word's
        ("last", "", "last-"),
    ],
)
@pytest.mark.parametrize("mark", [0x02, 0xFFFE, 0xAD])
def test_words_parted_at_a_line_end_are_joined(
    before: str, after: str, text: str, mark: int
) -> None:
    codes = [*codes_of(before), mark, *codes_of(after)]
    mapped = map_characters(codes, Places(hyphens=(len(before),)))
    assert mapped.text == text
    assert mapped.char_index is not None
    assert mapped.char_index[mapped.text.index(after.strip()[:1] or "-")] == (
        codes.index(ord(after.strip()[0])) if after else len(before)
    )


def test_joined_and_written_out_characters_lead_back_to_theirs() -> None:
    mapped = map_characters([0x61, 0xD83D, 0xDE00, 0xFB03, 0x0D, 0x0A, 0x62], Places())
    assert mapped.text == "a😀ffi\nb"
    assert mapped.char_index == (0, 1, 3, 3, 3, 4, 6)


def test_a_larger_gap_parts_blocks_unless_the_sentence_goes_on() -> None:
    lines = [("One.", 700.0), ("two", 686.0), ("three", 672.0), ("Four.", 640.0), ("five", 608.0)]
    lines += [("six", 594.0), ("seven", 550.0)]
    codes: list[int] = []
    heights: list[float] = []
    for text, height in lines:
        piece = codes_of(text + "\r\n")
        codes += piece
        heights += [height] * len(piece)
    text = map_characters(codes, Places(heights)).text
    assert text == "One.\ntwo\nthree\n\nFour.\n\nfive\nsix\nseven\n"


def test_going_back_up_to_the_next_column_parts_nothing() -> None:
    codes: list[int] = []
    heights: list[float] = []
    for height in (700.0, 686.0, 672.0, 700.0, 686.0, 672.0):
        codes += codes_of("Line.\r\n")
        heights += [height] * 7
    assert "\n\n" not in map_characters(codes, Places(heights)).text


@given(
    st.lists(
        st.one_of(
            st.integers(0, 0x11FFFF),
            st.sampled_from([0x02, 0x0A, 0x0D, 0x20, 0x2D, 0xAD, 0xD83D, 0xDE00, 0xFB01, 0xFFFE]),
        ),
        max_size=80,
    ),
    st.booleans(),
)
def test_every_code_point_leads_back_in_order(codes: list[int], hyphens: bool) -> None:
    everywhere = tuple(range(len(codes))) if hyphens else ()
    heights = [float((index * 7919) % 97) for index in range(len(codes))]
    mapped = map_characters(codes, Places(heights, everywhere))
    assert mapped.char_index is not None
    assert len(mapped.text) == len(mapped.char_index)
    real = [index for index in mapped.char_index if index >= 0]
    assert real == sorted(real)
    assert all(index < len(codes) for index in real)
    assert mapped.text.encode("utf-8").decode("utf-8") == mapped.text
    assert not any(each < " " and each != "\n" for each in mapped.text)
    assert "\n\n\n" not in mapped.text


def test_what_is_no_character_is_counted() -> None:
    assert map_characters([0x01, 0x03, 0xD83D, 0x61, 0x85], Places()).lost == 4
    assert map_characters([0xD83D, 0xDE00, 0xAD, 0xFEFF, *codes_of("fine\r\n")], Places()).lost == 0


def test_text_of_another_library_is_cleaned_the_same_way() -> None:
    taken = take_text("docu-\nmento ﬁne\xad\x00 E-\n52 C O N T R A T T O\n", "other")
    assert taken == PageText("documento fine E-\n52 CONTRATTO", None, "other", lost=1)
