"""Scenes of the gallery: the command palette, the sheet of shortcuts, about and news."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.ui.command_palette import CommandPalette
from app.ui.setting_source import SettingSource

if TYPE_CHECKING:
    from tests.ui.gallery import Stage


def palette(stage: Stage) -> None:
    stage.fill()
    stage.window.palette_control.recent = ("show_digest", "theme_chosen:dark")
    stage.window.palette_control.open()


def palette_files(stage: Stage) -> None:
    palette(stage)
    stage.window.findChildren(CommandPalette)[0].edit.setText("codice")


def palette_settings(stage: Stage) -> None:
    """Settings are found by their names."""
    stage.fill()
    stage.window.palette_control.add_source(SettingSource(lambda _key: None))
    stage.window.palette_control.open()
    stage.window.findChildren(CommandPalette)[0].edit.setText("te")


def palette_nothing(stage: Stage) -> None:
    palette(stage)
    stage.window.findChildren(CommandPalette)[0].edit.setText("zzzz")


def shortcuts(stage: Stage) -> None:
    stage.fill()
    stage.window.menus.shortcuts.emit()


def about(stage: Stage) -> None:
    stage.fill()
    stage.window.menus.about.emit()


def news(stage: Stage) -> None:
    stage.fill()
    stage.window.menus.whats_new.emit()


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (palette, palette_files, palette_settings, palette_nothing, shortcuts, about, news)
}
