"""What the digest page says while no document is chosen."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.ui.look import Look
from app.ui.page_note import PageNote


class DigestNote(PageNote):
    """How to choose documents, or that there are none yet."""

    add_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._add = self.add_button(self.tr("Add a folder…"))
        self._add.setProperty("role", "primary")
        self._add.clicked.connect(self.add_requested)
        self.show_choose()

    def show_choose(self) -> None:
        """No document is selected."""
        self.say(
            "documents",
            self.tr("Read whole documents"),
            self.tr(
                "Sum documents up, or list everything of one kind that they hold: deadlines, "
                "amounts, duties…"
            ),
            (
                (
                    "file",
                    self.tr(
                        "Select one or more files in the library on the left; hold Ctrl or Shift "
                        "for several."
                    ),
                ),
                ("quote", self.tr("Each point says which page it is from; a click opens it.")),
            ),
        )

    def show_unreadable(self) -> None:
        """What is selected holds nothing to be read."""
        self.say(
            "documents",
            self.tr("Nothing to read in what is selected"),
            self.tr("These files are not read yet, or could not be read. Select others."),
        )

    def show_empty_library(self) -> None:
        """There are no documents."""
        self.say(
            "documents",
            self.tr("There are no documents yet"),
            self.tr("Drop a folder on the window, or add one."),
            buttons=(self._add,),
        )
