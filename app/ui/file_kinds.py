"""Which files the dialogs offer first. What is read is the readers' to say; a test compares."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

DOCUMENTS = (
    *("pdf", "docx", "odt", "rtf", "epub", "txt", "md", "html", "htm", "mhtml"),
    *("pptx", "odp", "xlsx", "ods", "xls", "csv", "eml", "mbox", "srt", "vtt"),
)
PICTURES = ("png", "jpg", "jpeg", "tif", "tiff", "webp", "bmp")


def name_filters() -> list[str]:
    """For a dialog that asks for files: documents and pictures, pictures alone, all."""
    every = QCoreApplication.translate("FileKinds", "Documents and pictures")
    pictures = QCoreApplication.translate("FileKinds", "Pictures of text")
    return [
        f"{every} ({_patterns(DOCUMENTS + PICTURES)})",
        f"{pictures} ({_patterns(PICTURES)})",
        QCoreApplication.translate("FileKinds", "All files (*)"),
    ]


def _patterns(extensions: tuple[str, ...]) -> str:
    """Both cases: scanners and cameras write capitals, and a dialog may tell them apart."""
    return " ".join(f"*.{each} *.{each.upper()}" for each in extensions)
