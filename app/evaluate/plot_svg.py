"""Line plots as SVG, without any library: axes, grid, lines, markers and labels at the points.

Colours and fonts come from the report's style sheet by class, so that they follow light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.evaluate.axis import Axis, fits, make_axis
from app.evaluate.cells import number_text
from app.evaluate.labels_svg import Box, LabelledLine, draw_labels
from app.evaluate.report import Plot, Series
from app.evaluate.svg import (
    colour,
    line,
    marker,
    number,
    open_svg,
    shorten,
    text_at,
    text_width,
)

_TOP, _RIGHT, _BOTTOM, _LEFT = 22.0, 18.0, 46.0, 28.0
_TICK_GAP = 7.0
_X_TICK_PX = 64.0  # room for one tick's label
_Y_TICK_PX = 44.0
_MOST_MARKED = 60  # points of a line; more are a curve without markers


@dataclass(frozen=True, slots=True)
class _Frame:
    """The rectangle that data are drawn in, in px, with its axes."""

    left: float
    top: float
    right: float
    bottom: float
    x: Axis
    y: Axis

    @property
    def box(self) -> Box:
        """Where labels may stand: they may hang over at the top and at the right."""
        return (self.left, 0.0, self.right + _RIGHT, self.bottom)

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a point of the data lies, in px."""
        return (
            self.left + self.x.place(point[0]) * (self.right - self.left),
            self.bottom - self.y.place(point[1]) * (self.bottom - self.top),
        )


def draw_plot(plot: Plot, width: float, height: float) -> str:
    """The plot as one SVG element of `width` × `height` px.

    Points that a logarithmic axis cannot show are left out.
    """
    lines = [_drawable(each, plot) for each in plot.series]
    frame = _frame(plot, lines, width, height)
    parts = [open_svg(width, height, _description(plot), "plot")]
    parts += _draw_axes(plot, frame, height)
    parts += [_draw_line(each, index, frame) for index, each in enumerate(lines)]
    for index, each in enumerate(lines):
        parts += _draw_markers(plot, each, index, frame)
    parts += draw_labels([_labelled(each, frame) for each in lines], frame.box)
    return "".join([*parts, "</svg>"])


def _drawable(series: Series, plot: Plot) -> Series:
    labels = series.labels or ("",) * len(series.points)
    kept = [
        (point, label)
        for point, label in zip(series.points, labels, strict=True)
        if fits(point[0], plot.x_logarithmic) and fits(point[1], plot.y_logarithmic)
    ]
    return Series(series.name, tuple(a for a, _b in kept), tuple(b for _a, b in kept))


def _description(plot: Plot) -> str:
    names = ", ".join(each.name for each in plot.series)
    return f"{plot.title}. {plot.y_label} over {plot.x_label}: {names}"


def _frame(plot: Plot, lines: Sequence[Series], width: float, height: float) -> _Frame:
    points = [point for each in lines for point in each.points]
    bottom = height - _BOTTOM
    y = make_axis(
        (value for _x, value in points),
        logarithmic=plot.y_logarithmic,
        most_ticks=max(3, int((bottom - _TOP) // _Y_TICK_PX)),
    )
    left = _LEFT + max(text_width(tick.label) for tick in y.ticks)
    x = make_axis(
        (value for value, _y in points),
        logarithmic=plot.x_logarithmic,
        most_ticks=max(3, int((width - left - _RIGHT) // _X_TICK_PX)),
    )
    # Half of the last tick's label hangs over the frame.
    right = width - max(_RIGHT, text_width(x.ticks[-1].label) / 2)
    return _Frame(left, _TOP, right, bottom, x, y)


def _draw_axes(plot: Plot, frame: _Frame, height: float) -> Iterator[str]:
    for tick in frame.y.ticks:
        y = frame.at((frame.x.low, tick.value))[1]
        yield line(frame.left, y, frame.right, y, "grid" if tick.label else "grid fine")
        if tick.label:
            yield text_at(frame.left - _TICK_GAP, y + 4, tick.label, "tick", "end")
    for tick in frame.x.ticks:
        x = frame.at((tick.value, frame.y.low))[0]
        yield line(x, frame.bottom, x, frame.bottom + (5 if tick.label else 3), "axis")
        if tick.label:
            yield text_at(x, frame.bottom + 19, tick.label, "tick", "middle")
    yield line(frame.left, frame.bottom, frame.right, frame.bottom, "axis")
    middle = (frame.left + frame.right) / 2
    x_label = shorten(plot.x_label, frame.right - frame.left)
    y_label = shorten(plot.y_label, frame.bottom - frame.top)
    yield text_at(middle, height - 8, x_label, "label", "middle")
    yield text_at(14, (frame.top + frame.bottom) / 2, y_label, "label", "middle", turned=True)


def _draw_line(series: Series, index: int, frame: _Frame) -> str:
    if len(series.points) < 2:
        return ""
    points = " ".join(f"{number(x)},{number(y)}" for x, y in map(frame.at, series.points))
    return f'<polyline class="line {colour(index)}" points="{points}"/>'


def _draw_markers(plot: Plot, series: Series, index: int, frame: _Frame) -> Iterator[str]:
    if len(series.points) > _MOST_MARKED:
        return
    for point, label in zip(series.points, series.labels, strict=True):
        name = f"{series.name} · {label}" if label else series.name
        values = f"{plot.x_label}: {_exact(point[0])}\n{plot.y_label}: {_exact(point[1])}"
        yield marker(*frame.at(point), index, f"{name}\n{values}")


def _exact(value: float) -> str:
    """A value with four significant digits."""
    return number_text(value, 0) if abs(value) >= 1000 else f"{value:.4g}"


def _labelled(series: Series, frame: _Frame) -> LabelledLine:
    return LabelledLine(tuple(map(frame.at, series.points)), series.labels)
