"""A frame that stands for one passage, and opens it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame

from app.core.types import FoundPassage


class PassageFrame(QFrame):
    """Shows one passage, in whatever way its subclass does. A click, Enter or Space opens its
    page."""

    chosen = Signal(object)  # FoundPassage

    def __init__(self, passage: FoundPassage) -> None:
        super().__init__()
        self.passage = passage
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click opens the page."""
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.chosen.emit(self.passage)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So do Enter and Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.passage)
        else:
            super().keyPressEvent(event)
