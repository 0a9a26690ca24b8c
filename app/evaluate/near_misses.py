"""Near misses: questions that a dataset's passages are on the topic of, and do not answer.

Some datasets have questions with an answer alone, on which nobody can tell whether a rule declines
where it should. A file of such questions (`resources/evaluation/near_misses_it.toml` says its
form) is put to the passages of the dataset that it was written on, in place of its questions.
The file itself halves its questions: by articles, so that no article decides and reports.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.core.errors import UserError
from app.evaluate.datasets import Dataset, DatasetQuery
from app.evaluate.retrieval import Half

LACKING = ("figure", "year", "name", "reason", "entity", "event")
"""What a passage may lack of what is asked for; the file says what each means."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """One question, and the id of the passage that it was written on, which lacks the answer.

    `half` is TUNE or REPORT; `lacks` is of `LACKING`.
    """

    text: str
    passage_id: str
    half: Half
    lacks: str

    @property
    def query_id(self) -> str:
        """Its name among the dataset's queries; a passage has one such question."""
        return f"near {self.passage_id}"


def read_near_misses(path: Path) -> tuple[str, tuple[NearMiss, ...]]:
    """The name of the dataset that the file was written on, and its questions.

    Raises UserError for a file that cannot be read, or does not have the form.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found = tuple(_near_miss(row) for row in data["question"])
        name = str(data["dataset"])
    except OSError as error:
        raise UserError(
            f"The questions in {path} cannot be read.", why=f"{error.strerror or error}."
        ) from error
    except KeyError as error:
        raise _misfit(path, f"The key {error} is missing.") from error
    except (ValueError, TypeError) as error:  # not UTF-8, not TOML, or an unknown half
        raise _misfit(path, f"{error}.") from error
    return name, found


def with_near_misses(dataset: Dataset, path: Path, half: Half = Half.ALL) -> Dataset:
    """`dataset` with the questions of one half of the file in place of its own.

    Raises UserError as `read_near_misses` does, and where the file was not written on the dataset
    or its halves are not apart.
    """
    name, found = read_near_misses(path)
    if name != dataset.name:
        raise UserError(
            f"The questions in {path} were not written on {dataset.name}.",
            why=f"They are about the passages of {name}.",
            next_step=f"Give the folder of {name}.",
        )
    _check_passages(found, dataset, path)
    return replace(
        dataset, queries=tuple(_query(each) for each in found if half in (each.half, Half.ALL))
    )


def _near_miss(row: Any) -> NearMiss:  # noqa: ANN401 - as the parser gives it
    half, lacks = Half(row["half"]), str(row["lacks"])
    if half is Half.ALL or lacks not in LACKING:
        raise ValueError(f"A question has the half {half.value!r} and lacks {lacks!r}")
    return NearMiss(str(row["text"]), str(row["passage"]), half, lacks)


def _query(question: NearMiss) -> DatasetQuery:
    relevant = MappingProxyType({question.passage_id: 1})
    return DatasetQuery(question.query_id, question.text, relevant, unanswerable=True)


def _check_passages(found: Sequence[NearMiss], dataset: Dataset, path: Path) -> None:
    """Raise UserError for a passage that is not there or has two questions, or an article that is
    in both halves."""
    titles = {each.passage_id: each.title for each in dataset.passages}
    halves: dict[str, Half] = {}
    asked: set[str] = set()
    for each in found:
        if each.passage_id not in titles:
            raise _misfit(path, f'{dataset.name} has no passage "{each.passage_id}".')
        if each.passage_id in asked:
            raise _misfit(path, f'Two questions are on the passage "{each.passage_id}".')
        asked.add(each.passage_id)
        title = titles[each.passage_id]
        if halves.setdefault(title, each.half) is not each.half:
            raise _misfit(path, f'Both halves have questions on "{title}".')


def _misfit(path: Path, why: str) -> UserError:
    return UserError(
        f"The questions in {path} do not fit.",
        why=why,
        next_step="Compare with resources/evaluation/near_misses_it.toml.",
    )
