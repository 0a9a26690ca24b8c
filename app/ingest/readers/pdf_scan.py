"""Tells a scanned page that bears a little text of its own: a stamp, a signature, a number.

Scanning programs and offices write a line on the picture of a page ("Firmato da …"). To whoever
looks for pages without text such a page seems to have some.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types

from app.core.types import Page
from app.ingest.ocr import MOST_STAMPED
from app.ingest.readers.pdfium import PdfiumPage

_COVERED = 0.6  # of the page's area
_MOST_OBJECTS = 500  # that are looked at: a scan is made of few
_DEEPEST = 4  # forms in forms
MORE = 2.0  # times the letters that must have been recognised, for them to be taken instead


def may_be_stamped(page: Page) -> bool:
    """Whether the page has so little text that it may be a stamp on a picture."""
    return 0 < sum(not each.isspace() for each in page.text) <= MOST_STAMPED


def is_mostly_picture(page: PdfiumPage) -> bool:
    """Whether pictures cover most of the page. They are taken not to overlap."""
    whole = _area(_page_box(page.handle))
    covered = sum(_area(_clipped(box, _page_box(page.handle))) for box in _pictures(page.handle))
    return whole > 0 and covered >= _COVERED * whole


_Box = tuple[float, float, float, float]  # left, bottom, right, top


def _page_box(handle: Any) -> _Box:  # noqa: ANN401 - a ctypes pointer
    """What the page shows, in its own space: before it is turned."""
    box = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(handle, box)
    return box.left, box.bottom, box.right, box.top


def _pictures(handle: Any) -> Iterator[_Box]:  # noqa: ANN401 - as above
    """Boxes of the pictures on a page, in its own space."""
    count = min(_MOST_OBJECTS, pdfium.FPDFPage_CountObjects(handle))
    for index in range(count):
        yield from _pictures_of(pdfium.FPDFPage_GetObject(handle, index), _DEEPEST)


def _pictures_of(thing: Any, deep: int) -> Iterator[_Box]:  # noqa: ANN401 - as above
    """The box of a picture; of a form that holds one, the form's."""
    kind = pdfium.FPDFPageObj_GetType(thing)
    if kind == pdfium.FPDF_PAGEOBJ_IMAGE or (
        kind == pdfium.FPDF_PAGEOBJ_FORM and _holds_picture(thing, deep)
    ):
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if pdfium.FPDFPageObj_GetBounds(thing, left, bottom, right, top):
            yield left.value, bottom.value, right.value, top.value


def _holds_picture(form: Any, deep: int) -> bool:  # noqa: ANN401 - as above
    if deep == 0:
        return False
    count = min(_MOST_OBJECTS, pdfium.FPDFFormObj_CountObjects(form))
    for index in range(count):
        thing = pdfium.FPDFFormObj_GetObject(form, index)
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            return True
        if kind == pdfium.FPDF_PAGEOBJ_FORM and _holds_picture(thing, deep - 1):
            return True
    return False


def _clipped(box: _Box, page: _Box) -> _Box:
    return max(box[0], page[0]), max(box[1], page[1]), min(box[2], page[2]), min(box[3], page[3])


def _area(box: _Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
