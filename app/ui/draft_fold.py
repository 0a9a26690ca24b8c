"""The model's draft that was not used, folded away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.controls import IconButton, make_label
from app.ui.look import Look
from app.ui.richtext import clean


class DraftFold(QWidget):
    """A button, and below it the draft. Hidden until there is one."""

    resized = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.button = IconButton(look, "right", "", self.tr("Draft (not used)"))
        self.button.setProperty("role", "quiet")
        self.button.setCheckable(True)
        self.button.toggled.connect(self._on_toggled)
        self.label = make_label("", "draft", wrap=True)
        self.label.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.label)
        self.hide()

    def show_draft(self, draft: str, *, used: bool) -> None:
        """Keep `draft` if it was not used."""
        self.label.setText(clean(draft.strip()))
        self.setVisible(bool(draft.strip()) and not used)

    def _on_toggled(self, shown: bool) -> None:
        self.button.show_icon("down" if shown else "right")
        self.label.setVisible(shown)
        self.resized.emit()
