"""Where a passage is on the drawn page: one rectangle for each of its lines.

PDFium's boxes are in the page's own space, y upwards, and know nothing of /Rotate and CropBox.
FPDF_PageToDevice maps them to the page as it is shown.
"""

from __future__ import annotations

import ctypes
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]  # ships no types

from app.core.types import Span
from app.engine.protocol import Rect
from app.ingest.readers.pdf_text import PageText
from app.ingest.readers.pdfium import PdfiumPage

WHOLE_PAGE = Rect(0.0, 0.0, 1.0, 1.0)
MAX_CHARACTERS = 20_000  # of one page that are marked one by one
_GRID = 1 << 20  # FPDF_PageToDevice gives whole pixels: a page this wide makes them fine enough
_PADDING = 0.03  # of the line's height, on each side
_ASCENT_EM = 0.76  # what letters reach up to; many fonts keep more room above them
_DESCENT_EM = 0.22
_LEAST_LINE_EM, _MOST_LINE_EM = 0.5, 3.0  # a font that says otherwise knows nothing
_SAME_LINE = 0.4  # of the lower box's height must be shared
_LEFT_OUT = 4  # characters: a hyphen, and the end of the line behind it
_FEW = 40  # spans that are looked for by their letters
_WORD_GAP = 3.0  # times the height of the line: a larger gap starts another rectangle


@dataclass(slots=True)
class _Box:
    """A box on the page as shown, in points, y downwards; `vertical` tells the text's course."""

    left: float
    top: float
    right: float
    bottom: float
    vertical: bool


def find_marks(page: PdfiumPage, text: PageText, spans: Iterable[Span]) -> tuple[Rect, ...]:
    """Rectangles of the spans, which are code points of `text`, in fractions of the page.

    Where the text did not come from PDFium it is looked for by its letters; where that fails
    too the whole page is marked.
    """
    marked: list[int] = []
    for span in spans:
        if text.char_index is not None:
            marked += _with_left_out(text.char_index[span.start : span.end])
        else:
            found = _find_by_letters(page.codes(), text.text[span.start : span.end])
            if not found:
                return (WHOLE_PAGE,)
            marked += found
    width = float(pdfium.FPDF_GetPageWidthF(page.handle))
    height = float(pdfium.FPDF_GetPageHeightF(page.handle))
    if width <= 0 or height <= 0:
        return ()
    boxes = _shown_boxes(page, list(dict.fromkeys(marked))[:MAX_CHARACTERS], width, height)
    lines = [_pad(line) for line in merge_into_lines(boxes)]
    _part_neighbours(lines)
    rects = (_clip(line, width, height) for line in lines)
    return tuple(rect for rect in rects if rect.left < rect.right and rect.top < rect.bottom)


def locate_spans(
    page: PdfiumPage, text: PageText, spans: Sequence[Span]
) -> tuple[tuple[Rect, ...], ...]:
    """The rectangles of each span by itself, as `find_marks` makes them.

    Where the text did not come from PDFium only a few spans are looked for, and one that is not
    found has none.
    """
    if text.char_index is None and len(spans) > _FEW:
        return ((),) * len(spans)
    located: list[tuple[Rect, ...]] = []
    room = MAX_CHARACTERS
    for span in spans:
        room -= max(0, span.end - span.start)
        rects = find_marks(page, text, (span,)) if room >= 0 else ()
        located.append(() if rects == (WHOLE_PAGE,) else rects)
    return tuple(located)


def mark_words(words: Sequence[Rect], width: int, height: int) -> tuple[Rect, ...]:
    """One rectangle for each line of words whose boxes are known, in the order of the text.

    `width` and `height` of the page, in whatever unit, tell its shape.
    """
    across = sum((word.right - word.left) * width for word in words)
    down = sum((word.bottom - word.top) * height for word in words)
    boxes = (
        _Box(
            word.left * width,
            word.top * height,
            word.right * width,
            word.bottom * height,
            vertical=down > across,
        )
        for word in words[:MAX_CHARACTERS]
    )
    lines = merge_into_lines(boxes)
    _part_neighbours(lines)
    return tuple(_clip(line, width, height) for line in lines)


def _with_left_out(indexes: Sequence[int]) -> list[int]:
    """Characters of a span, with those in between that the stored text leaves out: hyphens.
    Annotations stay; what was added has no place."""
    marked: list[int] = []
    for index in indexes:
        if index == -1:
            continue
        if marked and min(index, marked[-1]) >= 0 and 1 < index - marked[-1] <= _LEFT_OUT:
            marked += range(marked[-1] + 1, index)
        marked.append(index)
    return marked


def merge_into_lines(boxes: Iterable[_Box]) -> list[_Box]:
    """Boxes of characters in reading order as one box for each stretch of a line."""
    lines: list[_Box] = []
    for box in boxes:
        if lines and _continues(lines[-1], box):
            line = lines[-1]
            line.left, line.right = min(line.left, box.left), max(line.right, box.right)
            line.top, line.bottom = min(line.top, box.top), max(line.bottom, box.bottom)
        else:
            lines.append(_Box(box.left, box.top, box.right, box.bottom, box.vertical))
    return lines


def _continues(line: _Box, box: _Box) -> bool:
    if line.vertical != box.vertical:
        return False
    if box.vertical:  # the same question, turned by 90 degrees
        line = _Box(line.top, line.left, line.bottom, line.right, False)
        box = _Box(box.top, box.left, box.bottom, box.right, False)
    height = min(line.bottom - line.top, box.bottom - box.top)
    shared = min(line.bottom, box.bottom) - max(line.top, box.top)
    gap = max(box.left - line.right, line.left - box.right)
    return shared >= _SAME_LINE * height and gap <= _WORD_GAP * (line.bottom - line.top)


def _part_neighbours(lines: list[_Box]) -> None:
    """Let lines that lie close meet instead of overlap: a transparent colour would show twice."""
    for above, below in itertools.pairwise(lines):
        if above.vertical or below.vertical:
            continue
        overlap = above.bottom - below.top
        beside = min(above.right, below.right) - max(above.left, below.left)
        lowest = min(above.bottom - above.top, below.bottom - below.top)
        if beside > 0 and 0 < overlap < lowest / 2:
            above.bottom = below.top = (above.bottom + below.top) / 2


def _shown_boxes(
    page: PdfiumPage, characters: Sequence[int], width: float, height: float
) -> list[_Box]:
    """Boxes of the characters that leave a mark on the page; blanks have none. An index of -2 and
    less stands for an annotation, as in `PageText`."""
    rotation = pdfium.FPDFPage_GetRotation(page.handle) * math.pi / 2
    boxes = []
    for index in characters:
        vertical = False
        if index >= 0:
            left, bottom, right, top = _letter_box(page, index)
            vertical = abs(math.sin(page.angle(index) - rotation)) > math.sqrt(0.5)
        else:
            left, bottom, right, top = page.annotation_box(-2 - index)
        if right - left <= 0 or top - bottom <= 0:
            continue
        x1, y1 = _to_device(page, left, bottom)
        x2, y2 = _to_device(page, right, top)
        xs, ys = sorted((x1 * width, x2 * width)), sorted((y1 * height, y2 * height))
        boxes.append(_Box(xs[0], ys[0], xs[1], ys[1], vertical))
    return boxes


def _letter_box(page: PdfiumPage, index: int) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of a character in points of the page, as high as letters are:
    what the font keeps free above and below them, up to a third of the line, is left out."""
    left, bottom, right, top = page.line_box(index)
    course = round(page.angle(index) / (math.pi / 2)) % 4  # to the right, up, left, down
    em = (top - bottom if course % 2 == 0 else right - left) / _line_em(page, index)
    x, y = page.origin(index)
    inked = page.box(index)
    above, below = _ASCENT_EM * em, _DESCENT_EM * em
    if course == 0:
        return (
            left,
            _between(bottom, y - below, inked[1]),
            right,
            _between(top, y + above, inked[3]),
        )
    if course == 1:
        return (
            _between(left, x - above, inked[0]),
            bottom,
            _between(right, x + below, inked[2]),
            top,
        )
    if course == 2:
        return (
            left,
            _between(bottom, y - above, inked[1]),
            right,
            _between(top, y + below, inked[3]),
        )
    return _between(left, x - below, inked[0]), bottom, _between(right, x + above, inked[2]), top


def _between(edge: float, wanted: float, inked: float) -> float:
    """`edge` brought in to `wanted`, but not past `inked`, and never out."""
    if edge <= min(wanted, inked):
        return min(wanted, inked)
    return max(wanted, inked) if edge >= max(wanted, inked) else edge


def _line_em(page: PdfiumPage, index: int) -> float:
    """How many em high the font's lines are: from its descent to its ascent."""
    ascent, descent = ctypes.c_float(), ctypes.c_float()
    drawn = pdfium.FPDFText_GetTextObject(page.text_handle, index)
    font = pdfium.FPDFTextObj_GetFont(drawn) if drawn else None
    if not font:
        return _ASCENT_EM + _DESCENT_EM
    pdfium.FPDFFont_GetAscent(font, 1.0, ascent)
    pdfium.FPDFFont_GetDescent(font, 1.0, descent)
    height = ascent.value - descent.value
    return height if _LEAST_LINE_EM < height < _MOST_LINE_EM else _ASCENT_EM + _DESCENT_EM


def _to_device(page: PdfiumPage, x: float, y: float) -> tuple[float, float]:
    """A point of the page's space as fractions of the page as shown."""
    device_x, device_y = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page.handle, 0, 0, _GRID, _GRID, 0, x, y, device_x, device_y)
    return device_x.value / _GRID, device_y.value / _GRID


def _pad(line: _Box) -> _Box:
    padding = _PADDING * min(line.right - line.left, line.bottom - line.top)
    return _Box(
        line.left - padding,
        line.top - padding,
        line.right + padding,
        line.bottom + padding,
        line.vertical,
    )


def _clip(line: _Box, width: float, height: float) -> Rect:
    """The part of the line that the page shows: a CropBox may hide some."""
    return Rect(
        min(1.0, max(0.0, line.left / width)),
        min(1.0, max(0.0, line.top / height)),
        min(1.0, max(0.0, line.right / width)),
        min(1.0, max(0.0, line.bottom / height)),
    )


def _find_by_letters(codes: Sequence[int], wanted: str) -> list[int]:
    """PDFium's characters that spell `wanted`, spaces and signs aside; empty unless found once."""
    places = [place for place, code in enumerate(codes) if code < 0xD800 and chr(code).isalnum()]
    letters = "".join(chr(codes[place]).lower()[0] for place in places)
    sought = "".join(each.lower()[0] for each in wanted if each.isalnum())
    start = letters.find(sought) if sought else -1
    if start < 0 or letters.find(sought, start + 1) >= 0:
        return []
    return places[start : start + len(sought)]
