"""Text recognition for pages that are pictures: which recogniser, and what comes of a picture."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import DocumentError
from app.core.types import Page
from app.ingest.ocr_text import TextRecogniser, assemble
from app.ingest.readers.base import GIBBERISH_PAGE, NOTHING_SEEN

if TYPE_CHECKING:
    from PIL import Image  # loaded with the first picture alone

MAX_PIXELS = 8_000_000  # of a picture that is read: an A4 page at 290 dpi
LEAST_SIDE = 40  # pixels: what is smaller is an icon or a rule, not a page
LEAST_PIXELS = 20_000
MOST_STAMPED = 300
"""Visible characters that a stamp on the picture of a page may have, a signature in the margin
included: a page of a PDF with no more may be a scan."""
_MOST_FAILURES = 3  # after which the recogniser is not asked again: each may take long
_LEAST_CONTRAST = 16  # of 255

_log = logging.getLogger(__name__)


class OcrEngine(StrEnum):
    """What recognises text."""

    NONE = "none"
    PADDLE = "pp-ocr"
    TESSERACT = "tesseract"


@dataclass(frozen=True, slots=True)
class OcrSetup:
    """The recogniser of a reader process. `folder` holds PP-OCR's networks."""

    engine: OcrEngine = OcrEngine.NONE
    folder: Path | None = None
    threads: int = 1


def make_recogniser(setup: OcrSetup) -> TextRecogniser | None:
    """The recogniser of `setup`, None for none. Heavy libraries are imported here, or later."""
    if setup.engine is OcrEngine.PADDLE and setup.folder is not None:
        from app.ingest.ocr_paddle import PaddleRecogniser

        return PaddleRecogniser(setup.folder, setup.threads)
    if setup.engine is OcrEngine.TESSERACT:
        from app.ingest.ocr_tesseract import TesseractRecogniser, find_tesseract

        program = find_tesseract()
        return TesseractRecogniser(program) if program is not None else None
    return None


def is_too_small(width: int, height: int) -> bool:
    """Whether a picture of this size, in pixels, is too small to hold text worth reading."""
    return min(width, height) < LEAST_SIDE or width * height < LEAST_PIXELS


class PictureReader:
    """Makes pages from pictures. The recogniser is made with the first one. One thread uses it.

    `pause` may block, for as long as other work goes first; `began` is called with the index of
    each page before its picture is read, which may take long.
    """

    def __init__(
        self,
        make: Callable[[], TextRecogniser | None],
        pause: Callable[[], None] = lambda: None,
        began: Callable[[int], None] = lambda _index: None,
    ) -> None:
        self._make = make
        self._pause = pause
        self._began = began
        self._recogniser: TextRecogniser | None = None
        self._there_is_none = False
        self._failures = 0  # one after the other

    def read(self, page: Page, draw: Callable[[int], Image.Image]) -> Page:
        """`page` with the text on its picture, which `draw` makes of at most so many pixels.

        Where nothing is seen, `page` comes back without text, with the reader "ocr-none" (or
        "gibberish", if it had that); as it is where there is no recogniser, or where it fails.
        Lets MemoryError out.
        """
        recogniser = self._loaded()
        if recogniser is None:
            return page
        self._began(page.index)
        picture = draw(MAX_PIXELS)
        if is_too_small(*picture.size) or _is_blank(picture):
            return _without_text(page)
        try:
            found = assemble(recogniser.read(picture, self._pause))
        except DocumentError as error:
            _log.warning("page %d was not recognised: %s", page.index + 1, error.what)
            self._failures += 1
            return page
        self._failures = 0
        if found.recognition is None:
            return _without_text(page)
        reader = f"ocr-{recogniser.name}"
        return replace(page, text=found.text, reader=reader, recognition=found.recognition)

    def _loaded(self) -> TextRecogniser | None:
        if self._recogniser is None and not self._there_is_none:
            self._recogniser = self._make()
            self._there_is_none = self._recogniser is None
        return self._recogniser if self._failures < _MOST_FAILURES else None


def _without_text(page: Page) -> Page:
    """A page on whose picture nothing was seen. That its own text is gibberish stays known."""
    reader = page.reader if page.reader == GIBBERISH_PAGE else NOTHING_SEEN
    return replace(page, text="", reader=reader)


def _is_blank(picture: Image.Image) -> bool:
    """Whether all points have nearly the same brightness."""
    extremes: tuple[float, float] = picture.convert("L").getextrema()  # type: ignore[assignment]  # one band, one pair
    return extremes[1] - extremes[0] < _LEAST_CONTRAST
