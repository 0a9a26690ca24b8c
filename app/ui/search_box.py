"""Where a search is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit

from app.ui.controls import IconButton, IconLabel, set_role
from app.ui.look import Look

LONGEST_QUERY = 2000  # characters: more is no query


class SearchEdit(QLineEdit):
    """One line; Down goes on to the results."""

    focus_changed = Signal(bool)
    down_pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFrame(False)
        self.setMaxLength(LONGEST_QUERY)
        self.setAcceptDrops(False)  # what is dropped goes to the library

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leaves for the results."""
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)


class SearchBox(QFrame):
    """The query, with an icon before and a button that clears behind it."""

    edited = Signal()
    submitted = Signal()
    down_pressed = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("searchBox")
        self.edit = SearchEdit()
        self.edit.setPlaceholderText(self.tr("Search your documents…"))
        self.edit.setAccessibleName(self.tr("Search your documents"))
        self.edit.setAccessibleDescription(
            self.tr("Results appear while you type. Down moves to them, Enter searches at once.")
        )
        self.clear_button = IconButton(look, "close", self.tr("Clear the search"))
        self.clear_button.clicked.connect(self._clear)
        self.clear_button.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 6, 5)
        row.setSpacing(8)
        row.addWidget(IconLabel(look, "search", "muted"))
        row.addWidget(self.edit, 1)
        row.addWidget(self.clear_button)
        self.setMinimumHeight(self.clear_button.sizeHint().height() + 12)
        self.edit.textChanged.connect(self._on_text)
        self.edit.returnPressed.connect(self.submitted)
        self.edit.down_pressed.connect(self.down_pressed)
        self.edit.focus_changed.connect(lambda on: set_role(self, "focused" if on else ""))

    @property
    def query(self) -> str:
        """What is searched, without space around it."""
        return self.edit.text().strip()

    def take_focus(self) -> None:
        """Go on typing; what is written is selected, so that typing replaces it."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def _on_text(self, text: str) -> None:
        self.clear_button.setVisible(bool(text))
        self.edited.emit()

    def _clear(self) -> None:
        self.edit.clear()
        self.edit.setFocus()
