"""Cuts passages and names so that they fit and cannot pass for anything but quoted text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from app.answer.cite import only_citations
from app.answer.table_text import is_rule, row_ends
from app.ingest.sentences import sentence_ends

_WORD = re.compile(r"\w{3,}")
_MAX_NAME = 80

Measure = Callable[[str], int]


def quote(text: str) -> str:
    """`text` with bracketed numbers in round brackets: its notes are not our citations."""
    return only_citations(text, ())


def quote_name(name: str) -> str:
    """A document's name on one line, short, and without brackets of any meaning to us."""
    flat = " ".join(quote(name).split())
    return flat if len(flat) <= _MAX_NAME else flat[: _MAX_NAME - 1] + "…"


def split_sentences(text: str) -> list[str]:
    """The sentences of `text`, in order, without the white space between them; a row of a
    Markdown table is one too."""
    starts = sorted({0, *sentence_ends(text), *row_ends(text)})
    ends = [*starts[1:], len(text)]
    parts = (text[start:end].strip() for start, end in zip(starts, ends, strict=True))
    return [part for part in parts if part and not is_rule(part)]


def cut_to_sentences(text: str, question: str, room: int, measure: Measure) -> str:
    """The whole sentences around the one nearest to `question` that `measure` to at most `room`.

    "" if not even that one sentence fits. Nearness is the number of shared words.
    """
    sentences = split_sentences(text)
    if not sentences:
        return ""
    asked = set(_words(question))
    shared = [len(asked.intersection(_words(sentence))) for sentence in sentences]
    first = last = shared.index(max(shared))
    if measure(sentences[first]) > room:
        return ""
    while True:
        wider = _widen(sentences, first, last, room, measure)
        if wider is None:
            return " ".join(sentences[first : last + 1])
        first, last = wider


def cut_to_room(text: str, room: int, measure: Measure) -> str:
    """The longest beginning of `text` that `measure`s to at most `room`, found by halving."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle]) <= room else (low, middle - 1)
    return text[:low].rstrip()


def _widen(
    sentences: Sequence[str], first: int, last: int, room: int, measure: Measure
) -> tuple[int, int] | None:
    """The window one sentence wider, behind before in front, or None if neither fits."""
    for new_first, new_last in ((first, last + 1), (first - 1, last)):
        inside = new_first >= 0 and new_last < len(sentences)
        if inside and measure(" ".join(sentences[new_first : new_last + 1])) <= room:
            return new_first, new_last
    return None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
