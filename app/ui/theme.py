"""Colours, type sizes and the style sheet, for light and dark.

Colours are named by what they are for. `CONTRAST_PAIRS` lists every pair in which one is read on
the other; a test holds them to 4.5 : 1 (WCAG 2.2, success criterion 1.4.3).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from string import Template

from PySide6.QtGui import QColor, QFont, QPalette

from app.core.resources import read_resource, resource_path


@dataclass(frozen=True, slots=True)
class Colours:
    """One palette; every value is `#rrggbb`."""

    window: str  # panels
    surface: str  # where text is read and written
    raised: str  # bubbles, cards under the pointer
    line: str
    line_strong: str
    ink: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str
    accent_soft: str
    good: str
    good_soft: str
    warn: str
    warn_soft: str
    bad: str
    bad_soft: str
    neutral_soft: str
    mark: str  # behind marked words
    margin: str  # the red rule of a notebook
    words: str  # what is found by words; goes with `mark`
    meaning: str  # what is found by meaning


LIGHT = Colours(
    window="#f6f4ef",
    surface="#ffffff",
    raised="#efece5",
    line="#e2ded5",
    line_strong="#c6c0b4",
    ink="#22262b",
    muted="#5b616a",
    accent="#2456a6",
    accent_hover="#1c4687",
    on_accent="#ffffff",
    accent_soft="#e6eefa",
    good="#1f6a45",
    good_soft="#e3f2e9",
    warn="#7f5200",
    warn_soft="#faefd6",
    bad="#a9261d",
    bad_soft="#fbe9e7",
    neutral_soft="#ebe8e1",
    mark="#ffe9a3",
    margin="#d2544a",
    words="#8a5a00",
    meaning="#2456a6",
)
DARK = Colours(
    window="#1b1d20",
    surface="#222528",
    raised="#2c3034",
    line="#34383d",
    line_strong="#4c5259",
    ink="#e8e6e1",
    muted="#a9afb7",
    accent="#8db4f0",
    accent_hover="#a9c7f5",
    on_accent="#10233f",
    accent_soft="#263449",
    good="#7ccb9b",
    good_soft="#20382b",
    warn="#e3b566",
    warn_soft="#3d321c",
    bad="#f2a099",
    bad_soft="#462623",
    neutral_soft="#2f3337",
    mark="#5f5020",
    margin="#c8665e",
    words="#e3b566",
    meaning="#8db4f0",
)

CONTRAST_PAIRS: tuple[tuple[str, str], ...] = (
    *(("ink", ground) for ground in ("window", "surface", "raised", "accent_soft", "mark")),
    *(("muted", ground) for ground in ("window", "surface", "raised", "accent_soft")),
    *(("accent", ground) for ground in ("window", "surface", "raised", "accent_soft")),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    *((tone, ground) for tone in ("good", "warn", "bad") for ground in ("window", "surface")),
    *(
        (tone, ground)
        for tone in ("words", "meaning")
        for ground in ("surface", "window", "raised")
    ),
    *((tone, "accent_soft") for tone in ("words", "meaning")),
    ("good", "accent_soft"),
    ("good", "good_soft"),
    ("ink", "good_soft"),
    ("warn", "warn_soft"),
    ("bad", "bad_soft"),
    *((tone, ground) for tone in ("ink", "muted") for ground in ("warn_soft", "bad_soft")),
    ("ink", "neutral_soft"),
    ("muted", "neutral_soft"),
)


# Sizes that go with the text that is in them or beside them.
_WITH_TEXT_PX = {"rank": 18, "rank_most": 26, "box": 13, "step": 9, "spin": 15}
_ARROW_PX, _AROUND_PX = 11, 8  # of a choice, and the room beside it
_CIRCLE_PX, _RING_PX = 16, 4  # of a choice; the ring of the chosen one
_GROOVE_PX, _KNOB_PX = 4, 14  # of a slider


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Font sizes in points, all made from the system's own size."""

    small: float
    body: float
    reading: float
    title: float
    percent: int = 100

    def scaled(self, size_px: int) -> int:
        """`size_px`, which goes with text, as large as the text is; never smaller than given."""
        return size_px * max(100, self.percent) // 100

    @classmethod
    def from_font(cls, font: QFont, percent: int = 100) -> TypeScale:
        """Sizes that go with the application font, each at `percent` of what it would be."""
        body = font.pointSizeF() if font.pointSizeF() > 0 else 10.0
        body = round(body * percent / 100, 1)
        return cls(
            small=round(body * 0.9, 1),
            body=body,
            reading=round(body * 1.08, 1),
            title=round(body * 1.6, 1),
            percent=percent,
        )


def make_palette(colours: Colours) -> QPalette:
    """The Qt palette that Fusion draws with."""
    roles = QPalette.ColorRole
    plan = {
        roles.Window: colours.window,
        roles.WindowText: colours.ink,
        roles.Base: colours.surface,
        roles.AlternateBase: colours.window,
        roles.Text: colours.ink,
        roles.Button: colours.window,
        roles.ButtonText: colours.ink,
        roles.BrightText: colours.bad,
        roles.Highlight: colours.accent,
        roles.HighlightedText: colours.on_accent,
        roles.Link: colours.accent,
        roles.LinkVisited: colours.accent,
        roles.ToolTipBase: colours.surface,
        roles.ToolTipText: colours.ink,
        roles.PlaceholderText: colours.muted,
        roles.Mid: colours.line,
        roles.Midlight: colours.raised,
        roles.Light: colours.surface,
        roles.Dark: colours.line_strong,
        roles.Shadow: colours.line_strong,
        roles.Accent: colours.accent,
    }
    palette = QPalette()
    for role, value in plan.items():
        palette.setColor(role, QColor(value))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.line_strong))
    return palette


def make_style_sheet(colours: Colours, scale: TypeScale) -> str:
    """The window's style sheet with its names filled in."""
    sizes = {f"{name}_pt": f"{value}pt" for name, value in asdict(scale).items()}
    room = {f"{name}_px": str(scale.scaled(size_px)) for name, size_px in _WITH_TEXT_PX.items()}
    pictures = {
        "tick": _picture("tick", colours.on_accent),
        **{name: _picture(name, colours.muted) for name in ("down", "up", "right")},
        "warning": _picture("warning", colours.warn),
        "question": _picture("question", colours.accent),
    }
    names = asdict(colours) | sizes | room | _reckoned(scale) | pictures
    return Template(read_resource("style/window.qss")).substitute(names)


def _picture(name: str, colour: str) -> str:
    """The path of a picture of the style sheet: each is there in the colours it is used in."""
    return resource_path(f"style/{name}-{colour.removeprefix('#')}.svg").as_posix()


def _reckoned(scale: TypeScale) -> dict[str, str]:
    """Sizes that a style sheet would have to reckon out, most of them of what is round. In
    pixels."""
    arrow = scale.scaled(_ARROW_PX)
    circle, ring = 2 * (scale.scaled(_CIRCLE_PX) // 2), scale.scaled(_RING_PX)
    knob = 2 * (scale.scaled(_KNOB_PX) // 2)
    sizes = {
        "rank_radius": scale.scaled(_WITH_TEXT_PX["rank"]) // 2,
        "arrow": arrow,
        "room": arrow + _AROUND_PX,
        "circle_inside": circle - 2,
        "circle_radius": circle // 2,
        "ring": ring,
        "dot": circle - 2 * ring,
        "groove": _GROOVE_PX,
        "knob": knob,
        "knob_radius": knob // 2,
        "knob_over": (knob - _GROOVE_PX) // 2,
    }
    return {f"{name}_px": str(size) for name, size in sizes.items()}


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2, glossary)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
