"""Operators in a query: `"exact phrase"` must occur, `-word` and `-"phrase"` must not."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Quotes come in pairs of one kind, and a phrase holds none of its kind: the time it takes to find
# them grows with the length of the query alone.
_PHRASE = re.compile(r'"([^"]*)"|“([^“”]*)”|«([^«»]*)»')
_WORDY = re.compile(r"[^\W_]")  # a phrase needs at least one letter or digit
_MINUS = re.compile(r"(?:^|\s)-$")  # before a phrase
# A minus counts only at the start of a word that starts with a letter: "-5", "12-bis" and
# "a - b" are ordinary text.
_EXCLUDED = re.compile(r"(?:(?<=\s)|^)-(?=[^\W\d_])(\w+(?:[-'’./]\w+)*)")


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart. `text` is what remains to be embedded and scored, phrases included."""

    text: str
    phrases: tuple[str, ...]
    excluded: tuple[str, ...]


# What is beyond is no question any more; a megabyte of it would take seconds.
_MOST_CHARS = 50_000


def parse_query(query: str) -> Query:
    """Take `query` apart. Never fails: what is no operator is text.

    Only the first 50,000 characters count.
    """
    query = query[:_MOST_CHARS]
    phrases: list[str] = []
    excluded: list[str] = []
    parts: list[str] = []

    def take_word(match: re.Match[str]) -> str:
        excluded.append(match.group(1))
        return " "

    def take_text(text: str) -> None:
        parts.append(_EXCLUDED.sub(take_word, text))

    end = 0
    for match in _PHRASE.finditer(query):  # a minus inside a phrase is text
        phrase = next(group for group in match.groups() if group is not None)
        if not _WORDY.search(phrase):
            continue
        before, end_before = query[end : match.start()], end
        end = match.end()
        if _MINUS.search(before) and (before != "-" or end_before == 0):
            take_text(before[:-1])
            parts.append(" ")
            excluded.append(phrase)
        else:
            take_text(before)
            parts.append(f" {phrase} ")
            phrases.append(phrase)
    take_text(query[end:])
    return Query(" ".join("".join(parts).split()), tuple(phrases), tuple(excluded))
