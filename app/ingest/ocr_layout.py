"""The order in which lines on a picture are read: blocks, columns, rows.

The page is cut again and again, as in the recursive X-Y cut (Nagy and Seth 1984), here on the
boxes of lines: down the page where two columns of running text stand beside each other, and across
it above and below the largest stretch of rows that can be cut so. What cannot be cut is read row
by row.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from app.ingest.ocr_boxes import TiltedBox

# A gap between two rows that is so much larger than usual there starts another block; the same
# figure as for the lines of PDF files.
BLOCK_GAP = 1.35
_GUTTER = 0.7  # heights of a line: the narrowest gap between two columns
_COLUMN_WIDTH = 11.0  # heights of a line: half the lines of a column of running text are wider
_COLUMN_ROWS = 3  # rows that stand beside each other at least
_CORE = 0.7  # of a box's height: boxes are grown, so that those of close lines overlap
_WIDE_GAP = 3.5  # heights of a line: what is so far above or below a column is none of it
_MOST_GAPS = 60  # between rows, at which a page is cut
_SAME_ROW = 0.5  # of the lower one's height must be shared


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """One line, by its number, on the page as it would be without its tilt."""

    number: int
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """Its height."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """The height at which it stands."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Row:
    """Numbers of the lines that make one row, from left to right, and the row's block."""

    lines: tuple[int, ...]
    block: int


def page_angle(boxes: Sequence[TiltedBox]) -> float:
    """The tilt of the page in radians: the median over the lines, long ones weighing more."""
    long = sorted((box for box in boxes if box.width > 4 * box.height), key=lambda box: box.angle)
    if not long:
        return 0.0
    half = sum(box.width for box in long) / 2
    reached = 0.0
    for box in long:
        reached += box.width
        if reached >= half:
            return box.angle
    return long[-1].angle


def order_lines(boxes: Sequence[TiltedBox]) -> list[Row]:
    """The lines of a page as rows in reading order."""
    angle = page_angle(boxes)
    placed = [_place(number, box, angle) for number, box in enumerate(boxes)]
    rows: list[Row] = []
    block = 0
    for area in _cut(placed):
        for group in _blocks(_rows(area)):
            rows += [Row(tuple(line.number for line in row), block) for row in group]
            block += 1
    return rows


def _place(number: int, box: TiltedBox, angle: float) -> PlacedLine:
    cos, sin = math.cos(-angle), math.sin(-angle)
    x, y = box.x * cos - box.y * sin, box.x * sin + box.y * cos
    half = _CORE * box.height / 2
    return PlacedLine(number, x - box.width / 2, y - half, x + box.width / 2, y + half)


def _cut(lines: list[PlacedLine]) -> list[list[PlacedLine]]:
    """Areas of the page in reading order."""
    if len(lines) < 2:
        return [lines] if lines else []
    gutter = _find_gutter(lines)
    if gutter is not None:
        before = [line for line in lines if line.right <= gutter]
        after = [line for line in lines if line.right > gutter]
        return [*_cut(before), *_cut(after)]
    stretch = _find_columns(lines)
    if stretch is None:
        return [lines]
    first, last = stretch
    ordered = sorted(lines, key=lambda line: line.top)
    parts = (ordered[:first], ordered[first:last], ordered[last:])
    return [area for part in parts for area in _cut(part)]


def _find_columns(lines: Sequence[PlacedLine]) -> tuple[int, int] | None:
    """The largest stretch of whole rows that two columns part, as places in the order from the top
    down; None if there is none, or it is all of the lines."""
    ordered = sorted(lines, key=lambda line: line.top)
    usual = statistics.median(line.height for line in lines)
    cuts, apart = [0], [0]  # places before which no line reaches; those with a wide gap
    reached = ordered[0].bottom
    for at, line in enumerate(ordered):
        if line.top >= reached and len(cuts) < _MOST_GAPS:
            cuts.append(at)
            if line.top - reached > _WIDE_GAP * usual:
                apart.append(at)
        reached = max(reached, line.bottom)
    cuts.append(len(ordered))
    stretches = sorted(itertools.combinations(cuts, 2), key=lambda pair: pair[0] - pair[1])
    for first, last in stretches:
        if last - first == len(lines) or any(first < at < last for at in apart):
            continue
        if _find_gutter(ordered[first:last]) is not None:
            return first, last
    return None


def _find_gutter(lines: Sequence[PlacedLine]) -> float | None:
    """Where, from left to right, two columns part; None if they do not."""
    if len(lines) < 2 * _COLUMN_ROWS:
        return None
    usual = statistics.median(line.height for line in lines)
    for low, high in _gaps([(line.left, line.right) for line in lines], _GUTTER * usual):
        middle = (low + high) / 2
        left = [line for line in lines if line.right <= middle]
        right = [line for line in lines if line.right > middle]
        if _is_column(left) and _is_column(right) and _stand_beside(left, right):
            return middle
    return None


def _gaps(extents: Sequence[tuple[float, float]], least: float) -> list[tuple[float, float]]:
    """Stretches of at least this length that none of the extents covers, longest first."""
    ordered = sorted(extents)
    reached = ordered[0][1]
    gaps = []
    for low, high in ordered:
        if low - reached >= least:
            gaps.append((reached, low))
        reached = max(reached, high)
    return sorted(gaps, key=lambda gap: gap[0] - gap[1])


def _is_column(lines: Sequence[PlacedLine]) -> bool:
    """Whether these are lines of running text, and not the cells of a table."""
    if len(_rows(lines)) < _COLUMN_ROWS:
        return False
    return statistics.median(line.right - line.left for line in lines) > _COLUMN_WIDTH * (
        statistics.median(line.height for line in lines)
    )


def _stand_beside(left: Sequence[PlacedLine], right: Sequence[PlacedLine]) -> bool:
    top = max(min(line.top for line in left), min(line.top for line in right))
    bottom = min(max(line.bottom for line in left), max(line.bottom for line in right))
    shared = sum(1 for line in left if top <= line.middle <= bottom)
    return shared >= _COLUMN_ROWS


def _rows(lines: Sequence[PlacedLine]) -> list[list[PlacedLine]]:
    """Lines that stand at one height, from left to right; rows from the top down."""
    rows: list[list[PlacedLine]] = []
    for line in sorted(lines, key=lambda each: each.middle):
        if rows and _same_row(rows[-1][-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda each: each.left) for row in rows]


def _same_row(one: PlacedLine, other: PlacedLine) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    beside = min(one.right, other.right) - max(one.left, other.left)
    lower = min(one.height, other.height)
    return shared > _SAME_ROW * lower and beside < lower


def _blocks(rows: list[list[PlacedLine]]) -> list[list[list[PlacedLine]]]:
    """Rows parted where the step from one to the next is larger than usual."""
    if not rows:
        return []
    levels = [statistics.fmean(line.middle for line in row) for row in rows]
    steps = [after - before for before, after in itertools.pairwise(levels)]
    usual = statistics.median(steps) if steps else 0.0
    blocks = [[rows[0]]]
    for row, step in zip(rows[1:], steps, strict=True):
        if len(steps) >= 2 and step > BLOCK_GAP * usual:
            blocks.append([row])
        else:
            blocks[-1].append(row)
    return blocks
