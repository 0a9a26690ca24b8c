"""Repairs words of a page whose glyphs are right and whose text is not.

Accents drawn as glyphs of their own are put on their letters; letters that a heading spreads out
are joined into words; words without a space between them are parted where their glyphs are. Each
works on code points and, beside them, the characters of the page that they came from, so that a
repaired word is still found where it stands.
"""

from __future__ import annotations

import re
import statistics
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from app.ingest.readers.letter_pairs import PAIR_BITS, plain_letters

_MARKS = re.compile("[\u0300-\u036f]")
_SPACING_ACCENTS = {
    "`": "\u0300",
    "\u02cb": "\u0300",
    "\u00b4": "\u0301",
    "\u02ca": "\u0301",
    "^": "\u0302",
    "\u02c6": "\u0302",
    "~": "\u0303",
    "\u02dc": "\u0303",
    "\u00a8": "\u0308",
    "\u02da": "\u030a",
    "\u00b8": "\u0327",
    "\u02c7": "\u030c",
}
_ACCENT = re.compile("[`\u02cb\u00b4\u02ca^\u02c6~\u02dc\u00a8\u02da\u00b8\u02c7]")
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
# Four single letters in a row, or more, perhaps with a sign in front or behind.
_SPACED = re.compile(r"(?<![^\s(«“\"])[^\W\d_](?:[ \t]+[^\W\d_](?![^\s.,;:!?»”\"'’)])){3,}")
_WORD_GAP = 1.6  # times the usual gap between spread letters, and at least
_MORE_GAP = 0.2  # of a letter's height more: a space between two words
_WIDEST_GAP = 1.3  # of a letter's height: letters further apart are no word, but cells of a table
_MOST_BITS = 4.8  # a letter pair, on average: more is no word of any language, but names of points
# Words that may have swallowed a space: long ones, those with a sign or a capital in the middle.
_GLUED = re.compile(r"[^\W\d_]{14,}|[^\W\d_][,;:.!?»”)][^\W\d_]|[a-zà-ÿ][A-ZÀ-Þ«“]")
_WORD = re.compile(r"\S{2,}")
_CLOSING = frozenset(",;:.!?»”")
_BEGINNING = frozenset('«“":;!?»')  # with the signs that French sets apart
_SPACE = 0.11  # of a line's height, between two letters: a space, even in a tight line
_SAME_LINE = 0.6  # of the larger height is shared by letters of one line; not with an index
_PARTED_LINES = 0.15  # of a page's lines: if so many had to be parted, all are looked at


class Boxes(Protocol):
    """Where the characters of a page are."""

    def line_box(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the character, as wide as its advance, in points.

        All zero where it is not known.
        """


@dataclass(frozen=True, slots=True)
class _Change:
    """Code points `start` to `end` (exclusive) become `text`, made of the characters `index`."""

    start: int
    end: int
    text: str
    index: tuple[int, ...]


def repair_words(text: list[str], index: list[int], boxes: Boxes) -> None:
    """Repair the code points `text`, with the characters `index` behind them, in place.

    Pages that need none of the repairs cost one look. Where no boxes are known, only what the text
    alone tells is repaired.
    """
    for repair in (_compose_marks, _put_accents, _join_spaced, _part_glued):
        changes = list(repair("".join(text), index, boxes))
        for change in reversed(changes):
            text[change.start : change.end] = change.text
            index[change.start : change.end] = change.index


def _compose_marks(text: str, index: list[int], _boxes: Boxes) -> Iterator[_Change]:
    """Letters and combining marks as the one character that Unicode has for both (NFC)."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return
    start = 0
    for end in [*(at for at in range(1, len(text)) if not _MARKS.match(text[at])), len(text)]:
        if end - start > 1:
            composed = unicodedata.normalize("NFC", text[start:end])
            if composed != text[start:end]:
                yield _Change(start, end, composed, (index[start],) * len(composed))
        start = end


def _put_accents(text: str, index: list[int], boxes: Boxes) -> Iterator[_Change]:
    """An accent and the letter that it is drawn over, in whichever order they were written."""
    done = 0
    for match in _ACCENT.finditer(text):
        at = match.start()
        for letter in (at + 1, at - 1, at + 2, at - 2):  # at most a space between the two
            low, high = min(at, letter), max(at, letter)
            if low < done or high >= len(text) or (high - low == 2 and text[low + 1] != " "):
                continue
            base = _DOTLESS.get(text[letter], text[letter])
            whole = unicodedata.normalize("NFC", base + _SPACING_ACCENTS[match[0]])
            if len(whole) == 1 and base.isalpha() and _stands_over(index[at], index[letter], boxes):
                yield _Change(low, high + 1, whole, (index[letter],))
                done = high + 1
                break


def _stands_over(accent: int, letter: int, boxes: Boxes) -> bool:
    if accent < 0 or letter < 0:
        return False
    left, _, right, _ = boxes.line_box(accent)
    start, bottom, end, top = boxes.line_box(letter)
    middle = (left + right) / 2
    _, low, _, high = boxes.line_box(accent)
    return start < middle < end and low < top and high > bottom


def _join_spaced(text: str, index: list[int], boxes: Boxes) -> Iterator[_Change]:
    """The words of a run of single letters; a list of letters or a row of cells stays."""
    for match in _SPACED.finditer(text):
        places = [at for at in range(*match.span()) if not text[at].isspace()]
        if _is_alphabet("".join(text[at] for at in places)):
            continue
        gaps = _gaps([index[at] for at in places], boxes)
        if gaps is None:
            gaps = [float(after - before) for before, after in pairwise(places)]
        elif max(gaps, default=0.0) > 3 * _WIDEST_GAP or statistics.median(gaps) > _WIDEST_GAP:
            continue
        usual = statistics.median(gaps)
        widest = max(_WORD_GAP * usual, usual + _MORE_GAP)
        words = [text[places[0]]]
        indexes = [index[places[0]]]
        for gap, at in zip(gaps, places[1:], strict=True):
            if gap > widest:
                words.append("")
                indexes.append(-1)
            words[-1] += text[at]
            indexes.append(index[at])
        if all(map(_is_wordlike, words)):
            yield _Change(*match.span(), " ".join(words), tuple(indexes))


def _is_alphabet(letters: str) -> bool:
    """Whether most letters are followed by the next of the alphabet, or by themselves."""
    steps = [ord(after) - ord(before) for before, after in pairwise(letters.casefold())]
    return sum(step in (0, 1) for step in steps) > len(steps) / 2


def _is_wordlike(word: str) -> bool:
    plain = f" {plain_letters(word)} "
    bits = [PAIR_BITS.get(before + after, 0) for before, after in pairwise(plain)]
    return len(word) < 3 or sum(bits) / len(bits) <= _MOST_BITS


def _gaps(characters: list[int], boxes: Boxes) -> list[float] | None:
    """Room between each character and the next, in heights of their line; None if not known."""
    found = []
    for before, after in pairwise(map(boxes.line_box, characters)):
        height = before[3] - before[1]
        if height <= 0:
            return None
        across = abs(after[0] - before[0]) >= abs(after[1] - before[1])
        gap = after[0] - before[2] if across else max(after[1] - before[3], before[1] - after[3])
        found.append(gap / height)
    return found


def _part_glued(text: str, index: list[int], boxes: Boxes) -> Iterator[_Change]:
    """Spaces where a line leaves room for one: in lines of which a word looks as if it had
    swallowed any and has, and everywhere if there are many such lines."""
    found: list[_Change] = []
    lines = done = 0
    for suspect in _GLUED.finditer(text):
        if suspect.start() < done:
            continue
        start = text.rfind("\n", 0, suspect.start()) + 1
        end = text.find("\n", suspect.end())
        end = len(text) if end < 0 else end
        word = text.rfind(" ", start, suspect.start()) + 1 or start
        word_end = text.find(" ", suspect.end(), end)
        word_end = end if word_end < 0 else word_end
        if any(_spaces(text, index, boxes, word, word_end)):
            found += _spaces(text, index, boxes, start, end)
            lines, done = lines + 1, end
    if lines > _PARTED_LINES * (text.count("\n") + 1):
        found = list(_spaces(text, index, boxes, 0, len(text)))
    yield from found


def _spaces(text: str, index: list[int], boxes: Boxes, start: int, end: int) -> Iterator[_Change]:
    for word in _WORD.finditer(text, start, end):
        for at in range(word.start() + 1, word.end()):
            if _may_part(text[at - 1], text[at]) and _leaves_room(index[at - 1], index[at], boxes):
                yield _Change(at, at, " ", (-1,))


def _may_part(before: str, after: str) -> bool:
    """Whether a space between the two may part words; before a bracket it may be a formula's."""
    return (before.isalnum() or before in _CLOSING) and (after.isalnum() or after in _BEGINNING)


def _leaves_room(before: int, after: int, boxes: Boxes) -> bool:
    if before < 0 or after != before + 1:  # where something unseen was left out, there is room
        return False
    _, bottom, right, top = boxes.line_box(before)
    left, low, _, high = boxes.line_box(after)
    height, other = top - bottom, high - low
    same_line = min(top, high) - max(bottom, low) > _SAME_LINE * max(height, other)
    return height > 0 and same_line and left - right > _SPACE * height
