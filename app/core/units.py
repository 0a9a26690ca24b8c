"""What the pages of a file are called: a deck has slides, a workbook sheets, a book chapters.

The reader gives every part an index and perhaps a label, whatever the parts are; how they are
called follows from the file's name alone, so that stored libraries need not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import PurePath


class Unit(StrEnum):
    """What one page of a file's text is. The value is the English word for it."""

    PAGE = "page"
    SLIDE = "slide"
    SHEET = "sheet"  # its label is its name
    CHAPTER = "chapter"
    PART = "part"  # of a message: its text, an attachment
    MESSAGE = "message"  # of a mailbox


_UNITS: Mapping[str, Unit] = {
    ".pptx": Unit.SLIDE,
    ".pptm": Unit.SLIDE,
    ".ppsx": Unit.SLIDE,
    ".ppsm": Unit.SLIDE,
    ".potx": Unit.SLIDE,
    ".odp": Unit.SLIDE,
    ".otp": Unit.SLIDE,
    ".fodp": Unit.SLIDE,
    ".xlsx": Unit.SHEET,
    ".xlsm": Unit.SHEET,
    ".xltx": Unit.SHEET,
    ".xlsb": Unit.SHEET,
    ".xls": Unit.SHEET,
    ".ods": Unit.SHEET,
    ".ots": Unit.SHEET,
    ".fods": Unit.SHEET,
    ".epub": Unit.CHAPTER,
    ".eml": Unit.PART,
    ".mbox": Unit.MESSAGE,
    ".mbx": Unit.MESSAGE,
}


def unit_of(path: str) -> Unit:
    """What the pages of the file at `path` are."""
    return _UNITS.get(PurePath(path).suffix.lower(), Unit.PAGE)
