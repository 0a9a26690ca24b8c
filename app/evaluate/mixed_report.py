"""The report on the mixed set: which signal tells who needs documents, and what a rule decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.answer.evidence import EvidenceRule
from app.core.types import GateSignal
from app.evaluate.bootstrap import auroc, bootstrap_means
from app.evaluate.mixed_fit import FittedRule, judge
from app.evaluate.mixed_record import MixedRow
from app.evaluate.mixed_set import Kind, kind_of, needs_documents, source_of
from app.evaluate.report import Cell, Estimate, Part, Report, Table

Sign = Callable[[MixedRow], float | None]

_MISSED = 0.05
_INTRODUCTION = (
    "Some of the questions are answered by the passages of the library, some are about a person's "
    "own affairs, of which it says nothing, and some are for anyone: open-domain and everyday "
    "questions. Each was drafted once from memory."
)
_AREAS = """AUROC: the chance that a question that the library holds, or that needs documents at all
(both), is judged to need them more than a general one; in brackets 95 % intervals. Searched: the
share of the general questions that are searched for where as few as 5 % of those that need
documents are missed, which is chosen on these questions themselves."""
_DECIDED = """Missed: questions that need documents, answered without them. Searched: general
questions that are searched for nevertheless. In brackets 95 % intervals."""
_FITTED = """Loss: mean of −ln(probability of what is) on the half that the rules are fitted to, all
sources weighing the same: the smaller, the better. That of the first one is the rule."""


@dataclass(frozen=True, slots=True)
class MixedRun:
    """What is reported: the questions, the signals that were drafted with, the model's stored
    thresholds of those alone, the rule (None where there is none), and what was fitted, best
    first."""

    rows: Sequence[MixedRow]
    signals: Sequence[GateSignal]
    thresholds: Mapping[GateSignal, float]
    rule: EvidenceRule | None
    fitted: Sequence[FittedRule] = ()


def mixed_report(run: MixedRun, details: Mapping[str, str]) -> Report:
    """Areas, decisions, and what was decided wrongly."""
    parts: list[Part] = [_areas(run), _decisions(run)]
    if run.fitted:
        parts.append(_fitted(run.fitted))
    if run.rule is not None:
        parts += [_sources(run.rule, run.rows), _weights(run.rule), _errors(run.rule, run.rows)]
    parts.append(Table("How it was measured", ("what", "value"), tuple(details.items())))
    return Report("Who needs documents", _INTRODUCTION, tuple(parts))


def _areas(run: MixedRun) -> Table:
    signs: dict[str, Sign] = {
        signal.value: partial(MixedRow.score, signal=signal) for signal in run.signals
    }
    signs |= {
        "similarity": lambda row: row.evidence.similarity,
        "coverage": lambda row: row.evidence.coverage,
        "agreement": lambda row: row.evidence.agreement,
        "affairs": lambda row: row.evidence.affairs,
    }
    rule = run.rule
    if rule is not None:
        signs[_name(rule)] = partial(judge, rule)
    rows: list[tuple[Cell, ...]] = []
    for name, sign in signs.items():
        library, own, others = (_values(run.rows, sign, kind) for kind in Kind)
        needed = library + own
        areas = auroc(library, others), auroc(needed, others)
        counts = len(library), len(own), len(others)
        rows.append((name, *counts, *areas, _cost(needed, others)))
    columns = ("sign", *Kind, "AUROC library", "AUROC both", "searched at 5 % missed")
    return Table("Each sign alone", columns, tuple(rows), " ".join(_AREAS.split()))


def _decisions(run: MixedRun) -> Table:
    rules: list[tuple[str, float, Sign]] = [
        (signal.value, run.thresholds[signal], partial(MixedRow.score, signal=signal))
        for signal in run.signals
        if signal in run.thresholds
    ]
    if run.rule is not None:
        rules.append((_name(run.rule), run.rule.threshold, partial(judge, run.rule)))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            name,
            threshold,
            _rest(_searched(of_kind(run.rows, Kind.LIBRARY), sign, threshold)),
            _rest(_searched(of_kind(run.rows, Kind.AFFAIRS), sign, threshold)),
            _searched(of_kind(run.rows, Kind.GENERAL), sign, threshold),
        )
        for name, threshold, sign in rules
    )
    columns = ("rule", "threshold", "missed in the library", "missed own affairs", "searched")
    return Table("At the thresholds", columns, rows, " ".join(_DECIDED.split()))


def _fitted(fitted: Sequence[FittedRule]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.rule.signal.value, each.loss, each.rule.threshold) for each in fitted
    )
    columns = ("signal inside", "loss", "threshold")
    return Table("Fitted rules", columns, rows, " ".join(_FITTED.split()), digits=4)


def _sources(rule: EvidenceRule, rows: Sequence[MixedRow]) -> Table:
    lines: list[tuple[Cell, ...]] = []
    for name in sorted({source_of(row.question) for row in rows}):
        own = [row for row in rows if source_of(row.question) == name]
        kind = kind_of(own[0].question)
        searched = _searched(own, partial(judge, rule), rule.threshold)
        lines.append((name, kind, len(own), searched))
    return Table("By source", ("source", "kind", "questions", "searched"), tuple(lines))


def _weights(rule: EvidenceRule) -> Table:
    rows = (
        ("intercept", rule.intercept),
        *rule.weights.items(),
        ("threshold", rule.threshold),
    )
    return Table("The rule", ("sign", "weight"), rows, digits=4)


def _errors(rule: EvidenceRule, rows: Sequence[MixedRow]) -> Table:
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        probability = judge(rule, row)
        if probability is None or (probability > rule.threshold) == needs_documents(row.question):
            continue
        found = row.evidence
        question = row.question
        lines.append(
            (
                "missed" if needs_documents(question) else "searched",
                question.dataset,
                question.text,
                probability,
                row.score(rule.signal),
                found.similarity,
                found.coverage,
                found.affairs,
            )
        )
    columns = ("", "source", "question", "probability", "U", "similarity", "coverage", "affairs")
    return Table("Decided wrongly", columns, tuple(sorted(lines, key=str)), folded=True)


def of_kind(rows: Sequence[MixedRow], kind: Kind) -> list[MixedRow]:
    """The rows whose question is of a kind."""
    return [row for row in rows if kind_of(row.question) is kind]


def _values(rows: Sequence[MixedRow], sign: Sign, kind: Kind) -> list[float]:
    values = map(sign, of_kind(rows, kind))
    return [value for value in values if value is not None]


def _cost(needed: Sequence[float], others: Sequence[float]) -> float | None:
    """The share of `others` above the highest threshold that misses at most `_MISSED`."""
    if not needed or not others:
        return None
    threshold = sorted(needed)[int(_MISSED * len(needed))]  # what reaches it is searched here
    return float(np.mean([value >= threshold for value in others]))


def _searched(rows: Sequence[MixedRow], sign: Sign, threshold: float) -> Estimate | None:
    """The share above `threshold`, None where nothing was read of any."""
    values = [value for value in map(sign, rows) if value is not None]
    if not values:
        return None
    above = np.array([value > threshold for value in values], np.float64)
    return bootstrap_means(above[:, np.newaxis])[0]


def _rest(share: Estimate | None) -> Estimate | None:
    """What is left of 1."""
    return None if share is None else Estimate(1 - share.value, 1 - share.high, 1 - share.low)


def _name(rule: EvidenceRule) -> str:
    return f"evidence with {rule.signal}"
