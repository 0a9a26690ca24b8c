"""Asks where a text is to be saved, and writes it there, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QFileDevice,
    QIODevice,
    QSaveFile,
    QStandardPaths,
    Qt,
)
from PySide6.QtWidgets import QFileDialog, QWidget

from app.ui.export_formats import Format, file_name, filter_of, format_of
from app.ui.file_dialogs import translate_labels

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows


def ask_where(
    parent: QWidget,
    title: str,
    kinds: Sequence[Format],
    save: Callable[[str, Format], None],
    folder: str = "",
) -> QFileDialog:
    """Ask for a place and a format for a text called `title`, the first of `kinds` unless another
    is chosen. `save` gets both. Asks before a file is written over. Does not block."""
    place = QStandardPaths.StandardLocation.DocumentsLocation
    dialog = QFileDialog(
        parent,
        translate("ExportSaving", "Save as"),
        folder or QStandardPaths.writableLocation(place),
    )
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    filters = {filter_of(each): each for each in kinds}
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix(kinds[0].value)
    translate_labels(dialog)
    dialog.selectFile(file_name(title, kinds[0]))

    def take_filter(name: str) -> None:
        kind = filters.get(name)
        if kind is None:
            return
        dialog.setDefaultSuffix(kind.value)
        chosen = dialog.selectedFiles()
        if chosen:  # the ending follows the format
            dialog.selectFile(f"{Path(chosen[0]).stem}.{kind.value}")

    def take_path(path: str) -> None:
        save(path, format_of(path, filters.get(dialog.selectedNameFilter(), kinds[0])))

    dialog.filterSelected.connect(take_filter)
    dialog.fileSelected.connect(take_path)
    dialog.open()
    return dialog


def write_file(path: str, data: bytes) -> str:
    """Write `data`, whole or not at all. Returns why it failed and what to do, "" if it did not.

    The file is the person's own, and gets the rights that files there get.
    """
    if _is_there(path) and not os.path.isfile(path):  # noqa: PTH113 - a device, a folder
        return translate("ExportSaving", "What is there is no file. Choose another name.")
    file = QSaveFile(path)
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        return _why(path, file)
    if file.write(data) != len(data):
        why = _why(path, file)
        file.cancelWriting()
        return why
    return "" if file.commit() else _why(path, file)


def _is_there(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - Path's raises for a name that is too long


def _why(path: str, file: QSaveFile) -> str:
    folder = Path(path).parent
    if not os.path.isdir(folder):  # noqa: PTH112
        return translate("ExportSaving", "The folder is not there. Choose another one.")
    if file.error() is QFileDevice.FileError.ResourceError:
        return translate("ExportSaving", "The disk is full. Make room, or choose another place.")
    if not os.access(folder, os.W_OK):
        return translate(
            "ExportSaving", "Nothing can be written to this folder. Choose another one."
        )
    if _is_there(path) and not os.access(path, os.W_OK):
        return translate(
            "ExportSaving", "The file that is there cannot be written over. Choose another name."
        )
    return f"{file.errorString().rstrip('.')}."
