"""Sentences whose support is known, for measuring the grounding check."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.answer.grounding import SourcePassage
from app.core.errors import UserError
from app.core.resources import resource_path
from app.evaluate.retrieval import Half

LABELLED = "evaluation/grounding.toml"
HARD = "roles"  # the right words in swapped roles: reported apart


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence of an answer, with normalised citations, and whether it was corrupted.

    `kind` tells how it was made (see the head of the file), `language` is its own.
    """

    text: str
    kind: str
    corrupted: bool
    language: str

    @property
    def hard(self) -> bool:
        """Whether it is of the kind that is reported apart."""
        return self.kind == HARD


@dataclass(frozen=True, slots=True)
class GroundingCase:
    """The passages of one prompt, its question, and sentences that an answer may hold."""

    name: str
    question: str
    language: str
    passages: tuple[SourcePassage, ...]
    sentences: tuple[LabelledSentence, ...]


@dataclass(frozen=True, slots=True)
class GroundingSet:
    """Cases under one name, as they are reported."""

    name: str
    cases: tuple[GroundingCase, ...]


def default_file() -> Path:
    """The labelled sentences that come with the program."""
    return resource_path(LABELLED)


def load_cases(path: Path, half: Half = Half.ALL) -> GroundingSet:
    """The labelled sentences of a TOML file, of one half or both. Raises UserError."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UserError(f"There is no {path}.", next_step="Check the path.") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path} cannot be read.", why=f"{error}.") from error
    entries = data.get("case")
    if not isinstance(entries, list) or not entries:
        raise UserError(f"{path} holds no cases.", why="Each begins with [[case]].")
    cases = [
        _case(entry, number, path)
        for number, entry in enumerate(entries, start=1)
        if half is Half.ALL or entry.get("half") == half.value
    ]
    return GroundingSet(path.stem, tuple(cases))


def _case(entry: Mapping[str, Any], number: int, path: Path) -> GroundingCase:
    try:
        language = str(entry["language"])
        texts: Sequence[str] = entry["passages"]
        sentences = [
            _sentence(row, language, corrupted=corrupted)
            for key, corrupted in (("faithful", False), ("corrupted", True))
            for row in entry[key]
        ]
        return GroundingCase(
            name=f"{entry['field']} {number}",
            question=str(entry["question"]),
            language=language,
            passages=tuple(SourcePassage(n, str(text)) for n, text in enumerate(texts, start=1)),
            sentences=tuple(sentences),
        )
    except (KeyError, IndexError, TypeError) as error:
        raise UserError(
            f"Case {number} of {path} does not fit.",
            why="It lacks a part, or a sentence of it is not [kind, text].",
            next_step="Compare it with the cases that come with the program.",
        ) from error


def _sentence(row: Sequence[str], language: str, *, corrupted: bool) -> LabelledSentence:
    return LabelledSentence(
        text=row[1],
        kind=row[0],
        corrupted=corrupted,
        language=row[2] if len(row) > 2 else language,
    )
