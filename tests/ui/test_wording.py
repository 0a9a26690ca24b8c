"""How places in documents are named, in English and in Italian."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from app.core.resources import resource_path
from app.core.types import FoundPassage, Scores
from app.ui import wording


@pytest.fixture
def italian(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(resource_path("translations/margine_it.qm")))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.usefixtures("qapp")
def test_pages_are_called_what_they_are() -> None:
    assert wording.page_name("a.pdf", 2, "iii") == "page 3 (printed iii)"
    assert wording.page_name("a.pptx", 2, None) == "slide 3"
    assert wording.page_name("a.xlsx", 2, "Spese") == "sheet Spese"
    assert wording.page_name("a.xlsx", 2, None) == "sheet 3"
    assert wording.page_name("a.epub", 1, "Two") == "chapter 2"
    assert wording.page_name("a.docx", None, None) == ""
    assert wording.place_name("Conti", "a.ods", 0, "Foglio1") == "Conti · sheet Foglio1"
    there = found("a.pptx", heading="Corso › Inizio")
    assert wording.passage_part(there) == "slide 1 · Corso › Inizio"


def found(path: str, *, heading: str = "", confidence: float | None = None) -> FoundPassage:
    """A passage on the first page of `path`."""
    scores = Scores(0.0, 0.0, 0.0)
    return FoundPassage(
        1, 1, 1, "", path, (), 0, None, (), heading, "", scores, None, None, confidence=confidence
    )


@pytest.mark.usefixtures("qapp")
def test_a_doubtful_recognition_is_told_where_a_passage_stands() -> None:
    assert wording.passage_part(found("a.pdf", confidence=0.7)) == "page 1"
    doubtful = found("a.pdf", confidence=0.6999, heading="Conti")
    assert wording.passage_part(doubtful) == "page 1 · recognised, only 69 % sure · Conti"
    assert wording.recognition(0.9999) == "Text recognised from the picture, 99 % sure."
    assert "compare it with the picture" in wording.recognition(0.5)


@pytest.mark.usefixtures("qapp")
def test_short_names_stay_short() -> None:
    assert wording.short_page("a.pdf", 2, "iii") == "p. 3"
    assert wording.short_page("a.pptx", 2, None) == "slide 3"
    assert len(wording.short_page("a.xlsx", 2, "Ripartizione delle spese 2024")) <= 24
    assert wording.short_page("a.docx", None, None) == ""


@pytest.mark.usefixtures("qapp")
def test_the_head_of_the_view_counts() -> None:
    assert wording.page_of_all("a.pdf", 2, "iii", 9) == "Page 3 of 9 (printed iii)"
    assert wording.page_of_all("a.pdf", 2, "3", 0) == "Page 3"
    assert wording.page_of_all("a.pptx", 2, None, 9) == "Slide 3 of 9"
    assert wording.page_of_all("a.xlsx", 0, "Spese", 2) == "Sheet 1 of 2 · Spese"


@pytest.mark.usefixtures("italian")
def test_pages_are_called_what_they_are_in_italian() -> None:
    assert wording.page_name("a.pdf", 2, None) == "pagina 3"
    assert wording.page_name("a.pptx", 2, None) == "diapositiva 3"
    assert wording.page_name("a.xlsx", 2, "Spese") == "foglio Spese"
    assert wording.page_of_all("a.epub", 1, None, 12) == "Capitolo 2 di 12"
    assert wording.page_of_all("a.mbox", 1, None, 0) == "Messaggio 2"
