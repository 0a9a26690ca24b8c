"""Draws pages with PDFium into private bitmap files. One thread makes every call."""

from __future__ import annotations

import ctypes
import itertools
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types

from app.core.errors import CancelledJobError, DocumentError
from app.core.text_hash import hash_text
from app.engine.page_marks import find_marks, locate_spans, mark_words
from app.engine.page_pictures import draw_picture, is_picture
from app.engine.protocol import LocateSpans, PageRendered, Rect, RenderPage, SpansLocated
from app.ingest.readers.pdf import PdfFile
from app.ingest.readers.pdf_text import PageText
from app.ingest.readers.pdfium import PdfiumPage

MIN_WIDTH_PX = 16
MAX_WIDTH_PX = 4096
MAX_HEIGHT_PX = 16_384
MAX_PIXELS = 40_000_000
PAGES_KEPT = 3
GRACE_S = 0.5  # a drawing that has taken longer gives way to a newer request
_WHITE = 0xFFFFFFFF


@dataclass(slots=True)
class _LoadedPage:
    """A page in PDFium's hands, and its stored text once that was needed."""

    page: PdfiumPage
    text: PageText | None = None


class OpenDocument:
    """The document drawn last, with the pages drawn last. `version` tells whether it changed."""

    def __init__(self, path: Path, version: tuple[int, int], password: str = "") -> None:
        """Raises DocumentError, DocumentLockedError."""
        self.path = path
        self.version = version
        self.password = password
        self._file = PdfFile(path, password)
        self._pages: OrderedDict[int, _LoadedPage] = OrderedDict()
        if self._file.pdfium is None:
            self._file.close()
            raise DocumentError(
                "The pages of this document cannot be drawn.", why="The file is damaged."
            )
        # Without it PDFium leaves out what was typed into a form's fields.
        self.form: Any = self._file.pdfium.form

    @property
    def page_count(self) -> int:
        """Number of pages."""
        return self._file.page_count

    def label(self, index: int) -> str | None:
        """Printed label of a page, None where the document defines none."""
        return self._file.label(index)

    def page(self, index: int) -> PdfiumPage:
        """The page, loaded or kept. Raises DocumentError where there is none, or it is broken."""
        return self._loaded(index).page

    def text(self, index: int) -> PageText:
        """Stored text of the page, made by the same functions as the reader's."""
        loaded = self._loaded(index)
        if loaded.text is None:
            loaded.text = self._file.read_text(index, loaded.page) or PageText("", (), "pdfium")
        return loaded.text

    def close(self) -> None:
        """Free pages, form and document, in the order that PDFium asks for."""
        while self._pages:
            self._drop(self._pages.popitem()[1])
        self._file.close()

    def _loaded(self, index: int) -> _LoadedPage:
        if index in self._pages:
            self._pages.move_to_end(index)
            return self._pages[index]
        if not 0 <= index < self.page_count:
            raise DocumentError(
                f"There is no page {index + 1}.",
                why="The file has changed since it was read.",
                next_step="Let the library be updated.",
            )
        page = self._file.load_page(index)
        if page is None:
            raise DocumentError(f"Page {index + 1} cannot be drawn.", why="It is damaged.")
        if self.form:
            pdfium.FORM_OnAfterLoadPage(page.handle, self.form)
        self._pages[index] = _LoadedPage(page)
        while len(self._pages) > PAGES_KEPT:
            self._drop(self._pages.popitem(last=False)[1])
        return self._pages[index]

    def _drop(self, loaded: _LoadedPage) -> None:
        if self.form:
            pdfium.FORM_OnBeforeClosePage(loaded.page.handle, self.form)
        loaded.page.close()


class PageRenderer:
    """Answers `RenderPage`. Keeps the document and pages drawn last."""

    def __init__(self, scratch: Path) -> None:
        """`scratch` is a private folder for the bitmaps; whoever is answered deletes them."""
        self._scratch = scratch
        self._document: OpenDocument | None = None
        self._numbers = itertools.count(1)

    def render(self, request: RenderPage, superseded: Callable[[], bool]) -> PageRendered:
        """Draw a page and find its marks.

        Raises DocumentError, DocumentLockedError; CancelledJobError when `superseded` and the
        drawing has taken a while.
        """
        if is_picture(Path(request.path)):
            return self._draw_picture(request)
        document = self._open(Path(request.path), request.password)
        index = request.page_index
        page = document.page(index)
        width, height = bounded_size(
            pdfium.FPDF_GetPageWidthF(page.handle),
            pdfium.FPDF_GetPageHeightF(page.handle),
            request.width_px,
        )
        rects, fits = self._marks(document, request, (width, height))
        path, stride = self._draw(document, page, (width, height), superseded)
        return PageRendered(
            request.job,
            str(path),
            width,
            height,
            stride,
            index,
            document.page_count,
            document.label(index),
            rects,
            fits,
        )

    def locate(self, request: LocateSpans) -> SpansLocated:
        """Find where spans stand. A picture has no text of its own, and so none of them.

        Raises DocumentError, DocumentLockedError.
        """
        index = request.page_index
        if is_picture(Path(request.path)):
            return SpansLocated(request.job, index, (), fits=False)
        document = self._open(Path(request.path), request.password)
        text = document.text(index)
        if request.text_sha256 and request.text_sha256 != hash_text(text.text):
            return SpansLocated(request.job, index, (), fits=False)
        boxes = locate_spans(document.page(index), text, request.spans)
        return SpansLocated(request.job, index, boxes, fits=True)

    def close(self) -> None:
        """Let go of the document."""
        if self._document:
            self._document.close()
            self._document = None

    def _open(self, path: Path, password: str) -> OpenDocument:
        """The document at `path`, kept from the last request unless the file has changed, or is
        asked for without the password that opened it."""
        try:
            status = path.stat()
            version = (status.st_size, status.st_mtime_ns)
        except OSError:
            version = (-1, -1)  # opening it says what is wrong
        wanted = (path, version, password)
        kept = self._document
        if kept and (kept.path, kept.version, kept.password) == wanted:
            return kept
        self.close()
        self._document = OpenDocument(*wanted)
        return self._document

    def _draw_picture(self, request: RenderPage) -> PageRendered:
        drawn = draw_picture(
            Path(request.path), request.page_index, request.width_px, MAX_WIDTH_PX, MAX_PIXELS
        )
        return PageRendered(
            request.job,
            str(self._write(memoryview(drawn.pixels))),
            drawn.width,
            drawn.height,
            len(drawn.pixels) // drawn.height,
            request.page_index,
            drawn.page_count,
            None,
            mark_words(request.words, drawn.width, drawn.height),
            fits=True,
        )

    def _marks(
        self, document: OpenDocument, request: RenderPage, size: tuple[int, int]
    ) -> tuple[tuple[Rect, ...], bool]:
        if request.words:
            return mark_words(request.words, *size), True
        spans = [span for span in request.spans if span.page_index == request.page_index]
        if not spans:
            return (), True
        text = document.text(request.page_index)
        if request.text_sha256 and request.text_sha256 != hash_text(text.text):
            return (), False
        return find_marks(document.page(request.page_index), text, spans), True

    def _draw(
        self,
        document: OpenDocument,
        page: PdfiumPage,
        size: tuple[int, int],
        superseded: Callable[[], bool],
    ) -> tuple[Path, int]:
        """Draw into a new bitmap file; return its path and the bytes of each row."""
        width, height = size
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRx, None, 0)
        if not bitmap:
            raise DocumentError("The page cannot be drawn.", why="There is not enough memory.")
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
            _draw_page(bitmap, page, size, superseded)
            if document.form:
                area = (0, 0, width, height, 0, pdfium.FPDF_ANNOT)
                pdfium.FPDF_FFLDraw(document.form, bitmap, page.handle, *area)
            stride = int(pdfium.FPDFBitmap_GetStride(bitmap))
            buffer = pdfium.FPDFBitmap_GetBuffer(bitmap)
            pixels = (ctypes.c_char * (stride * height)).from_address(
                ctypes.cast(buffer, ctypes.c_void_p).value or 0
            )
            return self._write(memoryview(pixels)), stride
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)

    def _write(self, pixels: memoryview) -> Path:
        path = self._scratch / f"page-{os.getpid()}-{next(self._numbers)}.bgrx"
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(pixels)
        return path


def bounded_size(page_width: float, page_height: float, width_px: int) -> tuple[int, int]:
    """Width and height of the bitmap in pixels, within what is sensible for a screen."""
    ratio = page_height / page_width if page_width > 0 and page_height > 0 else 1.0
    width = float(min(MAX_WIDTH_PX, max(MIN_WIDTH_PX, width_px)))
    width = min(width, MAX_HEIGHT_PX / ratio, (MAX_PIXELS / ratio) ** 0.5)
    return max(1, int(width)), max(1, min(MAX_HEIGHT_PX, round(width * ratio)))


def _draw_page(
    bitmap: Any,  # noqa: ANN401 - a ctypes pointer
    page: PdfiumPage,
    size: tuple[int, int],
    superseded: Callable[[], bool],
) -> None:
    """Draw piece by piece, so that a heavy page can be given up for a newer request."""
    patient_until = time.monotonic() + GRACE_S
    given_up = False

    def need_to_pause(_pause: object) -> int:
        nonlocal given_up
        given_up = given_up or (time.monotonic() > patient_until and superseded())
        return int(given_up)

    pause = pdfium.IFSDK_PAUSE(version=1)
    pause.NeedToPauseNow = type(pause.NeedToPauseNow)(need_to_pause)
    area = (0, 0, *size, 0, pdfium.FPDF_ANNOT)
    pdfium.FPDF_RenderPageBitmap_Start(bitmap, page.handle, *area, pause)
    pdfium.FPDF_RenderPage_Close(page.handle)
    if given_up:
        raise CancelledJobError
