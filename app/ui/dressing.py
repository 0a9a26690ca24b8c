"""Gives the application its palette, font and style sheet, in the shortest way that Qt has."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget


def dress(app: QApplication, palette: QPalette, font: QFont, sheet: str) -> None:
    """Have every widget look so. Window thread only.

    Qt gives a widget another style sheet once for itself and once for each widget that it is in:
    the 439 widgets of an empty window were given it 3,784 times. So the old one is taken off first,
    which reaches each of them once, as does putting the new one on.
    """
    places = [_Place(area, inside) for area, inside in _scrolled(app)]
    app.setStyleSheet("")
    app.setPalette(palette)
    if font != app.font():
        app.setFont(font)
    app.setStyleSheet(sheet)
    for place in places:
        place.restore()


class _Place:
    """Where something is scrolled to.

    Without a style sheet most of what is scrolled is lower: at its end it would be moved. So it
    becomes no lower before it is laid out anew.
    """

    def __init__(self, area: QScrollArea, inside: QWidget) -> None:
        self._bar = area.verticalScrollBar()
        self._value = self._bar.value()
        self._inside = inside
        self._holds = not inside.minimumHeight()  # else it is held already
        if self._holds:
            inside.setMinimumHeight(inside.height())

    def restore(self) -> None:
        """The new style sheet is there."""
        self._bar.setValue(self._value)
        if self._holds:
            QTimer.singleShot(0, self._inside, lambda: self._inside.setMinimumHeight(0))


def _scrolled(app: QApplication) -> Iterator[tuple[QScrollArea, QWidget]]:
    """What is seen of areas whose contents are as high as they need to be, and those contents."""
    for window in app.topLevelWidgets():
        for area in window.findChildren(QScrollArea):
            inside = area.widget()
            if inside is not None and area.isVisible() and area.widgetResizable():
                yield area, inside
