"""The frame of a text that has the keyboard, a few pixels outside of it."""

from __future__ import annotations

from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QFrame, QWidget

ROOM_PX = 5
_ROOM = QMargins(ROOM_PX, 3, ROOM_PX, 3)


class FocusRing(QFrame):
    """Stands beside what it frames, so that a text is not moved by it. Hidden until shown."""

    def __init__(self, framed: QWidget) -> None:
        """What holds `framed` has room for the frame around it."""
        super().__init__(framed.parentWidget())
        self.setObjectName("focusRing")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._framed = framed
        self.hide()

    def place(self) -> None:
        """Be around what is framed, wherever that is now."""
        self.setGeometry(self._framed.geometry().marginsAdded(_ROOM))
