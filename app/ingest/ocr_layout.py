"""The order in which lines on a picture are read: blocks, columns, rows.

The page is cut in two again and again, as in the recursive X-Y cut (Nagy and Seth 1984), here on
the boxes of lines: across the page at the widest gap between rows, and down the page where two
columns of running text stand beside each other. What cannot be cut is read row by row.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.ingest.ocr_boxes import TiltedBox

# A gap between two rows that is so much larger than usual there starts another block; the same
# figure as for the lines of PDF files.
BLOCK_GAP = 1.35
_GUTTER = 0.7  # heights of a line: the narrowest gap between two columns
_COLUMN_WIDTH = 8.0  # heights of a line: half the lines of a column of running text are wider
_COLUMN_ROWS = 3  # rows that stand beside each other at least
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
    return PlacedLine(
        number,
        x - box.width / 2,
        y - box.height / 2,
        x + box.width / 2,
        y + box.height / 2,
    )


def _cut(lines: list[PlacedLine]) -> list[list[PlacedLine]]:
    """Areas of the page in reading order."""
    if len(lines) < 2:
        return [lines] if lines else []
    gutter = _find_gutter(lines)
    if gutter is not None:
        before = [line for line in lines if line.right <= gutter]
        after = [line for line in lines if line.right > gutter]
        return [*_cut(before), *_cut(after)]
    for gap in _row_gaps(lines):
        above = [line for line in lines if line.bottom <= gap]
        below = [line for line in lines if line.bottom > gap]
        # Only where it sets a column free: otherwise the rows of the whole tell more.
        parts = [*_cut(above), *_cut(below)]
        if len(parts) > 2 or _find_gutter(above) or _find_gutter(below):
            return parts
    return [lines]


def _find_gutter(lines: Sequence[PlacedLine]) -> float | None:
    """Where, from left to right, two columns part; None if they do not."""
    if len(lines) < 2 * _COLUMN_ROWS:
        return None
    usual = statistics.median(line.height for line in lines)
    for low, high in _gaps(lines, lambda line: (line.left, line.right), _GUTTER * usual):
        middle = (low + high) / 2
        left = [line for line in lines if line.right <= middle]
        right = [line for line in lines if line.right > middle]
        if _is_column(left) and _is_column(right) and _stand_beside(left, right):
            return middle
    return None


def _row_gaps(lines: Sequence[PlacedLine]) -> list[float]:
    usual = statistics.median(line.height for line in lines)
    gaps = _gaps(lines, lambda line: (line.top, line.bottom), 0.05 * usual)
    return [(low + high) / 2 for low, high in gaps[:8]]


def _gaps(
    lines: Sequence[PlacedLine],
    extent: Callable[[PlacedLine], tuple[float, float]],
    least: float,
) -> list[tuple[float, float]]:
    """Stretches that no line covers, widest first."""
    ordered = sorted(extent(line) for line in lines)
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
