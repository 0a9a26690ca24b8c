"""How much of what documents hold a digest lists: known deadlines against what was listed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.answer.digest_kinds import Kind
from app.answer.digest_plan import PassageGroup
from app.answer.digest_points import list_points
from app.core.bare_text import bare_text
from app.core.errors import UserError
from app.core.types import FoundPassage, Passage, Scores

LABELS = "labels.toml"
_NEVER = re.compile(r"(?!)")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """A document and what should be listed of it.

    `wanted` has a tuple of wordings for each item, of which a listed point must hold one; points
    with one of `either` count neither way.
    """

    name: str
    path: Path
    language: str
    instruction: str
    wanted: tuple[tuple[str, ...], ...]
    either: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListScore:
    """Items found of those wanted, and points that are right of those listed."""

    found: int
    wanted: int
    right: int
    listed: int

    @property
    def recall(self) -> float:
        """Share of the wanted items that were found."""
        return self.found / self.wanted if self.wanted else 1.0

    @property
    def precision(self) -> float:
        """Share of the listed points that are right."""
        return self.right / self.listed if self.listed else 1.0


@dataclass(frozen=True, slots=True)
class GroupRead:
    """One group of passages and what the model wrote about it; None if it was not read."""

    group: PassageGroup
    written: str | None


def load_labels(folder: Path) -> list[LabelledDocument]:
    """The documents that `labels.toml` in `folder` names. Raises UserError."""
    path = folder / LABELS
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return [_labelled(folder, name, table) for name, table in data.items()]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise UserError(
            f"The labels in {path} cannot be used.",
            why=f"{type(error).__name__}: {error}.",
            next_step="Give a folder with documents and a labels.toml.",
        ) from error


def as_found(passages: Sequence[Passage]) -> list[FoundPassage]:
    """Passages of a document that is in no library, ranked in its order."""
    return [
        FoundPassage(
            rank=rank,
            passage_id=rank,
            document_id=0,
            document="",
            path="",
            other_paths=(),
            page_index=None,
            page_label=None,
            spans=each.spans,
            heading=each.heading,
            text=each.text,
            scores=Scores(None, None, 0.0),
            bm25_rank=None,
            dense_rank=None,
        )
        for rank, each in enumerate(passages, start=1)
    ]


def score_points(points: Iterable[str], document: LabelledDocument) -> ListScore:
    """Compare the texts of listed points with what should be listed."""
    texts = [_folded(point) for point in points]
    wanted = [[_folded(wording) for wording in item] for item in document.wanted]
    either = [_folded(wording) for wording in document.either]

    def is_right(text: str) -> bool:
        return any(wording in text for item in wanted for wording in item)

    right = [text for text in texts if is_right(text)]
    neutral = [text for text in texts if not is_right(text) and any(e in text for e in either)]
    found = [item for item in wanted if any(wording in text for wording in item for text in texts)]
    return ListScore(len(found), len(wanted), len(right), len(texts) - len(neutral))


def score_ways(
    document: LabelledDocument, groups: Sequence[GroupRead], none: str, kind: Kind | None
) -> Mapping[str, ListScore]:
    """The scores of the list as the model wrote it, and as each step of the program leaves it."""
    language = document.language
    ways: dict[str, Callable[[GroupRead], list[str]]] = {
        "as written": lambda each: _lines(each.written or "", none),
        "borne out": lambda each: _points(each, none, None, language),
    }
    if kind is not None:
        unsure = replace(kind, sure=_NEVER)
        ways |= {
            "of the kind": lambda each: _points(each, none, unsure, language),
            "rules alone": lambda each: _points(replace(each, written=""), none, kind, language),
            "with rules": lambda each: _points(each, none, kind, language),
        }
    return {
        name: score_points([text for each in groups for text in way(each)], document)
        for name, way in ways.items()
    }


def _points(each: GroupRead, none: str, kind: Kind | None, language: str) -> list[str]:
    found = list_points(each.group.passages, each.written or "", none, kind, language)
    return [point.text for point in found]


def _lines(written: str, none: str) -> list[str]:
    return [line for line in written.splitlines() if line.strip() and line.strip() != none]


def _folded(text: str) -> str:
    """`text` as words without case, accents and punctuation."""
    return " ".join(_WORD.findall(bare_text(text)))


def _labelled(folder: Path, name: str, table: Mapping[str, Any]) -> LabelledDocument:
    return LabelledDocument(
        name=name,
        path=(folder / str(table.get("path", f"{name}.md"))).resolve(),
        language=str(table["language"]),
        instruction=str(table["instruction"]),
        wanted=tuple(tuple(map(str, item)) for item in table["deadlines"]),
        either=tuple(map(str, table.get("either", ()))),
    )
