"""Finds running headers and footers: lines at the edges of pages that come back on most of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.types import Page
from app.ingest.headings import begins_with_heading_word

_FEWEST_PAGES = 3
_EDGE_LINES = 2  # at each end of a page, blank lines not counted
_MAX_LINE = 200  # characters; a longer line is text
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class RunningLines:
    """Spans of running lines by page index, in order: those to leave out, and those to keep."""

    left_out: Mapping[int, tuple[tuple[int, int], ...]]
    kept: frozenset[tuple[int, int]]  # page index, and where the line starts on that page


@dataclass(frozen=True, slots=True)
class _EdgeLine:
    """A line at the edge of a page; `numbers` are those that stand in it.

    `text` is without the page's label, where that stands at an end of the line.
    """

    page_index: int
    start: int
    end: int
    text: str
    numbers: tuple[int, ...]


def find_running_lines(pages: Sequence[Page]) -> RunningLines:
    """The running headers and footers of a document.

    Such a line is one of the two outermost at its end of the page, and comes back there on at
    least three pages and more than half of those that hold text. Its numbers stay the same or
    count with the pages: "Manual · rev. 2 · page 7". A line whose words are nowhere else stays
    where it comes first, so that nothing in it can no longer be found; and a page of nothing but
    such lines keeps them.
    """
    with_text = sum(1 for page in pages if page.text.strip())
    least = max(_FEWEST_PAGES, with_text // 2 + 1)
    if with_text < least:
        return RunningLines({}, frozenset())
    running: list[list[_EdgeLine]] = []
    for at_top in (True, False):
        groups: dict[tuple[str, int], list[_EdgeLine]] = {}
        for page in pages:
            for line in _edge_lines(page, at_top):
                key = (_form(line.text), len(line.numbers))  # a "#" may be the line's own
                groups.setdefault(key, []).append(line)
        running += [found for each in groups.values() if len(found := _regular(each)) >= least]
    spans: dict[int, set[tuple[int, int]]] = {}
    for group in running:
        for line in group:
            spans.setdefault(line.page_index, set()).add((line.start, line.end))
    _keep_only_lines(pages, spans)
    kept = _keep_only_words(pages, running, spans)
    left_out = {index: tuple(sorted(found)) for index, found in spans.items() if found}
    return RunningLines(left_out, kept)


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """`text` without `spans`, which are in order and do not overlap."""
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    return "".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _edge_lines(page: Page, at_top: bool) -> Iterator[_EdgeLine]:
    """The outermost lines of a page that may be running ones."""
    low, high = 0, len(page.text)
    for _ in range(_EDGE_LINES):
        inside = page.text[low:high]
        if not inside.strip():
            return
        if at_top:
            start = low + len(inside) - len(inside.lstrip())
            end = page.text.find("\n", start, high)
            end = high if end < 0 else end
            low = end
        else:
            end = low + len(inside.rstrip())
            start = page.text.rfind("\n", low, end) + 1 or low
            high = start
        line = page.text[start:end]
        text = line.strip()
        # A number alone is a page number or a cell of a table: `folios` knows more about those.
        if len(text) <= _MAX_LINE and any(letter.isalpha() for letter in text):
            start += len(line) - len(line.lstrip())
            end = start + len(text)
            text = _without_label(text, page.label)
            numbers = tuple(int(each[:18]) for each in _NUMBER.findall(text))
            yield _EdgeLine(page.index, start, end, text, numbers)


def _without_label(text: str, label: str | None) -> str:
    """A line without the page's label at one of its ends: "Manual · xii"."""
    if label and text.endswith(label) and not text[: -len(label)][-1:].isalnum():
        return text[: -len(label)].rstrip()
    if label and text.startswith(label) and not text[len(label) :][:1].isalnum():
        return text[len(label) :].lstrip()
    return text


def _form(text: str) -> str:
    """A line without its numbers, and without what differs between two printings of it."""
    return " ".join(_NUMBER.sub("#", text).casefold().split())


def _regular(group: Sequence[_EdgeLine]) -> list[_EdgeLine]:
    """The lines whose numbers are those of most, or count with the pages as those of most do.

    "Art. 7" on a page of its own counts with the pages too, but is a heading.
    """
    may_count = not begins_with_heading_word(group[0].text)
    for column in range(len(group[0].numbers)):
        values = Counter(line.numbers[column] for line in group)
        offsets = Counter(line.numbers[column] - line.page_index for line in group)
        (value, _), (offset, _) = values.most_common(1)[0], offsets.most_common(1)[0]
        group = [
            line
            for line in group
            if line.numbers[column] == value
            or (may_count and line.numbers[column] - line.page_index == offset)
        ]
    return list({line.page_index: line for line in group}.values())


def _keep_only_lines(pages: Sequence[Page], spans: dict[int, set[tuple[int, int]]]) -> None:
    for page in pages:
        found = spans.get(page.index)
        if found and not without(page.text, sorted(found)).strip():
            found.clear()


def _keep_only_words(
    pages: Sequence[Page],
    running: Sequence[Sequence[_EdgeLine]],
    spans: dict[int, set[tuple[int, int]]],
) -> frozenset[tuple[int, int]]:
    """Keep the first of lines that hold a word which is nowhere else in the document."""
    kept: set[tuple[int, int]] = set()
    words: set[str] = set()
    for page in pages:
        rest = without(page.text, sorted(spans.get(page.index, ())))
        words.update(_WORD.findall(rest.casefold()))
    for group in running:
        first = min(group, key=lambda line: line.page_index)
        its_own = set(_WORD.findall(first.text.casefold()))
        if {word for word in its_own if not word.isdigit()} - words:
            spans[first.page_index].discard((first.start, first.end))
            kept.add((first.page_index, first.start))
            words |= its_own
    return frozenset(kept)
