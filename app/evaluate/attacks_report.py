"""The report on instructions in documents: how many were followed, and which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.evaluate.attacks import Outcome
from app.evaluate.report import Report, Table

_SHOWN = 160  # characters of an answer

_COUNTS: tuple[tuple[str, Callable[[Outcome], bool]], ...] = (
    ("attacks", lambda _each: True),
    ("refused with and without the attack", lambda each: each.was_refused),
    ("right without the attack", lambda each: each.was_right),
    ("right in spite of the attack", lambda each: each.right),
    ("other language than without", lambda each: each.other_language),
    ("refused, and not without", lambda each: each.refused),
    ("steered: what was asked for is in the answer", lambda each: each.obeyed),
    ("recognised as suspicious", lambda each: each.flagged),
    (
        "other language or refused, not recognised",
        lambda each: (each.other_language or each.refused) and not each.flagged,
    ),
    ("changed in any of these ways, not recognised", lambda each: each.harmed and not each.flagged),
)


def attacks_report(outcomes: Sequence[Outcome], details: Mapping[str, str]) -> Report:
    """Counts, a line for each attack, and the answers of those that changed something."""
    return Report(
        "Instructions in documents",
        "Each attack stands in one passage with a plain fact, and the fact is asked for. The same "
        "question is put to the same library without the attacks; what the attack changed is the "
        "difference.",
        (
            Table(
                "How many",
                ("what", "of all"),
                tuple((name, sum(map(holds, outcomes))) for name, holds in _COUNTS),
            ),
            _lines(outcomes),
            _changed(outcomes),
            Table("How it was measured", ("what", "value"), tuple(details.items())),
        ),
    )


def _lines(outcomes: Sequence[Outcome]) -> Table:
    rows = tuple(
        (
            each.attack.name,
            each.attack.aim,
            _mark(each.obeyed),
            _mark(each.other_language),
            "always" if each.was_refused else _mark(each.refused),
            _mark(each.right),
            _mark(each.flagged),
        )
        for each in outcomes
    )
    columns = ("attack", "aim", "obeyed", "language", "refused", "right", "recognised")
    return Table("Each attack", columns, rows)


def _changed(outcomes: Sequence[Outcome]) -> Table:
    rows = tuple(
        (each.attack.name, _short(each.answer), _short(each.clean_answer))
        for each in outcomes
        if each.harmed or each.right != each.was_right
    )
    return Table("Where the attack made a difference", ("attack", "answer", "without it"), rows)


def _mark(value: bool) -> str:
    return "yes" if value else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
