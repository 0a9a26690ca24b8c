"""Headings that somebody typed and made bold, instead of styling them: most contracts are so.

Only asked about documents that style none, or a single one: where headings are styled, what is
bold besides is emphasis.
"""

from __future__ import annotations

from app.ingest.blocks import Line
from app.ingest.headings import begins_with_heading_word, find_heading

MOST_STYLED = 1  # headings of a document whose other headings are looked for
_MAX_LENGTH = 120  # characters
_MAX_WORDS = 16
_LEVELS = {1: 1, 2: 2, 3: 3, 8: 4}  # those of "Title II", "Chapter 3", "Section 1", "Art. 5"
_CAPITALS = 3
_BOLD = 5


def unstyled_level(text: str, *, bold: bool) -> int:
    """The level, from 1, of a paragraph that stands as a heading, 0 if it is none.

    `text` has its number before it; `bold` tells that all of it is.
    """
    line = text.strip()
    if not line or "\n" in line or len(line) > _MAX_LENGTH or len(line.split()) > _MAX_WORDS:
        return 0
    if begins_with_heading_word(line):
        found = find_heading([Line(0, len(line), line)], 0, page_start=False)
        whole = found is not None and (found.alone or found.title == line)
        return _LEVELS.get(found.level, _BOLD) if found is not None and whole else 0
    letters = [each for each in line if each.isalpha()]
    if len(letters) < 3 or 2 * len(letters) < len("".join(line.split())):
        return 0  # an amount, a date, a line to be filled in
    if line[-1] in ".;,!" or "@" in line or "://" in line:
        return 0
    capitals = all(each.isupper() for each in letters if each.lower() != each.upper())
    if capitals and line[-1] != ":" and any(len(word) > 3 for word in line.split()):
        return _CAPITALS
    return _BOLD if bold and line[0] not in "-–•(" else 0
