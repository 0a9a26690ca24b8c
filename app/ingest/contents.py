"""Tables of contents: the headings that a document itself lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ingest.blocks import Line

_FEWEST_ENTRIES = 3  # fewer lines of this form may be anything
_FEWEST_LETTERS = 4
_MAX_ENTRY = 160  # characters
_LED = re.compile(
    r"(.*?\S)(?:\t| {3,}|[ \t]*(?:\.{4,}|(?:\. ){3,}|…{2,}))[ \t]*(?:\d{1,4}|[ivxlc]{1,6})\Z"
)
_LEADERS = ("\t", "   ", "....", ". . . ", "……")  # one of these is in every such line
_NUMBERED = re.compile(r"(.*?\S)\s+\d{1,4}\Z")  # an entry only among others

_NAMES = frozenset(
    (
        "contents",
        "contenuto",
        "contenuti",
        "indice",
        "indice generale",
        "índice",
        "inhalt",
        "inhaltsverzeichnis",
        "sommaire",
        "sommario",
        "sumario",
        "table des matières",
        "table of contents",
    )
)


def is_name_of_contents(title: str) -> bool:
    """Whether a section of this name is a table of contents: it holds no other section."""
    return _key(title) in _NAMES


def listed_titles(lines: Sequence[Line]) -> frozenset[str]:
    """The titles that the tables of contents among `lines` list, for `is_listed`."""
    led = [_title(_LED, line) for line in lines]
    if sum(title != "" for title in led) < _FEWEST_ENTRIES:
        return frozenset()
    titles = set(filter(None, led))
    for index, line in enumerate(lines):
        around = led[max(0, index - 1) : index] + led[index + 1 : index + 2]
        if not led[index] and any(around):
            titles.add(_title(_NUMBERED, line))
    return frozenset(titles - {""})


def is_listed(line: Line, titles: frozenset[str]) -> bool:
    """Whether a line reads like one of the listed titles."""
    return bool(titles) and len(line.text) <= _MAX_ENTRY and _key(line.text) in titles


def is_entry(line: Line, titles: frozenset[str]) -> bool:
    """Whether a line is a listed title with the number of its page."""
    return bool(titles) and _title(_NUMBERED, line) in titles


def _title(pattern: re.Pattern[str], line: Line) -> str:
    """The title of an entry, "" if the line is none; a column of figures has no title."""
    text = line.text.strip()
    may_be = len(text) <= _MAX_ENTRY and text[-1:].isalnum()
    if pattern is _LED:
        may_be = may_be and any(leader in text for leader in _LEADERS)
    match = pattern.match(text) if may_be else None
    title = _key(match.group(1)) if match else ""
    return title if sum(letter.isalpha() for letter in title) >= _FEWEST_LETTERS else ""


def _key(text: str) -> str:
    return " ".join(text.split()).strip(" .:").casefold()
