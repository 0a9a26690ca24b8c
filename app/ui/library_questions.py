"""Asks before something of the library is lost, or far too much is taken in.

Each question closes by itself; none blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.core.extent import Extent, extent_of
from app.core.library_files import LibraryFiles, find_library_files
from app.ui import wording
from app.ui.controls import Banner
from app.ui.richtext import clean_line, clean_name

_MOST_NAMES = 5


def _extent(path: str) -> Extent:
    return extent_of(path, Path.home())


class LibraryQuestions(QObject):
    """Window thread only."""

    adding_agreed = Signal(tuple)  # paths
    removal_agreed = Signal(tuple)  # paths
    erasure_agreed = Signal()

    def __init__(self, window: QWidget, banner: Banner, folder: Callable[[], Path]) -> None:
        """`folder` tells where the library is; `banner` says what cannot be asked."""
        super().__init__(window)
        self._window = window
        self._banner = banner
        self._folder = folder

    def is_everything(self, paths: Sequence[str]) -> bool:
        """Whether the home folder or a whole drive is among `paths`, or a folder that holds it."""
        return any(map(_extent, paths))

    def confirm_adding(self, paths: Sequence[str]) -> None:
        """Ask before everything that a person has is read."""
        whole = sorted((path for path in paths if _extent(path)), key=_extent)[-1]
        box = self._make_box(QMessageBox.Icon.Question)
        box.setText(self.tr("Read all of “{0}”?").format(clean_line(whole)))
        box.setInformativeText(
            {
                Extent.DRIVE: self.tr(
                    "It is a whole drive: every document on it would be read, and its text kept "
                    "in the library, which may take hours and much room. Mostly one or a few of "
                    "its folders are meant."
                ),
                Extent.HOME: self.tr(
                    "It holds your whole home folder: every document in it would be read, and its "
                    "text kept in the library, which may take hours and much room. Mostly one or a "
                    "few of its folders are meant."
                ),
                Extent.COMPUTER: self.tr(
                    "It holds the whole system, with everybody’s documents and the programs’ own: "
                    "all of these would be read, and their text kept in the library, which may "
                    "take hours and much room. Mostly one or a few of its folders are meant."
                ),
            }[_extent(whole)]
        )
        button = box.addButton(self.tr("Read all of it"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        button.clicked.connect(lambda: self.adding_agreed.emit(tuple(paths)))
        box.open()

    def confirm_removal(self, paths: tuple[str, ...]) -> None:
        """Ask before something is taken out of the library."""
        question = self.tr("Remove “{0}” from the library?")
        if len(paths) > 1:
            question = self.tr("Remove “{0}” and %n more from the library?", "", len(paths) - 1)
        box = self._make_box(QMessageBox.Icon.Question)
        name = Path(paths[0]).name or paths[0]  # a whole drive has none
        box.setText(clean_line(question.format(clean_name(name))))
        box.setInformativeText(
            self.tr(
                "Nothing is deleted from your disk. Its passages are taken out of the library "
                "and are no longer found; answers that quote them keep their text."
            )
        )
        button = box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        button.clicked.connect(lambda: self.removal_agreed.emit(paths))
        box.open()

    def confirm_erasure(self) -> None:
        """Ask before the whole library is deleted."""
        try:
            found = find_library_files(self._folder())
        except OSError as error:
            what = self.tr("The library’s folder cannot be looked at.")
            self._banner.say(what, error.strerror or "", tone="bad")
            return
        self.ask_to_erase(found)

    def ask_to_erase(self, found: LibraryFiles) -> None:
        """Say what erasing the library deletes, and what it leaves."""
        box = self._make_box(QMessageBox.Icon.Warning)
        box.setText(self.tr("Erase the whole library?"))
        told = [
            self.tr(
                "This deletes everything that was read from your documents: their text, its index, "
                "digests, your conversations, pictures of pages, and the logs. {0} "
                "in {1}."
            ).format(wording.data_size(found.size_bytes), clean_line(str(found.folder))),
            self.tr(
                "Your documents themselves, the models and the settings stay. It cannot be undone."
            ),
        ]
        if found.foreign:
            names = ", ".join(map(clean_line, found.foreign[:_MOST_NAMES]))
            more = "…" if len(found.foreign) > _MOST_NAMES else ""
            left = self.tr("Not of this program, and left alone there: {0}")
            told.append(left.format(names + more))
        box.setInformativeText("\n\n".join(told))
        button = box.addButton(self.tr("Erase"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        button.clicked.connect(lambda: self.erasure_agreed.emit())
        box.open()

    def _make_box(self, icon: QMessageBox.Icon) -> QMessageBox:
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setIcon(icon)
        box.setWindowTitle("Margine")
        return box
