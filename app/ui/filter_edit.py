"""A line that narrows a list: a glass before the text, and behind it a button that clears it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent

from app.ui.controls import IconButton, IconLabel
from app.ui.look import Look
from app.ui.search_box import SearchEdit

_GLASS_PX, _CLEAR_PX = 16, 14
_SIDE_PX, _GAP_PX = 8, 6


class FilterEdit(SearchEdit):
    """Both grow with the text: what Qt puts into a line itself stays as small as it is."""

    def __init__(self, look: Look, clear_tip: str) -> None:
        """`clear_tip` names what clears the line."""
        super().__init__()
        self.setProperty("role", "filter")
        self._glass = IconLabel(look, "search", "muted", _GLASS_PX)
        self._glass.setParent(self)
        self._glass.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.clear_button = IconButton(look, "close", clear_tip, size_px=_CLEAR_PX)
        self.clear_button.setParent(self)
        self.clear_button.setProperty("role", "inline")
        self.clear_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Escape does the same
        self.clear_button.clicked.connect(self.clear)
        self.clear_button.hide()
        self.textChanged.connect(lambda _text: self.show_clear_button())
        look.changed.connect(self._place)
        self._place()

    def show_clear_button(self) -> None:
        """Where there is something to clear. To be called if the text was set without a signal."""
        self.clear_button.setVisible(bool(self.text()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Both stay at their ends."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        glass, button = self._glass, self.clear_button
        button.resize(button.sizeHint())
        glass.move(_SIDE_PX, (self.height() - glass.height()) // 2)
        right = self.width() - button.width() - _GAP_PX // 2
        button.move(right, (self.height() - button.height()) // 2)
        self.setTextMargins(glass.width() + _SIDE_PX, 0, button.width() + _GAP_PX // 2, 0)
