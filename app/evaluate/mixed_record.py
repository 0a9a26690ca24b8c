"""What the gate could judge one question of the mixed set by, as it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.answer.gate_signals import mean
from app.core.types import GateEvidence, GateSignal
from app.evaluate.answers_record import PutQuestion
from app.evaluate.results_file import ResultsFile, RowForm

FORMAT = "evidence 2"


@dataclass(frozen=True, slots=True)
class MixedRow:
    """One question, what the search found, and what each signal reads at each step of its draft.

    `steps` are by signal; one that was not asked for is not in it. `ms` is what prompt and draft
    took, the samples included.
    """

    question: PutQuestion
    evidence: GateEvidence
    steps: Mapping[GateSignal, tuple[float, ...]]
    draft: str
    ms: float

    def score(self, signal: GateSignal) -> float | None:
        """U of a signal, None where there is none."""
        return mean(self.steps.get(signal, ()))


def row_to_json(row: MixedRow) -> dict[str, Any]:
    """`row` as plain JSON values."""
    return {
        "question": asdict(row.question),
        "evidence": asdict(row.evidence),
        "steps": {signal.value: list(steps) for signal, steps in row.steps.items()},
        "draft": row.draft,
        "ms": row.ms,
    }


def row_from_json(value: Mapping[str, Any]) -> MixedRow:
    """The inverse of `row_to_json`. Raises KeyError, TypeError or ValueError for a misfit."""
    question = dict(value["question"])
    question["accepted"] = tuple(map(str, question["accepted"]))
    question["gold"] = tuple(map(str, question["gold"]))
    return MixedRow(
        question=PutQuestion(**question),
        evidence=GateEvidence(**{name: float(each) for name, each in value["evidence"].items()}),
        steps={
            GateSignal(name): tuple(map(float, steps)) for name, steps in value["steps"].items()
        },
        draft=str(value["draft"]),
        ms=float(value["ms"]),
    )


class MixedFile(ResultsFile[MixedRow]):
    """The results in one file. See `ResultsFile`; `setup` is all that bears on them."""

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        """Read what is there, or begin the file. Raises UserError if it does not fit."""
        form = RowForm(
            "margine eval evidence", row_to_json, row_from_json, lambda row: row.question
        )
        super().__init__(path, form, {"format": FORMAT, **setup})
