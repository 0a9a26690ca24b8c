"""The report on the grounding check."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.core.types import DoubtFound
from app.evaluate.grounding_figures import Figures, JudgedSentence, figures
from app.evaluate.report import Cell, Part, Report, Table

_Key = TypeVar("_Key")

_INTRODUCTION = (
    "Sentences whose support is known, checked one by one. A corrupted sentence counts as found "
    "if it is marked partly supported or unsupported; precision is the share of corrupted ones "
    "among those marked. Sentences with the right words in swapped roles are left out of the "
    "first table, and stand in the second."
)
_COLUMNS = (
    "faithful",
    "corrupted",
    "precision",
    "recall",
    "F1",
    "AUROC",
    "false alarms",
    "unsupported",
    "precision of it",
)


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """The judged sentences of one set, with how they were compared ("words", "words, vectors")."""

    name: str
    compared: str
    judged: tuple[JudgedSentence, ...]


def grounding_report(sets: Sequence[JudgedSet], details: Mapping[str, str]) -> Report:
    """Tables over all sets, by kind and by language, and every misjudged sentence."""
    parts: list[Part] = [_overview(sets)]
    for each in sets:
        parts.append(_kinds(each))
        parts.append(_languages(each))
        parts.append(_misjudged(each))
    parts.append(Table("Set-up", ("what", "value"), tuple(details.items())))
    return Report("The grounding check", _INTRODUCTION, tuple(parts))


def _overview(sets: Sequence[JudgedSet]) -> Table:
    rows = [
        (
            each.name,
            each.compared,
            *_cells(figures([j for j in each.judged if not j.sentence.hard])),
        )
        for each in sets
    ]
    return Table(
        "All sets",
        ("set", "compared by", *_COLUMNS),
        tuple(rows),
        note="unsupported: the share of the corrupted sentences that got the stronger mark.",
    )


def _kinds(judged: JudgedSet) -> Table:
    groups = _group(judged.judged, lambda each: (each.sentence.corrupted, each.sentence.kind))
    rows: list[tuple[Cell, ...]] = []
    for (corrupted, kind), members in sorted(groups.items()):
        marked = sum(each.marked for each in members)
        strong = sum(each.support == "unsupported" for each in members)
        rows.append(
            (
                "corrupted" if corrupted else "faithful",
                kind,
                len(members),
                marked,
                marked / len(members),
                strong / len(members),
            )
        )
    return Table(
        f"{judged.name}: by kind ({judged.compared})",
        ("label", "kind", "sentences", "marked", "share marked", "share unsupported"),
        tuple(rows),
    )


def _languages(judged: JudgedSet) -> Table:
    plain = [each for each in judged.judged if not each.sentence.hard]
    groups = _group(plain, lambda each: each.sentence.language)
    rows = [(language, *_cells(figures(members))) for language, members in sorted(groups.items())]
    return Table(
        f"{judged.name}: by language ({judged.compared})", ("language", *_COLUMNS), tuple(rows)
    )


def _misjudged(judged: JudgedSet) -> Table:
    wrong = [each for each in judged.judged if each.wrong]
    rows = [
        (
            "missed" if each.sentence.corrupted else "false alarm",
            each.sentence.kind,
            each.case.name,
            each.sentence.text,
            "; ".join(_words(doubt) for check in each.checks for doubt in check.doubts),
        )
        for each in sorted(wrong, key=lambda each: each.sentence.corrupted)
    ]
    return Table(
        f"{judged.name}: misjudged ({judged.compared})",
        ("what", "kind", "case", "sentence", "doubts"),
        tuple(rows),
    )


def _words(doubt: DoubtFound) -> str:
    said = f" ({', '.join(doubt.words)})" if doubt.words else ""
    return f"{doubt.kind.value}{said}"


def _cells(found: Figures) -> tuple[Cell, ...]:
    values = (
        found.precision,
        found.recall,
        found.f1,
        found.auroc,
        found.false_alarms,
        found.unsupported,
        found.unsupported_precision,
    )
    return (
        found.faithful,
        found.corrupted,
        *(None if math.isnan(value) else value for value in values),
    )


def _group(
    judged: Sequence[JudgedSentence], key: Callable[[JudgedSentence], _Key]
) -> dict[_Key, list[JudgedSentence]]:
    groups: dict[_Key, list[JudgedSentence]] = {}
    for each in judged:
        groups.setdefault(key(each), []).append(each)
    return groups
