"""Evaluation data in BEIR's layout: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`.

Thakur et al., "BEIR: A Heterogenous Benchmark for Zero-shot Evaluation of Information Retrieval
Models" (2021). A query may carry `answers` (accepted short answers) and `unanswerable`.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.core.errors import UserError

CORPUS, QUERIES, JUDGEMENTS = "corpus.jsonl", "queries.jsonl", "qrels.tsv"
QUESTIONS = "questions.jsonl"  # of a folder that has questions alone
_NAMED = 5  # ids named in a complaint


@dataclass(frozen=True, slots=True)
class DatasetPassage:
    """One passage of the corpus. `title` is "" where the corpus gives none."""

    passage_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class DatasetQuery:
    """One query. `relevant` gives the grade (1 or more) of each relevant passage, by id."""

    query_id: str
    text: str
    relevant: Mapping[str, int]
    answers: tuple[str, ...] = ()
    unanswerable: bool = False


@dataclass(frozen=True, slots=True)
class Dataset:
    """A dataset in memory; passages and queries in file order."""

    name: str
    passages: tuple[DatasetPassage, ...]
    queries: tuple[DatasetQuery, ...]

    @property
    def judged(self) -> tuple[DatasetQuery, ...]:
        """The queries that have at least one relevant passage: those that retrieval can serve."""
        return tuple(query for query in self.queries if query.relevant)


def load_dataset(folder: Path) -> Dataset:
    """Read the dataset in `folder`.

    Raises UserError naming the file and line that do not fit, or ids that are used twice, or
    judged and not there.
    """
    relevant = _read_judgements(folder / JUDGEMENTS)
    passages = tuple(
        DatasetPassage(_text(row, "_id"), _text(row, "title", ""), _text(row, "text"))
        for row in _read_rows(folder / CORPUS)
    )
    queries = _read_queries(folder / QUERIES, relevant)
    if not passages or not queries:
        raise UserError(
            f"The dataset in {folder} is empty.",
            why=f"It has {len(passages)} passages and {len(queries)} queries.",
        )
    dataset = Dataset(folder.resolve().name, passages, queries)
    _check_ids(dataset, relevant, folder)
    return dataset


def load_questions(folder: Path) -> Dataset:
    """The queries of `folder` alone, without passages and judgements, for another corpus.

    They are in `queries.jsonl` or `questions.jsonl`. Raises UserError as `load_dataset` does.
    """
    name = QUERIES if (folder / QUERIES).exists() else QUESTIONS
    path = folder / name
    if not path.exists():
        raise UserError(
            f"There are no questions in {folder}.",
            why=f"It holds neither {QUERIES} nor {QUESTIONS}.",
            next_step="Give the folder that holds them.",
        )
    dataset = Dataset(folder.resolve().name, (), _read_queries(path, {}))
    _check_unique([each.query_id for each in dataset.queries], path)
    return dataset


def check_names(datasets: Sequence[Dataset]) -> None:
    """Raise UserError if two of them have the same name, by which reports tell them apart."""
    if len({each.name for each in datasets}) != len(datasets):
        raise UserError(
            "Two datasets have the same name.", next_step="Give each folder once, or rename one."
        )


def cross_dataset(corpus: Dataset, asked: Dataset) -> Dataset:
    """The queries and judgements of `asked` over the passages of `corpus`.

    For questions in one language over passages in another, whose ids agree. Raises UserError
    where a judged passage is not in the corpus.
    """
    crossed = Dataset(f"{asked.name} → {corpus.name}", corpus.passages, asked.queries)
    _check_judged_passages(crossed)
    return crossed


def _check_ids(dataset: Dataset, judged: Mapping[str, object], folder: Path) -> None:
    passages = [each.passage_id for each in dataset.passages]
    queries = [each.query_id for each in dataset.queries]
    _check_unique(passages, folder / CORPUS)
    _check_unique(queries, folder / QUERIES)
    unknown = sorted(judged.keys() - set(queries))
    if unknown:
        raise _unknown_ids("queries", unknown, dataset.name)
    _check_judged_passages(dataset)


def _check_unique(ids: Sequence[str], path: Path) -> None:
    if len(set(ids)) != len(ids):
        twice = next(each for each, count in Counter(ids).items() if count > 1)
        raise UserError(f"Two lines of {path} have the same id.", why=f'It is "{twice}".')


def _check_judged_passages(dataset: Dataset) -> None:
    known = {each.passage_id for each in dataset.passages}
    unknown = sorted({each for query in dataset.queries for each in query.relevant} - known)
    if unknown:
        raise _unknown_ids("passages", unknown, dataset.name)


def _unknown_ids(what: str, ids: Sequence[str], dataset: str) -> UserError:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return UserError(
        f"The judgements of {dataset} name {what} that are not there.",
        why=f"Unknown ids: {', '.join(ids[:_NAMED])}{more}.",
        next_step="Check that the files belong together.",
    )


def _read_queries(
    path: Path, relevant: Mapping[str, Mapping[str, int]]
) -> tuple[DatasetQuery, ...]:
    return tuple(
        DatasetQuery(
            query_id=_text(row, "_id"),
            text=_text(row, "text"),
            relevant=MappingProxyType(dict(relevant.get(_text(row, "_id"), {}))),
            answers=tuple(str(each) for each in row.get("answers") or ()),
            unanswerable=bool(row.get("unanswerable", False)),
        )
        for row in _read_rows(path)
    )


def _read_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise _misfit(path, number, f"It is not JSON: {error}.") from error
        if not isinstance(row, dict) or "_id" not in row or "text" not in row:
            raise _misfit(path, number, 'It lacks "_id" or "text".')
        yield row


def _read_judgements(path: Path) -> dict[str, dict[str, int]]:
    """Grades by query and passage, those above 0 alone; the first line may be a heading."""
    grades: dict[str, dict[str, int]] = {}
    rows = csv.reader(_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE)
    for number, row in enumerate(rows, start=1):
        if not row or (number == 1 and row[-1].strip() == "score"):
            continue
        try:
            query_id, passage_id, grade = row[0], row[-2], int(row[-1])
        except (IndexError, ValueError) as error:
            raise _misfit(path, number, "It is not: query, passage, grade.") from error
        if grade > 0:
            grades.setdefault(query_id, {})[passage_id] = grade
    return grades


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError as error:
        raise UserError(
            f"There is no {path}.",
            why=f"A dataset is a folder with {CORPUS}, {QUERIES} and {JUDGEMENTS}.",
            next_step="Give the folder that holds them.",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read.", why=str(error)) from error


def _text(row: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = row.get(key, default)
    return "" if value is None else str(value)


def _misfit(path: Path, line: int, why: str) -> UserError:
    return UserError(f"Line {line} of {path} does not fit.", why=why)
