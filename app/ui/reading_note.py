"""Says below a question that it was asked before all documents were read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


class ReadingNote(QLabel):
    """Hidden unless files were left to read when the question was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("role", "small")
        self.hide()

    def show_unread(self, unread: tuple[int, int] | None) -> None:
        """`unread` are the files read, and all of them; None where none is left."""
        self.setVisible(unread is not None)
        if unread is not None:
            done, total = unread  # of what is being read, not of the library
            left = total - done
            self.setText(
                self.tr("%n file(s) are still to be read: what is ready answers.", "", left)
            )
