"""Pages of PDF files as pictures to be recognised."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.types import Page
from app.ingest.ocr import MAX_PIXELS, PictureReader
from app.ingest.ocr_pdf import PdfRecogniser, bitmap_size, draw_page
from app.ingest.readers.pdf import PdfFile, open_pdf
from tests import pdf_samples
from tests.ingest.scripted_ocr import ScriptedRecogniser

side = st.floats(0, 20_000)


@given(side, side)
def test_no_page_is_drawn_too_large(width: float, height: float) -> None:
    pixels = bitmap_size(width, height, MAX_PIXELS)
    assert pixels[0] * pixels[1] <= MAX_PIXELS
    assert max(pixels) <= 16_384
    assert min(pixels) >= 1


def test_a_page_is_drawn_at_200_dpi() -> None:
    assert bitmap_size(595.3, 841.9, MAX_PIXELS) == (1653, 2338)
    assert bitmap_size(5953, 8419, 8_000_000)[0] == pytest.approx(2378, abs=1)


@pytest.mark.parametrize(("rotation", "corner"), [(0, (0, 0)), (90, (0, 1)), (180, (1, 1))])
def test_a_page_is_drawn_as_it_is_shown(
    tmp_path: Path, rotation: int, corner: tuple[int, int]
) -> None:
    path = tmp_path / "a.pdf"
    data = pdf_samples.text_pdf([["Testo."]], page_entries={0: b"/Rotate %d" % rotation})
    path.write_bytes(data)
    document = PdfFile(path)
    page = document.load_page(0)
    assert page is not None
    picture = draw_page(page, 1_000_000, 72)
    page.close()
    document.close()
    assert picture.mode == "L"
    assert (picture.width > picture.height) is (rotation == 90)
    rows, columns = np.nonzero(np.asarray(picture) < 128)
    half = (rows.mean() > picture.height / 2, columns.mean() > picture.width / 2)
    assert half == corner


def test_pages_with_text_of_their_own_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_samples.text_pdf([["Testo."], []]))
    recogniser = ScriptedRecogniser("visto")
    document = open_pdf(path, "", PdfRecogniser(PictureReader(lambda: recogniser)))
    pages = list(document.read_pages())
    document.close()
    assert [page.text for page in pages] == ["Testo.", ""]
    assert recogniser.pictures == 0  # the empty page is blank
    assert pages[1] == Page(1, None, "", "ocr-none")
