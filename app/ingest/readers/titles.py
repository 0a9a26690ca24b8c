"""Which title a document has: the one it states, unless a program or a template put that there."""

from __future__ import annotations

import re

MAX_TITLE = 300  # characters
_LOOKED_AT = 20_000  # characters of the text
_FEWEST_SHARED = 0.6  # of a title's words, in a text that is about that
_PROGRAMS = re.compile(
    r"(?:microsoft (?:word|excel|powerpoint)|word|powerpoint) *- *"
    r"|(?:power ?point[ -]presentation|presentazione (?:standard )?(?:di power ?point)?"
    r"|presentation|untitled.*|senza (?:nome|titolo).*|(?:documento?|dokument|cartel|book|foglio"
    r"|workbook|presentation|slide|diapositiva) ?\d*|titolo.*|title|unknown)\Z",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"(?:art(?:icolo|icle|\.)?|§|capo|sezione|section|chapter|parte?)?\s*"
    r"(?:\d+(?:[.)\s]|\Z)|[ivx]+[.)]|[a-z]\))",
    re.IGNORECASE,
)
_MAX_OPENING = 120  # characters
_FILE = re.compile(r"\.(?:docx?|dotx?|odt|rtf|pptx?|potx?|odp|xlsx?|ods|pdf|txt|html?)\Z", re.I)


def choose_title(stated: str, heading: str | None, text: str, opening: str = "") -> str | None:
    """The title of a document that states `stated` in its properties ("" for nothing).

    Where its text has a heading, the stated title counts only if the text is about it: it is
    often that of the file from which this one was made. A heading that names a section ("1. …")
    is no title; `opening`, the first paragraph, is one if it is short. None without any of these.
    """
    if heading and _SECTION.match(heading):
        line = " ".join(opening.split())
        if stated.strip().casefold() in heading.casefold():
            stated = ""  # a program took the first heading
        short = 0 < len(line) <= _MAX_OPENING and line[-1] not in ".,;:"
        heading = line if short and not _SECTION.match(line) else None
    title = " ".join("".join(each if each.isprintable() else " " for each in stated).split())
    title = _PROGRAMS.sub("", title, count=1).strip()
    if _FILE.search(title):
        title = ""
    if title and heading and not _is_about(text[:_LOOKED_AT], title):
        title = ""
    return (title or heading or "")[:MAX_TITLE] or None


def _is_about(text: str, title: str) -> bool:
    words = set(re.findall(r"\w+", title.casefold()))
    there = set(re.findall(r"\w+", text.casefold()))
    return bool(words) and len(words & there) >= _FEWEST_SHARED * len(words)
