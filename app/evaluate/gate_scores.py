"""Drafts questions with the program's own memory prompt, to calibrate the gate on them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.answer.gate_draft import SampledDraft, Sampling
from app.answer.gate_signals import needs_samples, new_signal
from app.answer.prompt import PromptBuilder
from app.core.cancel import CancelToken
from app.core.types import GateSignal
from app.evaluate.answers_record import PutQuestion
from app.evaluate.gate_questions import LabelledQuestion
from app.evaluate.results_file import ResultsFile, RowForm
from app.models.contracts import Generator

FORMAT = "gate scores 1"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """U of one question, None where nothing could be drafted; `needed` is its label, if known."""

    question: PutQuestion
    needed: bool | None
    score: float | None


class DraftScorer:
    """Drafts as the gate does before it decides. The generator's thread makes every call.

    `draft_tokens` is k. Raises ValueError for evidence, which is not read from a draft alone.
    """

    def __init__(
        self,
        generator: Generator,
        builder: PromptBuilder,
        signal: GateSignal,
        draft_tokens: int,
        sampling: Sampling,
    ) -> None:
        new_signal(signal)
        self._generator = generator
        self._builder = builder
        self._signal = signal
        self._draft_tokens = draft_tokens
        self._sampling = sampling

    def score(self, question: str, cancel: CancelToken) -> float | None:
        """U of the draft. Raises CancelledJobError, UserError for a question that is too long."""
        prompt = self._builder.memory(question, ())
        limit = min(self._draft_tokens, prompt.answer_room)
        reader = new_signal(self._signal)
        self._generator.evaluate(prompt.tokens, cancel)
        if needs_samples(self._signal):
            draft = SampledDraft(self._generator, prompt.tokens, self._sampling, cancel)
            for step in draft.steps(limit):
                if step.logits is not None:
                    reader.observe(step.logits, draft.said)
        else:
            for step in self._generator.generate(limit, cancel, with_logits=True):
                if step.logits is not None:
                    reader.observe(step.logits)
        return reader.score()


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
