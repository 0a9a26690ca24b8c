"""U of the questions that the gate is calibrated on, kept in a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.evaluate.answers_record import PutQuestion
from app.evaluate.gate_questions import LabelledQuestion
from app.evaluate.results_file import ResultsFile, RowForm

FORMAT = "gate scores 1"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """U of one question, None where nothing could be drafted; `needed` is its label, if known."""

    question: PutQuestion
    needed: bool | None
    score: float | None


def put_labelled(question: LabelledQuestion) -> PutQuestion:
    """`question` as results are kept by: its id is a hash of its text."""
    digest = hashlib.sha256(question.text.encode()).hexdigest()[:16]
    return PutQuestion("", "", digest, question.text, "", (), False, ())


def row_to_json(row: ScoreRow) -> dict[str, Any]:
    """`row` as plain JSON values."""
    return asdict(row)


def row_from_json(value: Mapping[str, Any]) -> ScoreRow:
    """The inverse of `row_to_json`. Raises KeyError, TypeError or ValueError for a misfit."""
    question = dict(value["question"])
    for name in ("accepted", "gold"):
        question[name] = tuple(map(str, question[name]))
    needed, score = value["needed"], value["score"]
    if needed is not None and not isinstance(needed, bool):
        raise ValueError("a label is true or false")
    return ScoreRow(PutQuestion(**question), needed, None if score is None else float(score))


class ScoreFile(ResultsFile[ScoreRow]):
    """The results in one file. See `ResultsFile`; `setup` is all that bears on them."""

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        """Read what is there, or begin the file. Raises UserError if it does not fit."""
        form = RowForm(
            "margine gate calibrate", row_to_json, row_from_json, lambda row: row.question
        )
        super().__init__(path, form, {"format": FORMAT, **setup})
