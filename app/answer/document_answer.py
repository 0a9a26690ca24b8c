"""Makes the final answer out of what the model wrote from passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.answer.cite import cited_numbers, normalise_citations, without_citations
from app.answer.refusal import Refusals
from app.answer.support import PassageSupport, attribute
from app.answer.trim import quote, split_sentences
from app.core.types import AnswerSource, Citation, FoundPassage


@dataclass(frozen=True, slots=True)
class FinishedText:
    """An answer's text with its citations, in the order in which they appear."""

    text: str
    source: AnswerSource
    citations: tuple[Citation, ...]


def finish_document_answer(
    written: str,
    question: str,
    language: str,
    passages: Sequence[FoundPassage],
    refusals: Refusals,
) -> FinishedText:
    """Resolve and complete the citations of `written`, or recognise that it refuses.

    `passages` are those of the prompt. A bare `[1]` becomes the sentence of passage 1 that is
    nearest to the question.
    """
    if refusals.is_refusal(written):
        return FinishedText(refusals.text(language), AnswerSource.NOT_FOUND, ())
    by_number = {passage.rank: passage for passage in passages}
    support = PassageSupport(
        {n: f"{passage.heading}\n{passage.text}" for n, passage in by_number.items()},
        question,
        language,
    )
    text = normalise_citations(refusals.without_refusals(written), by_number)
    if not any(character.isalnum() for character in without_citations(text)):
        text = _quote_cited(text, question, by_number, language)
    if not text:
        return FinishedText(refusals.text(language), AnswerSource.NOT_FOUND, ())
    text = attribute(text, support)
    citations = tuple(cite(n, by_number[n]) for n in cited_numbers(text))
    return FinishedText(text, AnswerSource.DOCUMENTS, citations)


def cite(n: int, passage: FoundPassage) -> Citation:
    """The citation `[n]` of a passage."""
    first = passage.spans[0] if passage.spans else None
    return Citation(
        n=n,
        passage_id=passage.passage_id,
        document_id=passage.document_id,
        document=passage.document,
        path=passage.path,
        page_index=passage.page_index,
        page_label=passage.page_label,
        start=first.start if first else 0,
        end=first.end if first else 0,
        spans=passage.spans,
        text=passage.text,
    )


def _quote_cited(
    text: str, question: str, by_number: dict[int, FoundPassage], language: str
) -> str:
    """For each passage that was cited without a word: its sentence nearest to the question."""
    lines = []
    for n in cited_numbers(text):
        sentences = dict(enumerate(split_sentences(quote(by_number[n].text))))
        nearest = PassageSupport(sentences, "", language).best(question)
        if nearest is not None:
            sentence = sentences[nearest[0]].rstrip(" .")
            lines.append(f"{sentence} [{n}].")
    return "\n".join(lines)
