"""The formats in which a text leaves the window: their names, their endings, who writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from app.ui.export_docx import docx_steps
from app.ui.export_html import html_pieces
from app.ui.export_markdown import markdown_pieces
from app.ui.export_pages import PdfWriter
from app.ui.export_values import Manuscript
from app.ui.richtext import clean_name

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_UNFIT = re.compile(r'[\\/:*?"<>|\s\N{REPLACEMENT CHARACTER}]+')
_LONGEST_NAME = 60
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)$")  # names of devices of Windows


class Format(StrEnum):
    """A format; the value is the ending of its files."""

    PDF = "pdf"
    DOCX = "docx"
    HTML = "html"
    MARKDOWN = "md"


def filter_of(kind: Format) -> str:
    """A format as a file dialog offers it."""
    return {
        Format.PDF: translate("ExportFormats", "PDF (*.pdf)"),
        Format.DOCX: translate("ExportFormats", "Word document (*.docx)"),
        Format.HTML: translate("ExportFormats", "Web page (*.html)"),
        Format.MARKDOWN: translate("ExportFormats", "Markdown (*.md)"),
    }[kind]


def format_of(path: str, otherwise: Format) -> Format:
    """The format that a file's name asks for."""
    ending = PurePath(path).suffix.lower().removeprefix(".")
    known = {
        **{each.value: each for each in Format},
        "htm": Format.HTML,
        "markdown": Format.MARKDOWN,
    }
    return known.get(ending, otherwise)


def file_name(title: str, kind: Format) -> str:
    """A name for a file that every system takes, made of a title."""
    name = _UNFIT.sub(" ", clean_name(title)).strip(" .")[:_LONGEST_NAME].strip(" .")
    if not name or _RESERVED.match(name):
        name = f"Margine {name}".strip()
    return f"{name}.{kind.value}"


class Making:
    """Makes the bytes of a file in steps. Window thread only; used once."""

    def __init__(self, manuscript: Manuscript, kind: Format, made: datetime) -> None:
        self._manuscript, self._kind, self._made = manuscript, kind, made
        self.data = b""

    def steps(self) -> Iterator[None]:
        """Make them: `data` holds them at the end, and is empty if that failed."""
        script = yield from self._manuscript.lay_out()
        if self._kind is Format.PDF:
            pages = PdfWriter(script)
            yield from pages.steps()
            self.data = pages.data
        elif self._kind is Format.DOCX:
            self.data = yield from docx_steps(script, self._made)
        else:
            write = html_pieces if self._kind is Format.HTML else markdown_pieces
            made = bytearray()
            for piece in write(script):
                made += piece.encode("utf-8")
                yield
            self.data = bytes(made)
