"""Text lines on a picture, from the map in which a network tells what of it is text.

The map is that of a "differentiable binarization" detector (Liao et al. 2020, "Real-time Scene
Text Detection with Differentiable Binarization"): per point the probability that it belongs to
the core of a line of text. Cores are found as connected areas; the line around a core is larger
by a fixed rule.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_CORE = 0.3  # a point of at least this probability belongs to a core
_SURE = 0.5  # a core of less mean probability is no text
_GROWTH = 1.6  # r in the rule: a core grows by r · area / perimeter on each side
_MIN_SIDE = 3.0  # points of the map
MAX_LINES = 2_000  # of one picture; what has more is no page of text

Points = NDArray[np.float64]  # (n, 2): x, y


@dataclass(frozen=True, slots=True)
class TiltedBox:
    """A rectangle that may be tilted: centre, size, and clockwise angle in radians (y downwards),
    within ±45°, of the side that counts as its width."""

    x: float
    y: float
    width: float
    height: float
    angle: float

    def scaled(self, factor_x: float, factor_y: float) -> TiltedBox:
        """The box on a picture that is so many times larger; both factors are about the same."""
        mean = (factor_x + factor_y) / 2
        return TiltedBox(
            self.x * factor_x,
            self.y * factor_y,
            self.width * mean,
            self.height * mean,
            self.angle,
        )

    def part(self, first: float, last: float) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of what surrounds the part from `first` to `last`, which are
        fractions of the width."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        along = ((first - 0.5) * self.width, (last - 0.5) * self.width)
        across = (-self.height / 2, self.height / 2)
        xs = [self.x + u * cos - v * sin for u in along for v in across]
        ys = [self.y + u * sin + v * cos for u in along for v in across]
        return min(xs), min(ys), max(xs), max(ys)


def find_lines(probabilities: NDArray[np.float32]) -> list[TiltedBox]:
    """Boxes of the lines in a map `(height, width)` of probabilities, in points of the map."""
    boxes = []
    for rows, starts, ends in _connected_areas(probabilities >= _CORE):
        total = sum(
            float(probabilities[row, start:end].sum())
            for row, start, end in zip(rows, starts, ends, strict=True)
        )
        area = int((ends - starts).sum())
        if total < _SURE * area:
            continue
        box = smallest_box(_corners(rows, starts, ends))
        if min(box.width, box.height) < _MIN_SIDE:
            continue
        boxes.append(_grown(box))
        if len(boxes) >= MAX_LINES:
            break
    return boxes


def smallest_box(points: Points) -> TiltedBox:
    """The rectangle of least area around `points`: one of its sides lies on a side of their
    convex hull (Freeman and Shapira 1975)."""
    hull = convex_hull(points)
    sides = np.diff(np.vstack([hull, hull[:1]]), axis=0)
    angles = np.unique(np.mod(np.arctan2(sides[:, 1], sides[:, 0]), math.pi / 2))
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    along = hull[:, 0] * cos + hull[:, 1] * sin  # (angles, points)
    across = hull[:, 1] * cos - hull[:, 0] * sin
    widths, heights = np.ptp(along, axis=1), np.ptp(across, axis=1)
    best = int(np.argmin(widths * heights))
    middle = (along[best].max() + along[best].min()) / 2
    level = (across[best].max() + across[best].min()) / 2
    x = middle * cos[best, 0] - level * sin[best, 0]
    y = middle * sin[best, 0] + level * cos[best, 0]
    width, height, angle = float(widths[best]), float(heights[best]), float(angles[best])
    if angle > math.pi / 4:  # the other side is the one that runs across the page
        width, height, angle = height, width, angle - math.pi / 2
    return TiltedBox(float(x), float(y), width, height, angle)


def convex_hull(points: Points) -> Points:
    """Corners of the convex hull in order, by Andrew's monotone chain (1979)."""
    ordered = np.unique(points, axis=0)
    if len(ordered) < 3:
        return ordered
    lower = _half_hull(ordered)
    upper = _half_hull(ordered[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _half_hull(points: Points) -> list[tuple[float, float]]:
    hull: list[tuple[float, float]] = []
    for x, y in points.tolist():
        while len(hull) >= 2:
            (x1, y1), (x2, y2) = hull[-2:]
            if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                break
            hull.pop()
        hull.append((x, y))
    return hull


def _connected_areas(
    mask: NDArray[np.bool_],
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]]:
    """Each area of set points that touch, corners included, as runs: rows, starts, ends (one
    past the last). Runs are joined row by row with union-find."""
    padded = np.zeros((mask.shape[0], mask.shape[1] + 2), np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    labels = np.array(_join_runs(rows.tolist(), starts.tolist(), ends.tolist()), np.intp)
    order = np.argsort(labels, kind="stable")
    bounds = np.nonzero(np.diff(labels[order]))[0] + 1
    for members in np.split(order, bounds) if len(order) else ():
        yield rows[members], starts[members], ends[members]


def _join_runs(rows: list[int], starts: list[int], ends: list[int]) -> list[int]:
    """For each run the number of its area's first run."""
    parents = list(range(len(rows)))

    def root(run: int) -> int:
        while parents[run] != run:
            parents[run] = parents[parents[run]]
            run = parents[run]
        return run

    above = 0  # the first run of the row above that may still touch
    for run, row in enumerate(rows):
        while rows[above] < row - 1 or (rows[above] == row - 1 and ends[above] < starts[run]):
            above += 1
        other = above
        while rows[other] == row - 1 and starts[other] <= ends[run]:
            first, second = sorted((root(other), root(run)))
            parents[second] = first
            other += 1
    return [root(run) for run in range(len(rows))]


def _corners(rows: NDArray[np.intp], starts: NDArray[np.intp], ends: NDArray[np.intp]) -> Points:
    """Corners of all runs: what the hull of the area is made from."""
    xs = np.concatenate([starts, starts, ends, ends])
    ys = np.concatenate([rows, rows + 1, rows, rows + 1])
    return np.stack([xs, ys], axis=1).astype(np.float64)


def _grown(box: TiltedBox) -> TiltedBox:
    growth = _GROWTH * box.width * box.height / (2 * (box.width + box.height))
    return TiltedBox(box.x, box.y, box.width + 2 * growth, box.height + 2 * growth, box.angle)
