"""One answer judged: is it right, are its citations, and what in it has no support.

A passage is right for a question if its text holds an accepted answer, or if it is the one that
the dataset judges relevant; both are kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.answer.cite import without_citations
from app.answer.support import PassageSupport, sentence_parts
from app.core.types import searchable_text
from app.evaluate.answers_matching import contains_answer, token_f1
from app.evaluate.answers_record import Answered, OfferedPassage, answered_to_json
from app.index.language import guess_language

_TELLING = 60  # characters: of a shorter answer, mostly names, the language is a guess


@dataclass(frozen=True, slots=True)
class PassageJudgement:
    """Whether a passage is the judged one (`gold`), and whether it holds an accepted answer."""

    gold: bool
    holds: bool

    @property
    def right(self) -> bool:
        """Whether it is right by either."""
        return self.gold or self.holds


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer with its judgement.

    `passages` are judged in the order of `answered.passages`; `unsupported` are the sentences
    that no passage of the prompt supports, and `strange_numbers` those with a number that
    stands in none of these passages, nor in the question (see `app.answer.support`).
    `other_language`: the answer is long enough to tell, and not in the questions' language.
    """

    answered: Answered
    contained: bool
    f1: float
    passages: tuple[PassageJudgement, ...]
    unsupported: tuple[str, ...]
    strange_numbers: tuple[str, ...]
    other_language: bool

    @property
    def answerable(self) -> bool:
        """Whether there is something to be found."""
        return not self.answered.question.unanswerable

    @property
    def refused(self) -> bool:
        """Whether the program said that the documents do not hold it."""
        return self.answered.refused

    @property
    def cited(self) -> tuple[PassageJudgement, ...]:
        """The judgements of the passages that are cited."""
        pairs = zip(self.answered.passages, self.passages, strict=True)
        return tuple(judged for passage, judged in pairs if passage.cited)

    @property
    def found_right(self) -> bool:
        """Whether a right passage is among those that the search found."""
        return any(each.right for each in self.passages)

    @property
    def cites_right(self) -> bool:
        """Whether a right passage is cited."""
        return any(each.right for each in self.cited)

    @property
    def citation_recall(self) -> float | None:
        """1 if a right passage is cited, else 0; None where the search found none."""
        return float(self.cites_right) if self.found_right else None

    @property
    def citation_precision(self) -> float | None:
        """Share of the cited passages that are right; None without a citation."""
        return _share([each.right for each in self.cited])


def judge(answered: Answered) -> Judged:
    """Judge one answer; a refusal says nothing, and so holds nothing right or unsupported."""
    question = answered.question
    said = "" if answered.refused else without_citations(answered.text)
    accepted = () if question.unanswerable else question.accepted
    unsupported, strange = ((), ()) if answered.refused else _unsupported(answered)
    return Judged(
        answered=answered,
        contained=contains_answer(said, accepted, question.language),
        f1=0.0 if answered.refused else token_f1(said, accepted, question.language),
        passages=tuple(_judge_passage(each, answered, accepted) for each in answered.passages),
        unsupported=unsupported,
        strange_numbers=strange,
        other_language=_in_other_language(said, question.language),
    )


def judged_to_json(judged: Judged) -> dict[str, Any]:
    """The line of the results' file: what came of the question, and the judgement."""
    line = answered_to_json(judged.answered)
    for passage, judgement in zip(line["passages"], judged.passages, strict=True):
        passage.update(gold=judgement.gold, holds=judgement.holds)
    return line | {
        "contained": judged.contained,
        "f1": judged.f1,
        "citation_right": judged.cites_right,
        "citation_precision": judged.citation_precision,
        "citation_recall": judged.citation_recall,
        "right_passage_found": judged.found_right,
        "unsupported": list(judged.unsupported),
        "unsupported_numbers": list(judged.strange_numbers),
        "other_language": judged.other_language,
    }


def _judge_passage(
    passage: OfferedPassage, answered: Answered, accepted: tuple[str, ...]
) -> PassageJudgement:
    question = answered.question
    return PassageJudgement(
        gold=not question.unanswerable and passage.entry_id in question.gold,
        holds=contains_answer(passage.text, accepted, question.language),
    )


def _unsupported(answered: Answered) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences without support, and those with a number from nowhere."""
    question = answered.question
    texts = {each.n: searchable_text(each.heading, each.text) for each in answered.used}
    support = PassageSupport(texts, question.text, question.language)
    parts = map(without_citations, sentence_parts(answered.text))
    sentences = [part for part in parts if any(character.isalnum() for character in part)]
    return (
        tuple(each for each in sentences if support.source_of(each) is None),
        tuple(each for each in sentences if not any(support.has_numbers(each, n) for n in texts)),
    )


def _in_other_language(said: str, language: str) -> bool:
    if len(said) < _TELLING or not language:
        return False
    return guess_language(said) not in ("", language)


def _share(values: list[bool]) -> float | None:
    return sum(values) / len(values) if values else None
