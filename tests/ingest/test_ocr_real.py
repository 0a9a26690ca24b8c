"""Real text recognition, on small pictures of our own."""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.core.types import Recognition
from app.ingest.ocr import PictureReader
from app.ingest.ocr_paddle import PaddleRecogniser, turn_back
from app.ingest.ocr_pdf import PdfRecogniser
from app.ingest.ocr_tesseract import TesseractRecogniser, find_tesseract
from app.ingest.ocr_text import TextRecogniser, assemble
from app.ingest.readers.pdf import open_pdf
from tests.conftest import MODELS
from tests.ingest.scripted_ocr import picture_of_text
from tests.pdf_samples import HEIGHT, WIDTH, PdfObjects, pdf_of_contents

LINES = ("L'università è così, perché la città può.", "Nicolò paga € 1.284,50 lunedì a Forlì.")
TEXT = "\n".join(LINES)


@pytest.fixture(scope="module")
def picture() -> Image.Image:
    """Two lines in grey, and some paper around them."""
    return picture_of_text(LINES).crop((100, 150, 900, 350))


@pytest.fixture(scope="module")
def paddle() -> PaddleRecogniser:
    folder = MODELS / "pp-ocrv6-small"
    if not folder.is_dir():
        text = f"pp-ocrv6-small is not installed in {MODELS}"
        if os.environ.get("MARGINE_REQUIRE_MODELS") == "1":
            pytest.fail(text)
        pytest.skip(text)
    return PaddleRecogniser(folder)


def read(recogniser: TextRecogniser, picture: Image.Image) -> tuple[str, Recognition]:
    found = assemble(recogniser.read(picture, lambda: None))
    assert found.recognition is not None
    return found.text, found.recognition


def ink_of(picture: Image.Image, box: tuple[float, float, float, float]) -> float:
    """Share of the picture's dark points that lie in the box."""
    dark = np.asarray(picture.convert("L")) < 128
    height, width = dark.shape
    left, top, right, bottom = box
    inside = dark[int(top * height) : int(bottom * height), int(left * width) : int(right * width)]
    return float(inside.sum() / dark.sum())


def box_of(seen: Recognition, text: str, word: str) -> tuple[float, float, float, float]:
    start = text.index(word)
    (found,) = [each for each in seen.words if each.start == start]
    assert found.end == start + len(word)
    return found.left, found.top, found.right, found.bottom


@pytest.mark.models
def test_italian_with_its_accents(paddle: PaddleRecogniser, picture: Image.Image) -> None:
    text, seen = read(paddle, picture)
    assert text == TEXT
    assert seen.confidence > 0.9
    boxes = [(each.left, each.top, each.right, each.bottom) for each in seen.words]
    assert sum(ink_of(picture, box) for box in boxes) == pytest.approx(1.0, abs=0.05)
    # Its letters, of all that there are, tell about how much of the ink is in a word's box.
    for word in ("L'università", "Forlì."):
        share = len(word) / len(TEXT.replace(" ", ""))
        assert ink_of(picture, box_of(seen, text, word)) == pytest.approx(share, rel=0.35)


@pytest.mark.models
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_picture_that_is_turned(
    paddle: PaddleRecogniser, picture: Image.Image, turns: int
) -> None:
    upright = read(paddle, picture)[1]
    turned = picture.rotate(-90 * turns, expand=True)
    text, seen = read(paddle, turned)
    assert text == TEXT
    for one, other in zip(upright.words, seen.words, strict=True):
        wanted = turn_back((one.left, one.top, one.right, one.bottom), turns)
        found = (other.left, other.top, other.right, other.bottom)
        assert found == pytest.approx(wanted, abs=0.05)


@pytest.mark.models
def test_paper_without_text(paddle: PaddleRecogniser) -> None:
    noise = np.random.default_rng(1).normal(200, 12, (300, 400)).clip(0, 255).astype(np.uint8)
    assert assemble(paddle.read(Image.fromarray(noise), lambda: None)).recognition is None


def scan_of(picture: Image.Image, page_entries: bytes = b"") -> bytes:
    """A PDF with one page that is all this picture."""
    stored = io.BytesIO()
    picture.convert("L").save(stored, "JPEG", quality=90)
    objects = PdfObjects()
    image = objects.stream(
        stored.getvalue(),
        b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray"
        b" /BitsPerComponent 8 /Filter /DCTDecode" % picture.size,
    )
    content = b"q %d 0 0 %d 0 %d cm /Im1 Do Q" % (WIDTH, WIDTH // 4, HEIGHT // 2)
    return pdf_of_contents(
        [content],
        objects=objects,
        resources=b"/XObject << /Im1 %d 0 R >>" % image,
        page_entries={0: page_entries},
    )


@pytest.mark.models
@pytest.mark.parametrize("entries", [b"", b"/Rotate 90", b"/Rotate 180"])
def test_a_scanned_page_is_read_as_it_is_shown(
    paddle: PaddleRecogniser, picture: Image.Image, tmp_path: Path, entries: bytes
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(scan_of(picture, entries))
    document = open_pdf(path, "", PdfRecogniser(PictureReader(lambda: paddle)))
    (page,) = document.read_pages()
    document.close()
    assert (page.text, page.reader) == (TEXT, "ocr-paddle")
    assert page.recognition is not None
    # The picture lies in the upper half of the page; turned to the right, in its right half.
    boxes = page.recognition.words
    if entries == b"/Rotate 90":
        assert all(each.right > each.left > 0.5 for each in boxes)
    elif entries:
        assert all(each.bottom > each.top > 0.5 for each in boxes)
    else:
        assert all(each.top < each.bottom < 0.5 for each in boxes)


def test_tesseract_where_it_is_installed(picture: Image.Image) -> None:
    program = find_tesseract()
    if program is None or "ita" not in program.languages:
        pytest.skip("Tesseract, or its Italian, is not installed")
    text, seen = read(TesseractRecogniser(program), picture)
    assert "università" in text
    assert ink_of(picture, box_of(seen, text, "L'università")) > 0.02
