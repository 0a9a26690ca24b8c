"""Settings in the command palette: choosing one there opens the settings at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.core.setting import Setting
from app.core.settings import TABLE
from app.ui import setting_words
from app.ui.palette_match import best, fold
from app.ui.palette_sources import Choice


class SettingSource:
    """A `PaletteSource`. A setting is found by its name in the window's language."""

    def __init__(self, show: Callable[[str], object]) -> None:
        """`show` opens the settings at the setting of a key."""
        self._show = show

    @property
    def title(self) -> str:
        """As said in the list."""
        return QCoreApplication.translate("CommandPalette", "Settings")

    def find(self, query: str, limit: int) -> Sequence[Choice]:
        """Nothing for an empty query."""
        if not query:
            return ()
        return [
            Choice(
                setting_words.label(each),
                setting_words.page_name(each.page.value),
                icon="gear",
                points=points,
                run=partial(self._show, each.key),
            )
            for points, each in best(query, TABLE, _spelled, limit)
        ]


def _spelled(setting: Setting) -> str:
    return fold(setting_words.label(setting))
