"""Text recognition for pages of PDF files, which PDFium draws."""

from __future__ import annotations

import ctypes

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types
from PIL import Image

from app.core.types import Page
from app.ingest.ocr import PictureReader
from app.ingest.readers.pdfium import PdfiumPage

DPI = 200  # at which a page is drawn; see docs/ocr.md
_POINTS_PER_INCH = 72
_WHITE = 0xFFFFFFFF
_LONGEST_SIDE = 16_384  # pixels of a bitmap: a page may be as thin as a till roll


class PdfRecogniser:
    """See `app.ingest.readers.pdf.PageRecogniser`."""

    def __init__(self, pictures: PictureReader) -> None:
        self._pictures = pictures

    def __call__(self, page: Page, drawn: PdfiumPage) -> Page:
        """The page with the text on its picture. The picture is the page as it is shown: turned
        as the file says, and cut to its visible box."""
        return self._pictures.read(page, lambda most: draw_page(drawn, most))


def draw_page(page: PdfiumPage, most_pixels: int, dpi: int = DPI) -> Image.Image:
    """The page in grey at `dpi`, or smaller if that were more than `most_pixels`."""
    width = float(pdfium.FPDF_GetPageWidthF(page.handle))
    height = float(pdfium.FPDF_GetPageHeightF(page.handle))
    size = bitmap_size(width, height, most_pixels, dpi)
    bitmap = pdfium.FPDFBitmap_CreateEx(*size, pdfium.FPDFBitmap_Gray, None, 0)
    if not bitmap:
        raise MemoryError
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, *size, _WHITE)
        pdfium.FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, *size, 0, pdfium.FPDF_ANNOT)
        stride = int(pdfium.FPDFBitmap_GetStride(bitmap))
        buffer = pdfium.FPDFBitmap_GetBuffer(bitmap)
        pixels = ctypes.string_at(buffer, stride * size[1])
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    return Image.frombytes("L", size, pixels, "raw", "L", stride)


def bitmap_size(width: float, height: float, most_pixels: int, dpi: int = DPI) -> tuple[int, int]:
    """Pixels of a page of `width` by `height` points."""
    width, height = max(1.0, width), max(1.0, height)
    scale = min(
        dpi / _POINTS_PER_INCH,
        (most_pixels / (width * height)) ** 0.5,
        _LONGEST_SIDE / max(width, height),
    )
    return max(1, int(width * scale)), max(1, int(height * scale))
