"""Where it is typed what is looked for in a document."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.ui import wording
from app.ui.controls import IconButton, make_label
from app.ui.look import Look

_LONGEST = 200
_SETTLE_MS = 120  # after the last letter, before it is looked for


class FindEdit(QLineEdit):
    """One line; Enter goes on, Shift+Enter back, Esc leaves."""

    stepped = Signal(int)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "field")
        self.setMaxLength(_LONGEST)
        self.setAcceptDrops(False)  # what is dropped goes to the library

    def event(self, event: QEvent) -> bool:
        """Esc is for this field before it is for the window."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and the arrows step; Esc leaves."""
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if back else 1)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """The text looked for, how often it is there, and ways to the next and the one before."""

    sought = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("findBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.edit = FindEdit()
        self.edit.setPlaceholderText(self.tr("Find in this document…"))
        self.edit.setAccessibleName(self.tr("Find in this document"))
        self.count = make_label("", "small")
        self.previous = IconButton(look, "left", self.tr("Previous place (Shift+F3)"))
        self.next = IconButton(look, "right", self.tr("Next place (F3)"))
        close = IconButton(look, "close", self.tr("Close (Esc)"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 6)
        row.setSpacing(4)
        row.addWidget(self.edit, 1)
        for widget in (self.count, self.previous, self.next, close):
            row.addWidget(widget)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._seek)
        self.edit.textChanged.connect(lambda _text: self._settle.start())
        self.edit.stepped.connect(self._step)
        self.edit.left.connect(self.close_up)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        close.clicked.connect(self.close_up)
        self.show_count(None, 0)
        self.hide()

    @property
    def text(self) -> str:
        """What is looked for, "" while the bar is closed."""
        return "" if self.isHidden() else self.edit.text().strip()

    def open_up(self, text: str = "") -> None:
        """Show the bar, ready to be typed in; `text` (one line) is looked for at once."""
        again = self.isHidden()
        self.show()
        if text:
            self.edit.setText(text)
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()
        if again and self.text:
            self._seek()

    def close_up(self) -> None:
        """Hide the bar; nothing is looked for any more."""
        if not self.isHidden():
            self._settle.stop()
            self.hide()
            self.closed.emit()

    def show_count(self, current: int | None, total: int) -> None:
        """Say which of how many places is shown; `current` counts from 0."""
        for button in (self.previous, self.next):
            button.setEnabled(total > 0)
        if not self.text:
            self.count.setText("")
        elif not total:
            self.count.setText(self.tr("Not found"))
        else:
            number = wording.count((current or 0) + 1)
            self.count.setText(self.tr("{0} of {1}").format(number, wording.count(total)))

    def _step(self, by: int) -> None:
        """Enter right after the last letter looks for it first."""
        if self._settle.isActive():
            self._settle.stop()
            self._seek()
        else:
            self.stepped.emit(by)

    def _seek(self) -> None:
        self.sought.emit(self.text)
