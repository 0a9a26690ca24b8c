"""Contrast computed from the style sheet itself: text on its ground, icons and frames of focus."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import combinations

import pytest

from app.core.resources import read_resource
from app.ui.theme import DARK, LIGHT, Colours, contrast

LEAST_FOR_TEXT = 4.5  # WCAG 2.2, 1.4.3
LEAST_FOR_SHAPES = 3.0  # 1.4.11: icons, and what shows the focus
GROUNDS = ("window", "surface", "raised")
THEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


def rules() -> list[tuple[str, str, str]]:
    """Selector, ink and ground of every rule that sets both by name."""
    sheet = re.sub(r"/\*.*?\*/", "", read_resource("style/window.qss"), flags=re.DOTALL)
    found = []
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        ink = re.search(r"(?<![\w-])color:\s*\$(\w+)", body)
        ground = re.search(r"background:\s*\$(\w+)", body)
        if ink and ground and ":disabled" not in selector:  # disabled text is exempt
            found.append((" ".join(selector.split()), ink[1], ground[1]))
    return found


def test_the_sheet_has_such_rules() -> None:
    assert len(rules()) > 20


@THEMES
def test_text_of_every_rule_stands_out(colours: Colours) -> None:
    values = asdict(colours)
    pale = [rule for rule in rules() if contrast(values[rule[1]], values[rule[2]]) < LEAST_FOR_TEXT]
    assert pale == []


@THEMES
@pytest.mark.parametrize("tone", ["muted", "accent", "good", "warn", "bad", "ink"])
def test_icons_and_frames_of_focus_stand_out(colours: Colours, tone: str) -> None:
    values = asdict(colours)
    assert min(contrast(values[tone], values[ground]) for ground in GROUNDS) >= LEAST_FOR_SHAPES


@THEMES
def test_every_focus_is_shown_in_a_colour_that_stands_out(colours: Colours) -> None:
    """Frames of `:focus` are in accent or ink, never in the colour of a line."""
    sheet = read_resource("style/window.qss")
    tones = set(re.findall(r":focus[^{}]*\{[^}]*border(?:-color)?:[^;}]*\$(\w+)", sheet))
    assert tones
    values = asdict(colours)
    for tone in tones:
        for ground in ("window", "surface"):
            assert contrast(values[tone], values[ground]) >= LEAST_FOR_SHAPES, tone


def test_what_differs_in_light_differs_in_dark() -> None:
    """So that what shows the focus, or a choice, by its colour does so in both."""
    light, dark = asdict(LIGHT), asdict(DARK)
    alike_as_meant = {frozenset({"warn", "words"}), frozenset({"accent", "meaning"})}
    same = [
        (first, second)
        for first, second in combinations(light, 2)
        if dark[first] == dark[second] and light[first] != light[second]
    ]
    assert [pair for pair in same if frozenset(pair) not in alike_as_meant] == []
