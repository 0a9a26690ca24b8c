"""Cases A8 and A9, and their kinds: pages that are too much, and maps that lead nowhere."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.core.types import Page
from app.evaluate.page_texts import page_texts
from app.evaluate.pdf_drawing import Drawing
from app.ingest.readers.pdf import PdfFile
from tests import pdf_samples

DEADLINE_S = 60.0  # of the reader, for one page (`read.timeout`)
BEFORE, AFTER = pdf_samples.show_lines(["Before."]), pdf_samples.show_lines(["After."])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "heavy.pdf"


def read(path: Path) -> list[Page]:
    start = time.process_time()
    document = PdfFile(path)
    pages = list(document.read_pages())
    document.close()
    assert time.process_time() - start < DEADLINE_S
    return pages


def between(content: bytes) -> bytes:
    return pdf_samples.pdf_of_contents([BEFORE, content, AFTER], compress=True)


HEAVY = {
    "strokes": b"0 0 m 10 10 l S\n" * 200_000 + pdf_samples.show_lines(["Caption."]),
    "more strokes": b"0 0 m 10 10 l S\n" * 330_000 + pdf_samples.show_lines(["Caption."]),
    "caption first": pdf_samples.show_lines(["Caption."]) + b"\n0 0 m 10 10 l S" * 200_000,
    "one path": b"0 0 m " + b"9 9 l 1 1 l " * 100_000 + b"S "
    + pdf_samples.show_lines(["Caption."]),
    "states": b"q Q\n" * 200_000 + pdf_samples.show_lines(["Caption."]),
    "never closed": b"q " * 100_000 + pdf_samples.show_lines(["Caption."]),
    "inline pictures": b"BI /W 1 /H 1 /BPC 8 /CS /G ID x EI\n" * 20_000
    + pdf_samples.show_lines(["Caption."]),
    "unknown operators": b"1 2 foo\n" * 200_000 + pdf_samples.show_lines(["Caption."]),
    "marked content": b"/P BMC EMC\n" * 100_000 + pdf_samples.show_lines(["Caption."]),
}  # fmt: skip


@pytest.mark.parametrize("kind", HEAVY)
def test_a_heavy_page_keeps_its_text_and_the_other_pages(path: Path, kind: str) -> None:
    path.write_bytes(between(HEAVY[kind]))
    assert [page.text for page in read(path)] == ["Before.", "Caption.", "After."]


PROSE = page_texts("page")[0].text


def letter_by_letter(count: int) -> bytes:
    drawing = Drawing()
    for place in range(count):
        drawing.put(50 + place % 80 * 6, 750 - place // 80 % 60 * 12, PROSE[place % len(PROSE)])
    return drawing.to_bytes()


@pytest.mark.parametrize(
    ("content", "least"),
    [
        (pdf_samples.show_lines([f"{n} {PROSE[:60]}" for n in range(1500)], leading=0), 60_000),
        (letter_by_letter(4800), 4000),
        (pdf_samples.show_lines(["x" * 30_000, "And a line of text."]), 30),
    ],
    ids=["lines upon lines", "letters one by one", "one word"],
)
def test_a_page_of_very_much_text(path: Path, content: bytes, least: int) -> None:
    path.write_bytes(between(content))
    before, page, after = read(path)
    assert len(page.text) >= least
    assert (before.text, after.text) == ("Before.", "After.")


@pytest.mark.parametrize(
    "content",
    [
        b"BT /F1 12 Tf 1e30 1e30 Td (Far) Tj ET",
        b"BT /F1 12 Tf 1e30 0 0 1e30 0 0 Tm (Large) Tj ET",
        b"BT /F1 0 Tf 72 700 Td (Of no size) Tj ET",
        b"BT /F1 12 Tf 0 0 0 0 72 700 Tm (Flat) Tj ET",
        b"BT /F1 12 Tf 99999 Tc 72 700 Td (Wide apart) Tj ET",
        b"BT /F1 12 Tf 1 0 0 -1 72 700 Tm (Upside down) Tj ET",
    ],
)
def test_text_at_odd_places_or_sizes_does_no_harm(path: Path, content: bytes) -> None:
    path.write_bytes(between(content))
    pages = read(path)
    assert (pages[0].text, pages[2].text) == ("Before.", "After.")
    assert pages[1].text.encode()


# --------------------------------------------------------------------------- A9: odd characters


@pytest.mark.parametrize(
    ("codes", "text"),
    [
        (["0041", "D83D", "0042"], "AB"),
        (["0041", "DE00", "D83D", "0042"], "AB"),
        (["0041", "0000", "0042"], "AB"),
        (["0041", "D83DDE00", "0042"], "A😀B"),
        (["0041", "FFFF", "FDD0", "0042"], "AB"),
        (["0041", "FEFF", "200B", "2060", "00AD", "0042"], "AB"),
        (["00660069", "0041"], "fiA"),
        (["0041", "0300", "0042"], "ÀB"),
        (["0001", "0002", "0003", "0041"], "A"),
        (["0041", "001B005B0033003100", "0042"], "AB"),
    ],
)
def test_what_cannot_be_stored_is_left_out(path: Path, codes: Sequence[str], text: str) -> None:
    path.write_bytes(pdf_samples.mapped_pdf(codes))
    (page,) = read(path)
    assert page.text.encode("utf-8")
    assert "\0" not in page.text
    shown = "".join(page.text.split())
    assert shown == text or (codes[1].startswith("001B") and shown.startswith("A"))


def test_odd_characters_in_fields_and_notes(path: Path) -> None:
    objects = pdf_samples.PdfObjects()
    note = objects.add(
        b"<< /Type /Annot /Subtype /Text /Contents <FEFF0041D83D00420000004300> /Rect [0 0 9 9] >>"
    )
    entries = {0: b"/Annots [%d 0 R]" % note}
    path.write_bytes(pdf_samples.text_pdf([["Line."]], objects=objects, page_entries=entries))
    (page,) = read(path)
    assert page.text.startswith("Line.\n\nA")
    assert page.text.encode("utf-8")
    assert "\0" not in page.text
