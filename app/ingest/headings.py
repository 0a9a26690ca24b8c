"""Recognises headings in plain text by their words, numbers and capitals. Modestly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.ingest.blocks import Line
from app.ingest.contents import is_entry, is_listed, is_name_of_contents

_MAX_LENGTH = 90
_MAX_WORDS = 12
_ARTICLE = 8
_DEEPEST = 9  # holds no other section
_FEWEST_LETTERS = 3
_LONGEST_LEADERS = 300  # a longer line is text, and is not searched for dot leaders

# Levels: lower ones enclose higher ones. Articles are the smallest unit that laws and contracts
# number with a word; numbered headings lie between, by the depth of their number.
_WORDS_BY_LEVEL = (
    (
        1,
        "parte|part|partie|teil|libro|book|titolo|title|titre|titel|título|allegato|annex|annexe|"
        "anlage|anexo|appendice|appendix|anhang|apéndice",
    ),
    (2, "capo|capitolo|chapter|chapitre|kapitel|capítulo"),
    (3, "sezione|sez\\.|section|abschnitt|sección"),
    (_ARTICLE, "art\\.|articolo|article|artikel|artículo|§"),
)
_ENDING = r"(?:[-‐ ]?(?:bis|ter|quater|quinquies|sexies|septies|octies)|[a-z])?"
_WORDED = tuple(
    (
        level,
        re.compile(
            rf"\s*((?:{words})\s*(?:\d{{1,4}}{_ENDING}|[ivxlc]{{1,7}}|[A-Z])(?![\w,]))"
            r"([\s.:)–—\-]*)(.*)\Z",
            re.IGNORECASE,
        ),
    )
    for level, words in _WORDS_BY_LEVEL
)
_NUMBERED = re.compile(r"\s*(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+([^\W\d_].*)\Z")
_NOTE = re.compile(r"\d{1,3}\Z")  # "ART. 96. 14": the number of a note
_LEADERS = re.compile(r"\.{4,}|(?:\. ){3,}|…{2,}|\t\s*\d+\Z|[^\W\d_]\t|\s{2,}\d{1,4}\Z")
_TWO_SENTENCES = re.compile(r"[^\W\d_]{3,}[.!?] +[^\W\d_]")
_SENTENCE_END = re.compile(r"[.;:,!?…][\"'”’»)]*\Z")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading. `alone` is False where the section's text begins on the same line."""

    level: int
    title: str
    alone: bool


def find_heading(
    lines: Sequence[Line], index: int, page_start: bool, titles: frozenset[str] = frozenset()
) -> Heading | None:
    """The heading that line `index` is or begins with, None if it is none.

    The caller has made sure that a block may begin with this line. `titles` are what the tables
    of contents list; what they leave out encloses nothing that they hold.
    """
    text = lines[index].text.strip()
    if not text or (len(text) <= _LONGEST_LEADERS and _LEADERS.search(text)):
        return None
    if begins_with_heading_word(text):
        return _worded(text)
    if is_name_of_contents(text):
        return Heading(_DEEPEST, text, alone=True)
    if is_entry(lines[index], titles):
        return None
    if is_listed(lines[index], titles):
        return Heading(_listed_level(text), text, alone=True)
    heading = _numbered(lines, index, text)
    if heading is None:
        heading = _set_apart(lines, index, text, page_start)
        if heading is not None and titles:
            heading = replace(heading, level=_DEEPEST)
    return heading


def _listed_level(text: str) -> int:
    """The level of a heading that a table of contents holds, by its number."""
    match = _NUMBERED.match(text)
    return _level_of_number(match.group(1)) if match else _level_of_number("1")


def _level_of_number(number: str) -> int:
    return 3 + min(number.count(".") + 1, 4)


def begins_with_heading_word(text: str) -> bool:
    """Whether a line begins as "Art. 3" or "Chapter 2" do; it may still go on as a sentence."""
    return (text[:1].isupper() or text[:1] == "§") and any(
        pattern.match(text) for _, pattern in _WORDED
    )


def _worded(text: str) -> Heading | None:
    """ "Art. 12", "TITOLO III", "Chapter 2 The whale", "Art. 3. La Repubblica promuove…"."""
    for level, pattern in _WORDED:
        match = pattern.match(text)
        if match is None:
            continue
        name, mark, rest = match.groups()
        with_note = level == _ARTICLE and "." in mark and _NOTE.match(rest) is not None
        if not rest or with_note:
            return Heading(level, name, alone=True)
        if not (rest[:1].isupper() or rest[:1] in '(«"“'):
            return None  # "Art. 12 della Costituzione …", in a sentence
        if len(text) <= _MAX_LENGTH and not _SENTENCE_END.search(rest):
            title = text if len(rest.split()) <= _MAX_WORDS else name
            return Heading(level, title, alone=level < _ARTICLE or rest[:1] == "(")
        return Heading(level, name, alone=False)
    return None


def _numbered(lines: Sequence[Line], index: int, text: str) -> Heading | None:
    """ "2.1 Method"; with a number of one part only where it cannot be an item of a list."""
    match = _NUMBERED.match(text)
    if match is None or not _looks_like_title(match.group(2)):
        return None
    depth = match.group(1).count(".") + 1
    if depth == 1 and not (_is_in_capitals(match.group(2)) or _is_between_blanks(lines, index)):
        return None
    if text[-1].isdigit() and (depth == 1 or _is_among_entries(lines, index)):
        return None  # a line of a table of contents, or of figures
    return Heading(_level_of_number(match.group(1)), text, alone=True)


def _is_among_entries(lines: Sequence[Line], index: int) -> bool:
    """Whether a neighbouring line begins and ends with a number too."""
    return any(
        line.text[-1:].isdigit() and _NUMBERED.match(line.text) is not None
        for line in (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2])
    )


def _set_apart(lines: Sequence[Line], index: int, text: str, page_start: bool) -> Heading | None:
    """A short line of its own, in capitals or before a longer paragraph."""
    if not _looks_like_title(text) or _TWO_SENTENCES.search(text):
        return None
    letters = sum(letter.isalpha() for letter in text)
    if letters < _FEWEST_LETTERS or 2 * letters <= len("".join(text.split())):
        return None  # a formula
    if text[-1].isdigit():
        return None  # a line of a table of contents, or of figures
    if _is_in_capitals(text):
        return Heading(3, text, alone=True)
    if not (page_start or _is_blank(lines, index - 1)) or not _is_blank(lines, index + 1):
        return None
    following = _next_line(lines, index + 2)
    if following is None or len(following) <= len(text):
        return None
    return Heading(7, text, alone=True) if len(text) <= 60 and len(text.split()) <= 8 else None


def _looks_like_title(text: str) -> bool:
    return (
        len(text) <= _MAX_LENGTH
        and len(text.split()) <= _MAX_WORDS
        and text[:1].isupper()
        and not _SENTENCE_END.search(text)
        and "@" not in text
        and "://" not in text
    )


def _is_in_capitals(text: str) -> bool:
    """Whether all letters are capitals, and more than those of "SI SI", two cells of a table."""
    letters = [letter for letter in text if letter.isalpha()]
    return (
        any(len(word) > 3 for word in text.split())
        and bool(letters)
        and all(letter.isupper() for letter in letters)
        and letters[0].lower() != letters[0]
    )


def _is_between_blanks(lines: Sequence[Line], index: int) -> bool:
    return _is_blank(lines, index - 1) and _is_blank(lines, index + 1)


def _is_blank(lines: Sequence[Line], index: int) -> bool:
    return not 0 <= index < len(lines) or lines[index].blank


def _next_line(lines: Sequence[Line], index: int) -> str | None:
    """The next line that is not blank, among the next few."""
    return next((line.text.strip() for line in lines[index : index + 4] if not line.blank), None)
