"""Operators in a query: `"exact phrase"` must occur, `-word` must not."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Quotes come in pairs of one kind. A phrase needs at least one letter or digit.
_PHRASE = re.compile(r'"([^"]*\w[^"]*)"|“([^”]*\w[^”]*)”|«([^»]*\w[^»]*)»')
# A minus counts only at the start of a word that starts with a letter: "-5", "12-bis" and
# "a - b" are ordinary text.
_EXCLUDED = re.compile(r"(?:(?<=\s)|^)-(?=[^\W\d_])(\w+(?:[-'’./]\w+)*)")


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart. `text` is what remains to be embedded and scored, phrases included."""

    text: str
    phrases: tuple[str, ...]
    excluded: tuple[str, ...]


def parse_query(query: str) -> Query:
    """Take `query` apart. Never fails: what is no operator is text."""
    phrases: list[str] = []
    excluded: list[str] = []

    def take_phrase(match: re.Match[str]) -> str:
        phrase = next(group for group in match.groups() if group)
        phrases.append(phrase)
        return f" {phrase} "

    def take_word(match: re.Match[str]) -> str:
        excluded.append(match.group(1))
        return " "

    parts: list[str] = []
    end = 0
    for match in _PHRASE.finditer(query):  # a minus inside a phrase is text
        parts.append(_EXCLUDED.sub(take_word, query[end : match.start()]))
        parts.append(take_phrase(match))
        end = match.end()
    parts.append(_EXCLUDED.sub(take_word, query[end:]))
    return Query(" ".join("".join(parts).split()), tuple(phrases), tuple(excluded))
