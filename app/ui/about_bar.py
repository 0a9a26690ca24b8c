"""What can be done with a text that is selected in the document view."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.controls import ElidedLabel, IconButton
from app.ui.flow_layout import FlowLayout
from app.ui.look import Look
from app.ui.richtext import clean_line


class AboutBar(QWidget):
    """The selected text on one line, and two buttons below. Hidden while nothing is selected."""

    ask_requested = Signal()
    copy_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("aboutBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # else its line is not drawn
        self._excerpt = ElidedLabel()
        self._excerpt.setProperty("role", "small")
        self.ask = IconButton(
            look, "quote", self.tr("Ask about the selected text"), self.tr("Ask about this")
        )
        self.copy = IconButton(look, "copy", self.tr("Copy the selected text"), self.tr("Copy"))
        self.ask.clicked.connect(self.ask_requested)
        self.copy.clicked.connect(self.copy_requested)
        buttons = FlowLayout(gap_px=4, line_gap_px=0)
        buttons.addWidget(self.ask)
        buttons.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 4)
        column.setSpacing(2)
        column.addWidget(self._excerpt)
        column.addLayout(buttons)
        self.hide()

    def show_text(self, text: str) -> None:
        """This is selected, "" for nothing."""
        line = clean_line(text)
        self._excerpt.set_text(f"“{line}”" if line else "")
        self.setVisible(bool(line))
