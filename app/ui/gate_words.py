"""What the gate decided, in words and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.core.types import Answer, AnswerSource, GateEvidence, GateMode, GateReport, GateSignal
from app.ui import wording
from app.ui.scope_words import scope_name

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_CLEAR = 0.3  # on either side of 0: the middles of both kinds lie at 1 and -1
_MOST, _SOME = 0.6, 0.25  # shares of evidence that are called most and some


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
        text = translate("GateWords", "Not in your documents")
        if not answer.scope.is_everything:  # the others were not looked at
            text = translate("GateWords", "Not in: {0}").format(scope_name(answer.scope))
        return Badge(text, "not-found", "neutral")
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
    score, threshold = _told_apart(gate.score, gate.threshold)
    return f"{gate.signal.symbol} {score} {sign} τ {threshold}"


def decision(gate: GateReport) -> str:
    """The decision in one sentence, in plain words."""
    if gate.mode is GateMode.ALWAYS:
        return translate(
            "GateWords", "You asked for your documents, so they were read and nothing was weighed."
        )
    if gate.mode is GateMode.NEVER:
        return translate(
            "GateWords", "You asked for no documents, so none was read and nothing was weighed."
        )
    if gate.score is None or gate.threshold is None:
        if gate.retrieved:
            return translate(
                "GateWords", "There was no draft to judge by, so it turned to your documents."
            )
        return translate("GateWords", "There was no draft to judge by, and nothing to read.")
    numbers = _told_apart(gate.score, gate.threshold)
    return _decision(gate, unsure=gate.score > gate.threshold).format(*numbers)


def unsure_words() -> str:
    """What stands in the place of a draft that is not used: one short line."""
    return translate("GateWords", "It was not sure of its own words.")


def _decision(gate: GateReport, *, unsure: bool) -> str:
    """The sentence of Automatic; {0} is the score, {1} the threshold."""
    if gate.signal is GateSignal.EVIDENCE and not gate.draft_tokens:
        if gate.retrieved:
            return translate(
                "GateWords",
                "What the search found speaks for your documents whatever a draft says "
                "({0}, searched above {1}), so it turned to them at once.",
            )
        return translate(
            "GateWords",
            "What the search found does not speak for your documents whatever a draft says "
            "({0}, searched above {1}), so it answered without them at once.",
        )
    if gate.signal is GateSignal.EVIDENCE:
        if gate.retrieved:
            return translate(
                "GateWords",
                "Its draft and what the search found speak for your documents "
                "({0}, searched above {1}), so it turned to them.",
            )
        if unsure:
            return translate(
                "GateWords",
                "Its draft speaks for your documents ({0}, searched above {1}), "
                "but no passage was found to read.",
            )
        return translate(
            "GateWords",
            "Neither its draft nor what the search found speaks for your documents "
            "({0}, searched above {1}), so it answered without them.",
        )
    if gate.retrieved:
        return translate(
            "GateWords",
            "It was not sure of its own words ({0}, searched above {1}), "
            "so it turned to your documents.",
        )
    if unsure:
        return translate(
            "GateWords",
            "It was not sure of its own words ({0}, searched above {1}), "
            "but no passage was found to read.",
        )
    return translate(
        "GateWords",
        "It was sure of its own words ({0}, searched above {1}), "
        "so it answered without your documents.",
    )


def _told_apart(score: float, threshold: float) -> tuple[str, str]:
    """Both numbers, with as many decimals as tell them apart, up to 4."""
    digits = 2
    while digits < 4 and score != threshold and round(score, digits) == round(threshold, digits):
        digits += 1
    return wording.decimal(score, digits), wording.decimal(threshold, digits)


def signal_name(signal: GateSignal) -> str:
    """A signal's name."""
    return {
        GateSignal.MARGIN: translate("GateWords", "Margin"),
        GateSignal.ENTROPY: translate("GateWords", "Entropy"),
        GateSignal.VARIANCE: translate("GateWords", "Variance"),
        GateSignal.EVIDENCE: translate("GateWords", "Evidence"),
    }[signal]


def signal_explanation(signal: GateSignal) -> str:
    """What a signal looks at, on one line."""
    return {
        GateSignal.MARGIN: translate(
            "GateWords", "How close the second-best word came at each step of the draft."
        ),
        GateSignal.ENTROPY: translate(
            "GateWords", "Over how many words the model spread its bets at each step."
        ),
        GateSignal.VARIANCE: translate(
            "GateWords", "How far five drafts disagree, word by word. Takes longer."
        ),
        GateSignal.EVIDENCE: translate(
            "GateWords", "The draft, weighed with what the search has found in your documents."
        ),
    }[signal]


def steps_caption(signal: GateSignal) -> str:
    """What the bars of a draft's plot show."""
    return {
        GateSignal.MARGIN: translate("GateWords", "How close the second choice of each word was"),
        GateSignal.ENTROPY: translate("GateWords", "How many words were in the running each time"),
        GateSignal.VARIANCE: translate("GateWords", "How far the drafts disagree on each word"),
        GateSignal.EVIDENCE: translate("GateWords", "How unsure each word of the draft was"),
    }[signal]


def evidence_rows(evidence: GateEvidence) -> list[tuple[str, str]]:
    """What the search had found: names and values."""
    return [
        (
            translate("GateWords", "The nearest passage’s likeness in meaning"),
            wording.decimal(evidence.similarity),
        ),
        (
            translate("GateWords", "The question’s telling words that one passage holds"),
            _share(evidence.coverage, _coverage_words(evidence.coverage)),
        ),
        (
            translate("GateWords", "Passages that words and meaning both find first"),
            _share(evidence.agreement, _agreement_words(evidence.agreement)),
        ),
        (
            translate("GateWords", "What the question is about"),
            f"{_affairs_words(evidence.affairs)} ({wording.decimal(evidence.affairs)})",
        ),
    ]


def _share(share: float, words: str) -> str:
    return f"{words} ({wording.count(round(100 * share))}\N{NO-BREAK SPACE}%)"


def _coverage_words(share: float) -> str:
    if share >= _MOST:
        return translate("GateWords", "most of them")
    return translate("GateWords", "some") if share >= _SOME else translate("GateWords", "few")


def _affairs_words(sign: float) -> str:
    if sign >= _CLEAR:
        return translate("GateWords", "your own affairs")
    if sign > -_CLEAR:
        return translate("GateWords", "not clear")
    return translate("GateWords", "what anybody may ask")


def _agreement_words(share: float) -> str:
    if share >= _MOST:
        return translate("GateWords", "nearly the same ones")
    if share >= _SOME:
        return translate("GateWords", "some in common")
    return translate("GateWords", "hardly any in common")
