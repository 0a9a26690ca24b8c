"""Saves a text where a person says."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QIODevice, QSaveFile, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.ui.richtext import clean_line

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_UNSAFE = re.compile(r'[\\/:*?"<>|.\s]+')
_LONGEST_NAME = 60


def file_name(title: str) -> str:
    """A name for a file, made of a title."""
    name = _UNSAFE.sub(" ", clean_line(title)).strip()[:_LONGEST_NAME].strip()
    return f"{name or 'Margine'}.md"


def ask_where(parent: QWidget, title: str, write: Callable[[str], None]) -> QFileDialog:
    """Ask for a place for a file called like `title`; `write` gets its path. Does not block."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    dialog = QFileDialog(parent, translate("DigestSaving", "Save as Markdown"), folder)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("DigestSaving", "Markdown (*.md)")])
    dialog.setDefaultSuffix("md")
    dialog.selectFile(file_name(title))
    dialog.fileSelected.connect(write)
    dialog.open()
    return dialog


def write_text(path: str, text: str) -> str:
    """Write `text` as UTF-8, whole or not at all. Returns why it failed, "" if it did not."""
    file = QSaveFile(path)
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        return file.errorString()
    file.write(text.encode("utf-8", errors="replace"))
    return "" if file.commit() else file.errorString()
