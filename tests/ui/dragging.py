"""Drags files over a window and lets go of them, as the system does."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.drop_overlay import DropOverlay


def drop(window: QWidget, overlay: DropOverlay, *urls: str) -> None:
    """Drag these over the window, which is covered where it takes them, and let go."""
    data = QMimeData()
    data.setUrls([QUrl(each) for each in urls])
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    place = window.rect().center()
    entering = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, buttons, modifiers)
    QApplication.sendEvent(window, entering)
    if entering.isAccepted():
        assert overlay.isVisible()
        event = QDropEvent(
            QPointF(place), Qt.DropAction.CopyAction, data, buttons, modifiers, QEvent.Type.Drop
        )
        QApplication.sendEvent(window, event)
    assert not overlay.isVisible()
