"""What is said above a page: how its text came about, and what is the matter with it."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.types import Recognition
from app.ui import wording
from app.ui.controls import make_label
from app.ui.richtext import clean_line


class DocumentNotes(QWidget):
    """Hidden notes take no room."""

    def __init__(self) -> None:
        super().__init__()
        self._notice = make_label("", "notice", wrap=True)
        self._recognised = make_label("", "small", wrap=True)
        self._recognised.setContentsMargins(12, 0, 12, 6)
        self._doubtful = make_label("", "notice", wrap=True)
        self._continuation = make_label("", "small", wrap=True)
        self._continuation.setContentsMargins(12, 0, 12, 6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for label in (self._recognised, self._doubtful, self._notice, self._continuation):
            column.addWidget(label)
            label.hide()

    @property
    def notice(self) -> str:
        """What is the matter, "" if nothing is."""
        return "" if self._notice.isHidden() else self._notice.text()

    @property
    def recognition(self) -> str:
        """What is said of the recognition of the page's text, "" if it was not recognised."""
        shown = (each for each in (self._recognised, self._doubtful) if not each.isHidden())
        return next((each.text() for each in shown), "")

    @property
    def continuation(self) -> str:
        """Where else the passage stands, "" if it is all on the page."""
        return "" if self._continuation.isHidden() else self._continuation.text()

    def show_continuation(self, *, before: bool, after: bool) -> None:
        """Say that the passage begins before the page, or goes on after it."""
        said = []
        if before:
            said.append(self.tr("The passage begins on the page before."))
        if after:
            said.append(self.tr("The passage goes on on the next page."))
        self._continuation.setText(" ".join(said))
        self._continuation.setVisible(bool(said))

    def say(self, *texts: str) -> None:
        """Say what is the matter."""
        self._notice.setText(clean_line(" ".join(filter(None, texts))))
        self._notice.show()

    def clear(self) -> None:
        """Say nothing at all."""
        self.hush()
        self.show_recognition(None)
        self.show_continuation(before=False, after=False)

    def hush(self) -> None:
        """Nothing is the matter."""
        self._notice.hide()

    def show_recognition(self, recognition: Recognition | None) -> None:
        """Say that the text comes from a picture, and how far it is to be trusted."""
        doubtful = recognition is not None and wording.is_doubtful(recognition.confidence)
        self._recognised.setVisible(recognition is not None and not doubtful)
        self._doubtful.setVisible(doubtful)
        if recognition is not None:
            text = wording.recognition(recognition.confidence)
            for label in (self._recognised, self._doubtful):
                label.setText(text)
