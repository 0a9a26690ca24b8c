"""A file that is read in part says which part, through the reader process and the pool."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest

from app.core.errors import NoTextError
from app.engine.file_reading import ReaderLimits
from app.engine.reader_pool import ReaderPool
from app.evaluate.pdf_kinds import made_pdfs
from tests import pdf_samples

GIBBERISH = next(each.data for each in made_pdfs() if each.kind == "private characters")


@pytest.fixture
def pool() -> Iterator[ReaderPool]:
    pool = ReaderPool(1, ReaderLimits())
    yield pool
    pool.close()


def test_gibberish_pages_and_attached_files_are_told(pool: ReaderPool, tmp_path: Path) -> None:
    path = tmp_path / "part.pdf"
    writer = pypdf.PdfWriter()
    for data in (pdf_samples.text_pdf([["Some text."], ["More text."]]), GIBBERISH):
        writer.append(io.BytesIO(data))
    writer.add_attachment("table.csv", b"a,b")
    writer.write(path)
    document = pool.read(path)
    assert [page.reader for page in document.pages] == ["pdfium", "pdfium", "gibberish"]
    assert document.notes == (
        "1 of 3 pages hold no readable text: their fonts do not say which letters they draw.",
        "Files attached to the document, which are not read: 1. Save them beside it.",
    )


def test_a_file_of_nothing_but_gibberish_says_so(pool: ReaderPool, tmp_path: Path) -> None:
    path = pdf_samples.write(tmp_path / "all.pdf", GIBBERISH)
    with pytest.raises(NoTextError, match="the fonts do not say which letters they draw") as caught:
        pool.read(path)
    assert caught.value.next_step


def test_a_file_that_is_read_whole_says_nothing(pool: ReaderPool, tmp_path: Path) -> None:
    path = pdf_samples.write(tmp_path / "whole.pdf", pdf_samples.text_pdf([["Text."], []]))
    assert pool.read(path).notes == ()
