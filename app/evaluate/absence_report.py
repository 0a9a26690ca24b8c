"""The report on the rule by which it is declined to answer."""

from __future__ import annotations

from collections.abc import Sequence

from app.answer.absence import IN_LANGUAGE, NAMES, AbsenceRule
from app.evaluate.absence_fit import LabelledSigns
from app.evaluate.answers_record import Answered
from app.evaluate.grounding_figures import auroc
from app.evaluate.report import Report, Table

_SIGNS = ("reading", "check", "similarity", "coverage")
_INTRODUCTION = (
    "A logistic rule weighs what the model says of the passage, and how far the question is from "
    "the library."
)
_NOTE = """declined: at or above the rule's threshold. AUROC: the chance that a question without an
answer is judged more surely absent than one with an answer; of the rule, and of each sign alone
(similarity and coverage count against absence). A dataset of questions of one kind alone is
compared with the other kind of all datasets."""


def labelled_signs(answered: Sequence[Answered]) -> list[LabelledSigns]:
    """What was judged by for each question; those for which nothing was read are left out."""
    return [
        LabelledSigns(
            each.question.dataset, each.signs, each.question.unanswerable, each.question.language
        )
        for each in answered
        if each.signs is not None
    ]


def absence_report(rows: Sequence[LabelledSigns], rule: AbsenceRule) -> Report:
    """How well `rule` tells questions with an answer from those without, by dataset."""
    datasets = sorted({row.dataset for row in rows})
    table = Table(
        "Declining to answer",
        (
            "dataset",
            "answerable",
            "declined wrongly",
            "unanswerable",
            "declined rightly",
            "AUROC",
            *(f"AUROC {name}" for name in _SIGNS),
        ),
        tuple(
            _row(name, [row for row in rows if row.dataset == name], rows, rule)
            for name in datasets
        ),
        note=" ".join(_NOTE.split()),
    )
    weights = Table(
        "The rule",
        ("sign", "weight"),
        (
            ("intercept", rule.intercept),
            *((name, rule.weights.get(name, 0.0)) for name in NAMES),
            ("threshold", rule.threshold),
            *((f"threshold in {each}", value) for each, value in rule.by_language.items()),
        ),
        digits=4,
    )
    return Report("Whether the documents hold the answer", _INTRODUCTION, (table, weights))


def rule_as_toml(rule: AbsenceRule) -> str:
    """The table `[model.absence]` of models.toml."""
    lines = ["[model.absence]", f"intercept = {rule.intercept:.4f}"]
    lines += [f"{name} = {weight:.4f}" for name, weight in rule.weights.items()]
    lines.append(f"threshold = {rule.threshold:.4f}")
    lines += [f"{IN_LANGUAGE}{each} = {value:.4f}" for each, value in rule.by_language.items()]
    return "\n".join(lines)


def _row(
    dataset: str, own: Sequence[LabelledSigns], rows: Sequence[LabelledSigns], rule: AbsenceRule
) -> tuple[str | int | float | None, ...]:
    answerable = [row for row in own if not row.absent]
    others = [row for row in own if row.absent]
    present = answerable or [row for row in rows if not row.absent]
    absent = others or [row for row in rows if row.absent]
    return (
        dataset,
        len(answerable),
        _declined(answerable, rule),
        len(others),
        _declined(others, rule),
        auroc(_judged(absent, rule), _judged(present, rule)),
        *(auroc(_sign(absent, name), _sign(present, name)) for name in _SIGNS),
    )


def _declined(rows: Sequence[LabelledSigns], rule: AbsenceRule) -> float | None:
    if not rows:
        return None
    declined = [
        judged >= rule.threshold_in(row.language)
        for row, judged in zip(rows, _judged(rows, rule), strict=True)
    ]
    return sum(declined) / len(declined)


def _judged(rows: Sequence[LabelledSigns], rule: AbsenceRule) -> list[float]:
    return [rule.probability_of(row.signs) for row in rows]


def _sign(rows: Sequence[LabelledSigns], name: str) -> list[float]:
    direction = -1.0 if name in ("similarity", "coverage") else 1.0
    return [direction * row.signs[name] for row in rows if name in row.signs]
