"""Asks for a document's password above its text, so that its pages can be drawn."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.ui.controls import make_label
from app.ui.password_dialog import make_password_field


class UnlockBar(QWidget):
    """A line that says what is shown meanwhile, and a password field. Hidden until needed."""

    entered = Signal(str)  # password

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("unlockBar")
        self._text = make_label("", "small", wrap=True)
        self.field = make_password_field(self.tr("Password"))
        self.button = QToolButton()
        self.button.setProperty("role", "plain")
        self.button.setText(self.tr("Show the pages"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(6)
        column.addWidget(self._text)
        column.addLayout(row)
        self.field.returnPressed.connect(self._on_entered)
        self.button.clicked.connect(self._on_entered)
        self.hide()

    @property
    def text(self) -> str:
        """What is said, "" while hidden."""
        return "" if self.isHidden() else self._text.text()

    def ask(self, *, wrong: bool) -> None:
        """Ask for the password, or for another one than was entered."""
        text = self.tr(
            "This document is locked by a password, which is forgotten when the program is closed. "
            "This is its text, as it was read; the pages are shown once you enter it."
        )
        if wrong:
            text = self.tr("This password does not open it. Its text is shown meanwhile.")
        self._text.setText(text)
        self.field.setEnabled(True)
        self.button.setEnabled(True)
        self.show()
        if wrong:
            self.field.setFocus()
            self.field.selectAll()

    def close_up(self) -> None:
        """No password is needed (any more)."""
        self.field.clear()
        self.hide()

    def _on_entered(self) -> None:
        if self.field.text():
            self.field.setEnabled(False)
            self.button.setEnabled(False)
            self.entered.emit(self.field.text())
