"""Puts a window where it was, or where it can be seen if that screen has gone."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

_FRAME_PX = (16, 48)  # what a desktop draws around a window, at most; unknown before it is shown
_LEAST_SEEN_PX = (100, 24)  # of the top edge, by which a window can be taken and moved


def restore_place(window: QWidget, geometry: str) -> None:
    """Give `window` the geometry that Qt saved, in hexadecimal, as far as there is a screen for
    it. One that is maximised or full-screen stays so, on a screen that is there."""
    window.restoreGeometry(QByteArray.fromHex(geometry.encode("ascii")))
    bring_within_reach(window)


def bring_within_reach(window: QWidget) -> None:
    """Move `window` to where it can be taken and seen, if it is not there already."""
    areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    if not areas or window.isMaximized() or window.isFullScreen():
        return
    place = fitting(window.geometry(), areas)
    if place != window.geometry():
        window.setGeometry(place)


def fit_to_screen(window: QWidget) -> None:
    """Make `window` no larger than the screen has room for, its frame included: at the first start
    its foot would lie below the screen's edge."""
    for screen in QGuiApplication.screens()[:1]:  # the first is the primary one
        room = screen.availableGeometry().size() - QSize(*_FRAME_PX)
        window.resize(window.size().boundedTo(room))


def fitting(place: QRect, areas: list[QRect]) -> QRect:
    """`place` where its top edge can be reached on one of the screens; else as large as fits, in
    the middle of the screen that is nearest."""
    if any(_is_reachable(place, area) for area in areas):
        return place
    nearest = min(areas, key=lambda area: _distance(place, area))
    moved = QRect(place.topLeft(), place.size().boundedTo(nearest.size()))
    moved.moveCenter(nearest.center())
    return moved


def _is_reachable(place: QRect, area: QRect) -> bool:
    width, height = _LEAST_SEEN_PX
    top = QRect(place.left(), place.top(), place.width(), height).intersected(area)
    fits = place.width() <= area.width() and place.height() <= area.height()
    return top.width() >= min(width, place.width()) and top.height() >= height and fits


def _distance(place: QRect, area: QRect) -> int:
    away = place.center() - area.center()
    return abs(away.x()) + abs(away.y())
