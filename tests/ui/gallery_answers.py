"""Scenes of the gallery: answers that are quoted, checked, compared and refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.types import (
    Absence,
    Answer,
    AnswerSource,
    AnswerStyle,
    CandidateAnswer,
    Comparison,
    Doubt,
    DoubtFound,
    GateMode,
    Quote,
    Scores,
    Span,
    Support,
)
from app.engine.protocol import (
    AnswerDone,
    AnswerText,
    Ask,
    DraftText,
    GateDecided,
    PassagesFound,
    PromptProgress,
    QuoteFound,
)
from tests.ui.scripted import answer, checked, cite, found, gate

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

LEASE = (
    found(
        1,
        document="Contratto di locazione, via Garibaldi 12, firmato e registrato (copia)",
        heading="Articolo 4",
        page_index=3,
        page_label="4",
        spans=(Span(3, 120, 420),),
        text="Il canone annuo è di 9.600 euro, da pagare in rate mensili anticipate di 800 euro "
        "entro il giorno 5 di ogni mese. Il conduttore versa all’atto della firma una cauzione "
        "pari a tre mensilità, che produce interessi legali. In caso di ritardo oltre venti "
        "giorni il locatore può chiedere la risoluzione del contratto.",
    ),
    found(
        2,
        document="Regolamento del condominio Mimosa",
        path="/home/anna/Documents/Casa/Regolamento.pdf",
        heading="Articolo 12 › Spese",
        page_index=10,
        page_label="xi",
        spans=(Span(10, 0, 200),),
        scores=Scores(9.17, 0.852, 0.79),
        bm25_rank=3,
        dense_rank=2,
        text="Le spese ordinarie sono a carico del conduttore e si pagano ogni tre mesi, dietro "
        "presentazione del rendiconto dell’amministratore.",
    ),
    found(
        3,
        document="",
        path="/home/anna/Documents/Casa/lettera del 12 marzo.md",
        heading="",
        page_index=None,
        page_label=None,
        spans=(Span(0, 0, 90),),
        scores=Scores(7.02, 0.839, 0.61),
        bm25_rank=4,
        dense_rank=5,
        text="La disdetta va inviata con sei mesi di anticipo, a mezzo raccomandata.",
    ),
)
LEASE_WORDS = ("canone", "cauzione", "mensilità", "mesi", "spese")
QUESTION = "Quanto è il canone, quando si paga, e a quanto ammonta la cauzione?"
QUOTE = Quote(
    1,
    "Il canone annuo è di 9.600 euro, da pagare in rate mensili anticipate di 800 euro entro il "
    "giorno 5 di ogni mese. Il conduttore versa all’atto della firma una cauzione pari a tre "
    "mensilità, che produce interessi legali.",
    0,
    225,
    (Span(3, 120, 345),),
    0.9,
)
SENTENCES = (
    ("Il canone è di 800 euro al mese, da pagare entro il giorno 5 [1].", Support.SUPPORTED, ()),
    (
        "La cauzione è di tre mensilità e viene restituita entro 45 giorni dalla riconsegna [1].",
        Support.UNSUPPORTED,
        (DoubtFound(Doubt.NUMBER, ("45",)),),
    ),
    (
        "Le spese ordinarie si pagano ogni tre mesi all’amministratore Rossi [2].",
        Support.PARTLY,
        (DoubtFound(Doubt.NAME, ("Rossi",)),),
    ),
)
MORE = (
    (
        "Il conduttore non versa interessi sulla cauzione, e in caso di ritardo di oltre venti "
        "giorni il contratto è risolto di diritto [1].",
        Support.UNSUPPORTED,
        (DoubtFound(Doubt.NEGATION), DoubtFound(Doubt.MEANING, ("risolto di diritto",))),
    ),
    (
        "Per la disdetta bastano tre mesi di anticipo, con decorrenza dal 1° aprile 2024.",
        Support.UNSUPPORTED,
        (DoubtFound(Doubt.SOURCE), DoubtFound(Doubt.DATE, ("1° aprile 2024",))),
    ),
)
ABSENCE = Absence(0.93, 0.5, 0.88, 0.823, 0.31)


def lease_answer(text: str, **more: object) -> Answer:
    """An answer from the lease, which cites what its text does."""
    citations = tuple(cite(n, each) for n, each in enumerate(LEASE, 1) if f"[{n}]" in text)
    done = answer(text, LEASE, report=gate(retrieved=True), citations=citations)
    return replace(done, quote=QUOTE, **more)  # type: ignore[arg-type]  # filled by name


def tell(
    stage: Stage, done: Answer, *, mode: GateMode = GateMode.AUTO, question: str = QUESTION
) -> None:
    """Ask, and let the engine answer in full."""
    stage.window.chat_control.ask(question, mode, done.style)
    job = stage.engine.last(Ask).job
    stage.engine.say(
        PassagesFound(job, LEASE, LEASE_WORDS),
        QuoteFound(job, QUOTE),
        GateDecided(job, done.gate),
        AnswerText(job, done.text),
        AnswerDone(job, done),
    )


def quoted_at_once(stage: Stage) -> None:
    stage.fill()
    job = stage.ask(QUESTION)
    stage.engine.say(
        PassagesFound(job, LEASE, LEASE_WORDS),
        QuoteFound(job, QUOTE),
        DraftText(job, "Il canone è di 750 euro al mese, più"),
        GateDecided(job, gate(retrieved=True)),
        PromptProgress(job, 140, 420),
    )


def quoted_and_writing(stage: Stage) -> None:
    quoted_at_once(stage)
    job = stage.engine.last(Ask).job
    stage.engine.say(AnswerText(job, "Il canone è di 800 euro al mese, da pagare entro il"))


def quote_only(stage: Stage) -> None:
    stage.fill()
    stage.window.chat.box.style_box.setCurrentIndex(1)
    tell(stage, lease_answer(f"{QUOTE.text} [1]", style=AnswerStyle.QUOTE))


def supported(stage: Stage) -> None:
    stage.fill()
    text, checks = checked(SENTENCES[0], SENTENCES[0])
    tell(stage, lease_answer(text, checks=checks))
    stage.window.chat.exchanges[-1].quote.fold.click()


def checked_answer(stage: Stage) -> None:
    stage.fill()
    text, checks = checked(*SENTENCES)
    tell(stage, lease_answer(text, checks=checks))


def checked_why(stage: Stage) -> None:
    stage.fill()
    text, checks = checked(*SENTENCES, *MORE)
    tell(stage, lease_answer(text, checks=checks))
    stage.window.chat.exchanges[-1].check.open()


def refusal(stage: Stage) -> None:
    stage.fill()
    done = replace(
        answer("Non l’ho trovato nei documenti.", (), source=AnswerSource.NOT_FOUND),
        passages=LEASE,
        quote=QUOTE,
        absence=ABSENCE,
    )
    tell(stage, done, question="Chi ripara la caldaia, e a spese di chi?")


def refusal_numbers(stage: Stage) -> None:
    refusal(stage)
    stage.window.chat.exchanges[-1].refusal.numbers_button.click()


def suspicious(stage: Stage) -> None:
    stage.fill()
    text, checks = checked(SENTENCES[0])
    tell(stage, lease_answer(text, checks=checks, suspicious=(2,)))
    tell(stage, lease_answer(text, checks=checks, suspicious=(2, 3)))


def compared(stage: Stage) -> None:
    stage.fill()
    comparison = Comparison(
        (CandidateAnswer("800 euro", 0.64, (1, 2)), CandidateAnswer("750 euro", 0.28, (3,))), 0.08
    )
    text, checks = checked(SENTENCES[0])
    tell(
        stage,
        lease_answer(text, checks=checks, comparison=comparison, style=AnswerStyle.COMPARE),
    )


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        quoted_at_once, quoted_and_writing, quote_only, supported, checked_answer, checked_why,
        refusal, refusal_numbers, suspicious, compared,
    )
}  # fmt: skip
