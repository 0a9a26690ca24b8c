"""A line of the choice of what is asked: the name of a collection, to be typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.core.scopes import MOST_NAME_CHARS, Collection, tidy_name
from app.ui.controls import make_link


class NameLine(QWidget):
    """Asks for the name of a collection. Hidden until it does; stays until the name is taken."""

    begun = Signal()
    named = Signal(str, object)  # the name, and the Collection that is renamed (None: a new one)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._collection: Collection | None = None
        self.edit = QLineEdit()
        self.edit.setProperty("role", "field")
        self.edit.setMaxLength(MOST_NAME_CHARS)
        self.edit.setAcceptDrops(False)
        self.edit.textChanged.connect(lambda _text: self._refresh())
        self.save = QPushButton(self.tr("Save"))
        self.save.setProperty("role", "primary")
        self.save.setAutoDefault(False)
        self.save.clicked.connect(self._submit)
        self.cancel = make_link(self.tr("Cancel"))
        self.cancel.clicked.connect(self.end)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.save)
        row.addWidget(self.cancel)
        self.hide()

    def begin(self, caption: str, name: str, collection: Collection | None = None) -> None:
        """Ask for a name; `name` is there to begin with."""
        self._collection = collection
        self.edit.setPlaceholderText(caption)
        self.edit.setAccessibleName(caption)
        self.edit.setText(name)
        self.edit.selectAll()
        self._refresh()
        self.show()
        self.begun.emit()
        self.edit.setFocus()

    def end(self) -> None:
        """Ask no longer."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves, Esc leaves the name alone and keeps the dialog open."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._submit()
        elif event.key() == Qt.Key.Key_Escape:
            self.end()
        else:
            super().keyPressEvent(event)

    def _submit(self) -> None:
        name = tidy_name(self.edit.text())
        if name:
            self.named.emit(name, self._collection)

    def _refresh(self) -> None:
        self.save.setEnabled(bool(tidy_name(self.edit.text())))
