"""Finds where sentences end, in the scripts and languages that people's documents are in.

By rules, not by a model: it runs over every page of a library, and a sentence cut in the middle
is worse than two left together, so that each rule leans towards leaving together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.ingest.abbreviations import (
    ABBREVIATIONS,
    GERMAN_MONTHS,
    MAY_END_A_SENTENCE,
    ONLY_BEFORE_NUMBERS,
)

_CLOSER = "\"'”’»›)\\]}」』）】〉》＂"
# A French quotation closes behind a space; a German one opens so, with a letter behind it.
_CLOSERS = rf"(?:[{_CLOSER}]|[ \u00a0\u202f][»›](?=[\s,;:.)]|$))*+"
_FULL_WIDTH = "。！？｡．"  # end a sentence with no space behind them
_OTHER_STOPS = "؟۔।॥։።፧၊။៖។‼⁇⁈⁉"  # Arabic, Urdu, Devanagari, Armenian, Ethiopic, Burmese, Khmer

_STOPS = ".!?…" + _OTHER_STOPS
# Possessive, and tried at the start of a run alone: a page of dot leaders costs no more than text.
_END = re.compile(
    rf"[{_FULL_WIDTH}]++{_CLOSERS}"
    rf"|(?<![{_STOPS}])[{_STOPS}]++{_CLOSERS}(?=\s|$)"
    # A note's number set against the stop, as PDFs have it: "the sentence.12 The next".
    rf"|(?<=[^\W\d])[.!?…]++{_CLOSERS}\d{{1,3}}(?=\s+[^\W\d_])"
)
_OPENERS = "\"'“‘«‹„(\\[{「『（【〈《¿¡—–\\-•*_ \t\r\n\u00a0\u3000"
_NEXT = re.compile(rf"[\s{_OPENERS}]*")
_WORD_BEFORE = re.compile(r"[^\s(\[{«“‘„\"'’/]*$")
_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}\Z")  # S.p.A  U.S  z.B  e.g  Ph.D
_ROMAN_WORD = re.compile(r"\s*[IVXLC]+\b")
_ROMAN = re.compile(r"[IVXLCDM]+\Z")
_ITEM_NUMBER = re.compile(r"(?:^|\n)[ \t]*(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,5}|[A-Za-z])\Z")
_WORD_AFTER = re.compile(r"\s*([^\W\d_]+)")
_LOOK_BACK = 32  # no abbreviation is longer, and no rule looks further


def sentence_ends(text: str) -> Iterator[int]:
    """Yield the index behind each sentence of `text` but the last, in order; linear time.

    An index follows the closing quotes that belong to the sentence; white space behind it
    belongs to nobody.
    """
    for match in _END.finditer(text):
        end = match.end()
        if end < len(text) and _is_end(text, match.start(), match.group()):
            yield end


def _is_end(text: str, stop: int, mark: str) -> bool:
    """Whether the punctuation `mark` at `stop` ends a sentence."""
    if mark[0] in _FULL_WIDTH:
        return _follows_full_width(text, stop + len(mark))
    following = _next_letter(text, stop + len(mark))
    if mark[0] in _OTHER_STOPS:
        return True
    if following.islower():
        return False  # «Vieni!» disse Anna; approx. five
    if mark[0] in "!?…" or mark.startswith(".."):
        return following != ""
    return not _is_inner_dot(text, stop, following)


def _follows_full_width(text: str, end: int) -> bool:
    """A quote that closes and goes on with a comma or a particle is left together."""
    return text[end : end + 1] not in ("，", "、", "；", ",", "と", "の", "」")


def _next_letter(text: str, position: int) -> str:
    """The character that the following sentence would begin with, quotes and dashes apart."""
    match = _NEXT.match(text, position, position + 200)
    behind = match.end() if match else position
    return text[behind : behind + 1]


def _is_inner_dot(text: str, stop: int, following: str) -> bool:
    """Whether the full stop at `stop` belongs to an abbreviation, an initial or a number.

    A number at the beginning of a sentence, "1. First", is that of a list item.
    """
    before = text[max(0, stop - _LOOK_BACK) : stop]
    word = _last_word(before)
    if not word:
        return False
    if _ITEM_NUMBER.search(before):
        return True  # "II. Second", "a. third": the number of a list item
    lowered = word.casefold()
    if lowered in MAY_END_A_SENTENCE:
        return not following.isupper()
    if _is_only_before_numbers(lowered):
        return following.isdigit() or bool(_ROMAN_WORD.match(text, stop + 1))
    if lowered in ABBREVIATIONS or _DOTTED.match(word):
        return True
    if len(word) == 1 and word.isalpha():
        return word not in "aeiouyà" or following.isdigit()  # J. Smith; s. S. 4
    if lowered.isdigit():
        is_item = len(word) <= 3 and _begins_sentence(before[: -len(word)])
        return is_item or _is_german_ordinal(text, stop)
    return bool(_ROMAN.match(word)) and following.isdigit()


def _last_word(before: str) -> str:
    """The word that ends `before`, without what opens it."""
    match = _WORD_BEFORE.search(before)
    return match.group() if match else ""


def _begins_sentence(before: str) -> bool:
    """Whether what follows `before` begins a sentence, as far as its last word tells."""
    before = before.rstrip()
    if before[-1:] not in ".!?:;":
        return False
    word = _last_word(before[:-1]).casefold()
    return word not in ABBREVIATIONS and not _is_only_before_numbers(word)


def _is_only_before_numbers(word: str) -> bool:
    return word in ONLY_BEFORE_NUMBERS or word.endswith("str")  # Hauptstr. 5


def _is_german_ordinal(text: str, stop: int) -> bool:
    """Whether a German month follows, as in "am 3. Oktober"."""
    match = _WORD_AFTER.match(text, stop + 1, stop + 24)
    return match is not None and match.group(1).casefold() in GERMAN_MONTHS
