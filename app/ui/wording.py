"""Numbers and places in words, in the window's language."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QLocale

from app.ui.richtext import clean_line


def count(number: int) -> str:
    """A whole number with the language's separators."""
    return QLocale().toString(number)


def decimal(number: float, digits: int = 2) -> str:
    """A number with a fixed number of decimals."""
    return QLocale().toString(number, "f", digits)


def milliseconds(duration_ms: float) -> str:
    """A duration in whole milliseconds."""
    return f"{count(round(duration_ms))} ms"


def document_name(document: str, path: str) -> str:
    """A document's title, or its file's name if it has none."""
    return clean_line(document) or clean_line(PurePath(path).name)


def page_name(page_index: int | None, page_label: str | None) -> str:
    """A page as the viewer counts it, and as it is printed where that differs; "" if none."""
    if page_index is None:
        return ""
    number = str(page_index + 1)
    label = clean_line(page_label or "")
    if not label or label == number:
        return QCoreApplication.translate("Wording", "page {0}").format(number)
    return QCoreApplication.translate("Wording", "page {0} (printed {1})").format(number, label)


def part_name(page_index: int | None, page_label: str | None, heading: str) -> str:
    """Where in its document a passage stands: page and heading on one line, "" if neither."""
    page = page_name(page_index, page_label)
    return " · ".join(filter(None, (page, clean_line(heading))))


def place_name(document: str, path: str, page_index: int | None, page_label: str | None) -> str:
    """Document and page on one line."""
    page = page_name(page_index, page_label)
    return " · ".join(filter(None, (document_name(document, path), page)))
