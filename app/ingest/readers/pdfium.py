"""PDFium's documents and pages, as far as reading needs them.

PDFium is not thread-safe: one thread of a child process makes every call.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types

from app.ingest.readers.glyph_numbers import read_numbers
from app.ingest.readers.pdf_annotations import Annotation, annotation_box, read_annotations
from app.ingest.readers.pdf_order import reading_order
from app.ingest.readers.pdf_text import PageText, map_characters

MAX_PASSWORD = 127  # bytes
BY_NUMBERS = "pdfium-numbers"  # `Page.reader` of text that was read by the glyphs' numbers
_ANGLE_SAMPLE = 40  # characters of a page whose direction is looked at


class PdfiumOpenError(Exception):
    """PDFium cannot open the document; `needs_password` tells one reason apart."""

    def __init__(self, code: int) -> None:
        super().__init__(f"PDFium error {code}")
        self.needs_password = code == pdfium.FPDF_ERR_PASSWORD
        self.unknown_protection = code == pdfium.FPDF_ERR_SECURITY


class PdfiumPage:
    """One loaded page and its text. Close it before its document."""

    def __init__(self, handle: Any, text_handle: Any, form: Any = None) -> None:  # noqa: ANN401  # ctypes pointers
        self.handle = handle
        self.text_handle = text_handle
        self._form = form

    def codes(self) -> list[int]:
        """Unicode value (or UTF-16 unit) of each character, in PDFium's order."""
        get = pdfium.FPDFText_GetUnicode
        handle = self.text_handle
        return [get(handle, index) for index in range(pdfium.FPDFText_CountChars(handle))]

    def is_hyphen(self, index: int) -> bool:
        """Whether the character is a hyphen that parts a word at the end of a line."""
        return bool(pdfium.FPDFText_IsHyphen(self.text_handle, index) == 1)

    def origin(self, index: int) -> tuple[float, float]:
        """Where the character starts on its base line, in points of the page, y upwards."""
        x, y = ctypes.c_double(), ctypes.c_double()
        pdfium.FPDFText_GetCharOrigin(self.text_handle, index, x, y)
        return x.value, y.value

    def angle(self, index: int) -> float:
        """Direction of the text at the character, in radians."""
        return max(0.0, float(pdfium.FPDFText_GetCharAngle(self.text_handle, index)))

    def box(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the drawn character, in points of the page."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        pdfium.FPDFText_GetCharBox(self.text_handle, index, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value

    def line_box(self, index: int) -> tuple[float, float, float, float]:
        """Like `box`, but as high as the font's ascent and descent, and as wide as its advance."""
        box = pdfium.FS_RECTF()
        pdfium.FPDFText_GetLooseCharBox(self.text_handle, index, box)
        return box.left, box.bottom, box.right, box.top

    def stretches(self) -> list[tuple[float, float, float, float]]:
        """Boxes, as `box` gives them, of the page's text: words or lines, as it was written."""
        handle, found = self.text_handle, []
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        sides = tuple(map(ctypes.byref, (left, top, right, bottom)))
        for index in range(pdfium.FPDFText_CountRects(handle, 0, -1)):
            pdfium.FPDFText_GetRect(handle, index, *sides)
            found.append((left.value, bottom.value, right.value, top.value))
        return found

    def shown_box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of what the page shows: its CropBox, or all of it."""
        box = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(self.handle, box)
        return box.left, box.bottom, box.right, box.top

    def annotations(self) -> list[Annotation]:
        """Filled fields of forms, and notes."""
        return list(read_annotations(self.handle, self._form))

    def annotation_box(self, number: int) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of an annotation, in points of the page."""
        return annotation_box(self.handle, number)

    def read(self) -> PageText:
        """The page's text."""
        codes = self.codes()
        return map_characters(codes, self, reading_order(codes, self))

    def read_by_numbers(self) -> PageText:
        """The page's text where fonts tell their glyphs' numbers alone; see `glyph_numbers`.

        The text of other fonts on the page stays as it is.
        """
        codes = read_numbers(self.codes(), self._is_unmapped)
        text = map_characters(codes, self, reading_order(codes, self))
        return replace(text, reader=BY_NUMBERS)

    def _is_unmapped(self, index: int) -> bool:
        """Whether PDFium knows the number of the glyph and not its character."""
        return bool(pdfium.FPDFText_HasUnicodeMapError(self.text_handle, index) == 1)

    def close(self) -> None:
        """Free the page."""
        pdfium.FPDFText_ClosePage(self.text_handle)
        pdfium.FPDF_ClosePage(self.handle)


class PdfiumFile:
    """A document opened by PDFium. Raises PdfiumOpenError where PDFium gives up."""

    def __init__(self, path: Path, password: str = "") -> None:
        name = str(path).encode("utf-8", "surrogateescape")
        for secret in password_bytes(password):
            self.handle = pdfium.FPDF_LoadDocument(name, secret)
            if self.handle:
                break
        else:
            raise PdfiumOpenError(pdfium.FPDF_GetLastError())
        self.page_count = int(pdfium.FPDF_GetPageCount(self.handle))
        self._form_info: Any = None  # PDFium keeps a pointer to it
        self.form: Any = self._open_form()

    def _open_form(self) -> Any:  # noqa: ANN401 - a ctypes pointer
        """The form environment, None without a form: it knows what was typed into the fields."""
        if pdfium.FPDF_GetFormType(self.handle) == pdfium.FORMTYPE_NONE:
            return None
        self._form_info = pdfium.FPDF_FORMFILLINFO(version=2)
        return pdfium.FPDFDOC_InitFormFillEnvironment(self.handle, self._form_info) or None

    @property
    def dynamic_form(self) -> bool:
        """Whether the document is an XFA form, which its own program draws."""
        kinds = (pdfium.FORMTYPE_XFA_FULL, pdfium.FORMTYPE_XFA_FOREGROUND)
        return pdfium.FPDF_GetFormType(self.handle) in kinds

    @property
    def attachment_count(self) -> int:
        """Number of files that are embedded in the document."""
        return max(0, int(pdfium.FPDFDoc_GetAttachmentCount(self.handle)))

    def title(self) -> str:
        """Title in the document's information, "" where there is none."""
        return _read_utf16(pdfium.FPDF_GetMetaText, self.handle, b"Title")

    def label(self, index: int) -> str | None:
        """Printed label of a page, None where the document defines none."""
        return _read_utf16(pdfium.FPDF_GetPageLabel, self.handle, index) or None

    def load_page(self, index: int) -> PdfiumPage | None:
        """The page with its text, None where PDFium cannot load it."""
        page = pdfium.FPDF_LoadPage(self.handle, index)
        if not page:
            return None
        text = _load_text(page)
        if not text:
            pdfium.FPDF_ClosePage(page)
            return None
        return PdfiumPage(page, text, self.form)

    def close(self) -> None:
        """Close the document; its pages must be closed before."""
        if self.form:
            pdfium.FPDFDOC_ExitFormFillEnvironment(self.form)
            self.form = None
        if self.handle:
            pdfium.FPDF_CloseDocument(self.handle)
            self.handle = None


def password_bytes(password: str) -> tuple[bytes | None, ...]:
    """What to try for a password that was typed in: as it is, and in its compatible form (one
    letter of `fi` and two are the same). PDFium turns UTF-8 into what older files used.

    Of ISO 32000-2, 7.6.4.3.3, which prescribes that form and a most of 127 bytes.
    """
    if not password:
        return (None,)
    forms = (password, unicodedata.normalize("NFKC", password))
    return tuple(dict.fromkeys(each.encode("utf-8", "replace")[:MAX_PASSWORD] for each in forms))


def _load_text(page: Any) -> Any:  # noqa: ANN401 - ctypes pointers
    """Text of a page. PDFium takes text that is not upright for vertical or right-to-left writing
    and mixes up its order: such a page is turned for as long as its text is collected."""
    text = pdfium.FPDFText_LoadPage(page)
    rotation = pdfium.FPDFPage_GetRotation(page)
    upright = _upright_rotation(text) if text else rotation
    if upright == rotation:
        return text
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDFPage_SetRotation(page, upright)
    text = pdfium.FPDFText_LoadPage(page)
    pdfium.FPDFPage_SetRotation(page, rotation)
    return text


def _upright_rotation(text: Any) -> int:  # noqa: ANN401 - a ctypes pointer
    """Clockwise quarter turns that set most characters, of a sample over the page, upright."""
    count = pdfium.FPDFText_CountChars(text)
    sample = range(0, count, max(1, count // _ANGLE_SAMPLE))
    angles = (float(pdfium.FPDFText_GetCharAngle(text, index)) for index in sample)
    turns = Counter(round(angle / (math.pi / 2)) % 4 for angle in angles if angle >= 0)
    return turns.most_common(1)[0][0] if turns else 0


def _read_utf16(function: Callable[..., int], *arguments: object) -> str:
    """What a PDFium function writes as UTF-16LE with a final zero into a buffer of ours."""
    size = function(*arguments, None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, buffer, size)
    return buffer.raw[: size - 2].decode("utf-16-le", errors="replace")
