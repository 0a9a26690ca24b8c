"""The window's message boxes. Each is modal to its window and closes by itself; none blocks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMessageBox, QWidget

from app import __version__
from app.ui.richtext import clean_line

_ICON_PX = 64


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
