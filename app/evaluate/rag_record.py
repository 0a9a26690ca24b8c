"""What the ways to answer from several passages gave to one question, as it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.evaluate.answers_record import PutQuestion
from app.evaluate.results_file import ResultsFile, RowForm

FORMAT = "rag 2"


class RagWay(StrEnum):
    """A way to answer from several passages, each of which has a prompt of its own."""

    SEQUENCE = "sequence"  # RAG-Sequence: each answers, and equal answers are summed
    TOKEN = "token"  # noqa: S105 - no password; RAG-Token: each token of one answer from all
    SINGLE = "single"  # the best passage alone


@dataclass(frozen=True, slots=True)
class RagPassage:
    """A passage of one question and what it answers on its own ("" where it is silent).

    `text` is all of it, of which the prompt may have held less.
    """

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
class Spent:
    """What one way took: milliseconds, its prompts included, and tokens.

    `prompt` are those of its prompts, `computed` those of them that no cache held.
    """

    ms: float
    prompt: int
    computed: int
    answer: int


@dataclass(frozen=True, slots=True)
class RagRow:
    """One question, its passages best first, and what each way gave that was asked (`spent`).

    `search_ms` is the time of the search.
    """

    question: PutQuestion
    passages: tuple[RagPassage, ...]
    blended: Blended
    single: Single
    search_ms: float
    spent: Mapping[RagWay, Spent]


def row_from_json(value: Mapping[str, Any]) -> RagRow:
    """The inverse of `asdict`. Raises KeyError, TypeError or ValueError for a misfit."""
    question = dict(value["question"])
    question["accepted"] = tuple(map(str, question["accepted"]))
    question["gold"] = tuple(map(str, question["gold"]))
    blended = dict(value["blended"])
    blended["sources"] = tuple(map(int, blended["sources"]))
    spent = dict(value["spent"])
    return RagRow(
        question=PutQuestion(**question),
        passages=tuple(RagPassage(**each) for each in value["passages"]),
        blended=Blended(**blended),
        single=Single(**value["single"]),
        search_ms=float(value["search_ms"]),
        spent={RagWay(way): Spent(**spent[way]) for way in spent},
    )


_FORM = RowForm("margine eval rag", asdict, row_from_json, lambda row: row.question)


class RagFile(ResultsFile[RagRow]):
    """The rows in one file. See `ResultsFile`; `setup` is all that bears on them."""

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        """Read what is there, or begin the file. Raises UserError if it does not fit."""
        super().__init__(path, _FORM, {"format": FORMAT, **setup})
