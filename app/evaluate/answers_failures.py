"""What kinds of failure there are, and examples of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.answer.cite import cited_numbers
from app.evaluate.answers_record import OfferedPassage
from app.evaluate.answers_scoring import Judged
from app.evaluate.report import Cell, Table

_PASSAGE_CHARACTERS = 220
_BEFORE = 80  # characters of them, in front of an accepted answer
_ANSWER_CHARACTERS = 500
COLUMNS = ("question", "accepted", "answer", "cited", "right passage", "p(absent)", "id")


@dataclass(frozen=True, slots=True)
class FailureKind:
    """A way to fail; one answer may fail in several."""

    name: str
    fits: Callable[[Judged], bool]


def _answered_wrongly(judged: Judged) -> bool:
    return judged.answerable and not judged.refused and not judged.contained


def _cites_unread(judged: Judged) -> bool:
    answered = judged.answered
    return not set(cited_numbers(answered.text)) <= {each.n for each in answered.used}


KINDS: tuple[FailureKind, ...] = (
    FailureKind(
        "wrong though the right passage was found",
        lambda each: _answered_wrongly(each) and each.found_right,
    ),
    FailureKind(
        "right passage not found",
        lambda each: each.answerable and not each.found_right,
    ),
    FailureKind(
        "wrongly refused though the right passage was found",
        lambda each: each.answerable and each.refused and each.found_right,
    ),
    FailureKind("not refused", lambda each: not each.answerable and not each.refused),
    FailureKind(
        "cited the wrong passage",
        lambda each: each.answerable and bool(each.cited) and not each.cites_right,
    ),
    FailureKind("without a citation", lambda each: not each.refused and not each.cited),
    FailureKind("cited what was not in the prompt", _cites_unread),
    FailureKind("in another language than the question", lambda each: each.other_language),
    FailureKind("unsupported number", lambda each: bool(each.strange_numbers)),
    FailureKind("unsupported sentence", lambda each: bool(each.unsupported)),
)


def failure_tables(dataset: str, judged: Sequence[Judged], texts: Mapping[str, str]) -> list[Table]:
    """One folded table a kind that occurs; `texts` are those of the dataset's passages, by id."""
    tables = []
    for kind in KINDS:
        failed = [each for each in judged if kind.fits(each)]
        if failed:
            rows = tuple(_row(each, texts) for each in failed)
            title = f"{dataset}: {kind.name}, {len(failed)} of {len(judged)}"
            tables.append(Table(title, COLUMNS, rows, folded=True))
    return tables


def count_failures(judged: Sequence[Judged]) -> dict[str, int]:
    """How often each kind occurs."""
    return {kind.name: sum(map(kind.fits, judged)) for kind in KINDS}


def _row(judged: Judged, texts: Mapping[str, str]) -> tuple[Cell, ...]:
    answered = judged.answered
    question = answered.question
    pairs = zip(answered.passages, judged.passages, strict=True)
    right = [passage for passage, judgement in pairs if judgement.right]
    return (
        question.text,
        " | ".join(question.accepted) if judged.answerable else "none: not in the passages",
        _first_words(answered.text, _ANSWER_CHARACTERS),
        _passages(answered.cited, ()),
        _passages(right, question.accepted) or _missing(question.gold, question.accepted, texts),
        answered.absent,
        question.question_id,
    )


def _passages(passages: Iterable[OfferedPassage], accepted: Sequence[str]) -> str:
    return " | ".join(
        f"[{each.n}] {each.entry_id}: {_excerpt(each.text, accepted)}" for each in passages
    )


def _missing(gold: Sequence[str], accepted: Sequence[str], texts: Mapping[str, str]) -> str:
    """The judged passages, which were not found."""
    return " | ".join(
        f"not found: {each}: {_excerpt(texts.get(each, ''), accepted)}" for each in gold
    )


def _excerpt(text: str, accepted: Sequence[str]) -> str:
    """The part of a passage in which an accepted answer stands as it is written, or its start."""
    flat = " ".join(text.split())
    places = [flat.find(each) for each in accepted if each in flat]
    start = max(0, min(places) - _BEFORE) if places else 0
    if start:
        start = flat.find(" ", start) + 1
    lead = "… " if start else ""
    return lead + _first_words(flat[start:], _PASSAGE_CHARACTERS)


def _first_words(text: str, most: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[:most].rstrip() + " …"
