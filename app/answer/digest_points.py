"""What the model wrote about a few neighbouring passages, as points that rest on one of them.

Nothing is taken on trust: a line that no passage bears out is dropped, and so is one with a
number, a month or a numeral that does not stand in its passage the same way. Where rules know the
kind that is listed, the point is the passage's own sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.answer.digest_kinds import Kind
from app.answer.digest_numbers import digits, quantities
from app.answer.plain_text import plain_text
from app.answer.support import ENOUGH, PassageSupport
from app.answer.trim import quote, split_sentences
from app.core.types import FoundPassage

_BULLET = re.compile(r"^\s*(?:[-–—•*·]+|\(?\d{1,2}[.)]|[a-z]\))\s+")
_MARKUP = re.compile(r"^#+\s*")
_BOLD = re.compile(r"\*\*|__|`")
_LONGEST_LINE = 600  # characters; what is longer is no item but a copy of the text
_LONGEST_SENTENCE = 500  # of a passage, as a point
_RELATED = 0.35
"""Share of a summary's sentence that a passage must hold: said in other words, it holds less than
a copied one. Chosen by hand, and not fitted: what lies between is shown as partly supported."""


@dataclass(frozen=True, slots=True)
class FoundPoint:
    """A point, the passages that it rests on, and how much of it these hold, 0 to 1."""

    text: str
    passages: tuple[FoundPassage, ...]
    held: float


def list_points(
    passages: Sequence[FoundPassage], written: str, none: str, kind: Kind | None, language: str
) -> list[FoundPoint]:
    """The items of a list that `written` names, in the order of the passages.

    `none` is the model's word for nothing; `kind` is what rules know of what is listed.
    """
    if not passages:
        return []
    lines = [line for line in _lines(written, none) if len(line) <= _LONGEST_LINE]
    if kind is None:
        return _borne_out(passages, lines, ENOUGH, language)
    sentences = [
        _Sentence(text, passage)
        for passage in passages
        for text in sentences_of(passage)
        if len(text) <= _LONGEST_SENTENCE
    ]
    support = PassageSupport({at: each.text for at, each in enumerate(sentences)}, "", language)
    named = {at for line in lines for at in _sentences_named(line, sentences, support, kind)}
    sure = {at for at, each in enumerate(sentences) if kind.surely_stands_in(each.text)}
    return [
        FoundPoint(sentences[at].text, (sentences[at].passage,), 1.0) for at in sorted(named | sure)
    ]


def section_points(
    passages: Sequence[FoundPassage],
    written: str,
    none: str,
    language: str,
    *,
    translated: bool = False,
) -> list[FoundPoint]:
    """The sentences that sum up a section, each with the passage that bears it out best.

    Where they are `translated`, words cannot be compared: each rests on the whole section, and
    only its numbers are looked at.
    """
    sentences = [sentence for line in _lines(written, none) for sentence in split_sentences(line)]
    if translated:
        known = digits("\n".join(f"{each.heading}\n{each.text}" for each in passages))
        return [
            FoundPoint(each, tuple(passages), 0.0) for each in sentences if digits(each) <= known
        ]
    return _borne_out(passages, sentences, _RELATED, language, in_order=False)


def sentences_of(passage: FoundPassage) -> list[str]:
    """The sentences of a passage as they are quoted, without the heading that it begins with."""
    text = _MARKUP.sub("", passage.text)
    for part in reversed(passage.heading.split(" › ")):
        if part and text.startswith(part):
            text = _MARKUP.sub("", text[len(part) :].lstrip(" .:\n"))
    return [quote(sentence) for sentence in split_sentences(plain_text(text))]


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    passage: FoundPassage


def _lines(written: str, none: str) -> Iterator[str]:
    """The lines of a reply, without list marks; those that say that there is nothing go."""
    for line in plain_text(written).splitlines():
        plain = _BOLD.sub("", _MARKUP.sub("", _BULLET.sub("", line))).strip()
        words = plain.strip(" .:;\"'«»“”")
        if words and words.casefold() != none.casefold() and any(map(str.isalnum, words)):
            yield quote(plain)


def _borne_out(
    passages: Sequence[FoundPassage],
    lines: Sequence[str],
    least: float,
    language: str,
    *,
    in_order: bool = True,
) -> list[FoundPoint]:
    """Each line that a passage bears out, with the passage that does so best."""
    texts = {at: f"{each.heading}\n{each.text}" for at, each in enumerate(passages)}
    support = PassageSupport(texts, "", language)
    known = {at: quantities(text) for at, text in texts.items()}
    found: list[tuple[int, FoundPoint]] = []
    for line in lines:
        said = quantities(line)
        scores = [(support.words_held(line, at), at) for at in texts if said <= known[at]]
        best, at = max(scores, key=lambda each: (each[0], -each[1]), default=(0.0, 0))
        if best >= least:
            found.append((at, FoundPoint(line, (passages[at],), best)))
    if in_order:
        found.sort(key=lambda each: each[0])
    return [point for _at, point in found]


def _sentences_named(
    line: str, sentences: Sequence[_Sentence], support: PassageSupport, kind: Kind
) -> Iterator[int]:
    """The sentence that `line` was copied from, if it can be about the kind."""
    if not kind.may_stand_in(line):
        return  # a heading, a telephone number: copied, but not what was asked for
    said = quantities(line)
    scores = [
        (support.words_held(line, at), at)
        for at, each in enumerate(sentences)
        if said <= quantities(each.text)
    ]
    best, at = max(scores, key=lambda each: (each[0], -each[1]), default=(0.0, 0))
    if best >= ENOUGH and kind.fits(sentences[at].text):
        yield at
