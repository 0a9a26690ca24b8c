"""What stands on a page of a PDF without being part of it: filled fields of forms, and notes."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types

MAX_ANNOTATIONS = 2000  # of a page that are looked at
MAX_CHARACTERS = 20_000  # of one annotation
_FILLED = frozenset(
    (
        pdfium.FPDF_FORMFIELD_TEXTFIELD,
        pdfium.FPDF_FORMFIELD_COMBOBOX,
        pdfium.FPDF_FORMFIELD_LISTBOX,
    )
)
_CHECKED = frozenset((pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON))
_NOTES = frozenset(
    (
        *(pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_CARET),
        *(pdfium.FPDF_ANNOT_HIGHLIGHT, pdfium.FPDF_ANNOT_UNDERLINE),
        *(pdfium.FPDF_ANNOT_SQUIGGLY, pdfium.FPDF_ANNOT_STRIKEOUT),
    )
)
_UNSEEN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW
_PASSWORD_FLAG = 1 << 13  # of a text field (ISO 32000-1, table 228)
_NAME_FOR_PROGRAMS = re.compile(r"[\[\]_#/\\]|\d{2}|^\w{1,2}$|[a-z][A-Z]")
_CHECK = "✓"


@dataclass(frozen=True, slots=True)
class Annotation:
    """Text of one annotation; `number` is its place among the page's annotations."""

    number: int
    text: str


def read_annotations(
    page: Any,  # noqa: ANN401 - a ctypes pointer
    form: Any,  # noqa: ANN401 - a ctypes pointer
) -> Iterator[Annotation]:
    """The fields that are filled in, as "label: value", and the notes, in the file's order.

    `form` is the document's form environment, None where it has no form. Hidden ones are left out,
    and so are passwords.
    """
    for number in range(min(pdfium.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)):
        with _opened(page, number) as annotation:
            if not annotation or pdfium.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
                continue
            kind = pdfium.FPDFAnnot_GetSubtype(annotation)
            text = ""
            if kind == pdfium.FPDF_ANNOT_WIDGET and form:
                text = _field_text(form, annotation)
            elif kind in _NOTES:
                text = _string(pdfium.FPDFAnnot_GetStringValue, annotation, b"Contents")
            if text := text.replace("\r\n", "\n").replace("\r", "\n").strip():
                yield Annotation(number, text[:MAX_CHARACTERS])


def annotation_box(
    page: Any,  # noqa: ANN401 - a ctypes pointer
    number: int,
) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of an annotation, in points of the page; zeros without one."""
    box = pdfium.FS_RECTF()
    with _opened(page, number) as annotation:
        if annotation:
            pdfium.FPDFAnnot_GetRect(annotation, box)
    return box.left, min(box.bottom, box.top), box.right, max(box.bottom, box.top)


@contextmanager
def _opened(
    page: Any,  # noqa: ANN401 - a ctypes pointer
    number: int,
) -> Iterator[Any]:
    annotation = pdfium.FPDFPage_GetAnnot(page, number)
    try:
        yield annotation
    finally:
        if annotation:
            pdfium.FPDFPage_CloseAnnot(annotation)


def _field_text(form: Any, annotation: Any) -> str:  # noqa: ANN401 - ctypes pointers
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in _FILLED:
        if pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD_FLAG:
            return ""
        value = _string(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation).strip()
    elif kind in _CHECKED:  # told by its look: PDFium's own answer needs a page made for drawing
        state = _string(pdfium.FPDFAnnot_GetStringValue, annotation, b"AS")
        radio = kind == pdfium.FPDF_FORMFIELD_RADIOBUTTON
        value = "" if state in ("", "Off") else state if radio else _CHECK
    else:
        return ""
    label = _label(form, annotation)
    return f"{label}: {value}" if label and value else value


def _label(form: Any, annotation: Any) -> str:  # noqa: ANN401 - ctypes pointers
    """What the form calls the field for a person; its name, where that reads like a word."""
    label = _string(pdfium.FPDFAnnot_GetFormFieldAlternateName, form, annotation).strip()
    if label:
        return " ".join(label.split()).rstrip(":")
    name = _string(pdfium.FPDFAnnot_GetFormFieldName, form, annotation).rsplit(".", 1)[-1].strip()
    return "" if _NAME_FOR_PROGRAMS.search(name) else name


def _string(function: Callable[..., int], *arguments: object) -> str:
    """What a PDFium function writes as UTF-16LE with a final zero into a buffer of ours."""
    size = function(*arguments, None, 0)
    if not 2 < size <= 8 * MAX_CHARACTERS:
        return ""
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    function(*arguments, buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", errors="replace")
