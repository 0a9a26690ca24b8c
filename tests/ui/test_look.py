"""Palettes can be read, the style sheet is complete, icons follow the palette."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from app.core.resources import resource_path
from app.core.types import FileState
from app.ui.look import Look
from app.ui.theme import (
    CONTRAST_PAIRS,
    DARK,
    LIGHT,
    Colours,
    TypeScale,
    contrast,
    make_palette,
    make_style_sheet,
)

LEAST_CONTRAST = 4.5


def test_the_measure_of_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", CONTRAST_PAIRS, ids="-on-".join)
def test_text_can_be_read(colours: Colours, pair: tuple[str, str]) -> None:
    values = asdict(colours)
    assert contrast(values[pair[0]], values[pair[1]]) >= LEAST_CONTRAST


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_style_sheet_has_no_open_names(colours: Colours, qapp: QApplication) -> None:
    sheet = make_style_sheet(colours, TypeScale.from_font(qapp.font()))
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")


def test_the_theme_can_be_chosen_and_follows_on(look: Look, qapp: QApplication) -> None:
    changes: list[bool] = []
    look.changed.connect(lambda: changes.append(look.is_dark))
    look.set_theme("dark")
    assert qapp.palette() == make_palette(DARK)
    look.set_theme("light")
    assert qapp.palette() == make_palette(LIGHT)
    assert changes == [True, False]


def test_icons_are_tinted(look: Look) -> None:
    image = look.icon("stop", "bad").pixmap(20, 20).toImage()
    assert image.pixelColor(10, 10) == QColor(LIGHT.bad)


@pytest.mark.parametrize("state", list(FileState))
def test_every_state_has_an_icon(state: FileState, look: Look) -> None:
    assert not look.icon(f"state-{state.value}").isNull()


def test_every_icon_takes_the_palettes_colour() -> None:
    icons = [path for path in resource_path("icons").glob("*.svg") if path.stem != "margine"]
    assert len(icons) > 20
    for path in icons:
        assert "currentColor" in path.read_text(encoding="utf-8"), path.name
