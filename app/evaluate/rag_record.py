"""What the three ways to answer from several passages gave to one question, as it is kept.

One JSON object a line behind a line that tells how they were made; each is written as soon as
its question is answered, and a run that was stopped goes on behind what is there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any

from app.core.errors import UserError
from app.core.paths import make_private_dir
from app.evaluate.answers_record import PutQuestion

FORMAT = "rag 1"


@dataclass(frozen=True, slots=True)
class RagPassage:
    """A passage of one question and what it answers on its own ("" where it is silent)."""

    number: int
    entry_id: str
    text: str
    similarity: float
    answer: str
    absent: float


@dataclass(frozen=True, slots=True)
class Blended:
    """What RAG-Token gave: text, p(refusal), and the passages to cite."""

    text: str
    absent: float
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Single:
    """What the best passage alone answers, and its p(refusal)."""

    text: str
    absent: float


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of each way, its prompts included, and of the search."""

    search: float
    sequence: float
    token: float
    single: float


@dataclass(frozen=True, slots=True)
class RagRow:
    """One question, its passages best first, and what each way gave."""

    question: PutQuestion
    passages: tuple[RagPassage, ...]
    blended: Blended
    single: Single
    ms: Times


class RagFile:
    """The rows in one file, owner-only; one thread uses it.

    Raises UserError if the file was made another way, is none of ours, or cannot be written.
    """

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        self.path = path
        self._header = {"format": FORMAT, **setup}
        self._rows: dict[tuple[str, str], RagRow] = {}
        try:
            kept = self._read()
            make_private_dir(path.parent)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
            os.ftruncate(handle, kept)
            self._stream = os.fdopen(handle, "w", encoding="utf-8", newline="\n")
            self._stream.seek(kept)
        except OSError as error:
            raise UserError(
                f"The results cannot be kept in {path}.",
                why=f"{error.strerror or error}.",
                next_step="Give another file with --output.",
            ) from error
        if not kept:
            self._write(self._header)

    def __enter__(self) -> RagFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def find(self, question: PutQuestion) -> RagRow | None:
        """What is there of a question. Raises UserError if its dataset is another version."""
        row = self._rows.get(question.key)
        if row is not None and row.question.data != question.data:
            raise UserError(
                f"{self.path} holds answers to another version of {question.dataset}.",
                next_step="Give another file with --output.",
            )
        return row

    def add(self, row: RagRow) -> None:
        """Take in one row and write it down at once. Raises OSError."""
        self._rows[row.question.key] = row
        self._write(asdict(row))

    def _read(self) -> int:
        """Take in what is there; return how many bytes of it stay."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return 0
        whole = data[: data.rfind(b"\n") + 1]  # a line that was cut off is left out
        if not whole:
            return 0
        header, *lines = whole.splitlines()
        try:
            found = json.loads(header)
            rows = [row_from_json(json.loads(line)) for line in lines]
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(
                f"{self.path} does not fit.",
                why=f"It is no result of margine eval rag ({error}).",
                next_step="Give another file with --output.",
            ) from error
        if rows and found != self._header:
            raise UserError(
                f"{self.path} holds answers that were made another way.",
                why=f"There: {found}; now: {self._header}.",
                next_step="Give another file with --output, or the settings of that one.",
            )
        self._rows = {row.question.key: row for row in rows}
        return len(whole) if rows else 0

    def _write(self, value: Mapping[str, Any]) -> None:
        self._stream.write(json.dumps(value) + "\n")
        self._stream.flush()


def row_from_json(value: Mapping[str, Any]) -> RagRow:
    """The inverse of `asdict`. Raises KeyError, TypeError or ValueError for a misfit."""
    question = dict(value["question"])
    question["accepted"] = tuple(map(str, question["accepted"]))
    question["gold"] = tuple(map(str, question["gold"]))
    blended = dict(value["blended"])
    blended["sources"] = tuple(map(int, blended["sources"]))
    times = {each.name: float(value["ms"][each.name]) for each in fields(Times)}
    return RagRow(
        question=PutQuestion(**question),
        passages=tuple(RagPassage(**each) for each in value["passages"]),
        blended=Blended(**blended),
        single=Single(**value["single"]),
        ms=Times(**times),
    )
