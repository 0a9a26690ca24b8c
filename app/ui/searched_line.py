"""Tells what was searched for in the place of a question that leant on an earlier one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.controls import make_label, make_link
from app.ui.richtext import clean_line


class SearchedLine(QWidget):
    """Under the question; hidden while there is nothing to tell."""

    as_written_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label = make_label("", "small", wrap=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.as_written = make_link(self.tr("Ask as written"))
        self.as_written.clicked.connect(self.as_written_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.as_written)
        self.hide()

    def show_question(self, question: str) -> None:
        """Tell it."""
        self.label.setText(self.tr("Searched for: {0}").format(clean_line(question)))
        self.show()
