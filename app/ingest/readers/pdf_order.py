"""Which characters of a page are read, and in which order, where the file's own order is no use.

A PDF holds its text in the order in which it was written, which is mostly the order of reading. A
page whose columns were written line by line across is told by its gutters, and only such a page is
put in order: rows of a table stay rows. Text that lies outside the page as it is shown is not read.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Protocol

Box = tuple[float, float, float, float]  # left, bottom, right, top, in points, y upwards

_BIN = 2.0  # points: how finely the page is looked at for gutters
_GUTTER = 8.0  # points; narrower gaps part words
_WIDEST = 20_000.0  # points; text that reaches further is a fault, or a plan of a building
_VALLEY = 0.6  # of the text on both sides: what may stand in a gutter, headings and full lines
_EDGE = 2.0  # points outside the page that are forgiven
_FEWEST_LINES = 4  # of a column
_FULL = 0.65  # of the column's width: a line of prose that is not its paragraph's last
_FULL_LINES = 0.6  # of a column's lines are full where it is prose, and not a table's cells
_LETTERS = 12  # of a line of prose, on average
_CROSSED = 0.6  # of the lines: how often the writing changes columns where it goes across
_GOES_ON = 0.4  # of a column's lines go on with a small letter where it is prose, in German too
_APART = 2.2  # lines' height: what is so far from the columns is a header or a footer
_LINE_ENDS = frozenset((0x0A, 0x0D))
_BLANKS = frozenset((0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x02, 0xFFFE))


class Layout(Protocol):
    """Where the text of a page stands."""

    def stretches(self) -> Sequence[Box]:
        """Boxes of stretches of text: far fewer than characters, mostly."""

    def shown_box(self) -> Box:
        """The part of the page that is shown."""

    def line_box(self, index: int) -> Box:
        """The character, as wide as its advance."""

    def angle(self, index: int) -> float:
        """Direction of the text in radians."""


@dataclass(slots=True)
class _Run:
    """Characters that follow one another on a line of one column. `column` is -1 for a run that
    lies across columns, or apart from them."""

    indexes: list[int] = field(default_factory=list)
    left: float = 1e9
    bottom: float = 1e9
    right: float = -1e9
    top: float = -1e9
    column: int = -1

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    def add(self, index: int, box: Box | None) -> None:
        self.indexes.append(index)
        if box is not None:
            self.left, self.bottom = min(self.left, box[0]), min(self.bottom, box[1])
            self.right, self.top = max(self.right, box[2]), max(self.top, box[3])


def reading_order(codes: Sequence[int], layout: Layout) -> list[int] | None:
    """Indexes of the characters to be read, in order, -1 for the end of a line.

    None where all are read as they come: nearly always, and then one look at the stretches of the
    page was enough. No character comes twice; those that are shown all come.
    """
    stretches = [_upright(box) for box in layout.stretches() if all(map(math.isfinite, box))]
    inside = _inside(codes, stretches, layout)
    gutters = _find_gutters(stretches)
    if gutters and _cross(stretches, gutters) and abs(layout.angle(0)) < 0.1:
        ordered = _by_columns(codes, inside, gutters, layout)
        if ordered is not None:
            return ordered
    return inside


def _upright(box: Box) -> Box:
    """The box from its lower left to its upper right corner: a broken page may tell another."""
    left, bottom, right, top = box
    return (min(left, right), min(bottom, top), max(left, right), max(bottom, top))


# --------------------------------------------------------------------------- what is shown


def _inside(codes: Sequence[int], stretches: Iterable[Box], layout: Layout) -> list[int] | None:
    """Characters that the page shows; None where it shows all, or none."""
    shown = layout.shown_box()
    if all(_shows(shown, box) for box in stretches):
        return None
    kept = [
        index
        for index, code in enumerate(codes)
        if code in _BLANKS or _shows(shown, layout.line_box(index))
    ]
    return kept if any(codes[index] not in _BLANKS for index in kept) else None


def _shows(shown: Box, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return shown[0] - _EDGE <= x <= shown[2] + _EDGE and shown[1] - _EDGE <= y <= shown[3] + _EDGE


# ------------------------------------------------------------------------------- gutters


def _find_gutters(stretches: Sequence[Box]) -> list[tuple[float, float]]:
    """Vertical bands, as their left and right, in which little stands, and much on both sides."""
    if len(stretches) < 2 * _FEWEST_LINES:
        return []
    start = min(box[0] for box in stretches)
    reach = max(box[2] for box in stretches) - start
    if not 0 < reach < _WIDEST:
        return []
    bins = [0.0] * (int(reach / _BIN) + 2)
    for left, bottom, right, top in stretches:  # the differences first, then their sums
        bins[int((left - start) / _BIN)] += top - bottom
        bins[int((right - start) / _BIN) + 1] -= top - bottom
    total = 0.0
    for place, change in enumerate(bins):
        total += change
        bins[place] = total
    before, after = _running_maxima(bins), _running_maxima(bins[::-1])[::-1]
    low = [
        height <= _VALLEY * min(left, right)
        for height, left, right in zip(bins, before, after, strict=True)
    ]
    found, place = [], 0
    for is_low, group in groupby(low):
        length = len(list(group))
        if is_low and length * _BIN >= _GUTTER:
            found.append((start + place * _BIN, start + (place + length) * _BIN))
        place += length
    return found


def _cross(stretches: Iterable[Box], gutters: Sequence[tuple[float, float]]) -> bool:
    """Whether the writing goes over the gutters often enough to be worth a closer look."""
    middles = [(left + right) / 2 for left, right in gutters]
    columns = [sum(middle < box[0] for middle in middles) for box in stretches]
    crossings = sum(before != after for before, after in pairwise(columns))
    return crossings >= _CROSSED * 2 * _FEWEST_LINES


def _running_maxima(values: Sequence[float]) -> list[float]:
    found, highest = [], 0.0
    for value in values:
        highest = max(highest, value)
        found.append(highest)
    return found


# ------------------------------------------------------------------------------- columns


def _by_columns(
    codes: Sequence[int],
    inside: Sequence[int] | None,
    gutters: Sequence[tuple[float, float]],
    layout: Layout,
) -> list[int] | None:
    """The page column by column; None where it was not written across, or is no prose."""
    runs = _runs(codes, range(len(codes)) if inside is None else inside, gutters, layout)
    middles = [_narrowest(runs, gutter) for gutter in gutters]
    for run in runs:
        run.column = _column(run, middles)
    _set_apart(runs)
    columns = [[run for run in runs if run.column == number] for number in range(len(middles) + 1)]
    prose = [column for column in columns if len(column) >= _FEWEST_LINES]
    if len(prose) < 2 or not all(_is_prose(column, codes) for column in prose):
        return None
    written = [run.column for run in runs if run.column >= 0]
    crossings = sum(before != after for before, after in pairwise(written))
    fewest = sorted(map(len, prose))[-2]
    if crossings < _CROSSED * 2 * fewest:
        return None
    ordered: list[int] = []
    for run in _in_bands(runs, len(columns)):
        ordered += run.indexes
        ordered.append(-1)
    return ordered


def _runs(
    codes: Sequence[int],
    indexes: Iterable[int],
    gutters: Sequence[tuple[float, float]],
    layout: Layout,
) -> list[_Run]:
    """The page's text in its own order, parted at line ends and where it leaps over a gutter."""
    runs = [_Run()]
    last: Box | None = None
    for index in indexes:
        if codes[index] in _LINE_ENDS:
            runs.append(_Run())
            last = None
            continue
        if codes[index] in _BLANKS:
            runs[-1].add(index, None)
            continue
        box = layout.line_box(index)
        if not all(map(math.isfinite, box)):
            runs[-1].add(index, None)
            continue
        if last is not None and _leaps(last, box, gutters):
            runs.append(_Run())
        runs[-1].add(index, box)
        last = box
    return [run for run in runs if run.top > run.bottom]


def _leaps(before: Box, after: Box, gutters: Sequence[tuple[float, float]]) -> bool:
    height = before[3] - before[1]
    if after[0] < before[0] - height:  # back to the left: a line that ended without saying so
        return True
    gap = after[0] - before[2]
    return gap > 0.6 * height and any(
        before[2] <= right and after[0] >= left for left, right in gutters
    )


def _narrowest(runs: Iterable[_Run], gutter: tuple[float, float]) -> float:
    """Where in a gutter the fewest runs stand."""
    places = [gutter[0] + (gutter[1] - gutter[0]) * step / 8 for step in range(1, 8)]
    crossed = [sum(run.left < place < run.right for run in runs) for place in places]
    fewest = [place for place, count in zip(places, crossed, strict=True) if count == min(crossed)]
    return fewest[len(fewest) // 2]


def _column(run: _Run, middles: Sequence[float]) -> int:
    if any(run.left < middle < run.right for middle in middles):
        return -1
    return sum(middle < run.left for middle in middles)


def _set_apart(runs: Sequence[_Run]) -> None:
    """Take the header and the footer out of the columns: rows with room between them and these."""
    if not runs:
        return
    room = _APART * statistics.median(run.top - run.bottom for run in runs)
    downwards = sorted(runs, key=lambda run: -run.middle)
    for ordered in (downwards, downwards[::-1]):
        for place in range(1, min(len(ordered), 5)):
            if abs(ordered[place].middle - ordered[place - 1].middle) > room:
                for run in ordered[:place]:
                    run.column = -1
                break


def _is_prose(column: Sequence[_Run], codes: Sequence[int]) -> bool:
    widths = sorted(run.width for run in column)
    usual = widths[int(0.9 * (len(widths) - 1))]
    full = sum(width >= _FULL * usual for width in widths)
    texts = [
        [codes[index] for index in run.indexes if codes[index] not in _BLANKS] for run in column
    ]
    goes_on = sum(_goes_on(before, after) for before, after in pairwise(texts))
    return (
        full >= _FULL_LINES * len(column)
        and sum(map(len, texts)) >= _LETTERS * len(column)
        and goes_on >= _GOES_ON * (len(texts) - 1)
    )


def _goes_on(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether a line that begins `after` may go on with a sentence of the one `before`."""
    if not before or not after:
        return False
    first = chr(after[0]) if after[0] < 0xD800 else " "
    ends = chr(before[-1]) in ".!?:" if before[-1] < 0xD800 else False
    return not ends and (first.islower() or not first.isalpha() or not first.isupper())


def _in_bands(runs: Sequence[_Run], columns: int) -> Iterable[_Run]:
    """Column by column, between what lies across them, from top to bottom."""
    across = sorted((run for run in runs if run.column < 0), key=lambda run: -run.middle)
    heights = [run.middle for run in across]
    bands: list[list[_Run]] = [[] for _ in range(len(across) + 1)]
    for run in runs:
        if run.column >= 0:
            bands[sum(height > run.middle for height in heights)].append(run)
    for place, band in enumerate(bands):
        for number in range(columns):
            yield from _downwards([run for run in band if run.column == number])
        if place < len(across):
            yield across[place]


def _downwards(column: list[_Run]) -> list[_Run]:
    """A column as it was written, or sorted where that was not from top to bottom."""
    back = sum(after.middle > before.middle + 1 for before, after in pairwise(column))
    if back <= 0.1 * len(column):
        return column
    return sorted(column, key=lambda run: (-round(run.middle), run.left))
