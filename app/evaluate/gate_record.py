"""What is generated for one question, from which every row of the gate's table is computed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.answer.gate_signals import BETA, ENDED, disagreement, mean
from app.core.types import GateSignal
from app.evaluate.answers_matching import words
from app.evaluate.answers_record import PutQuestion
from app.evaluate.results_file import ResultsFile, RowForm

FORMAT = "gate 1"
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Generated:
    """A text with what it took, in ms from the prompt on, what all prompts begin with being
    computed; `read` and `written` count prompt tokens that were computed and generated ones."""

    text: str
    first_ms: float
    ms: float
    read: int
    written: int

    @property
    def tokens(self) -> int:
        """All tokens that were computed for it."""
        return self.read + self.written


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """The greedy draft: the first `k` steps of the Never answer, its end included.

    One value a step: `gaps` between the two largest logits, `entropies` in nats, and the
    `probabilities` of the chosen tokens, of which `ends` says whether the last is the end of text.
    `samples` holds the tokens of each sample at these steps, `ENDED` from its end on. In ms:
    `ms` until the draft is there, `sampled_ms` the same with the samples beside it, and what it
    took to read gaps and entropies. `sampled` counts the tokens of the samples.
    """

    gaps: tuple[float, ...]
    entropies: tuple[float, ...]
    probabilities: tuple[float, ...]
    ends: bool
    samples: tuple[tuple[int, ...], ...]
    ms: float
    sampled_ms: float
    margin_ms: float
    entropy_ms: float

    @property
    def sampled(self) -> int:
        """Tokens of all samples."""
        return sum(token != ENDED for sample in self.samples for token in sample)

    @property
    def spoken(self) -> tuple[float, ...]:
        """The probabilities of the tokens, without the end of text."""
        return self.probabilities[:-1] if self.ends else self.probabilities


@dataclass(frozen=True, slots=True)
class Asked:
    """What the model was asked for itself: the probability of yes against no, in [0, 1]."""

    yes: float
    ms: float
    tokens: int


@dataclass(frozen=True, slots=True)
class GateRow:
    """One question: `never` from memory, `always` from all passages, what was asked beside.

    `judged` is what was said of each passage, and `kept` the answer from those that were kept;
    None where all of them or none were, and one of the other two answers stands for it. `search_ms`
    is 0 where the passages were given.
    """

    question: PutQuestion
    never: Generated
    draft: DraftRecord
    always: Generated
    need: Asked
    judged: tuple[Asked, ...]
    kept: Generated | None
    search_ms: float

    def score(self, signal: GateSignal) -> float | None:
        """U of a signal, None where nothing could be drafted."""
        return draft_score(self.draft, signal)

    @property
    def needs_documents(self) -> bool:
        """Wrong from memory and right from the passages, by exact match."""
        accepted = self.question.accepted
        return not exact_match(self.never.text, accepted) and exact_match(
            self.always.text, accepted
        )


def draft_score(draft: DraftRecord, signal: GateSignal) -> float | None:
    """U over the draft's steps, as `app.answer.gate_signals` has it. ValueError for EVIDENCE."""
    if signal is GateSignal.MARGIN:
        return mean(margins(draft.gaps))
    if signal is GateSignal.ENTROPY:
        return mean(draft.entropies)
    if signal is GateSignal.VARIANCE:
        return mean([disagreement(said) for said in zip(*draft.samples, strict=True)])
    raise ValueError(f"{signal} is not read from a draft alone")


def margins(gaps: Sequence[float]) -> tuple[float, ...]:
    """exp(−g / β) of every gap; see `app.answer.gate_signals.MarginSignal`."""
    return tuple(math.exp(-gap / BETA) for gap in gaps)


def short_answer(text: str) -> str:
    """What is compared of a text: its first line."""
    return text.strip().partition("\n")[0].strip()


def exact_match(text: str, accepted: Sequence[str], language: str = "en") -> bool:
    """Whether `text` is one accepted answer after SQuAD's normalisation."""
    said = words(text, language)
    return any(said == words(each, language) for each in accepted)


def row_to_json(row: GateRow) -> dict[str, Any]:
    """`row` as plain JSON values; `text` and `needs_documents` are what a calibration takes."""
    line = asdict(row)
    for name in ("gaps", "entropies", "probabilities"):
        line["draft"][name] = [round(each, _DIGITS) for each in line["draft"][name]]
    return {"text": row.question.text, "needs_documents": row.needs_documents, **line}


def row_from_json(value: Mapping[str, Any]) -> GateRow:
    """The inverse of `row_to_json`. Raises KeyError, TypeError or ValueError for a misfit."""
    question = dict(value["question"])
    for name in ("accepted", "gold"):
        question[name] = tuple(map(str, question[name]))
    draft = dict(value["draft"])
    for name in ("gaps", "entropies", "probabilities"):
        draft[name] = tuple(map(float, draft[name]))
    draft["samples"] = tuple(tuple(map(int, sample)) for sample in draft["samples"])
    return GateRow(
        question=PutQuestion(**question),
        never=Generated(**value["never"]),
        draft=DraftRecord(**draft),
        always=Generated(**value["always"]),
        need=Asked(**value["need"]),
        judged=tuple(Asked(**each) for each in value["judged"]),
        kept=None if value["kept"] is None else Generated(**value["kept"]),
        search_ms=float(value["search_ms"]),
    )


class GateFile(ResultsFile[GateRow]):
    """The results in one file. See `ResultsFile`; `setup` is all that bears on them."""

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        """Read what is there, or begin the file. Raises UserError if it does not fit."""
        form = RowForm("margine eval gate", row_to_json, row_from_json, lambda row: row.question)
        super().__init__(path, form, {"format": FORMAT, **setup})
