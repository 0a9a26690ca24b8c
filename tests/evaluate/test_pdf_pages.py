"""How PDF pages are measured: errors by hand, every way over a document, the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.evaluate.pdf_kinds import KINDS, MadePdf, made_pdfs
from app.evaluate.pdf_pages import (
    WAYS,
    MadeResult,
    errors_of,
    gibberish_scores,
    measure_documents,
    read_document,
)
from app.evaluate.pdf_report import pdf_report
from app.evaluate.report import Table
from app.ingest.readers.page_quality import GIBBERISH
from tests import pdf_samples


def test_errors_by_hand() -> None:
    """Of "a bc d": one of 6 characters exchanged, one of 3 words, both pairs with "bc" gone."""
    exact = errors_of("a bc d", " a  bc\nd ")
    assert (exact.characters, exact.words, exact.order) == (0, 0, 0)
    wrong = errors_of("a bc d", "a bx d")
    assert (wrong.characters, wrong.words, wrong.order) == (1 / 6, 1 / 3, 1)
    turned = errors_of("a b c d e", "c d e a b")
    assert turned.order == 1 / 4
    assert errors_of("a b", "").words == 1


def test_every_way_reads_every_page(tmp_path: Path) -> None:
    path = pdf_samples.write(tmp_path / "two.pdf", pdf_samples.text_pdf([["docu-", "mento"], []]))
    read = read_document(path)
    assert set(read.pages) == set(WAYS)
    assert all(len(pages) == 2 for pages in read.pages.values())
    assert read.pages["Margine"][0].text == "documento"
    assert read.pages["Margine"][0].reader == "pdfium"
    assert read.pages["PDFium"][0].text.split() == ["documento"]
    assert read.pages["pypdf"][0].text.split() == ["docu-", "mento"]


def test_files_that_cannot_be_opened_are_passed_over(tmp_path: Path) -> None:
    good = pdf_samples.write(tmp_path / "good.pdf", pdf_samples.text_pdf([["Text."]]))
    bad = pdf_samples.write(tmp_path / "bad.pdf", b"no pdf")
    told: list[str] = []
    assert [each.name for each in measure_documents([bad, good], told.append)] == ["good.pdf"]
    assert len(told) == 2


def test_exchanged_letters_score_as_gibberish() -> None:
    scores = gibberish_scores()
    assert max(scores) < GIBBERISH


@pytest.fixture(scope="module")
def made() -> list[MadePdf]:
    return [each for each in made_pdfs() if each.language == "it"]


def test_there_is_a_page_of_every_kind(made: list[MadePdf]) -> None:
    assert [each.kind for each in made] == list(KINDS)
    assert all(each.truth for each in made)


def test_the_report_tells_each_kind_and_way(tmp_path: Path, made: list[MadePdf]) -> None:
    results = []
    for each in made:
        if each.kind in ("plain", "columns written across", "private characters"):
            path = pdf_samples.write(tmp_path / "made.pdf", each.data)
            pages = {way: read[0] for way, read in read_document(path).pages.items()}
            errors = {way: errors_of(each.truth, page.text) for way, page in pages.items()}
            results.append(MadeResult(each, pages, errors))
    documents = [read_document(tmp_path / "made.pdf")]
    tables = {
        part.title: part for part in pdf_report(documents, results).parts if isinstance(part, Table)
    }
    errors = {row[0]: row for row in tables["Made pages: errors"].rows}
    assert set(errors) == {"plain", "columns written across", "all"}  # the rest has no true text
    assert errors["plain"][1:] == (0, 0, 0, 0, 0, 0)
    assert errors["columns written across"][1] > 0.5  # type: ignore[operator]  # a number
    assert errors["columns written across"][3] == 0
    assert [row[0] for row in tables["Speed"].rows] == list(WAYS)
    assert tables["By document"].rows[0][2] == "gibberish 1"
