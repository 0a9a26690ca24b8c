"""Finds page numbers that stand alone at the top or bottom of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.types import Page

_MAX_LINE = 40
_BARE = re.compile(r"[\s\-–—|\[(]*(\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7})[\s\-–—|\])]*\Z")
_OF_TOTAL_DASHED = re.compile(r"\s*(\d{1,4})\s*[-–—]\s*\d{1,4}\s*\Z")  # or a range of figures
_OF_TOTAL = re.compile(r"[\s\-–—]*(\d{1,4})\s*(?:/|di|of|von|de|sur)\s*\d{1,4}[\s\-–—]*\Z")
_WORDED = re.compile(
    r"[\s\-–—]*(?:pag(?:ina|e|\.)?|p\.|seite|s\.|página|pág\.)\s*(\d{1,4})"
    r"(?:\s*(?:/|di|of|von|de|sur)\s*\d{1,4})?[\s\-–—]*\Z",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    number: int
    written: str
    certain: bool


def find_folios(
    pages: Sequence[Page], running: Mapping[int, Sequence[tuple[int, int]]]
) -> Mapping[int, tuple[tuple[int, int], ...]]:
    """Spans of the page numbers, by page index. `running` holds the spans of lines around them.

    A bare number counts if it is the page's label or its place in the file, or if a neighbouring
    page has the neighbouring number at the same end: a lone "12" may as well be a table's cell.
    """
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    for at_top in (True, False):
        candidates = [_candidate(page, at_top, running.get(page.index, ())) for page in pages]
        for place, (page, candidate) in enumerate(zip(pages, candidates, strict=True)):
            if candidate is None:
                continue
            before = candidates[place - 1] if place else None
            after = candidates[place + 1] if place + 1 < len(pages) else None
            if (
                candidate.certain
                or candidate.number == page.index + 1
                or candidate.written.casefold() == (page.label or "").casefold()
                or (before is not None and before.number == candidate.number - 1)
                or (after is not None and after.number == candidate.number + 1)
            ):
                span = (candidate.start, candidate.end)
                found[page.index] = (*found.get(page.index, ()), span)
    return found


def _candidate(page: Page, at_top: bool, running: Sequence[tuple[int, int]]) -> _Candidate | None:
    """The first or last line of the page within `running`, if it reads like a page number."""
    text = _blanked(page.text, running)
    if at_top:
        start = len(text) - len(text.lstrip())
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
    else:
        end = len(text.rstrip())
        start = text.rfind("\n", 0, end) + 1
    line = text[start:end]
    if not line.strip() or len(line) > _MAX_LINE or not (text[:start] + text[end:]).strip():
        return None  # a page of nothing but a number keeps it
    match = _WORDED.match(line) or _OF_TOTAL.match(line)
    if match:
        return _Candidate(start, end, int(match.group(1)), match.group(1), certain=True)
    match = _BARE.match(line) or _OF_TOTAL_DASHED.match(line)
    if match is None:
        return None
    written = match.group(1)
    number = int(written) if written.isdigit() else _roman_value(written)
    return _Candidate(start, end, number, written, certain=False)


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """`text` with spaces in place of `spans`, so that positions stay."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _roman_value(written: str) -> int:
    values = [_ROMAN[letter] for letter in written.casefold()]
    following = [*values[1:], 0]
    return sum(-a if a < b else a for a, b in zip(values, following, strict=True))
