"""The sentences of an answer, taken apart for the check: each a claim, with what it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.answer.cite import cited_numbers
from app.answer.grounding_dates import WEEKDAYS, DateRead, find_dates
from app.answer.grounding_evidence import content_words
from app.answer.grounding_names import Name, find_names
from app.answer.grounding_numbers import Quantity, find_quantities
from app.answer.grounding_tokens import Kind, Token, scan
from app.answer.grounding_words import ANSWER, QUESTION
from app.answer.support import sentence_parts

_CITATION = re.compile(r"\[\d+\]")
# What opens a line of a list or a heading: bullets, "#", and numbers that count upwards.
_LEAD = re.compile(r"\s*(?:(?:[-*•‣◦–—+>]|#{1,6})\s+)*")
_ITEM = re.compile(r"(\d{1,2})[.)]\s+(?=\S)")
_WORD = re.compile(r"\w")
_YES_NO = re.compile(
    r"\W*(?:(?P<yes>s[iì]|yes|ja|oui|sí)|(?P<no>no|nein|non))\s*(?:[,.;:!–—-]+\s*|$)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer. `start` and `end` are its place in the answer's text in code
    points, without what opens a line of a list; `plain` is it without citations, and `tokens`
    are those of `plain` behind an opening yes or no; `answers` is that: True for yes, False for
    no, None for neither. `words` are its words of meaning."""

    start: int
    end: int
    plain: str
    tokens: tuple[Token, ...]
    cited: tuple[int, ...]
    answers: bool | None
    words: tuple[str, ...]
    dates: tuple[DateRead, ...]
    quantities: tuple[Quantity, ...]
    names: tuple[Name, ...]
    weekdays: frozenset[int]

    def surface(self, first: int, last: int) -> str:
        """The words of the sentence that tokens `first` to `last` (exclusive) stand for."""
        return self.plain[self.tokens[first].start : self.tokens[last - 1].end]

    @property
    def introduces(self) -> bool:
        """Whether it claims nothing, and only says what follows ("These are the deadlines:")."""
        ends = self.plain.rstrip(" *_").endswith(":")
        return ends and not (self.dates or self.quantities or self.names)


def find_claims(text: str, language: str) -> Iterator[Claim]:
    """The sentences of an answer with normalised citations, in order."""
    for start, end in sentence_spans(text):
        yield read_claim(text[start:end], start, language)


def read_claim(sentence: str, start: int, language: str) -> Claim:
    """One sentence that begins at `start` of the answer's text."""
    plain = _CITATION.sub(lambda match: " " * len(match.group()), sentence)
    opening = _YES_NO.match(plain)
    said: bool | None = None
    skipped = 0
    if opening:
        said = opening["yes"] is not None
        skipped = opening.end()
        if opening["no"] and opening["no"].islower() and "," not in opening.group():
            said, skipped = None, 0
    tokens = tuple(
        Token(token.kind, token.text, token.form, token.start + skipped, token.end + skipped)
        for token in scan(plain[skipped:])
    )
    dates = tuple(find_dates(tokens, language))
    quantities = tuple(find_quantities(tokens, language, dates))
    ranges = [(date.first, date.last) for date in dates]
    ranges += [(quantity.first, quantity.last) for quantity in quantities]
    numbered = {at for first, last in ranges for at in range(first, last)}
    lexical = [token for at, token in enumerate(tokens) if at not in numbered]
    return Claim(
        start=start,
        end=start + len(sentence),
        plain=plain,
        tokens=tokens,
        cited=tuple(cited_numbers(sentence)),
        answers=said,
        words=_told_words(content_words(lexical, language)),
        dates=dates,
        quantities=quantities,
        names=tuple(find_names(tokens, language)),
        weekdays=frozenset(
            WEEKDAYS[token.form]
            for token in tokens
            if token.kind is Kind.WORD and token.form in WEEKDAYS
        ),
    )


def _told_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words without those that speak of the answer: "the answer to the question is 15"."""
    if ANSWER.isdisjoint(words):
        return tuple(words)
    return tuple(form for form in words if form not in ANSWER | QUESTION)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of an answer stand, citations included, white space, bullets and the
    numbers of list items not. What holds no word, as a citation behind the stop, belongs to the
    sentence before it."""
    spans: list[tuple[int, int]] = []
    position = items = 0
    for piece in sentence_parts(text):
        start, end = position, position + len(piece)
        position = end
        at_line = start == 0 or text[start - 1] in "\n\r\u2028\u2029\x0b\x0c\x1c\x1d\x1e\x85"
        if at_line:
            start, items = _behind_lead(text, start, end, items)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            continue
        if _WORD.search(_CITATION.sub("", text[start:end])):
            spans.append((start, end))
        elif spans and _CITATION.search(text[start:end]):
            spans[-1] = (spans[-1][0], end)
    return spans


def _behind_lead(text: str, start: int, end: int, items: int) -> tuple[int, int]:
    """Where the words of a line begin, and how many numbered items there were so far.

    A number opens an item only if it is the first or goes on counting: "120." may be an answer.
    """
    match = _LEAD.match(text, start, end)
    begin = match.end() if match else start
    item = _ITEM.match(text, begin, end)
    if item and int(item[1]) in (1, items + 1):
        return item.end(), int(item[1])
    return begin, items
