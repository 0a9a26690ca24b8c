"""Makes the final answer out of what the model wrote from passages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.answer.cite import (
    cited_numbers,
    normalise_citations,
    only_citations,
    without_citations,
)
from app.answer.refusal import Refusals
from app.answer.support import ENOUGH, PassageSupport, attribute, sentence_parts
from app.answer.trim import quote, quote_name, split_sentences
from app.core.bare_text import bare_text
from app.core.types import AnswerSource, Citation, FoundPassage

_EXAMPLE = 0  # no passage has this number
_WORD = re.compile(r"\w+")
_ECHO = 4  # words of a question, the fewest that are not repeated by chance
_COPIED = 0.8  # share of a sentence that is found in the example


@dataclass(frozen=True, slots=True)
class FinishedText:
    """An answer's text with its citations, in the order in which they appear."""

    text: str
    source: AnswerSource
    citations: tuple[Citation, ...]


def not_found(refusals: Refusals, language: str) -> FinishedText:
    """What is said when the documents do not hold the answer."""
    return FinishedText(refusals.text(language), AnswerSource.NOT_FOUND, ())


def finish_document_answer(
    written: str,
    question: str,
    language: str,
    passages: Sequence[FoundPassage],
    refusals: Refusals,
    example: str = "",
) -> FinishedText:
    """Resolve and complete the citations of `written`, or recognise that it refuses.

    `passages` are those of the prompt; what was written from one passage alone cites it. If it
    holds a number that neither the passage nor the question does, and hardly a word of the
    passage ("1 milione" for "un milione" has one), it was made up or computed, and nothing is
    said to be found. A bare `[1]` becomes the sentence of passage 1 that is nearest to the
    question, and so does what says nothing but words of the question, which small models repeat
    at times; where they go on behind the question, what follows is kept. `example` is the worked
    example of the prompt: they copy from it, too, and what they copied goes.
    """
    if refusals.is_refusal(written):
        return not_found(refusals, language)
    by_number = {passage.rank: passage for passage in passages}
    texts = {n: f"{passage.heading}\n{passage.text}" for n, passage in by_number.items()}
    text = normalise_citations(_without_names(written, passages), by_number)
    text = refusals.without_refusals(text)
    known = {**texts, _EXAMPLE: example}  # last, so that what a passage says as well is no copy
    text = _without_copies(text, PassageSupport(known, question, language))
    text = _without_question(text, question)
    said = _words(without_citations(text))
    if len(passages) == 1 and said and said <= _words(question):
        text = f"[{passages[0].rank}]"
    if text and not any(character.isalnum() for character in without_citations(text)):
        text = _quote_cited(text, question, by_number, language)
    if not text:
        return not_found(refusals, language)
    support = PassageSupport(texts, question, language)
    text = attribute(text, support)
    source = passages[0].rank
    if len(passages) == 1 and not cited_numbers(text):
        if not support.has_numbers(text, source) and support.words_held(text, source) < ENOUGH:
            return not_found(refusals, language)
        text = _cite_at_end(text, source)
    text = only_citations(text, by_number)
    citations = tuple(cite(n, by_number[n]) for n in cited_numbers(text))
    return FinishedText(text, AnswerSource.DOCUMENTS, citations)


def finish_compared_answer(
    written: str,
    question: str,
    language: str,
    passages: Sequence[FoundPassage],
    refusals: Refusals,
) -> FinishedText:
    """The answer that all of `passages` (at least one) give, each on its own; it cites them all."""
    first = finish_document_answer(written, question, language, passages[:1], refusals)
    if not first.citations:
        return first
    text = _cite_at_end(without_citations(first.text), *(passage.rank for passage in passages))
    citations = tuple(cite(passage.rank, passage) for passage in passages)
    return FinishedText(text, first.source, citations)


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


def _cite_at_end(text: str, *numbers: int) -> str:
    """`text` with `[n]` before its last full stop: it was written from these passages alone."""
    body = text.rstrip()
    stop = body[len(body.rstrip(".!?。！？")) :]
    marks = "".join(f"[{n}]" for n in numbers)
    return f"{body.removesuffix(stop).rstrip()} {marks}{stop}"


def _without_question(text: str, question: str) -> str:
    """`text` without the whole question, word by word, where it begins with that and goes on."""
    asked = [bare_text(each) for each in _WORD.findall(question)]
    said = list(_WORD.finditer(text))
    if len(asked) < _ECHO or len(said) <= len(asked):
        return text
    if [bare_text(each.group()) for each in said[: len(asked)]] != asked:
        return text
    rest = text[said[len(asked) - 1].end() :].lstrip(" ,;:.?!…–—-")
    return rest[:1].upper() + rest[1:] if _words(without_citations(rest)) else text


def _words(text: str) -> frozenset[str]:
    """The words of `text`, however they are written."""
    return frozenset(_WORD.findall(text.casefold()))


def _without_names(written: str, passages: Sequence[FoundPassage]) -> str:
    """`written` without the names that stand before the passages, where a line begins with one."""
    for passage in passages:
        name = re.escape(quote_name(passage.document))
        written = re.sub(
            rf"(?m)^(\s*(?:\[\d+\])?\s*)(?:\w+ \()?{name}(?:, [^:\n]{{0,40}})?\)?:[ \t]*",
            r"\1",
            written,
        )
    return written


def _without_copies(text: str, support: PassageSupport) -> str:
    """`text` without the sentences that come from the worked example and no passage."""

    def is_copy(sentence: str) -> bool:
        nearest = support.best(without_citations(sentence))
        return nearest is not None and nearest[0] == _EXAMPLE and nearest[1] > _COPIED

    return "".join(each for each in sentence_parts(text) if not is_copy(each)).strip()


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
