"""What the gate decided, in words and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.types import Answer, AnswerSource, GateMode, GateReport
from app.ui import wording

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows


@dataclass(frozen=True, slots=True)
class Badge:
    """Where an answer comes from. `tone` is "good", "warn" or "neutral"."""

    text: str
    icon: str
    tone: str


def badge_for(answer: Answer) -> Badge:
    """The badge beside an answer."""
    if answer.source is AnswerSource.DOCUMENTS:
        return Badge(translate("GateWords", "From your documents"), "documents", "good")
    if answer.source is AnswerSource.NOT_FOUND:
        return Badge(translate("GateWords", "Not in your documents"), "not-found", "neutral")
    if answer.passages:
        text = translate("GateWords", "From the model’s memory (passages found, not used)")
    elif answer.gate.mode is GateMode.NEVER:
        text = translate("GateWords", "From the model’s memory (documents not searched)")
    else:
        text = translate("GateWords", "From the model’s memory (no passage found)")
    return Badge(text, "memory", "warn")


def gate_numbers(gate: GateReport) -> str:
    """Such as `U 0.31 > τ 0.25`; what was chosen by hand when nothing was drafted."""
    if gate.score is None or gate.threshold is None:
        if gate.mode is GateMode.ALWAYS:
            return translate("GateWords", "documents asked for")
        return translate("GateWords", "memory asked for") if gate.mode is GateMode.NEVER else ""
    sign = ">" if gate.score > gate.threshold else "≤"
    digits = 2
    while (
        digits < 4
        and gate.score != gate.threshold
        and round(gate.score, digits) == round(gate.threshold, digits)
    ):
        digits += 1
    score, threshold = (wording.decimal(each, digits) for each in (gate.score, gate.threshold))
    return f"U {score} {sign} τ {threshold}"


def gate_explanation(gate: GateReport) -> str:
    """What the numbers mean, for the tip."""
    if gate.score is None or gate.threshold is None:
        return translate(
            "GateWords", "You chose whether your documents are read, so nothing was weighed."
        )
    meaning = translate(
        "GateWords",
        "U says how unsure the model was while drafting: 0 is sure, 1 is guessing. "
        "Above the threshold τ, passages of your documents are given to the model.",
    )
    if gate.retrieved:
        verdict = translate("GateWords", "Here it was unsure, so your documents were read.")
    else:
        verdict = translate("GateWords", "Here it was sure, so its own draft became the answer.")
    return f"{meaning}\n{verdict}"


def cost_line(answer: Answer) -> str:
    """Time and size of an answer, for the tip."""
    seconds = (answer.timings.first_token / 1000, answer.timings.total / 1000)
    first, total = (wording.decimal(each, 1) for each in seconds)
    text = translate(
        "GateWords", "First words after {0} s, done after {1} s, {2} tokens read, {3} written."
    )
    tokens = answer.tokens
    return text.format(first, total, wording.count(tokens.prompt), wording.count(tokens.answer))
