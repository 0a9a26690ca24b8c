"""What answering works with: the seams through which the rest of the program is reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.answer.absence import AbsenceRule
from app.answer.budget import Measure
from app.answer.evidence import EvidenceRule
from app.answer.instructions import InstructionFinder
from app.answer.refusal import Refusals
from app.answer.templates import PromptBook
from app.core.types import CheckedSentence, FoundPassage, Quote
from app.index.records import SearchResult

Search = Callable[[str, int], SearchResult]  # question, number of passages
GuessLanguage = Callable[[str], str]  # ISO 639-1 code of a text, "" if unknown
# Question, its language, what was found: the extractive answer, None where none is near enough.
FindQuote = Callable[[str, str, Sequence[FoundPassage]], Quote | None]
# Answer with its `[n]`, the passages of its prompt, question, its language.
CheckSentences = Callable[[str, Sequence[FoundPassage], str, str], tuple[CheckedSentence, ...]]
# Question, its language, passages, tokens for each, how they are counted: the same, cut.
Shorten = Callable[[str, str, Sequence[FoundPassage], int, Measure], Sequence[FoundPassage]]


def _as_they_are(
    _question: str, _language: str, passages: Sequence[FoundPassage], _room: int, _measure: Measure
) -> Sequence[FoundPassage]:
    """Cuts nothing."""
    return passages


def _no_quote(_question: str, _language: str, _found: Sequence[FoundPassage]) -> None:
    """Quotes nothing."""


def _no_checks(
    _text: str, _passages: Sequence[FoundPassage], _question: str, _language: str
) -> tuple[CheckedSentence, ...]:
    """Checks nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class AnswerTools:
    """What an answerer works with. It calls all of them on its own thread.

    `has_files` tells that the person has added documents, read or not: then what memory is not
    sure of is not answered from memory. `absence` is the rule by which it is declined to answer,
    None for the model's own refusal alone; `evidence` the one by which the gate weighs what the
    search found, None where none was fitted.
    """

    search: Search
    guess_language: GuessLanguage
    book: PromptBook
    refusals: Refusals
    instructions: InstructionFinder
    has_files: bool = False
    absence: AbsenceRule | None = None
    quote: FindQuote = _no_quote
    check: CheckSentences = _no_checks
    shorten: Shorten = _as_they_are
    evidence: EvidenceRule | None = None
