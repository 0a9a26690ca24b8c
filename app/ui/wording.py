"""Numbers and places in words, in the window's language."""

from __future__ import annotations

import re
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QLocale

from app.core.types import FoundPassage
from app.core.units import Unit, unit_of
from app.ui.richtext import clean_line, clean_name, shorten

_DOUBTFUL = 0.7  # see docs/ocr.md
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_SHORT_LENGTH = 24  # characters of a sheet's name where there is little room


def count(number: int) -> str:
    """A whole number with the language's separators."""
    return QLocale().toString(number)


def decimal(number: float, digits: int = 2) -> str:
    """A number with a fixed number of decimals."""
    return QLocale().toString(number, "f", digits)


def data_size(size_bytes: int) -> str:
    """So many bytes, in the unit that suits them; a kB has 1024 of them."""
    few = size_bytes < 10 * 2**20 or size_bytes >= 2**30
    traditional = QLocale.DataSizeFormat.DataSizeTraditionalFormat
    return QLocale().formattedDataSize(size_bytes, 1 if few else 0, traditional)


def milliseconds(duration_ms: float) -> str:
    """A duration in whole milliseconds."""
    return f"{count(round(duration_ms))} ms"


def document_name(document: str, path: str) -> str:
    """A document's title, or its file's name if it has none."""
    return clean_line(document) or clean_name(PurePath(path).name)


def page_name(path: str, page_index: int | None, page_label: str | None) -> str:
    """A page of the file at `path` as the viewer counts it; "" if it has none.

    A printed label that differs is told too; a sheet goes by its name alone, as in its program.
    """
    if page_index is None:
        return ""
    number = str(page_index + 1)
    label = clean_line(page_label or "")
    unit = unit_of(path)
    if unit is Unit.SHEET and label:
        number = label
    elif unit is Unit.PAGE and label and label != number:
        text = QCoreApplication.translate("Wording", "page {0} (printed {1})")
        return text.format(number, label)
    return {
        Unit.PAGE: QCoreApplication.translate("Wording", "page {0}"),
        Unit.SLIDE: QCoreApplication.translate("Wording", "slide {0}"),
        Unit.SHEET: QCoreApplication.translate("Wording", "sheet {0}"),
        Unit.CHAPTER: QCoreApplication.translate("Wording", "chapter {0}"),
        Unit.PART: QCoreApplication.translate("Wording", "part {0}"),
        Unit.MESSAGE: QCoreApplication.translate("Wording", "message {0}"),
    }[unit].format(number)


def short_page(path: str, page_index: int | None, page_label: str | None) -> str:
    """The page in as few letters as can be, "" for a file without pages."""
    if page_index is None or unit_of(path) is not Unit.PAGE:
        return shorten(page_name(path, page_index, page_label), _SHORT_LENGTH)
    return QCoreApplication.translate("Wording", "p. {0}").format(page_index + 1)


def page_of_all(path: str, page_index: int, page_label: str | None, pages: int) -> str:
    """A page as the head of a view: its number, of how many (0: not known yet), its label."""
    label = clean_line(page_label or "")
    number, unit = page_index + 1, unit_of(path)
    if not pages:
        text = {
            Unit.PAGE: QCoreApplication.translate("Wording", "Page {0}"),
            Unit.SLIDE: QCoreApplication.translate("Wording", "Slide {0}"),
            Unit.SHEET: QCoreApplication.translate("Wording", "Sheet {0}"),
            Unit.CHAPTER: QCoreApplication.translate("Wording", "Chapter {0}"),
            Unit.PART: QCoreApplication.translate("Wording", "Part {0}"),
            Unit.MESSAGE: QCoreApplication.translate("Wording", "Message {0}"),
        }[unit].format(number)
    else:
        text = {
            Unit.PAGE: QCoreApplication.translate("Wording", "Page {0} of {1}"),
            Unit.SLIDE: QCoreApplication.translate("Wording", "Slide {0} of {1}"),
            Unit.SHEET: QCoreApplication.translate("Wording", "Sheet {0} of {1}"),
            Unit.CHAPTER: QCoreApplication.translate("Wording", "Chapter {0} of {1}"),
            Unit.PART: QCoreApplication.translate("Wording", "Part {0} of {1}"),
            Unit.MESSAGE: QCoreApplication.translate("Wording", "Message {0} of {1}"),
        }[unit].format(number, pages)
    if not label or label == str(number):
        return text
    if unit is Unit.PAGE:
        return text + QCoreApplication.translate("Wording", " (printed {0})").format(label)
    return f"{text} · {label}"


def what_and_why(reason: str) -> tuple[str, str]:
    """What happened, as the engine's reasons say first, and the rest: why, and what to do."""
    what, *rest = _SENTENCE_END.split(clean_line(reason), maxsplit=1)
    return what, "".join(rest)


def headline(reason: str) -> str:
    """What happened, as it stands in a list: without the full stop of a sentence."""
    return what_and_why(reason)[0].removesuffix(".")


def passage_part(passage: FoundPassage) -> str:
    """Where in its document a found passage stands, and whether its text is to be trusted."""
    page = page_name(passage.path, passage.page_index, passage.page_label)
    doubt = ""
    if passage.confidence is not None and is_doubtful(passage.confidence):
        text = QCoreApplication.translate("Wording", "recognised, only {0} sure")
        doubt = text.format(sureness(passage.confidence))
    return " · ".join(filter(None, (page, doubt, clean_line(passage.heading))))


def recognition(confidence: float) -> str:
    """How sure a text is that was recognised from a picture."""
    if is_doubtful(confidence):
        text = QCoreApplication.translate(
            "Wording",
            "Text recognised from the picture, only {0} sure: compare it with the picture.",
        )
    else:
        text = QCoreApplication.translate("Wording", "Text recognised from the picture, {0} sure.")
    return text.format(sureness(confidence))


def sureness(confidence: float) -> str:
    """A confidence (0 to 1) in whole percent, rounded down: all but certain is not certain."""
    return f"{count(int(confidence * 100))} %"


def is_doubtful(confidence: float) -> bool:
    """Whether a text that was recognised with this confidence is to be warned of."""
    return confidence < _DOUBTFUL


def place_name(document: str, path: str, page_index: int | None, page_label: str | None) -> str:
    """Document and page on one line."""
    page = page_name(path, page_index, page_label)
    return " · ".join(filter(None, (document_name(document, path), page)))
