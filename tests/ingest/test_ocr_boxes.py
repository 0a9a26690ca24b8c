"""Lines of text from the detector's map, beside slow and obvious ways."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from app.ingest import ocr_boxes
from app.ingest.ocr_boxes import TiltedBox, convex_hull, find_lines, smallest_box

masks = arrays.arrays(bool, st.tuples(st.integers(1, 9), st.integers(1, 9)))
points = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=14).map(
    lambda each: np.array(each, np.float64)
)


def flood(mask: np.ndarray) -> set[frozenset[tuple[int, int]]]:
    """Areas of points that touch, by walking over them."""
    left = {(int(y), int(x)) for y, x in zip(*np.nonzero(mask), strict=True)}
    areas = set()
    while left:
        area, edge = set(), [left.pop()]
        while edge:
            y, x = edge.pop()
            area.add((y, x))
            for there in [(y + a, x + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]:
                if there in left:
                    left.remove(there)
                    edge.append(there)
        areas.add(frozenset(area))
    return areas


@given(masks)
def test_areas_are_those_that_touch(mask: np.ndarray) -> None:
    found = {
        frozenset(
            (int(row), x) for row, start, end in zip(*area, strict=True) for x in range(start, end)
        )
        for area in ocr_boxes._connected_areas(mask)
    }
    assert found == flood(mask)


def inside(box: TiltedBox, point: tuple[float, float], slack: float = 1e-6) -> bool:
    x, y = point[0] - box.x, point[1] - box.y
    along = x * math.cos(box.angle) + y * math.sin(box.angle)
    across = y * math.cos(box.angle) - x * math.sin(box.angle)
    return abs(along) <= box.width / 2 + slack and abs(across) <= box.height / 2 + slack


@given(points)
def test_the_hull_turns_one_way_and_holds_all_points(cloud: np.ndarray) -> None:
    hull = convex_hull(cloud)
    assert {tuple(each) for each in hull.tolist()} <= {tuple(each) for each in cloud.tolist()}
    if len(hull) < 3:
        return
    for at in range(len(hull)):
        (x1, y1), (x2, y2) = hull[at], hull[(at + 1) % len(hull)]
        crosses = (x2 - x1) * (cloud[:, 1] - y1) - (y2 - y1) * (cloud[:, 0] - x1)
        assert (crosses >= -1e-9).all()


@given(points)
def test_the_smallest_box_holds_all_points_and_no_turned_one_is_smaller(cloud: np.ndarray) -> None:
    box = smallest_box(cloud)
    assert abs(box.angle) <= math.pi / 4 + 1e-9
    assert all(inside(box, point) for point in cloud.tolist())
    for angle in np.linspace(0, math.pi / 2, 40):
        along = cloud @ [math.cos(angle), math.sin(angle)]
        across = cloud @ [-math.sin(angle), math.cos(angle)]
        assert box.width * box.height <= np.ptp(along) * np.ptp(across) + 1e-6


def painted(box: TiltedBox, size: tuple[int, int], probability: float) -> np.ndarray:
    """A map in which `box` is text."""
    rows, columns = np.mgrid[0 : size[1], 0 : size[0]] + 0.5
    x, y = columns - box.x, rows - box.y
    along = x * math.cos(box.angle) + y * math.sin(box.angle)
    across = y * math.cos(box.angle) - x * math.sin(box.angle)
    within = (abs(along) <= box.width / 2) & (abs(across) <= box.height / 2)
    return (within * probability).astype(np.float32)


@pytest.mark.parametrize("degrees", [0.0, 3.0, -12.0, 30.0])
def test_a_line_is_found_as_it_lies_and_grown(degrees: float) -> None:
    core = TiltedBox(150, 90, 200, 12, math.radians(degrees))
    (found,) = find_lines(painted(core, (300, 200), 0.9))
    growth = 2 * 1.6 * 200 * 12 / (2 * 212)
    assert (found.x, found.y) == pytest.approx((150, 90), abs=1.0)
    assert found.width == pytest.approx(200 + growth, abs=4.0)
    assert found.height == pytest.approx(12 + growth, abs=4.0)
    assert found.angle == pytest.approx(core.angle, abs=0.02)


def test_what_is_unsure_or_tiny_is_no_line() -> None:
    assert find_lines(painted(TiltedBox(50, 50, 60, 10, 0), (100, 100), 0.45)) == []
    assert find_lines(painted(TiltedBox(50, 50, 60, 2, 0), (100, 100), 0.9)) == []
    assert find_lines(np.zeros((40, 40), np.float32)) == []


def test_part_of_a_box_is_a_part_of_its_width() -> None:
    level = TiltedBox(50, 20, 100, 10, 0.0)
    assert level.part(0.25, 0.5) == pytest.approx((25, 15, 50, 25))
    upright = TiltedBox(50, 50, 100, 10, math.pi / 4)
    left, top, right, bottom = upright.part(0.0, 1.0)
    assert right - left == pytest.approx(110 / math.sqrt(2))
    assert bottom - top == pytest.approx(110 / math.sqrt(2))
