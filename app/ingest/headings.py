"""Recognises headings in plain text by their words, numbers and capitals. Modestly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.ingest.blocks import Line

_MAX_LENGTH = 90
_MAX_WORDS = 12
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
    (8, "art\\.|articolo|article|artikel|artículo|§"),
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
_LEADERS = re.compile(r"\.{4,}|(?:\. ){3,}|…{2,}|\t\s*\d+\Z|\s{2,}\d{1,4}\Z")
_SENTENCE_END = re.compile(r"[.;:,!?…][\"'”’»)]*\Z")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading. `alone` is False where the section's text begins on the same line."""

    level: int
    title: str
    alone: bool


def find_heading(lines: Sequence[Line], index: int, page_start: bool) -> Heading | None:
    """The heading that line `index` is or begins with, None if it is none.

    The caller has made sure that a block may begin with this line.
    """
    text = lines[index].text.strip()
    if not text or (len(text) <= _LONGEST_LEADERS and _LEADERS.search(text)):
        return None
    if begins_with_heading_word(text):
        return _worded(text)
    return _numbered(lines, index, text) or _set_apart(lines, index, text, page_start)


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
        name, _, rest = match.groups()
        if not rest:
            return Heading(level, name, alone=True)
        if not (rest[:1].isupper() or rest[:1] in '(«"“'):
            return None  # "Art. 12 della Costituzione …", in a sentence
        if len(text) <= _MAX_LENGTH and not _SENTENCE_END.search(rest):
            title = text if len(rest.split()) <= _MAX_WORDS else name
            return Heading(level, title, alone=level < 8 or rest[:1] == "(")
        return Heading(level, name, alone=False)
    return None


def _numbered(lines: Sequence[Line], index: int, text: str) -> Heading | None:
    """ "2.1 Method"; with a number of one part only where it cannot be an item of a list."""
    match = _NUMBERED.match(text)
    if match is None or not _looks_like_title(match.group(2)):
        return None
    depth = match.group(1).count(".") + 1
    if depth == 1 and not _is_between_blanks(lines, index):
        return None
    if text[-1].isdigit() and depth == 1:
        return None  # a line of a table of contents, or of figures
    return Heading(3 + min(depth, 4), text, alone=True)


def _set_apart(lines: Sequence[Line], index: int, text: str, page_start: bool) -> Heading | None:
    """A short line of its own, in capitals or before a longer paragraph."""
    if not _looks_like_title(text):
        return None
    if text[-1].isdigit():
        return None  # a line of a table of contents, or of figures
    letters = [letter for letter in text if letter.isalpha()]
    if (
        len(letters) >= 4
        and all(letter.isupper() for letter in letters)
        and letters[0].lower() != letters[0]
    ):
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


def _is_between_blanks(lines: Sequence[Line], index: int) -> bool:
    return _is_blank(lines, index - 1) and _is_blank(lines, index + 1)


def _is_blank(lines: Sequence[Line], index: int) -> bool:
    return not 0 <= index < len(lines) or lines[index].blank


def _next_line(lines: Sequence[Line], index: int) -> str | None:
    """The next line that is not blank, among the next few."""
    return next((line.text.strip() for line in lines[index : index + 4] if not line.blank), None)
