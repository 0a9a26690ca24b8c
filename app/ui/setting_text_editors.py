"""Texts among the settings: a line, and a few of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.setting import Setting, Value
from app.ui import setting_words
from app.ui.setting_editor import Editor

_PARAGRAPH_LINES = 4
_PARAGRAPH_PX = 18  # around them


class TextEditor(Editor):
    """A line of text, taken over when it is left."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.line = QLineEdit()
        self.line.setProperty("role", "field")
        if setting.longest is not None:
            self.line.setMaxLength(setting.longest)
        self.line.editingFinished.connect(self._on_finished)
        self._shown = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)
        self.line.setAccessibleName(setting_words.label(setting))
        self.line.setAccessibleDescription(setting_words.description(setting))
        self.setFocusProxy(self.line)
        self.show_value(setting.default)

    @property
    def target(self) -> QWidget:
        return self.line

    def show_value(self, value: Value) -> None:
        self._shown = str(value)
        self.line.setText(self._shown)

    def _on_finished(self) -> None:
        text = self.line.text().strip()
        if text != self._shown:
            self._shown = text
            self.edited.emit(text)


class ParagraphEditor(Editor):
    """A text of several lines, taken over when it is left; what is too long is refused."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.text = ParagraphEdit()
        self.text.setProperty("role", "field")
        self.text.setTabChangesFocus(True)
        self.text.left.connect(self._on_left)
        self.text.textChanged.connect(self._on_changed)
        self._shown = ""
        self._hold(self.text)
        self.show_value(setting.default)

    @property
    def target(self) -> QWidget:
        return self.text

    def show_value(self, value: Value) -> None:
        self._shown = str(value)
        blocker = QSignalBlocker(self.text)
        self.text.setPlainText(self._shown)
        blocker.unblock()

    @property
    def _trouble(self) -> str:
        long = self.setting.longest
        if long is None or len(self._written) <= long:
            return ""
        return setting_words.too_long(long, len(self._written))

    @property
    def _written(self) -> str:
        return self.text.toPlainText().strip()

    def _on_changed(self) -> None:
        self.refused.emit(self._trouble)

    def _on_left(self) -> None:
        if self._written != self._shown and not self._trouble:
            self._shown = self._written
            self.edited.emit(self._shown)


class ParagraphEdit(QPlainTextEdit):
    """A few lines of plain text. Tab leaves it."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(False)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * _PARAGRAPH_LINES + _PARAGRAPH_PX)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was written is done."""
        super().focusOutEvent(event)
        self.left.emit()

    def changeEvent(self, event: QEvent) -> None:
        """As high as its lines are, whatever the size of the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            lines = self.fontMetrics().lineSpacing() * _PARAGRAPH_LINES
            self.setFixedHeight(lines + _PARAGRAPH_PX)
