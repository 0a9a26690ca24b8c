"""Comparisons as SVG: a dot with its interval for each entry, all on one axis, group by group.

Dots and not bars: what matters are small differences far from zero, and whether intervals overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.evaluate.axis import Axis, fits, make_axis
from app.evaluate.cells import interval_text, number_text
from app.evaluate.report import Comparison, Estimate
from app.evaluate.svg import colour, line, marker, number, open_svg, shorten, text_at, text_width

_ROW, _GROUP, _GAP = 21.0, 24.0, 8.0
_TOP, _BOTTOM = 6.0, 46.0
_VALUE = 48.0  # room for the number at the right
_MOST_NAME_SHARE = 0.4
_TICK_PX = 45.0
_MOST_TICKS = 8
_DIGITS = 3


def draw_comparison(comparison: Comparison, width: float) -> str:
    """The comparison as one SVG element of `width` px; its height follows from the entries."""
    names = list(dict.fromkeys(name for _g, entries in comparison.groups for name, _e in entries))
    colours = {name: at for at, name in enumerate(names)}
    bottom = _TOP + sum(_height(group, entries) for group, entries in comparison.groups)
    widest = max((text_width(name) for name in names), default=0.0)
    left = min(widest, width * _MOST_NAME_SHARE) + 16
    right = width - _VALUE - 12
    axis = _axis(comparison, right - left)
    parts = [open_svg(width, bottom + _BOTTOM, f"{comparison.title}. {comparison.label}", "plot")]
    for tick in axis.ticks:
        x = left + axis.place(tick.value) * (right - left)
        parts.append(line(x, _TOP, x, bottom, "grid"))
        parts.append(text_at(x, bottom + 18, tick.label, "tick", "middle"))
    y = _TOP
    for group, entries in comparison.groups:
        parts += _draw_group(group, entries, y, (left, right), axis, colours)
        y += _height(group, entries)
    parts.append(line(left, bottom, right, bottom, "axis"))
    label = shorten(comparison.label, width - 20)
    parts.append(text_at((left + right) / 2, bottom + 38, label, "label", "middle"))
    return "".join([*parts, "</svg>"])


def _height(group: str, entries: tuple[tuple[str, Estimate], ...]) -> float:
    return (_GROUP if group else 0.0) + _ROW * len(entries) + _GAP


def _axis(comparison: Comparison, length: float) -> Axis:
    values = [
        value
        for _group, entries in comparison.groups
        for _name, each in entries
        for value in (each.low, each.value, each.high)
    ]
    most_ticks = max(3, min(_MOST_TICKS, int(length // _TICK_PX)))
    return make_axis(values, logarithmic=False, most_ticks=most_ticks)


def _draw_group(
    group: str,
    entries: tuple[tuple[str, Estimate], ...],
    top: float,
    sides: tuple[float, float],
    axis: Axis,
    colours: Mapping[str, int],
) -> Iterator[str]:
    left, right = sides
    if group:
        yield text_at(4, top + 16, shorten(group, right), "group")
        top += _GROUP
    for at, (name, each) in enumerate(entries):
        y = top + _ROW * at + _ROW / 2
        yield text_at(left - 10, y + 4, shorten(name, left - 14), "tick", "end")
        if not all(fits(value, False) for value in (each.low, each.value, each.high)):
            continue
        low, middle, high = (
            left + axis.place(value) * (right - left) for value in (each.low, each.value, each.high)
        )
        series = colours[name]
        yield (
            f'<line class="whisker {colour(series)}" x1="{number(low)}" y1="{number(y)}" '
            f'x2="{number(high)}" y2="{number(y)}"/>'
        )
        value = number_text(each.value, _DIGITS)
        yield marker(
            middle, y, series, f"{name}: {value}\n95 %: {interval_text(each, _DIGITS)}", size=4.2
        )
        yield text_at(right + 12, y + 4, value, "value")
