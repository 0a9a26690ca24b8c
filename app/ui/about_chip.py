"""What the next question is about: a page or a quoted text, above the question, removable."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from app.core.types import About
from app.ui import wording
from app.ui.controls import ElidedLabel, IconButton
from app.ui.look import Look
from app.ui.richtext import clean_line


def about_words(about: About) -> str:
    """What a question is about, on one line."""
    place = wording.place_name(about.document, about.path, about.page_index, about.page_label)
    line = clean_line(about.text)
    return f"“{line}” · {place}" if line else place


class AboutChip(QFrame):
    """Hidden while a question is about everything."""

    removed = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("aboutChip")
        self._text = ElidedLabel()
        self._text.setProperty("role", "small")
        self.remove = IconButton(look, "close", self.tr("Ask about everything again"))
        self.remove.clicked.connect(self.removed)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 2, 3, 2)
        row.setSpacing(4)
        row.addWidget(self._text, 1)
        row.addWidget(self.remove)
        self.hide()

    @property
    def text(self) -> str:
        """What it says, "" while hidden."""
        return "" if self.isHidden() else self._text.text

    def show_about(self, about: About | None) -> None:
        """The next question is about this."""
        words = about_words(about) if about is not None else ""
        self._text.set_text(self.tr("About {0}").format(words) if words else "")
        self.setAccessibleName(self._text.text)
        self.setVisible(about is not None)
