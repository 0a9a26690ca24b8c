"""A recogniser that says what it is told, and pictures of text to show it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image

from app.core.errors import DocumentError
from app.ingest.ocr_pdf import draw_page
from app.ingest.ocr_text import SeenLine, SeenWord
from app.ingest.readers.pdf import PdfFile
from tests.pdf_samples import text_pdf


class ScriptedRecogniser:
    """Sees the same words, in one line across the picture, on everything."""

    name = "scripted"

    def __init__(self, text: str, confidence: float = 0.8, *, fails: bool = False) -> None:
        self._texts = text.split()
        self._confidence = confidence
        self._fails = fails
        self.pictures = 0

    def read(self, picture: Image.Image, pause: Callable[[], None]) -> Sequence[SeenLine]:
        """See `TextRecogniser`."""
        assert min(picture.size) > 0
        self.pictures += 1
        pause()
        if self._fails:
            raise DocumentError("The text recognition failed.")
        count = len(self._texts)
        words = (
            SeenWord(text, self._confidence, at / count, 0.4, (at + 1) / count, 0.5)
            for at, text in enumerate(self._texts)
        )
        return [SeenLine(tuple(words), 0)] if count else []


def picture_of_text(lines: Sequence[str], dpi: int = 150) -> Image.Image:
    """A page with these lines, in the font that PDFium carries, as a scanner would give it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.pdf"
        path.write_bytes(text_pdf([lines]))
        document = PdfFile(path)
        page = document.load_page(0)
        assert page is not None
        try:
            return draw_page(page, 20_000_000, dpi)
        finally:
            page.close()
            document.close()
