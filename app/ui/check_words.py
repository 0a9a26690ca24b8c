"""What was found when an answer was checked, in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.core.types import CheckedSentence, Doubt, DoubtFound, Support
from app.ui import wording
from app.ui.richtext import shorten

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_WORDS_LENGTH = 60


def doubted(checks: Sequence[CheckedSentence]) -> tuple[CheckedSentence, ...]:
    """The sentences that are to be marked, in order."""
    return tuple(each for each in checks if each.support is not Support.SUPPORTED)


def worst(checks: Sequence[CheckedSentence]) -> Support:
    """The least support that a sentence of an answer has."""
    found = {each.support for each in checks}
    if Support.UNSUPPORTED in found:
        return Support.UNSUPPORTED
    return Support.PARTLY if Support.PARTLY in found else Support.SUPPORTED


def sign(support: Support) -> str:
    """The letter that stands behind a marked sentence."""
    return {Support.PARTLY: "?", Support.UNSUPPORTED: "!"}.get(support, "")


def tone(support: Support) -> str:
    """Name of the colour that goes with it; its ground is `<tone>_soft`."""
    return "warn" if support is Support.PARTLY else "bad"


def verdict(support: Support) -> str:
    """How far a sentence is supported."""
    if support is Support.SUPPORTED:
        return translate("CheckWords", "Supported by its passages.")
    if support is Support.PARTLY:
        return translate("CheckWords", "Supported only in part.")
    return translate("CheckWords", "Not supported by the passages.")


def copied_sign(support: Support) -> str:
    """What stands behind a marked sentence where it is copied; "" for a supported one."""
    if support is Support.PARTLY:
        return translate("CheckWords", "(supported only in part)")
    if support is Support.UNSUPPORTED:
        return translate("CheckWords", "(not supported by the passages)")
    return ""


def reason(doubt: DoubtFound) -> str:
    """Why a sentence is doubted, as one sentence."""
    words = ", ".join(f"“{shorten(each, _WORDS_LENGTH)}”" for each in doubt.words)
    bare = ", ".join(shorten(each, _WORDS_LENGTH) for each in doubt.words)
    if doubt.kind is Doubt.NUMBER:
        return _number_reason(bare, len(doubt.words))
    if doubt.kind is Doubt.DATE:
        return _date_reason(bare, len(doubt.words))
    if doubt.kind is Doubt.NAME:
        return _name_reason(words, len(doubt.words))
    return _other_reason(doubt.kind, words)


def _number_reason(numbers: str, count: int) -> str:
    if count == 0:
        return translate("CheckWords", "It has a number that is in none of the cited passages.")
    if count == 1:
        text = translate("CheckWords", "The number {0} is in none of the cited passages.")
    else:
        text = translate("CheckWords", "The numbers {0} are in none of the cited passages.")
    return text.format(numbers)


def _date_reason(dates: str, count: int) -> str:
    if count == 0:
        return translate("CheckWords", "It has a date that is in none of the cited passages.")
    if count == 1:
        text = translate("CheckWords", "The date {0} is in none of the cited passages.")
    else:
        text = translate("CheckWords", "The dates {0} are in none of the cited passages.")
    return text.format(dates)


def _name_reason(names: str, count: int) -> str:
    if count == 0:
        return translate("CheckWords", "It has a name that is in none of the cited passages.")
    if count == 1:
        text = translate("CheckWords", "The name {0} is in none of the cited passages.")
    else:
        text = translate("CheckWords", "The names {0} are in none of the cited passages.")
    return text.format(names)


def _other_reason(kind: Doubt, words: str) -> str:
    if kind is Doubt.NEGATION and words:
        text = translate(
            "CheckWords", "It denies what the passages say, or the other way round: see {0}."
        )
        return text.format(words)
    if kind is Doubt.NEGATION:
        return translate("CheckWords", "It denies what the passages say, or the other way round.")
    if kind is Doubt.SOURCE:
        return translate(
            "CheckWords", "It cites no passage, and none was found that it could rest on."
        )
    if words:
        text = translate("CheckWords", "The cited passages do not seem to say {0}.")
        return text.format(words)
    return translate("CheckWords", "The cited passages do not seem to say this.")


def reasons(check: CheckedSentence) -> str:
    """Why a sentence is marked, or that it is not."""
    found = [reason(each) for each in check.doubts]
    if check.support is Support.SUPPORTED or not found:
        return verdict(check.support)
    return " ".join(found)


def summary(checks: Sequence[CheckedSentence]) -> str:
    """The line beneath an answer; "" where nothing was checked."""
    total, marked = len(checks), len(doubted(checks))
    if not total:
        return ""
    if total == 1:
        return verdict(checks[0].support)
    if not marked:
        text = translate("CheckWords", "All {0} sentences are supported by their passages.")
        return text.format(wording.count(total))
    if marked == total:
        text = translate("CheckWords", "None of the {0} sentences is fully supported.")
        return text.format(wording.count(total))
    if marked == 1:
        text = translate("CheckWords", "Supported: {0} of {1} sentences. See the marked one.")
    else:
        text = translate("CheckWords", "Supported: {0} of {1} sentences. See the marked ones.")
    return text.format(wording.count(total - marked), wording.count(total))


def explanation() -> str:
    """What was checked, for the tip."""
    return translate(
        "CheckWords",
        "Each sentence was compared with the passages that it cites: numbers, dates, names, "
        "negation and meaning. The check can be wrong, too: look at the passage itself.",
    )
