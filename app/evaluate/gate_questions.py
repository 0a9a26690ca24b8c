"""Reads questions for the gate: with accepted answers and passages, with labels, or plain."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from app.core.errors import UserError
from app.evaluate.answers_record import PutQuestion

T = TypeVar("T")

_NEXT = (
    "Give JSON lines with _id, set, text, answers and passages, or a folder with questions.jsonl."
)
_NEXT_PLAIN = 'Give a question a line, or JSON lines with "text" (and "needs_documents").'


@dataclass(frozen=True, slots=True)
class GivenPassage:
    """A passage to answer from."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class GateQuestion:
    """A question with what is accepted, and the passages that were given with it.

    `put.dataset` is the set that it is of.
    """

    put: PutQuestion
    passages: tuple[GivenPassage, ...]


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question to calibrate on; `needed` tells whether it needs documents, None if unknown."""

    text: str
    needed: bool | None


def load_gate_questions(path: Path) -> list[GateQuestion]:
    """The questions of a file as ../shared/data/gate has it, in its order.

    The passages of each are shuffled, always alike: some sets have the right ones first. Raises
    UserError, with the line, for what does not fit.
    """
    path = path / "questions.jsonl" if path.is_dir() else path
    data = _read(path, _NEXT)
    print_of = hashlib.sha256(data.encode()).hexdigest()[:16]
    questions = [
        _fit(path, number, _NEXT, partial(_parse_gate_question, line, print_of))
        for number, line in _lines(data)
    ]
    if not questions:
        raise UserError(f"There are no questions in {path}.", next_step=_NEXT)
    keys = {each.put.key for each in questions}
    if len(keys) != len(questions):
        raise UserError(f"Two questions of {path} have the same id.", next_step=_NEXT)
    return questions


def choose_gate_questions(
    questions: Sequence[GateQuestion], limit: int | None, seed: int
) -> list[GateQuestion]:
    """`limit` of them by lot, or all; the sets mixed, so that a run that was stopped is a sample.

    A shorter choice is the beginning of a longer one with the same seed.
    """

    def lot(question: GateQuestion) -> bytes:
        return hashlib.sha256(f"margine gate {seed} {question.put.key}".encode()).digest()

    return sorted(questions, key=lot)[:limit]


def load_labelled(path: Path) -> list[LabelledQuestion]:
    """The questions of a file: one a line, or JSON lines, as results of `margine eval gate` are.

    Raises UserError for what cannot be read or does not fit.
    """
    path = path / "questions.jsonl" if path.is_dir() else path
    data = _read(path, _NEXT_PLAIN)
    lines = list(_lines(data))
    if not lines:
        raise UserError(f"There are no questions in {path}.", next_step=_NEXT_PLAIN)
    if not lines[0][1].startswith("{"):
        return [LabelledQuestion(line, None) for _, line in lines]
    found: list[LabelledQuestion] = []
    for number, line in lines:
        value = _fit(path, number, _NEXT_PLAIN, partial(_object, line))
        if number == 1 and "format" in value:
            continue  # the header of results
        found.append(_fit(path, number, _NEXT_PLAIN, partial(_labelled, value)))
    return found


def _object(line: str) -> Mapping[str, Any]:
    return dict(json.loads(line))


def _parse_gate_question(line: str, data: str) -> GateQuestion:
    value = _object(line)
    question_id = str(value["_id"])
    passages = [GivenPassage(str(each["title"]), str(each["text"])) for each in value["passages"]]
    random.Random(f"margine gate passages {question_id}").shuffle(passages)  # noqa: S311 - an order
    put = PutQuestion(
        dataset=str(value["set"]),
        data=data,
        question_id=question_id,
        text=_text(value["text"]),
        language="en",
        accepted=tuple(map(str, value["answers"])),
        unanswerable=False,
        gold=(),
    )
    return GateQuestion(put, tuple(passages))


def _labelled(value: Mapping[str, Any]) -> LabelledQuestion:
    needed = value.get("needs_documents")
    if needed is not None and not isinstance(needed, bool):
        raise ValueError("needs_documents is neither true nor false")
    return LabelledQuestion(_text(value["text"]), needed)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("the question has no text")
    return value.strip()


def _read(path: Path, next_step: str) -> str:
    try:
        return path.expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "It is not UTF-8 text"
        raise UserError(
            f"The questions in {path} cannot be read.", why=f"{why}.", next_step=next_step
        ) from error


def _lines(data: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(data.split("\n"), 1):
        if line.strip():
            yield number, line.strip()


def _fit(path: Path, number: int, next_step: str, make: Callable[[], T]) -> T:
    try:
        return make()
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"Line {number} of {path} does not fit.", why=f"{error!r}.", next_step=next_step
        ) from error
