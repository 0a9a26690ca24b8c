"""Asks which files or folders: to add, or to open as a library. None blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QDir, QSettings, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.core.paths import config_dir
from app.ui.file_kinds import name_filters


def choose_files(parent: QWidget, add: Callable[[Sequence[str]], object]) -> None:
    """Ask which files to add."""
    dialog = make_dialog(parent, QCoreApplication.translate("FileDialogs", "Add files"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(name_filters())
    dialog.filesSelected.connect(lambda paths: add(tuple(paths)))
    dialog.open()


def choose_folder(parent: QWidget, add: Callable[[Sequence[str]], object]) -> None:
    """Ask which folder to add."""
    dialog = make_dialog(parent, QCoreApplication.translate("FileDialogs", "Add a folder"))
    _take_folders(dialog)
    dialog.filesSelected.connect(lambda paths: add(tuple(paths)))
    dialog.open()


def choose_library(parent: QWidget, choose: Callable[[str], object]) -> None:
    """Ask which library to open."""
    dialog = make_dialog(parent, QCoreApplication.translate("FileDialogs", "Open another library"))
    _take_folders(dialog)
    accept = QCoreApplication.translate("FileDialogs", "Open")
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, accept)
    dialog.fileSelected.connect(lambda path: choose(path))
    dialog.open()


def make_dialog(parent: QWidget | None, title: str, folder: str = "") -> QFileDialog:
    """A dialog that deletes itself when it is closed; it begins in `folder`."""
    dialog = QFileDialog(parent, title, folder)
    if not folder:
        _begin_among_documents(dialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    translate_labels(dialog)
    return dialog


def keep_places_private() -> None:
    """Qt notes which folders its dialogs have shown, in a file that all programs made with it share
    (QtProject.conf): keep it among our settings, where it is known of and erased with them."""
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(config_dir()))


def _begin_among_documents(dialog: QFileDialog) -> None:
    """Qt begins where the last dialog was, and the first one where the program was started: that
    is seldom a folder of the person's."""
    if dialog.directory() != QDir.current():
        return
    places = QStandardPaths.StandardLocation
    for each in (places.DocumentsLocation, places.HomeLocation):
        folder = QStandardPaths.writableLocation(each)
        if folder and QDir(folder).exists():
            dialog.setDirectory(folder)
            return


def translate_labels(dialog: QFileDialog) -> None:
    """Qt's own dialog, where a system has none, is not wholly translated: say what it does not."""
    translate = QCoreApplication.translate
    label = QFileDialog.DialogLabel
    dialog.setLabelText(label.LookIn, translate("FileDialogs", "Look in:"))
    dialog.setLabelText(label.FileType, translate("FileDialogs", "Files of type:"))


def _take_folders(dialog: QFileDialog) -> None:
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
