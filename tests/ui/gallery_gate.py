"""Scenes of the gallery: the gate's decision, its panel, its share and its settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.types import (
    AnswerSource,
    GateEvidence,
    GateMode,
    GateReport,
    GateSignal,
)
from app.engine.protocol import (
    AnswerDone,
    Ask,
    CalibrateGate,
    CalibrationProgress,
    DraftText,
    GateCalibrated,
    GateDecided,
    PassagesFound,
    PromptProgress,
    QuoteFound,
)
from tests.ui.gallery_answers import LEASE, LEASE_WORDS, QUESTION, QUOTE
from tests.ui.scripted import answer

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

UNSURE = (
    "Il", " can", "one", " è", " di", " ", "750", " euro", " al", " mese", ",", " da", " pag",
    "are", " entro", " il", " giorno", " ", "10", " di",
)  # fmt: skip
UNSURE_STEPS = (
    0.11, 0.24, 0.01, 0.18, 0.35, 0.07, 0.92, 0.05, 0.21, 0.03, 0.62, 0.44, 0.19, 0.01, 0.33,
    0.09, 0.02, 0.08, 0.83, 0.41,
)  # fmt: skip
SURE = ("The", " capital", " of", " France", " is", " Paris", ".", "")
SURE_STEPS = (0.05, 0.002, 0.001, 0.001, 0.004, 0.012, 0.11, 0.03)


def unsure(signal: GateSignal = GateSignal.MARGIN) -> GateReport:
    """A decision for the documents."""
    mean = sum(UNSURE_STEPS) / len(UNSURE_STEPS)
    return GateReport(GateMode.AUTO, signal, mean, 0.1, True, 20, UNSURE_STEPS, UNSURE, 1240.3, 41)


def sure() -> GateReport:
    """A decision for the model's memory."""
    mean = sum(SURE_STEPS) / len(SURE_STEPS)
    return GateReport(
        GateMode.AUTO, GateSignal.MARGIN, mean, 0.06, False, 8, SURE_STEPS, SURE, 610.7, 33
    )


def evidence() -> GateReport:
    """A decision that weighs what the search found."""
    found = GateEvidence(0.87, 0.72, 0.4)
    return replace(unsure(GateSignal.EVIDENCE), score=0.91, threshold=0.5, evidence=found)


def begin(stage: Stage, report: GateReport, question: str = QUESTION) -> int:
    """Ask, and draft."""
    job = stage.ask(question)
    stage.engine.say(PassagesFound(job, LEASE, LEASE_WORDS), QuoteFound(job, QUOTE))
    for token in report.draft:
        stage.engine.say(DraftText(job, token))
    return job


def from_documents(stage: Stage, report: GateReport) -> None:
    """A whole answer from the documents."""
    job = begin(stage, report)
    text = "Il canone è di 800 euro al mese, da pagare entro il giorno 5 [1]."
    done = replace(answer(text, LEASE, report=report), quote=QUOTE)
    stage.engine.say(GateDecided(job, report), AnswerDone(job, done))


def from_memory(stage: Stage) -> None:
    """A whole answer from memory."""
    report = sure()
    job = stage.ask("What is the capital of France?")
    passages = tuple(replace(each, used=False) for each in LEASE)
    stage.engine.say(PassagesFound(job, passages, ("capital",)))
    for token in report.draft:
        stage.engine.say(DraftText(job, token))
    done = answer(
        "The capital of France is Paris.",
        passages,
        source=AnswerSource.MEMORY,
        report=report,
        citations=(),
    )
    stage.engine.say(GateDecided(job, report), AnswerDone(job, done))


def gate_drafting(stage: Stage) -> None:
    stage.fill()
    begin(stage, unsure())


def gate_reading(stage: Stage) -> None:
    gate_drafting(stage)
    job = stage.engine.last(Ask).job
    stage.engine.say(GateDecided(job, unsure()), PromptProgress(job, 220, 640))


def gate_reading_why(stage: Stage) -> None:
    gate_reading(stage)
    stage.window.chat.exchanges[-1].contents.waiting.why.click()


def gate_yes(stage: Stage) -> None:
    stage.fill()
    from_documents(stage, unsure())
    stage.window.chat.exchanges[-1].footer.open_panel(shown=True)


def gate_no(stage: Stage) -> None:
    stage.fill()
    from_memory(stage)
    footer = stage.window.chat.exchanges[-1].footer
    footer.open_panel(shown=True)
    footer.panel.plot.setFocus()
    footer.panel.plot._choose(5)


def gate_evidence(stage: Stage) -> None:
    stage.fill()
    from_documents(stage, evidence())
    stage.window.chat.exchanges[-1].footer.open_panel(shown=True)


def gate_asked_for(stage: Stage) -> None:
    stage.fill()
    report = GateReport(GateMode.ALWAYS, GateSignal.MARGIN, None, None, True, 0)
    job = stage.ask(QUESTION)
    text = "Il canone è di 800 euro al mese, da pagare entro il giorno 5 [1]."
    stage.engine.say(PassagesFound(job, LEASE, LEASE_WORDS), GateDecided(job, report))
    stage.engine.say(AnswerDone(job, answer(text, LEASE, report=report)))
    stage.window.chat.exchanges[-1].footer.open_panel(shown=True)


def gate_conversation(stage: Stage) -> None:
    stage.fill()
    from_memory(stage)
    from_memory(stage)
    from_documents(stage, unsure())


def gate_settings(stage: Stage) -> None:
    gate_conversation(stage)
    stage.window.gate_control.show_dialog()


def _ask_many(stage: Stage) -> None:
    gate_conversation(stage)
    for number in range(12):
        stage.window.gate_control.note_question(f"Domanda {number}?")
    stage.window.gate_control.show_dialog()
    dialog = stage.window.gate_control.dialog
    assert dialog is not None
    dialog.signals[GateSignal.ENTROPY].click()
    dialog.slider.setValue(4)


def gate_calibrating(stage: Stage) -> None:
    _ask_many(stage)
    stage.window.gate_control.calibrate()
    stage.engine.say(CalibrationProgress(stage.engine.last(CalibrateGate).job, 6, 14))


def gate_calibrated(stage: Stage) -> None:
    gate_calibrating(stage)
    job = stage.engine.last(CalibrateGate).job
    result = GateCalibrated(job, GateSignal.ENTROPY, 0.834, 0.61, 1.02, 6, 14)
    stage.engine.say(result)


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        gate_drafting, gate_reading, gate_reading_why, gate_yes, gate_no, gate_evidence,
        gate_asked_for, gate_conversation, gate_settings, gate_calibrating, gate_calibrated,
    )
}  # fmt: skip
