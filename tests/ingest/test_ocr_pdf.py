"""Pages of PDF files as pictures to be recognised."""

from __future__ import annotations

from collections.abc import Sequence
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
from tests.pdf_samples import HEIGHT, WIDTH, PdfObjects, pdf_of_contents, show_lines

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


# ------------------------------------------------------------------- scans that bear a stamp

STAMP = "Firmato da: Anna Rossi"


def stamped(
    path: Path, lines: Sequence[str] = (STAMP,), share: float = 1.0, *, in_form: bool = False
) -> Path:
    """A page whose picture covers this share of it, with some lines of text."""
    objects = PdfObjects()
    picture = objects.stream(
        bytes(range(64)),
        b"/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray"
        b" /BitsPerComponent 8",
    )
    height = round(HEIGHT * share)
    drawn = b"q %d 0 0 %d 0 %d cm /Im1 Do Q" % (WIDTH, height, HEIGHT - height)
    resources = b"/XObject << /Im1 %d 0 R >>" % picture
    if in_form:
        form = objects.stream(
            drawn,
            b"/Type /XObject /Subtype /Form /BBox [0 0 %d %d] /Resources << %s >>"
            % (WIDTH, HEIGHT, resources),
        )
        drawn, resources = b"/Fm1 Do", b"/XObject << /Fm1 %d 0 R >>" % form
    content = drawn + b"\n" + show_lines(lines)
    path.write_bytes(pdf_of_contents([content], objects=objects, resources=resources))
    return path


def read_by(path: Path, seen: str) -> tuple[Page, ScriptedRecogniser]:
    recogniser = ScriptedRecogniser(seen)
    document = open_pdf(path, "", PdfRecogniser(PictureReader(lambda: recogniser)))
    (page,) = document.read_pages()
    document.close()
    return page, recogniser


LETTER = "Gentile signora, la pratica è conclusa e la quota va versata entro lunedì."


@pytest.mark.parametrize("in_form", [False, True])
def test_a_scan_that_bears_a_stamp_is_recognised(tmp_path: Path, in_form: bool) -> None:
    path = stamped(tmp_path / "a.pdf", in_form=in_form)
    page, _recogniser = read_by(path, LETTER)
    assert (page.text, page.reader) == (LETTER, "ocr-scripted")


@pytest.mark.parametrize("seen", ["", "Firmato da: Anna"])
def test_where_no_more_is_seen_than_the_stamp_that_stays(tmp_path: Path, seen: str) -> None:
    page, recogniser = read_by(stamped(tmp_path / "a.pdf"), seen)
    assert (page.text, page.recognition) == (STAMP, None)
    assert recogniser.pictures == 1


@pytest.mark.parametrize(
    ("lines", "share"), [((STAMP,), 0.4), ([f"{STAMP} {n} eccetera" for n in range(12)], 1.0)]
)
def test_a_page_of_its_own_is_left_alone(
    tmp_path: Path, lines: Sequence[str], share: float
) -> None:
    page, recogniser = read_by(stamped(tmp_path / "a.pdf", lines, share), LETTER)
    assert page.text.startswith(STAMP)
    assert recogniser.pictures == 0
