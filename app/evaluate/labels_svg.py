"""Labels beside the points of a plot, placed so that they lie over nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.evaluate.svg import colour, escape, number, text_width

_LABEL_PX = 11.0
_MARK_PX = 4.0
_BASELINE_PX = 3.0  # from the bottom of the box

Box = tuple[float, float, float, float]  # left, top, right, bottom
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A line in px, with a label for each of its points; "" for none."""

    points: tuple[Point, ...]
    labels: tuple[str, ...]


def draw_labels(lines: Sequence[LabelledLine], inside: Box) -> Iterator[str]:
    """The labels as SVG text, coloured as their lines.

    A label stands where it covers no marker and no other label, and if it can, no line. Where
    there is no such place inside `inside`, it is left out: the marker still tells it.
    """
    taken: list[Box] = [
        (x - _MARK_PX, y - _MARK_PX, x + _MARK_PX, y + _MARK_PX)
        for each in lines
        for x, y in each.points
    ]
    segments = [pair for each in lines for pair in pairwise(each.points)]
    for series, each in enumerate(lines):
        for at, label in zip(each.points, each.labels, strict=True):
            choices = [box for box in _boxes(at, label) if _is_free(box, inside, taken)]
            if not label or not choices:
                continue
            box = min(choices, key=lambda box: sum(crosses(box, *pair) for pair in segments))
            taken.append(box)
            yield (
                f'<text class="point {colour(series)}" x="{number((box[0] + box[2]) / 2)}" '
                f'y="{number(box[3] - _BASELINE_PX)}" text-anchor="middle">{escape(label)}</text>'
            )


def _boxes(at: Point, label: str) -> Iterator[Box]:
    """The places beside a point, the best first."""
    width, height = text_width(label, _LABEL_PX), _LABEL_PX + 2
    half, away = width / 2, _MARK_PX + 2
    near = away + half
    for dx, dy in (
        (0.0, -away - height / 2),
        (0.0, away + height / 2),
        (near, 0.0),
        (-near, 0.0),
        (near - 2, -away - 2),
        (-near + 2, -away - 2),
        (near - 2, away + 2),
        (-near + 2, away + 2),
    ):
        x, y = at[0] + dx, at[1] + dy
        yield (x - half, y - height / 2, x + half, y + height / 2)


def _is_free(box: Box, inside: Box, taken: Sequence[Box]) -> bool:
    within = (
        box[0] >= inside[0] and box[1] >= inside[1] and box[2] <= inside[2] and box[3] <= inside[3]
    )
    return within and not any(overlap(box, other) for other in taken)


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def crosses(box: Box, start: Point, end: Point) -> bool:
    """Whether the straight line from `start` to `end` runs through `box`.

    Liang, Barsky, "A New Concept and Method for Line Clipping", ACM TOG 1984.
    """
    first, last = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        low, high = box[axis] - start[axis], box[axis + 2] - start[axis]
        if step == 0:
            if low >= 0 or high <= 0:
                return False
            continue
        enter, leave = sorted((low / step, high / step))
        first, last = max(first, enter), min(last, leave)
    return first < last
