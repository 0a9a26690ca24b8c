"""Which of an answer's citations the document view shows, and ways to the others."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui import wording
from app.ui.controls import IconButton, make_label
from app.ui.look import Look


class CitationStrip(QWidget):
    """Hidden while what is shown is no citation."""

    stepped = Signal(int)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.text = make_label("", "small")
        self.previous = IconButton(look, "left", self.tr("Previous citation (Alt+Left)"))
        self.next = IconButton(look, "right", self.tr("Next citation (Alt+Right)"))
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.text)
        row.addWidget(self.previous)
        row.addWidget(self.next)
        self.hide()

    def show_place(self, number: int, at: int, total: int) -> None:
        """Citation `[number]`, the `at`-th (from 0) of `total`; of 0 there is none."""
        text = self.tr("Citation [{0}] · {1} of {2}")
        self.text.setText(text.format(number, wording.count(at + 1), wording.count(total)))
        for button in (self.previous, self.next):
            button.setVisible(total > 1)
        self.setVisible(total > 0)
