"""Says in the conversation that an answer failed or was stopped."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout

from app.ui.controls import make_label, set_role
from app.ui.richtext import clean_line


class FailureNote(QFrame):
    """What happened, why and what to do next, with a button to ask again. Hidden until needed."""

    again_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("failure")
        self.what = make_label("", wrap=True)
        self.why = make_label("", "small", wrap=True)
        self.again = QToolButton()
        self.again.setProperty("role", "plain")
        self.again.setText(self.tr("Ask again"))
        self.again.clicked.connect(self.again_requested)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.what)
        texts.addWidget(self.why)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 9, 9, 9)
        row.addLayout(texts, 1)
        row.addWidget(self.again)
        self.hide()

    def say(self, what: str, why: str, tone: str) -> None:
        """Show it. `tone` is "bad" or "neutral"."""
        self.what.setText(clean_line(what))
        self.why.setText(clean_line(why))
        self.why.setVisible(bool(why))
        set_role(self, tone)
        self.show()
