"""The window's message boxes. Each is modal to its window and closes by itself; none blocks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMessageBox, QWidget

from app import __version__
from app.core.library_files import LibraryFiles
from app.ui.richtext import clean_line

_ICON_PX = 64
_MOST_NAMES = 5


def confirm_removal(parent: QWidget, question: str, remove: Callable[[], None]) -> None:
    """Ask before something is taken out of the library; `remove` does it."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Margine")
    box.setText(clean_line(question))
    box.setInformativeText(
        QCoreApplication.translate(
            "MainWindow",
            "Nothing is deleted from your disk. Its passages are taken out of the library "
            "and are no longer found; answers that quote them keep their text.",
        )
    )
    button = box.addButton(
        QCoreApplication.translate("MainWindow", "Remove"), QMessageBox.ButtonRole.AcceptRole
    )
    box.addButton(QMessageBox.StandardButton.Cancel)
    button.clicked.connect(lambda: remove())
    box.open()


def confirm_erasure(parent: QWidget, found: LibraryFiles, erase: Callable[[], None]) -> None:
    """Say what erasing the library deletes, and what it leaves; `erase` does it."""
    translate = QCoreApplication.translate
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Margine")
    box.setText(translate("MainWindow", "Erase the whole library?"))
    told = [
        translate(
            "MainWindow",
            "This deletes everything that was read from your documents: their text, its index, "
            "digests, the conversation in this window, pictures of pages, and the logs. {0} MB in "
            "{1}.",
        ).format(max(1, round(found.size_bytes / 2**20)), clean_line(str(found.folder))),
        translate(
            "MainWindow",
            "Your documents themselves, the models and the settings stay. It cannot be undone.",
        ),
    ]
    if found.foreign:
        names = ", ".join(map(clean_line, found.foreign[:_MOST_NAMES]))
        more = "…" if len(found.foreign) > _MOST_NAMES else ""
        left = translate("MainWindow", "Not of this program, and left alone there: {0}")
        told.append(left.format(names + more))
    box.setInformativeText("\n\n".join(told))
    button = box.addButton(translate("MainWindow", "Erase"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    button.clicked.connect(lambda: erase())
    box.open()


def show_about(parent: QWidget, icon: QIcon) -> None:
    """Say what this program is."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIconPixmap(icon.pixmap(_ICON_PX, _ICON_PX))
    box.setWindowTitle("Margine")
    box.setText(f"Margine {__version__}")
    box.setInformativeText(
        QCoreApplication.translate(
            "MainWindow",
            "Questions to your own documents, on your own machine. Nothing leaves this computer.",
        )
    )
    box.open()
