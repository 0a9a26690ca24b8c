"""The order in which lines are read, on pages made of boxes."""

from __future__ import annotations

import math

import pytest

from app.ingest.ocr_boxes import TiltedBox
from app.ingest.ocr_layout import order_lines, page_angle

H = 10.0  # height of a line


def line(left: float, top: float, width: float, height: float = H) -> TiltedBox:
    return TiltedBox(left + width / 2, top + height / 2, width, height, 0.0)


def turned(box: TiltedBox, degrees: float) -> TiltedBox:
    angle = math.radians(degrees)
    x = box.x * math.cos(angle) - box.y * math.sin(angle)
    y = box.x * math.sin(angle) + box.y * math.cos(angle)
    return TiltedBox(x, y, box.width, box.height, box.angle + angle)


def rows_of(boxes: dict[str, TiltedBox]) -> list[list[str]]:
    """Names of the lines, row by row, in reading order; they are given in another."""
    names = sorted(boxes, reverse=True)
    rows = order_lines([boxes[name] for name in names])
    return [[names[number] for number in row.lines] for row in rows]


def blocks_of(boxes: dict[str, TiltedBox]) -> list[int]:
    names = sorted(boxes, reverse=True)
    return [row.block for row in order_lines([boxes[name] for name in names])]


TITLE = {"title": line(20, 0, 380, 14)}
LEFT = {f"left {n}": line(0, 40 + 14 * n, 190) for n in range(5)}
RIGHT = {f"right {n}": line(220, 40 + 14 * n, 190) for n in range(5)}
FOOT = {"foot": line(180, 160, 30)}
TABLE = {
    f"{row} {column}": line(100 * column, 14 * row, 40) for row in range(5) for column in range(4)
}


@pytest.mark.parametrize("degrees", [0.0, 2.0, -3.0])
def test_columns_are_read_one_after_the_other_below_their_title(degrees: float) -> None:
    page = {name: turned(box, degrees) for name, box in {**TITLE, **LEFT, **RIGHT, **FOOT}.items()}
    assert [name for row in rows_of(page) for name in row] == [
        "title",
        *sorted(LEFT),
        *sorted(RIGHT),
        "foot",
    ]


def test_cells_of_a_table_stand_in_their_rows() -> None:
    assert rows_of(TABLE) == [[f"{row} {column}" for column in range(4)] for row in range(5)]


def test_a_larger_gap_parts_blocks() -> None:
    page = {f"{n}": line(0, 14 * n + (12 if n >= 3 else 0), 200) for n in range(6)}
    assert blocks_of(page) == [0, 0, 0, 1, 1, 1]
    assert blocks_of({"a": line(0, 0, 100), "b": line(0, 14, 100)}) == [0, 0]
    assert blocks_of(LEFT | RIGHT) == [0] * 5 + [1] * 5


def test_lines_that_overlap_stay_apart() -> None:
    # Boxes are a little higher than their lines.
    page = {f"{n}": line(0, 11 * n, 200, 14) for n in range(4)}
    assert rows_of(page) == [["0"], ["1"], ["2"], ["3"]]


def test_nothing_and_one_line() -> None:
    assert order_lines([]) == []
    assert rows_of({"a": line(0, 0, 10)}) == [["a"]]


def test_the_tilt_is_that_of_the_long_lines() -> None:
    long = [turned(line(0, 20 * n, 300), 2.0) for n in range(3)]
    short = [turned(line(0, 20 * n, 12), 40.0) for n in range(9)]
    assert page_angle(long + short) == pytest.approx(math.radians(2.0))
    assert page_angle(short) == 0.0


def test_a_gap_that_both_columns_share_does_not_part_them() -> None:
    left = {f"left {n}": line(0, 40 + 14 * n + (12 if n >= 4 else 0), 190) for n in range(8)}
    right = {f"right {n}": line(220, 40 + 14 * n + (12 if n >= 4 else 0), 190) for n in range(8)}
    below = {f"z {n}": line(0, 200 + 14 * n, 410) for n in range(2)}
    read = [name for row in rows_of({**TITLE, **left, **right, **below}) for name in row]
    assert read == ["title", *sorted(left), *sorted(right), *sorted(below)]


def test_columns_are_found_between_lines_that_nearly_touch() -> None:
    # Boxes are grown: those of one line and the next overlap.
    rows = {f"{n}": line(0, 14 * n - 3, 410, 16) for n in (0, 1, 8)}
    left = {f"left {n}": line(0, 14 * n - 3, 190, 16) for n in range(2, 8)}
    right = {f"right {n}": line(220, 14 * n - 3, 190, 16) for n in range(2, 8)}
    read = [name for row in rows_of({**rows, **left, **right}) for name in row]
    assert read == ["0", "1", *sorted(left), *sorted(right), "8"]
