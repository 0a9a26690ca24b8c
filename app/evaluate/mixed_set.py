"""The mixed set: questions that the library holds the answer to, and questions for anyone.

Half are answerable ones of SQuAD 2.0 (English) and SQuAD-it, with all passages of both in one
library; half are questions that this library says nothing of: open-domain ones from NQ, TriviaQA,
PopQA and MuSiQue, and everyday ones of our own (`resources/evaluation/everyday.toml`). The gate
should search for the first and answer the second from memory.

Which of them are asked is by lot, always the same: a hash of their ids (`answers_sample`), in each
half for itself, so that no question is in both.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
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

OPEN = "gate"
"""Folder of the open-domain questions."""

EVERYDAY = "evaluation/everyday.toml"

PER_HALF = 30
"""Questions of each data set in each half; of the everyday ones all are asked."""

LanguageOf = Callable[[str], str]  # ISO 639-1 code of a text


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
    elsewhere = load_questions(folder / OPEN)
    everyday = load_everyday()
    questions: list[PutQuestion] = []
    for each in halves:
        for dataset in held:
            answerable = tuple(query for query in dataset.queries if not query.unanswerable)
            chosen = replace(dataset, queries=answerable)
            questions += choose_questions(chosen, each, per_half, language_of=language_of)
        for dataset, limit in ((elsewhere, per_half), *((own, None) for own in everyday)):
            questions += choose_questions(
                dataset, each, limit, language_of=language_of, elsewhere=True
            )
    return MixedSet(passages, tuple(sorted(questions, key=_lot)))


def load_everyday() -> list[Dataset]:
    """Our own questions, those of each language and kind as one dataset without passages.

    Raises EnvironmentProblem if the file does not fit.
    """
    try:
        groups = tomllib.loads(read_resource(EVERYDAY))["group"]
        return [_everyday(group) for group in groups]
    except (KeyError, TypeError, ValueError) as error:
        raise EnvironmentProblem(
            "The everyday questions cannot be read.",
            why=f"{error!r}.",
            next_step=f"resources/{EVERYDAY} is damaged; install the program again.",
        ) from error


def held(question: PutQuestion) -> bool:
    """Whether the library holds the answer."""
    return not question.unanswerable


def source_of(question: PutQuestion) -> str:
    """What a question counts under: its data set; all everyday ones are one."""
    return question.dataset.split(" ", 1)[0]


def _everyday(group: dict[str, Any]) -> Dataset:
    name = f"everyday {group['language']} {group['kind']}"
    queries = tuple(
        DatasetQuery(f"{name} {text}", text, {}, unanswerable=True) for text in group["questions"]
    )
    return Dataset(name, (), queries)


def _lot(question: PutQuestion) -> bytes:
    """Orders questions of all kinds as by lot: a run that was stopped is a sample of the whole."""
    return hashlib.sha256(f"margine mixed 1 {question.key}".encode()).digest()
