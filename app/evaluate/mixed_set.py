"""The mixed set: questions that need documents, and questions for anyone.

In the library: answerable ones of SQuAD 2.0 (English) and SQuAD-it, with all passages of both in
one library. Own affairs: what people ask their own documents, and this library says nothing of:
ours (`resources/evaluation/affairs.toml`), and those of a made-up firm's handbook. General: what
the library says nothing of either, open-domain questions from NQ, TriviaQA, PopQA and MuSiQue, and
everyday ones of our own (`resources/evaluation/everyday.toml`). The gate should search for the
first two, where the second are then declined, and answer the third from memory.

Which of them are asked is by lot, always the same: a hash of their ids (`answers_sample`), in each
half for itself, so that no question is in both.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import Any

from app.core.errors import EnvironmentProblem
from app.core.resources import read_resource
from app.evaluate.answers_record import PutQuestion
from app.evaluate.answers_sample import choose_questions
from app.evaluate.datasets import (
    Dataset,
    DatasetPassage,
    DatasetQuery,
    load_dataset,
    load_questions,
)
from app.evaluate.retrieval import Half

HELD = ("squad2_en", "squad_it")
"""Folders of the data sets whose passages are indexed."""

HANDBOOK = "studio_alfa"
"""Folder of the questions about a firm's affairs; its passages are not indexed."""

OPEN = "gate"
"""Folder of the open-domain questions."""

EVERYDAY = "evaluation/everyday.toml"
AFFAIRS = "evaluation/affairs.toml"

PER_HALF = 30
"""Questions of each data set in each half; of our own all are asked."""

LanguageOf = Callable[[str], str]  # ISO 639-1 code of a text


class Kind(StrEnum):
    """What kind of question it is."""

    LIBRARY = "in the library"
    AFFAIRS = "own affairs"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class MixedSet:
    """The passages to be indexed and the questions, in the order in which they are asked.

    A question that the library does not hold is `unanswerable` here, whatever a model knows.
    """

    passages: tuple[DatasetPassage, ...]
    questions: tuple[PutQuestion, ...]


def load_mixed_set(
    folder: Path, half: Half, language_of: LanguageOf, *, per_half: int = PER_HALF
) -> MixedSet:
    """The mixed set from the data sets in `folder`: at most `per_half` questions of each in each
    half.

    Raises UserError where a data set is not there or does not fit.
    """
    held = [load_dataset(folder / name) for name in HELD]
    passages = tuple(
        replace(passage, passage_id=f"{dataset.name}/{passage.passage_id}")
        for dataset in held
        for passage in dataset.passages
    )
    halves = (Half.TUNE, Half.REPORT) if half is Half.ALL else (half,)
    elsewhere = [(load_questions(folder / name), per_half) for name in (OPEN, HANDBOOK)]
    own = [(dataset, None) for name in (EVERYDAY, AFFAIRS) for dataset in load_own(name)]
    questions: list[PutQuestion] = []
    for each in halves:
        for dataset in held:
            answerable = tuple(query for query in dataset.queries if not query.unanswerable)
            chosen = replace(dataset, queries=answerable)
            questions += choose_questions(chosen, each, per_half, language_of=language_of)
        for dataset, limit in (*elsewhere, *own):
            questions += choose_questions(
                dataset, each, limit, language_of=language_of, elsewhere=True
            )
    return MixedSet(passages, tuple(sorted(questions, key=_lot)))


def load_own(name: str) -> list[Dataset]:
    """Our own questions in the resource `name`, those of each language and kind as one dataset
    without passages.

    Raises EnvironmentProblem if the file does not fit.
    """
    try:
        groups = tomllib.loads(read_resource(name))["group"]
        return [_own(PurePosixPath(name).stem, group) for group in groups]
    except (KeyError, TypeError, ValueError) as error:
        raise EnvironmentProblem(
            "Our own questions cannot be read.",
            why=f"{error!r}.",
            next_step=f"resources/{name} is damaged; install the program again.",
        ) from error


def kind_of(question: PutQuestion) -> Kind:
    """What kind of question it is."""
    if not question.unanswerable:
        return Kind.LIBRARY
    own = source_of(question) in (HANDBOOK, PurePosixPath(AFFAIRS).stem)
    return Kind.AFFAIRS if own else Kind.GENERAL


def needs_documents(question: PutQuestion) -> bool:
    """Whether the documents should be searched for it."""
    return kind_of(question) is not Kind.GENERAL


def source_of(question: PutQuestion) -> str:
    """What a question counts under: its data set; those of one file of ours are one."""
    return question.dataset.split(" ", 1)[0]


def _own(source: str, group: dict[str, Any]) -> Dataset:
    name = f"{source} {group['language']} {group['kind']}"
    queries = tuple(
        DatasetQuery(f"{name} {text}", text, {}, unanswerable=True) for text in group["questions"]
    )
    return Dataset(name, (), queries)


def _lot(question: PutQuestion) -> bytes:
    """Orders questions of all kinds as by lot: a run that was stopped is a sample of the whole."""
    return hashlib.sha256(f"margine mixed 1 {question.key}".encode()).digest()
