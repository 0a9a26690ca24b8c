"""Takes a text apart for the grounding check: words, numbers, signs and breaks, in order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from app.answer.grounding_words import FUNCTION_WORDS
from app.index.tokens import word_form

_SPACE = " \u00a0\u202f\u2009"
_TOKEN = re.compile(
    rf"(?P<number>\d{{1,3}}(?:[{_SPACE}]\d{{3}})+(?![.,]?\d)|\d+(?:[.,:/’'](?=\d)\d+|-(?=\d)\d+)*)"
    r"|(?P<word>[^\W\d_][^\W\d_\u0300-\u036f]*[\u0300-\u036f]*(?:[^\W\d_]|[\u0300-\u036f])*)"
    r"|(?P<sign>[%‰€$£¥§°ºª#&+'’ʼ])"
    r"|(?P<break>[^\s\w]|\n)"
)


class Kind(IntEnum):
    """What a token is."""

    WORD = 0
    NUMBER = 1  # begins with a digit, and holds no letter
    SIGN = 2  # belongs to a number or a word: %, €, °, an apostrophe
    BREAK = 3  # parts what stands around it: punctuation, brackets, a line's end


class Token(NamedTuple):
    """One token; `form` is the word case-folded and without accents, or the text itself."""

    kind: Kind
    text: str
    form: str
    start: int
    end: int


_KINDS = {
    "word": Kind.WORD,
    "number": Kind.NUMBER,
    "sign": Kind.SIGN,
    "break": Kind.BREAK,
}


def scan(text: str) -> list[Token]:
    """The tokens of `text`, with their places in code points."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        kind = _KINDS[match.lastgroup or "break"]
        if kind is Kind.WORD:
            form = piece.lower() if piece.isascii() else word_form(piece)
        else:
            form = piece
        found.append(Token(kind, piece, form, match.start(), match.end()))
    return found


def is_content(form: str, language: str) -> bool:
    """Whether a word carries meaning of its own: it is not grammar."""
    return len(form) > 2 and form not in FUNCTION_WORDS.get(language, _ALL_FUNCTION_WORDS)


def spoken_language(tokens: Sequence[Token], fallback: str) -> str:
    """Which of the languages whose number words, months and negations are known a text is in.

    By its function words, since it is asked for every passage and answer; `fallback` where they
    do not tell, as in a table.
    """
    votes = dict.fromkeys(FUNCTION_WORDS, 0)
    for token in tokens[:400]:
        if token.kind is Kind.WORD:
            for language, words in FUNCTION_WORDS.items():
                votes[language] += token.form in words
    best = max(votes, key=lambda language: (votes[language], language == fallback))
    return best if votes[best] and _leads(votes, best, fallback) else fallback


def _leads(votes: Mapping[str, int], best: str, fallback: str) -> bool:
    return best == fallback or votes[best] > 1.2 * votes.get(fallback, 0)


_ALL_FUNCTION_WORDS = frozenset().union(*FUNCTION_WORDS.values())
