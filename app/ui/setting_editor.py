"""What all editors of settings have in common."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QSlider, QWidget

from app.core.setting import Setting, Value
from app.ui import setting_words

_STRETCHING = (QComboBox, QPlainTextEdit, QSlider)


class Editor(QWidget):
    """Shows a value and tells of another. What does not fit is told by `refused` and not used."""

    edited = Signal(object)  # Value
    refused = Signal(str)  # why; "" when what is written fits again

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting

    @property
    def target(self) -> QWidget:
        """What takes the keys."""
        raise NotImplementedError

    def show_value(self, value: Value) -> None:
        """Show `value`, without telling of it."""
        raise NotImplementedError

    def _hold(self, *widgets: QWidget) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in widgets:
            row.addWidget(widget, 1 if isinstance(widget, _STRETCHING) else 0)
        name = setting_words.label(self.setting)
        self.target.setAccessibleName(name)
        self.target.setAccessibleDescription(setting_words.description(self.setting))
        self.setFocusProxy(self.target)
