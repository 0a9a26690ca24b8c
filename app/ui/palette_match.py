"""How well a name fits what was typed into the command palette. No Qt.

Every word typed must be found in the name: at its beginning, at a word's beginning, anywhere, or,
weakest, its letters one after another ("nwc" finds "New conversation"). Case and accents do not
matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from heapq import nlargest
from typing import TypeVar

T = TypeVar("T")

_WHOLE, _START, _WORD, _INSIDE, _LETTERS = 100.0, 60.0, 40.0, 20.0, 4.0
_FEWEST_SCATTERED = 2  # letters; one alone is found in nearly everything
_MARKS = re.compile(r"[\u0300-\u036f]")


def fold(text: str) -> str:
    """`text` for comparing: small letters, without accents, white space as single blanks."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    return " ".join(plain.casefold().split())


def fit(query: str, name: str) -> float:
    """How well `name` fits `query`, both folded: 0 does not, more is better.

    Of names that fit alike, the shorter is the better one.
    """
    total = 0.0
    for word in query.split():
        points = _points(word, name)
        if not points:
            return 0.0
        total += points
    if query == name:
        total += _WHOLE
    return total + 1.0 / (1.0 + len(name)) if total else 0.0


def best(
    query: str, items: Iterable[T], name_of: Callable[[T], str], limit: int
) -> list[tuple[float, T]]:
    """The items whose names (folded already) fit `query` (folded) best, with how well."""
    scored = ((fit(query, name_of(item)), at, item) for at, item in enumerate(items))
    fitting = (each for each in scored if each[0] > 0)
    chosen = nlargest(limit, fitting, key=lambda each: (each[0], -each[1]))
    return [(points, item) for points, _at, item in chosen]


def _points(word: str, name: str) -> float:
    at = name.find(word)
    if at == 0:
        return _START
    while at > 0:
        if not name[at - 1].isalnum():
            return _WORD
        following = name.find(word, at + 1)
        if following < 0:
            return _INSIDE
        at = following
    if len(word) < _FEWEST_SCATTERED:
        return 0.0
    found = _scattered(word).search(name)
    if found is None:
        return 0.0
    return _LETTERS * len(word) / (found.end() - found.start())


@lru_cache(maxsize=64)
def _scattered(word: str) -> re.Pattern[str]:
    """The letters of `word` in their order, the first at the beginning of a word."""
    return re.compile(r"\b" + "[^\0]*?".join(map(re.escape, word)))
