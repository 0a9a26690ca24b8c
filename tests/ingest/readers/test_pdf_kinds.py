"""Pages of every kind, made of texts that are known: read letter by letter as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.evaluate.pdf_kinds import ILLEGIBLE, KINDS, MadePdf, made_pdfs
from app.ingest.readers.pdf import PdfFile, needs_recognition

MADE = list(made_pdfs())
ITALIAN = [each for each in MADE if each.language == "it"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made.pdf"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_reads_as_what_it_was_made_of(path: Path, kind: str) -> None:
    for made in MADE:
        if made.kind != kind:
            continue
        path.write_bytes(made.data)
        document = PdfFile(path)
        (page,) = document.read_pages()
        document.close()
        if kind in ILLEGIBLE:
            assert (page.text, page.reader) == ("", "gibberish")
            assert needs_recognition(page)
        else:
            assert " ".join(page.text.split()) == made.truth, made.language
            assert page.reader == ("pdfium-numbers" if "numbers" in kind else "pdfium")


@pytest.mark.parametrize("made", ITALIAN, ids=lambda each: each.kind)
def test_every_code_point_leads_to_the_glyph_that_draws_it(path: Path, made: MadePdf) -> None:
    """The letter drawn at the character is the one in the text, but for its accent."""
    path.write_bytes(made.data)
    document = PdfFile(path)
    drawn = document.load_page(0)
    assert drawn is not None
    text = document.read_text(0, drawn)
    codes = drawn.codes()
    assert text is not None
    assert text.char_index is not None
    assert len(text.text) == len(text.char_index)
    for letter, index in zip(text.text, text.char_index, strict=True):
        if letter.isascii() and letter.isalnum() and codes[index] < 0x80:
            by_number = "numbers" in made.kind and chr(codes[index] + 29) == letter
            assert by_number or chr(codes[index]) == letter
        assert index >= 0 or letter.isspace()
    drawn.close()
    document.close()
