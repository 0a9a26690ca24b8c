"""In place of the library's files, where there are none to show."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.controls import make_label, make_link
from app.ui.library_filter import FileFilter
from app.ui.richtext import shorten

_MOST_LETTERS = 40


class EmptyNote(QWidget):
    """Says why nothing is listed; a filter that nothing fits can be cleared from here."""

    clear_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._label = make_label("", "quiet", wrap=True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.clear = make_link(self.tr("Clear the filter"))
        self.clear.clicked.connect(self.clear_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 0, 14, 0)
        column.addStretch(1)
        column.addWidget(self._label)
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(2)

    @property
    def text(self) -> str:
        """What is said, "" while hidden."""
        return "" if self.isHidden() else self._label.text()

    def say_nothing(self) -> None:
        """The library is being opened: what it holds is not known."""
        self._say("", filtered=False)

    def say_no_documents(self) -> None:
        """The library is empty."""
        self._say(self.tr("No documents yet"), filtered=False)

    def say_nothing_fits(self, wanted: FileFilter) -> None:
        """There are files, and the filter leaves all of them out."""
        words = shorten(wanted.text, _MOST_LETTERS)
        if words and wanted.group is not None:
            text = self.tr("Among these files, none has “{0}” in its name.").format(words)
        elif words:
            text = self.tr("No file has “{0}” in its name.").format(words)
        else:
            text = self.tr("No file is in this condition now.")
        self._say(text, filtered=True)

    def _say(self, text: str, *, filtered: bool) -> None:
        self._label.setText(text)
        self.clear.setVisible(filtered)
        self.show()
