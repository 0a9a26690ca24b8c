"""What the list of models says, in the window's language."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from app.core.model_facts import MachineFacts, ModelFacts, ModelSpeed
from app.ui.durations import time_left
from app.ui.wording import decimal

_MANY_LANGUAGES = 4


class _ModelCounts(QObject):
    """Gives its words their context: plural forms are found in `tr` alone."""

    def languages(self, number: int) -> str:
        return self.tr("%n language(s)", "", number)

    def passages(self, text: str, number: int) -> str:
        return self.tr("indexes about %n passage(s) a second", "", number) if text else ""


def size(size_bytes: int) -> str:
    """Of files and disks, in powers of ten as these are sold and shown."""
    return QLocale().formattedDataSize(size_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def memory_size(size_bytes: int) -> str:
    """Of memory, in powers of two as it is sold."""
    return QLocale().formattedDataSize(
        size_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat
    )


def language_names(codes: Sequence[str]) -> str:
    """All languages by name, in the window's language where Qt knows it, else by code."""
    names = []
    for code in codes:
        language = QLocale.codeToLanguage(code)
        known = language is not QLocale.Language.AnyLanguage
        names.append(QLocale.languageToString(language) if known else code)
    return ", ".join(names)


def languages(codes: Sequence[str]) -> str:
    """Few languages by name, many by their number; "" for none."""
    if not codes:
        return ""
    if len(codes) > _MANY_LANGUAGES:
        return _ModelCounts().languages(len(codes))
    return language_names(codes)


def role_title(role: str) -> str:
    """What models of this role do."""
    translate = QCoreApplication.translate
    return {
        "generator": translate("ModelWords", "Writing answers"),
        "embedder": translate("ModelWords", "Finding passages by meaning"),
        "recogniser": translate("ModelWords", "Reading text on pictures"),
    }[role]


def machine(facts: MachineFacts | None) -> str:
    """What this machine has; None where that is not known yet."""
    text = QCoreApplication.translate(
        "ModelWords", "This computer: {0} of memory, {1} of it free · {2} free on the disk"
    )
    if facts is None:
        size_to_come = "…".center(6, "\N{FIGURE SPACE}")  # about as wide: no line more or less
        return text.format(size_to_come, size_to_come, size_to_come)
    return text.format(
        memory_size(facts.memory_total),
        memory_size(facts.memory_available),
        size(facts.disk_free),
    )


def basic_facts(model: ModelFacts) -> str:
    """Size, licence and languages on one line."""
    translate = QCoreApplication.translate
    licence = model.licence
    if model.own:
        licence = translate("ModelWords", "licence not known")
    parts = (size(model.size_bytes) if model.size_bytes else "", licence)
    return " · ".join(filter(None, (*parts, languages(model.languages))))


def memory(model: ModelFacts, facts: MachineFacts) -> tuple[str, bool]:
    """The need of memory against what there is, and whether that is enough; "" if not known.

    A model that is in use has its memory already.
    """
    translate = QCoreApplication.translate
    if not model.need_bytes:
        return "", True
    need = memory_size(model.need_bytes)
    if model.need_bytes > facts.memory_total:
        text = translate("ModelWords", "Needs {0} of memory: more than this computer has.")
        return text.format(need), False
    if model.need_bytes > facts.memory_available and not model.used:
        text = translate("ModelWords", "Needs {0} of memory: more than is free just now.")
        return text.format(need), False
    text = translate("ModelWords", "Needs {0} of memory: this computer has enough.")
    return text.format(need), True


def speed(measured: ModelSpeed | None) -> str:
    """What was measured here, "" for nothing."""
    translate = QCoreApplication.translate
    if measured is None:
        return ""
    if measured.passages_per_s:
        told = _ModelCounts().passages("x", max(1, round(measured.passages_per_s)))
    else:
        told = translate("ModelWords", "reads {0} and writes {1} tokens a second").format(
            _rate(measured.prompt_per_s), _rate(measured.answer_per_s)
        )
    return translate("ModelWords", "On this computer: {0}").format(told)


def _rate(per_s: float) -> str:
    return decimal(per_s, 0 if per_s >= 10 else 1)


def fetching(step: str, done: int, total: int, rate: float | None, left_s: float | None) -> str:
    """How far a fetch or a copy is."""
    translate = QCoreApplication.translate
    if step == "checking":
        return translate("ModelWords", "Checking that it arrived whole…")
    if step in ("converting", "preparing"):
        return translate("ModelWords", "Preparing it for this computer…")
    text = translate("ModelWords", "{0} of {1}").format(size(done), size(total))
    parts = [text]
    if rate is not None:
        parts.append(translate("ModelWords", "{0} a second").format(size(round(rate))))
    if left_s is not None:
        parts.append(time_left(left_s))
    return " · ".join(parts)
