"""Documents to be split, and questions whose answers they hold, made of a dataset of passages.

The passages of one title, joined in file order, are one document: what the splitter then makes
of it is compared with the passage that each question was asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.bare_text import bare_text
from app.core.types import DocumentText, Page
from app.evaluate.datasets import Dataset

_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Place:
    """Code points `start` to `end` (exclusive) of the document at this place of the list."""

    document: int
    start: int
    end: int

    def overlap(self, other: Place) -> int:
        """How many code points two places have in common."""
        if self.document != other.document:
            return 0
        return max(0, min(self.end, other.end) - max(self.start, other.start))


@dataclass(frozen=True, slots=True)
class SplitCase:
    """A question, the places of the passages that it was asked about, and accepted answers."""

    query_id: str
    question: str
    places: tuple[Place, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SplitCases:
    """Documents and questions. `left_out` judged questions have an answer that none of their
    passages holds as it is written, so that no splitter could serve them."""

    name: str
    documents: tuple[DocumentText, ...]
    cases: tuple[SplitCase, ...]
    left_out: int


def make_cases(dataset: Dataset, limit: int | None = None) -> SplitCases:
    """The documents of the first `limit` titles (None: all), and the questions about them.

    A passage without a title is a document of its own.
    """
    texts: dict[str, list[tuple[str, str]]] = {}  # title: passages as id and text
    for passage in dataset.passages:
        key = passage.title or f"\0{passage.passage_id}"
        texts.setdefault(key, []).append((passage.passage_id, passage.text))
    kept = list(texts.items())[:limit]
    places: dict[str, Place] = {}
    documents: list[DocumentText] = []
    for title, passages in kept:
        position = 0
        for passage_id, text in passages:
            places[passage_id] = Place(len(documents), position, position + len(text))
            position += len(text) + len(_BETWEEN)
        whole = _BETWEEN.join(text for _, text in passages)
        name = None if title.startswith("\0") else title
        documents.append(DocumentText("text", name, False, (Page(0, None, whole, "dataset"),)))
    cases: list[SplitCase] = []
    left_out = 0
    for query in dataset.judged:
        gold = [places[each] for each in query.relevant if each in places]
        if not gold or not query.answers:
            continue
        answerable = tuple(
            place
            for place in gold
            if holds_answer(
                documents[place.document].pages[0].text[place.start : place.end], query.answers
            )
        )
        if answerable:
            cases.append(SplitCase(query.query_id, query.text, answerable, query.answers))
        else:
            left_out += 1
    return SplitCases(dataset.name, tuple(documents), tuple(cases), left_out)


def holds_answer(text: str, answers: Sequence[str]) -> bool:
    """Whether `text` holds one of `answers`, but for case, accents and white space.

    A number does not count as part of a longer one.
    """
    plain = _plain(text)
    return any(_occurs(_plain(answer), plain) for answer in answers)


def _occurs(answer: str, text: str) -> bool:
    if not answer:
        return False
    before = r"(?<!\d)" if answer[0].isdigit() else ""
    behind = r"(?!\d)" if answer[-1].isdigit() else ""
    return re.search(before + re.escape(answer) + behind, text) is not None


def _plain(text: str) -> str:
    """`text` case-folded, without accents, with single spaces."""
    return " ".join(bare_text(text).split())
