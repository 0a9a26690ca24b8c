"""Scenes of the gallery: pages whose text was recognised from their picture."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.core.types import AnswerSource, LibraryTotals, Recognition, Span, WordBox
from app.engine.page_marks import mark_words
from app.engine.protocol import (
    AnswerDone,
    DocumentPageText,
    GateDecided,
    PassagesFound,
    ReadDocumentText,
)
from app.evaluate.ocr_pages import page_text, scanned_pages
from tests.ui.scripted import answer, file_record, files_changed, found, gate

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

TEXT = page_text()
QUOTE = (
    "La quota d'iscrizione è di € 1.284,50 (metà entro l'11 giugno, l'altra metà\n"
    "più tardi). Chi l'ha già versata non dovrà far altro: né moduli, né bolli."
)
LEFT, TOP, LINE, LETTER = 0.118, 0.2133, 0.0174, 0.00713  # of the page, about


def words() -> tuple[WordBox, ...]:
    """Where the words of the quote stand, about."""
    boxes = []
    at = TEXT.index(QUOTE)
    for number, line in enumerate(QUOTE.split("\n")):
        column = 0
        for word in line.split(" "):
            left = LEFT + column * LETTER
            top = TOP + number * LINE
            boxes.append(
                WordBox(at, at + len(word), left, top, left + (len(word) + 1) * LETTER, top + LINE)
            )
            at += len(word) + 1
            column += len(word) + 1
    return tuple(boxes)


def show(stage: Stage, confidence: float, path: str) -> None:
    """An answer with one citation, opened."""
    stage.fill()
    record = file_record(70, path, pages=1, passages=6, recognised=1)
    stage.engine.say(files_changed(record, totals=LibraryTotals(10, 10, 239, 529)))
    start = TEXT.index(QUOTE)
    span = Span(0, start, start + len(QUOTE))
    name = Path(path).name
    there = found(
        document=name,
        path=path,
        page_index=0,
        page_label=None,
        spans=(span,),
        heading="",
        text=QUOTE.replace("\n", " "),
        confidence=confidence,
    )
    job = stage.ask("Quanto costa iscriversi?")
    report = gate(retrieved=True)
    stage.engine.say(
        PassagesFound(job, (there,), ("quota",)),
        GateDecided(job, report),
        AnswerDone(
            job,
            answer(
                "La quota d'iscrizione è di € 1.284,50 [1].",
                (there,),
                source=AnswerSource.DOCUMENTS,
                report=report,
            ),
        ),
    )
    stage.window.sources.open_passage(there)
    wish = stage.engine.last(ReadDocumentText)
    stage.engine.say(
        DocumentPageText(
            wish.job,
            there.document_id,
            0,
            None,
            1,
            paged=True,
            format="picture",
            text=TEXT,
            changed=False,
            recognition=Recognition(confidence, words()),
        )
    )
    QApplication.processEvents()
    request = stage.pages.requests[-1]
    scan = next(each for each in scanned_pages() if each.condition.startswith("soft"))
    with tempfile.TemporaryDirectory() as folder:
        scan.picture.save(f"{folder}/scan.png")
        image = QImage(f"{folder}/scan.png")
    rects = mark_words(request.words, image.width(), image.height())
    stage.pages.answer(image, rects, page_count=1)


def recognised(stage: Stage) -> None:
    """A page that was recognised well."""
    show(stage, 0.9312, "/home/anna/Documenti/Lettera del Comune.jpg")


def recognised_badly(stage: Stage) -> None:
    """A page that is to be compared with its picture."""
    show(stage, 0.618, "/home/anna/Documenti/Lettera del Comune.jpg")


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each for each in (recognised, recognised_badly)
}
