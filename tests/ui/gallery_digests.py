"""Scenes of the gallery: digests of whole documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.core.types import (
    CheckedSentence,
    Citation,
    Digest,
    DigestPoint,
    DigestTask,
    Doubt,
    DoubtFound,
    FileState,
    LibraryTotals,
    Support,
)
from app.engine.protocol import (
    Cancel,
    DigestDone,
    DigestProgress,
    DocumentPageText,
    JobCancelled,
    JobFailed,
    MakeDigest,
    ReadDocumentText,
)
from tests.ui.drawn_page import CITED, LINES, draw_page, place_of
from tests.ui.scripted import cite, file_record, files_changed, found

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

ROOT = "/home/anna/Documents"
LEASE = f"{ROOT}/Casa/Contratto di locazione, via Garibaldi 12, firmato e registrato (copia).pdf"
RULES = f"{ROOT}/Casa/Regolamento condominiale.pdf"
NOTES = f"{ROOT}/Note.md"
POINTS = (
    ("Il canone di 800 euro si paga entro il giorno 5 di ogni mese.", 1, 3),
    ("La disdetta va comunicata con raccomandata almeno sei mesi prima della scadenza.", 1, 4),
    ("La cauzione, pari a tre mensilità, è versata all’atto della firma e restituita entro "
     "trenta giorni dalla riconsegna dell’immobile, dedotte le spese documentate.", 1, 6),
    ("Le spese ordinarie si pagano ogni tre mesi.", 2, 10),
    ("L’amministratore convoca l’assemblea entro il 30 aprile.", 2, 12),
    ("Chiamare l’idraulico prima dell’inverno.", 3, None),
)  # fmt: skip
PATHS = {1: LEASE, 2: RULES, 3: NOTES}
TITLES = {1: "", 2: "Regolamento del condominio Mimosa", 3: "Note di casa"}


def citation(n: int, document: int, page: int | None) -> Citation:
    """`[n]` for a page of one of the documents."""
    passage = found(
        n,
        document_id=document,
        document=TITLES[document],
        path=PATHS[document],
        page_index=page,
        page_label=None if page is None else str(page + 1),
        text="Le parti convengono che il termine decorra dalla data di ricevimento della lettera.",
    )
    return cite(n, passage)


def points(many: int = len(POINTS), *, doubted: bool = True) -> tuple[DigestPoint, ...]:
    """As many points, one after another through the documents."""
    made = []
    for at in range(many):
        text, document, page = POINTS[at * len(POINTS) // many]
        if many > len(POINTS):
            text = f"{at + 1}. {text}"
        cited = [citation(at + 1, document, page)]
        if at % 5 == 2:
            cited.append(citation(many + at + 1, document, 8))
        if at % 5 == 4:
            cited.append(citation(2 * many + at + 1, 1, 5))
        doubts: tuple[tuple[Support, tuple[DoubtFound, ...]], ...] = (
            (Support.SUPPORTED, ()),
            (Support.UNSUPPORTED, (DoubtFound(Doubt.NUMBER, ("800",)),)),
            (Support.PARTLY, (DoubtFound(Doubt.MEANING),)),
        )
        which = (0, 2, 0, 1, 0, 0)[at % 6] if doubted else 0
        support, found_doubts = doubts[which]
        check = CheckedSentence(0, len(text), support, found_doubts, (at + 1,), 0.9)
        made.append(DigestPoint(text, tuple(cited), (check,)))
    return tuple(made)


SUMMARY = (
    "I documenti regolano la **locazione** dell’appartamento di via Garibaldi 12: canone di 800 "
    "euro al mese [1], cauzione di tre mensilità [3] e disdetta con sei mesi di preavviso [2].\n\n"
    "Il regolamento del condominio fissa le spese ordinarie [4] e l’assemblea annuale [5]."
)


def choose(stage: Stage, *numbers: int) -> None:
    """A library of three documents and one that cannot be read; select some of them."""
    stage.engine.become_ready(LibraryTotals(4, 3, 82, 431))
    records = [
        file_record(n, path, document_id=n, passages=passages, pages=pages)
        for n, (path, pages, passages) in enumerate(
            ((LEASE, 14, 61), (RULES, 68, 339), (NOTES, 0, 31)), 1
        )
    ]
    records.append(file_record(4, f"{ROOT}/Scansione.pdf", FileState.NO_TEXT, passages=0))
    stage.engine.say(files_changed(*records))
    window = stage.window
    window.library.tree.expandAll()
    window.library.tree.select_nodes(
        each
        for each in window.library.tree.rows.nodes
        if each.record is not None and each.record.file_id in numbers
    )


def begin(stage: Stage, task: DigestTask = DigestTask.LIST, *numbers: int) -> int:
    """Choose documents and begin; the number of the job."""
    choose(stage, *(numbers or (1, 2, 3)))
    stage.window.show_digest(task)
    stage.window.digest.form.start.click()
    return stage.engine.last(MakeDigest).job


def finish(stage: Stage, job: int, made: Sequence[DigestPoint], summary: str = "") -> None:
    """The engine is done."""
    request = stage.engine.last(MakeDigest)
    names = tuple(TITLES[each] for each in request.document_ids)
    digest = Digest(
        request.task, request.instruction, names, summary, tuple(made), 431, 3, 61_000.0, "model"
    )
    stage.engine.say(DigestDone(job, digest))


def digest_nothing_chosen(stage: Stage) -> None:
    choose(stage)
    stage.window.work.show_digest()


def digest_library_empty(stage: Stage) -> None:
    stage.engine.become_ready()
    stage.window.work.show_digest()


def digest_form(stage: Stage) -> None:
    choose(stage, 1, 2, 3, 4)
    stage.window.show_digest(DigestTask.SUMMARY)


def digest_form_list(stage: Stage) -> None:
    choose(stage, 1, 2)
    stage.window.show_digest(DigestTask.LIST)


def digest_form_words(stage: Stage) -> None:
    digest_form_list(stage)
    form = stage.window.digest.form
    form._kinds.button(4).click()
    form.words.setText("le penali per il ritardo")
    form.words.setFocus()


def digest_preparing(stage: Stage) -> None:
    begin(stage)


def digest_reading(stage: Stage) -> None:
    job = begin(stage)
    stage.engine.say(DigestProgress(job, 40, 431, None, points()[:2]))
    stage.engine.say(DigestProgress(job, 180, 431, 190.0, points()[2:4]))


def digest_stopped(stage: Stage) -> None:
    digest_reading(stage)
    stage.window.digest.result.strip.stop.click()
    job = stage.engine.last(Cancel).job
    stage.engine.say(JobCancelled(job))


def digest_failed(stage: Stage) -> None:
    digest_reading(stage)
    stage.engine.say(
        JobFailed(
            stage.engine.last(MakeDigest).job,
            "The language model cannot be used.",
            "Its file is damaged.",
            "Fetch it again with “margine models fetch”.",
        )
    )


def digest_restarting(stage: Stage) -> None:
    digest_reading(stage)
    stage.engine.die()


def digest_list(stage: Stage) -> None:
    finish(stage, begin(stage), points())


def digest_summary(stage: Stage) -> None:
    finish(stage, begin(stage, DigestTask.SUMMARY), points(), SUMMARY)


def digest_one_document(stage: Stage) -> None:
    finish(stage, begin(stage, DigestTask.SUMMARY, 1), points()[:3], SUMMARY)
    stage.window.digest.result.list.setFocus()


def digest_nothing_found(stage: Stage) -> None:
    finish(stage, begin(stage), ())


def digest_five_hundred(stage: Stage) -> None:
    finish(stage, begin(stage), points(500))
    stage.window.digest.result.list.verticalScrollBar().setValue(4000)


def digest_page(stage: Stage) -> None:
    digest_summary(stage)
    page = stage.window.digest.result
    page.citation_wanted.emit(page.citations[0])
    wish = stage.engine.last(ReadDocumentText)
    stage.engine.say(
        DocumentPageText(wish.job, 1, 3, "4", 14, paged=True, format="pdf", text="x", changed=False)
    )
    stage.pages.answer(draw_page(stage.pages.requests[-1]), (place_of(LINES[CITED]),))


def digest_back(stage: Stage) -> None:
    digest_reading(stage)
    stage.window.show_digest(DigestTask.SUMMARY)


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        digest_nothing_chosen, digest_library_empty, digest_form, digest_form_list,
        digest_form_words, digest_preparing, digest_reading, digest_stopped, digest_failed,
        digest_restarting, digest_list, digest_summary, digest_one_document,
        digest_nothing_found, digest_five_hundred, digest_page, digest_back,
    )
}  # fmt: skip
