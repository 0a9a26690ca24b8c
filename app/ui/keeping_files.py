"""Asks where a backup is to be written, which one is to be restored, and where a library goes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.ui.file_dialogs import make_dialog
from app.ui.richtext import clean_line

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_MOST_NAMES = 1000


def ask_backup_file(
    parent: QWidget, chosen: Callable[[str], None], now: Callable[[], float] = time.time
) -> QFileDialog:
    """Ask for the name of a backup; asks too before one is written over. Does not block."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    dialog = make_dialog(parent, translate("KeepingFiles", "Back up the library"), folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("KeepingFiles", "Backups (*.zip)")])
    dialog.setDefaultSuffix("zip")
    day = time.strftime("%Y-%m-%d", time.localtime(now()))
    dialog.selectFile(translate("KeepingFiles", "Margine library {0}.zip").format(day))
    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def ask_backup(parent: QWidget, chosen: Callable[[str], None]) -> QFileDialog:
    """Ask which backup to restore. Does not block."""
    dialog = make_dialog(parent, translate("KeepingFiles", "Restore a backup"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [
            translate("KeepingFiles", "Backups (*.zip)"),
            translate("KeepingFiles", "All files (*)"),
        ]
    )
    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def ask_folder(parent: QWidget, title: str, chosen: Callable[[str], None]) -> QFileDialog:
    """Ask for a folder that a library is put into, or beside what is in it. Does not block."""
    dialog = make_dialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, translate("KeepingFiles", "Put it here"))
    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def confirm_move(parent: QWidget, target: Path, move: Callable[[], None]) -> QMessageBox:
    """Say what moving the library to `target` means; `move` does it. Does not block."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Margine")
    box.setText(translate("KeepingFiles", "Move the library?"))
    told = translate(
        "KeepingFiles",
        "It is put into {0}. Reading and answering wait until that is done; you can cancel it, "
        "and the library stays where it is. Your documents are not moved.",
    )
    box.setInformativeText(told.format(clean_line(str(target))))
    button = box.addButton(translate("KeepingFiles", "Move"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    button.clicked.connect(lambda: move())
    box.open()
    return box


def place_in(folder: str) -> Path:
    """Where a library goes if `folder` was chosen: an empty folder itself, else a new one in it
    whose name is free. Raises OSError."""
    chosen = Path(folder)
    if not any(chosen.iterdir()) and not chosen.is_mount():
        return chosen
    name = translate("KeepingFiles", "Margine library")
    names = (name, *(f"{name} {n}" for n in range(2, _MOST_NAMES)))
    return next(chosen / each for each in names if not (chosen / each).exists())
