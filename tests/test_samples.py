"""The sample library is complete, and its questions have their answers where they say."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader

from app.core.resources import read_resource, resource_path

ROOT = Path(__file__).resolve().parent.parent
SAMPLES: dict[str, Any] = tomllib.loads(read_resource("samples.toml"))
EXIT_NO_FONT = 3  # of packaging/make_samples.py
QUESTIONS: list[dict[str, Any]] = SAMPLES["questions"]
ANSWERABLE = [each for each in QUESTIONS if "document" in each]
ACCEPTANCE: list[dict[str, Any]] = tomllib.loads(
    (ROOT / "tests/data/acceptance_questions.toml").read_text(encoding="utf-8")
)["questions"]


def plain(text: str) -> str:
    """`text` in lower case with white space folded and line-end hyphens joined."""
    joined = re.sub("[\ufffe\u00ad\u0002]\\s*", "", text)
    return re.sub(r"\s+", " ", joined).casefold()


def pdf_page(path: Path, index: int) -> str:
    """Plain text of one page, as the program's own reader (PDFium) sees it."""
    with pypdfium2.PdfDocument(path) as document:
        page = document[index]
        text_page = page.get_textpage()
        try:
            return plain(text_page.get_text_range())
        finally:
            text_page.close()
            page.close()


def test_every_sample_is_listed_and_exists() -> None:
    files = {path.name for path in resource_path("samples").iterdir()}
    assert files == set(SAMPLES["documents"])
    suffixes = {Path(name).suffix for name in files}
    assert suffixes == {".pdf", ".md", ".txt"}


def test_both_languages_and_unanswerable_questions_are_there() -> None:
    assert {each["language"] for each in QUESTIONS} == {"it", "en"}
    assert sum("document" not in each for each in QUESTIONS) == 2
    assert len({each["question"] for each in QUESTIONS}) == len(QUESTIONS)
    assert {each["document"] for each in ANSWERABLE} == set(SAMPLES["documents"])


def test_demonstration_asks_questions_whose_answers_are_known() -> None:
    demo = SAMPLES["demo"]["questions"]
    assert set(demo) <= {each["question"] for each in QUESTIONS}
    assert {each["language"] for each in QUESTIONS if each["question"] in demo} == {"it", "en"}


@pytest.mark.parametrize("entry", ANSWERABLE, ids=lambda entry: entry["question"])
def test_answer_stands_where_the_question_says(entry: dict[str, Any]) -> None:
    path = resource_path(f"samples/{entry['document']}")
    if path.suffix == ".pdf":
        text = pdf_page(path, entry["page_index"])
    else:
        assert "page_index" not in entry
        text = plain(path.read_text(encoding="utf-8"))
    assert any(plain(answer) in text for answer in entry["answer"])


@pytest.mark.parametrize("entry", ANSWERABLE, ids=lambda entry: entry["question"])
def test_answer_stands_in_one_document_only(entry: dict[str, Any]) -> None:
    others = [name for name in SAMPLES["documents"] if name != entry["document"]]
    for name in others:
        path = resource_path(f"samples/{name}")
        if path.suffix == ".pdf":
            pages = len(PdfReader(path).pages)
            text = " ".join(pdf_page(path, index) for index in range(pages))
        else:
            text = plain(path.read_text(encoding="utf-8"))
        assert not any(re.search(rf"\b{re.escape(plain(a))}\b", text) for a in entry["answer"])


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("regolamento-interno.pdf", ["i", "ii", "1", "2", "3", "4", "5", "6"]),
        ("brezza-d240-manual.pdf", ["Cover", "1", "2", "3", "4"]),
    ],
)
def test_pdf_labels_differ_from_the_index_and_are_printed(name: str, labels: list[str]) -> None:
    path = resource_path(f"samples/{name}")
    reader = PdfReader(path)
    assert reader.page_labels == labels
    for index, label in enumerate(labels):
        assert pdf_page(path, index).endswith(f" {label.casefold()}")
    assert reader.outline


@pytest.mark.parametrize("entry", ACCEPTANCE, ids=lambda entry: entry["id"])
def test_acceptance_answers_stand_on_their_pages(
    entry: dict[str, Any], evaluation_data: Path
) -> None:
    (path,) = (evaluation_data / "documents").rglob(entry["document"])
    for page in entry["pages"]:
        text = pdf_page(path, page)
        for choices in entry["answer"]:
            assert any(plain(choice) in text for choice in choices), (page, choices)


def test_committed_pdfs_are_made_from_their_sources() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "make_samples.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode == EXIT_NO_FONT:
        pytest.skip("the fonts of the samples are not installed here")
    assert result.returncode == 0, result.stderr
