"""What all our drawings have in common: numbers, escaped text, markers, text widths."""

from __future__ import annotations

import html
import unicodedata

COLOURS = 8  # classes c0 to c7 of the style sheet
FONT_PX = 12.0
_CHARACTER_PX = 7.2  # of a wide interface font at 12 px
_MARKER_PX = 3.6


def escape(text: str) -> str:
    """`text` as it may stand in markup: escaped, control characters and half pairs replaced."""
    return html.escape("".join(map(_visible, text)), quote=True)


def _visible(character: str) -> str:
    if character in "\n\t":
        return " "
    return "�" if unicodedata.category(character) in ("Cc", "Cs") else character


def number(value: float) -> str:
    """A coordinate, to a tenth of a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def text_width(text: str, font_px: float = FONT_PX) -> float:
    """About how wide `text` is drawn, in px; rather too wide than too narrow."""
    units = sum(1.8 if unicodedata.east_asian_width(each) in "WF" else 1.0 for each in text)
    return units * _CHARACTER_PX * font_px / FONT_PX


def shorten(text: str, width: float, font_px: float = FONT_PX) -> str:
    """`text`, cut with an ellipsis where it would be wider than `width` px."""
    if text_width(text, font_px) <= width:
        return text
    while text and text_width(text + "…", font_px) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def open_svg(width: float, height: float, label: str, kind: str) -> str:
    """The opening tag of a drawing of that size; `kind` is a class of the style sheet."""
    return (
        f'<svg class="{kind}" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" role="img" '
        f'aria-label="{escape(label)}">'
    )


def text_at(
    x: float, y: float, text: str, kind: str = "", anchor: str = "start", turned: bool = False
) -> str:
    """Text at a place; `turned` runs upwards."""
    turn = f' transform="rotate(-90 {number(x)} {number(y)})"' if turned else ""
    return (
        f'<text class="{kind}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{turn}>'
        f"{escape(text)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return (
        f'<line class="{kind}" x1="{number(x1)}" y1="{number(y1)}" '
        f'x2="{number(x2)}" y2="{number(y2)}"/>'
    )


def marker(x: float, y: float, series: int, title: str = "", size: float = _MARKER_PX) -> str:
    """The mark of a series: colour and shape both tell it, for those who see no colours.

    `title` is shown where the pointer rests on it.
    """
    shape = series % len(_SHAPES)
    points = " ".join(
        f"{number(x + dx * size)},{number(y + dy * size)}" for dx, dy in _SHAPES[shape]
    )
    inside = f"<title>{escape(title)}</title>" if title else ""
    kind = f"mark {colour(series)}"
    if not points:
        place = f'cx="{number(x)}" cy="{number(y)}" r="{number(size)}"'
        return f'<circle class="{kind}" {place}>{inside}</circle>'
    return f'<polygon class="{kind}" points="{points}">{inside}</polygon>'


def colour(series: int) -> str:
    """The class that colours a series."""
    return f"c{series % COLOURS}"


# Corners in units of the marker's radius; the first is a circle. Areas are about equal.
_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.3), (1.2, 0.85), (-1.2, 0.85)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    ((0, 1.3), (1.2, -0.85), (-1.2, -0.85)),
)
