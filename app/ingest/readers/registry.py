"""Which reader reads which file: by extension, whatever its case.

Readers are imported when first needed, so that asking what is supported stays light.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.ingest.readers.base import OpenDocument, Reader
from app.ingest.readers.code import CODE_EXTENSIONS, CODE_NAMES
from app.ingest.readers.unread import unread_error

if TYPE_CHECKING:
    from app.ingest.ocr import PictureReader


def _pdf() -> Reader:
    from app.ingest.readers.pdf import open_pdf

    return open_pdf


def _pdf_with_pictures(pictures: PictureReader) -> Reader:
    from app.ingest.ocr_pdf import PdfRecogniser
    from app.ingest.readers.pdf import open_pdf

    recognise = PdfRecogniser(pictures)
    return lambda path, password: open_pdf(path, password, recognise)


def _picture() -> Reader:
    from app.ingest.readers.picture import open_picture

    return open_picture


def _picture_with_text(pictures: PictureReader) -> Reader:
    from app.ingest.readers.picture import open_picture

    return lambda path, password: open_picture(path, password, pictures)


def _text() -> Reader:
    from app.ingest.readers.text import open_text

    return open_text


def _markdown() -> Reader:
    from app.ingest.readers.markdown import open_markdown

    return open_markdown


def _delimited() -> Reader:
    from app.ingest.readers.delimited import open_delimited

    return open_delimited


def _html() -> Reader:
    from app.ingest.readers.html import open_html

    return open_html


def _mhtml() -> Reader:
    from app.ingest.readers.html import open_mhtml

    return open_mhtml


def _epub() -> Reader:
    from app.ingest.readers.epub import open_epub

    return open_epub


def _mail(pictures: PictureReader | None = None) -> Reader:
    from app.ingest.readers.eml import open_mail

    return lambda path, _password: open_mail(path, lambda part: open_document(part, "", pictures))


def _mailbox(pictures: PictureReader | None = None) -> Reader:
    from app.ingest.readers.mbox import Mailbox

    return lambda path, _password: Mailbox(path, lambda part: open_document(part, "", pictures))


def _subtitles() -> Reader:
    from app.ingest.readers.subtitles import open_subtitles

    return open_subtitles


def _code() -> Reader:
    from app.ingest.readers.code import open_code

    return open_code


def _docx() -> Reader:
    from app.ingest.readers.docx import open_docx

    return open_docx


def _odt() -> Reader:
    from app.ingest.readers.odt import open_odt

    return open_odt


def _rtf() -> Reader:
    from app.ingest.readers.rtf import open_rtf

    return open_rtf


def _pptx() -> Reader:
    from app.ingest.readers.pptx import open_pptx

    return open_pptx


def _odp() -> Reader:
    from app.ingest.readers.odt import open_odp

    return open_odp


def _xlsx() -> Reader:
    from app.ingest.readers.xlsx import open_xlsx

    return open_xlsx


def _ods() -> Reader:
    from app.ingest.readers.ods import open_ods

    return open_ods


def _xls() -> Reader:
    from app.ingest.readers.xls import open_xls

    return open_xls


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, its extensions in lower case, and what loads its reader.

    `names` are whole names of files that have no extension, in lower case.
    `load_with_pictures` loads one that recognises the text on pictures too, where there is one.
    `takes_password` tells that a locked file of this format is read once its password is known.
    """

    name: str
    extensions: tuple[str, ...]
    load: Callable[[], Reader]
    takes_password: bool = False
    names: tuple[str, ...] = ()
    load_with_pictures: Callable[[PictureReader], Reader] | None = None


_TEXT_EXTENSIONS = (
    *(".txt", ".text", ".log", ".asc", ".rst"),
    *(".tex", ".ltx", ".bib", ".adoc", ".asciidoc", ".org", ".textile", ".wiki", ".typ"),
)
_TEXT_NAMES = (
    *("readme", "license", "licence", "copying", "notice", "authors", "contributors"),
    *("changelog", "changes", "news", "install", "todo"),
)

PICTURE_EXTENSIONS = (
    *(".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".bmp", ".dib"),
    *(".tif", ".tiff"),  # these may have several pages
)

FORMATS: tuple[Format, ...] = (
    Format("pdf", (".pdf",), _pdf, takes_password=True, load_with_pictures=_pdf_with_pictures),
    Format("picture", PICTURE_EXTENSIONS, _picture, load_with_pictures=_picture_with_text),
    Format("docx", (".docx", ".docm", ".dotx", ".dotm"), _docx, takes_password=True),
    Format("odt", (".odt", ".ott"), _odt),
    Format("rtf", (".rtf",), _rtf),
    Format("pptx", (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx"), _pptx, takes_password=True),
    Format("odp", (".odp", ".otp"), _odp),
    Format("xlsx", (".xlsx", ".xlsm", ".xltx"), _xlsx, takes_password=True),
    Format("ods", (".ods", ".ots"), _ods),
    Format("xls", (".xls", ".xlt", ".xlsb"), _xls, takes_password=True),
    Format("text", _TEXT_EXTENSIONS, _text, names=_TEXT_NAMES),
    Format("markdown", (".md", ".markdown", ".mdown", ".mkd"), _markdown),
    Format("csv", (".csv", ".tsv", ".tab"), _delimited),
    Format("html", (".html", ".htm", ".xhtml", ".xht"), _html),
    Format("mhtml", (".mhtml", ".mht"), _mhtml),
    Format("epub", (".epub",), _epub),
    Format("email", (".eml",), _mail, load_with_pictures=_mail),
    Format("mbox", (".mbox", ".mbx"), _mailbox, load_with_pictures=_mailbox),
    Format("subtitles", (".srt", ".vtt", ".sbv"), _subtitles),
    Format("code", CODE_EXTENSIONS, _code, names=CODE_NAMES),
)
_BY_EXTENSION: Mapping[str, Format] = {
    extension: each for each in FORMATS for extension in each.extensions
}
_BY_NAME: Mapping[str, Format] = {name: each for each in FORMATS for name in each.names}


def find_format(path: Path) -> Format | None:
    """The format that the name of `path` promises, None if no reader knows it."""
    return _BY_EXTENSION.get(path.suffix.lower()) or _BY_NAME.get(path.name.lower())


def supported(path: Path) -> bool:
    """Whether there is a reader for files named like `path`."""
    return find_format(path) is not None


def supported_extensions() -> tuple[str, ...]:
    """Every extension that is read, in lower case with its dot, in the order of FORMATS."""
    return tuple(_BY_EXTENSION)


def open_document(
    path: Path, password: str = "", pictures: PictureReader | None = None
) -> OpenDocument:
    """Open `path` with the reader of its format; `pictures` reads the text on pictures.

    Raises UnsupportedFileError where there is none, and what `Reader` raises.
    """
    found = find_format(path)
    if found is None:
        raise unread_error(path.name)
    if pictures is not None and found.load_with_pictures is not None:
        return found.load_with_pictures(pictures)(path, password)
    return found.load()(path, password)
