"""Columns written across are read down, tables stay rows, what is not shown is not read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.ingest.readers.pdf_order import Box, reading_order

LEFT = [
    "the first line of the left",
    "goes on to its second one",
    "and then to the third one",
    "until the column has ended",
    "with a sentence that stops",
    "here at the foot of page.",
]
RIGHT = [
    "what is said in the other",
    "column begins only behind",
    "that, although it has been",
    "written beside it, line by",
    "line, as some programs are",
    "in the habit of doing it.",
]


class Sheet:
    """Text in a fixed pitch of 5 points, on lines 10 high: each item is (x, y, text)."""

    def __init__(
        self, items: Sequence[tuple[float, float, str]], *, shown: Box | None = None
    ) -> None:
        self.codes: list[int] = []
        self._boxes: list[Box] = []
        self._stretches: list[Box] = []
        self._shown = shown or (0.0, 0.0, 600.0, 800.0)
        last = None
        for x, y, text in items:
            if last is not None:  # PDFium's own: a space on the same line, or a line's end
                self._add(" " if y == last else "\n", (0.0, 0.0, 0.0, 0.0))
            last = y
            for place, letter in enumerate(text):
                self._add(letter, (x + 5 * place, y, x + 5 * place + 5, y + 10))
            self._stretches.append((x, y, x + 5 * len(text), y + 10))

    def _add(self, letter: str, box: Box) -> None:
        self.codes.append(ord(letter))
        self._boxes.append(box)

    def stretches(self) -> Sequence[Box]:
        return self._stretches

    def shown_box(self) -> Box:
        return self._shown

    def line_box(self, index: int) -> Box:
        return self._boxes[index]

    def angle(self, index: int) -> float:  # noqa: ARG002 - all text is upright
        return 0.0

    def read(self) -> list[str]:
        """The lines in reading order."""
        order = reading_order(self.codes, self)
        assert order is not None
        seen = [index for index in order if index >= 0]
        assert len(seen) == len(set(seen))
        text = "".join("\n" if index < 0 else chr(self.codes[index]) for index in order)
        return [line.strip() for line in text.split("\n") if line.strip()]


def rows(*columns: Sequence[str], top: float = 700) -> list[tuple[float, float, str]]:
    """The columns' lines, written across from left to right, row by row."""
    found = []
    for number in range(max(map(len, columns))):
        for x, column in zip((50.0, 300.0), columns, strict=True):
            if number < len(column):
                found.append((x, top - 12 * number, column[number]))
    return found


def test_columns_written_across_are_read_down() -> None:
    assert Sheet(rows(LEFT, RIGHT)).read() == [*LEFT, *RIGHT]


def test_what_stands_over_and_under_the_columns_stays_there() -> None:
    heading = (50.0, 740.0, "A HEADING OVER BOTH OF THE COLUMNS, FROM SIDE TO SIDE OF IT")
    footer = (50.0, 500.0, "Manual")
    sheet = Sheet([heading, *rows(LEFT, RIGHT), footer, (420.0, 500.0, "page 7")])
    assert sheet.read() == [heading[2], *LEFT, *RIGHT, "Manual", "page 7"]


def test_a_line_across_parts_the_columns_above_from_those_below() -> None:
    middle = (50.0, 620.0, "A FIGURE, AND THE LONG LINE THAT STANDS UNDER IT, ALL ACROSS IT")
    below = rows([line + "," for line in LEFT], [line + "," for line in RIGHT], top=600)
    lines = Sheet([*rows(LEFT, RIGHT), middle, *below]).read()
    assert lines[:13] == [*LEFT, *RIGHT, middle[2]]
    assert lines[13] == LEFT[0] + ","


def test_columns_in_their_own_order_are_left_alone() -> None:
    left = [(50.0, 700.0 - 12 * at, line) for at, line in enumerate(LEFT)]
    right = [(300.0, 700.0 - 12 * at, line) for at, line in enumerate(RIGHT)]
    sheet = Sheet([*left, *right])
    assert reading_order(sheet.codes, sheet) is None


@pytest.mark.parametrize(
    "cells",
    [
        (
            ["Rossi Mario", "Bianchi Anna", "Verdi Luca", "Neri Paola", "Gallo Piero"] * 2,
            ["via Roma 12", "corso Francia 3", "via Po 1", "piazza Statuto 18", "via Nizza 7"] * 2,
        ),
        (
            ["consegna della merce", "ritardo nel pagamento", "difetto del pezzo", "viaggio"] * 2,
            ["30 giorni", "8 %", "24 mesi", "120 euro"] * 2,
        ),
        (
            ["Term", "", "", "Other", "", "", "Third", "", ""],
            [
                "what it means is told on",
                "several lines of the right",
                "column, one by one",
                "and so",
                "on for the others as well",
                "until all of them have",
                "been told",
                "in full",
                "here",
            ],
        ),
    ],
)
def test_rows_of_a_table_stay(cells: tuple[list[str], list[str]]) -> None:
    sheet = Sheet([item for item in rows(*cells) if item[2]])
    assert reading_order(sheet.codes, sheet) is None


def test_text_in_one_column_is_left_alone() -> None:
    sheet = Sheet([(50.0, 700.0 - 12 * at, line) for at, line in enumerate(LEFT * 5)])
    assert reading_order(sheet.codes, sheet) is None


def test_what_lies_outside_the_page_is_not_read() -> None:
    items = [(-200.0, 700.0, "hidden"), (50.0, 700.0, "shown"), (50.0, 900.0, "above")]
    assert Sheet(items).read() == ["shown"]
    assert Sheet([*items, *rows(LEFT, RIGHT, top=600)]).read() == ["shown", *LEFT, *RIGHT]


def test_a_page_that_shows_nothing_of_its_text_keeps_it() -> None:
    sheet = Sheet([(50.0, 700.0, "all of it")], shown=(0.0, 0.0, 10.0, 10.0))
    assert reading_order(sheet.codes, sheet) is None


class Scattered:
    """Characters anywhere, of any size."""

    def __init__(self, codes: list[int], boxes: list[Box]) -> None:
        self.codes = codes
        self._boxes = boxes

    def stretches(self) -> Sequence[Box]:
        return self._boxes

    def shown_box(self) -> Box:
        return 0.0, 0.0, 600.0, 800.0

    def line_box(self, index: int) -> Box:
        return self._boxes[index]

    def angle(self, index: int) -> float:  # noqa: ARG002 - all text is upright
        return 0.0


numbers = st.one_of(st.floats(-50, 700), st.sampled_from([float("nan"), float("inf"), -1e30, 1e30]))


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0x0A, 0x20, 0x41, 0x61, 0x2E, 0xD83D]),
            st.tuples(numbers, numbers, numbers, numbers),
        ),
        max_size=60,
    )
)
@example([(0x0A, (0.0, 0.0, 1.0, 0.0))] * 8 + [(0x0A, (4.0, 0.0, 0.0, 0.0))])
@example([(0x0A, (0.0, 0.0, 1.0, 0.0))] * 8 + [(0x0A, (0.0, 0.0, -1e30, 0.0))])
def test_any_page_is_put_in_some_order(characters: list[tuple[int, Box]]) -> None:
    sheet = Scattered([code for code, _ in characters], [box for _, box in characters])
    order = reading_order(sheet.codes, sheet)
    if order is not None:
        seen = [index for index in order if index >= 0]
        assert len(seen) == len(set(seen))
        assert all(0 <= index < len(characters) for index in seen)


def test_an_empty_page() -> None:
    assert reading_order([], Sheet([])) is None
