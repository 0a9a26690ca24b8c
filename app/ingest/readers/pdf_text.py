"""The stored text of a PDF page, made from the characters that PDFium finds on it.

Both the reader and the page child call `map_characters`, so that the span of a passage (code
points of the stored text) leads back to the characters that are to be marked on the page.
"""

from __future__ import annotations

import math
import re
import statistics
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from app.ingest.hyphens import JOINING_WORDS, hyphen_stays
from app.ingest.readers.decode import clean_text
from app.ingest.readers.pdf_annotations import Annotation
from app.ingest.readers.pdf_repairs import repair_words

# A gap between two lines that is this much larger than usual on the page parts two blocks.
BLOCK_GAP = 1.35
# Bullets of the Symbol and Wingdings fonts, which come out as private-use characters.
_BULLETS = frozenset((0xF06E, 0xF076, 0xF0A7, 0xF0A8, 0xF0B7, 0xF0D8, 0xF0FC, 0xF0FE))
# How PDFium marks a hyphen at the end of a line, and hyphens that it does not mark.
_HYPHENS = frozenset((0x02, 0xAD, 0xFFFE, 0x2D, 0x2010))
_LONGEST_PART = 40  # letters of a parted word that are looked at
_UNSEEN = frozenset((0x02, 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFFFE))  # left out, and nothing is lost
# Ligatures as TeX's fonts number them (Knuth, The TeXbook, appendix F), and as Monotype's do.
_LIGATURES = {0x0B: "ff", 0x0E: "ffi", 0x0F: "ffl", 0xF001: "fi", 0xF002: "fl"}
_PARTED_WORD = re.compile(r"(?<=[^\W\d_])[-\xad\u2010][ \t]*\n(?=[^\W\d_])")
_COMPOUND = re.compile(r"\w+(?:-\w+)+")
_LONGEST_FOLIO = 12  # characters of a page number at the foot of a page, white space included
_ENDINGS = frozenset('.!?:;…»”")]')


@dataclass(frozen=True, slots=True)
class PageText:
    """Text of one page and, for each code point, the PDFium character that it came from.

    An index of -1 marks what was added (a blank line), one of -2 and less the annotations of the
    page, from the first on. `char_index` is None where the text did not come from PDFium. `lost`
    characters of the page were none, and are left out; `noted` at the end are annotations.
    """

    text: str
    char_index: tuple[int, ...] | None
    reader: str
    lost: int = 0
    noted: int = 0

    @property
    def page_alone(self) -> str:
        """The text without the annotations."""
        return self.text[: len(self.text) - self.noted]


def with_annotations(text: PageText, annotations: Iterable[Annotation]) -> PageText:
    """`text` with the annotations behind it, one a line."""
    added: list[str] = []
    index: list[int] = []
    for each in annotations:
        line = ("\n" if added else "\n\n" if text.text else "") + clean_text(each.text)
        added.append(line)
        index += [-1 if letter == "\n" else -2 - each.number for letter in line]
    if not added:
        return text
    characters = None if text.char_index is None else (*text.char_index, *index)
    noted = "".join(added)
    return replace(text, text=text.text + noted, char_index=characters, noted=len(noted))


class Glyphs(Protocol):
    """Where the characters of a page are; PDFium answers for its own indexes."""

    def is_hyphen(self, index: int) -> bool:
        """Whether the character is a hyphen that parts a word at the end of a line."""

    def origin(self, index: int) -> tuple[float, float]:
        """Point on the base line where the character starts, in points, y upwards."""

    def angle(self, index: int) -> float:
        """Direction of the text in radians, counter-clockwise."""

    def line_box(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the character, as wide as its advance, in points."""


@dataclass(slots=True)
class _Break:
    """A line break of the text being built: where it is, and the characters around it."""

    position: int
    before: int
    after: int


class _Builder:
    """Collects code points with the characters that they came from."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.index: list[int] = []
        self.breaks: list[_Break] = []

    def add(self, text: str, index: int) -> None:
        if self.breaks and self.breaks[-1].after < 0 and not text.isspace():
            self.breaks[-1].after = index
        for each in text:
            self.text.append(each)
            self.index.append(index)

    def break_line(self, index: int) -> None:
        if self.text and self.text[-1] != "\n":
            self.breaks.append(_Break(len(self.text), self.index[-1], -1))
            self.text.append("\n")
            self.index.append(index)


def map_characters(
    codes: Sequence[int], glyphs: Glyphs, order: Sequence[int] | None = None
) -> PageText:
    """Clean text of a page with the index of the character behind each of its code points.

    `codes` holds one Unicode value (or UTF-16 unit) per PDFium character; `order`, where given,
    the indexes of those that are read, in reading order, with -1 for the end of a line. Line ends
    become LF, words parted at the end of a line are joined, surrogate pairs too; ligatures and
    presentation forms are written out; control characters, lone surrogates and non-characters are
    left out; a blank line is added where the gap between two lines is larger than usual; words are
    repaired (see `pdf_repairs`).
    """
    if order is not None:
        read = [codes[index] if index >= 0 else 0x0A for index in order]
        mapped = map_characters(read, _Ordered(glyphs, order))
        indexes = tuple(order[each] if each >= 0 else -1 for each in mapped.char_index or ())
        return PageText(mapped.text, indexes, mapped.reader, mapped.lost)
    builder = _Builder()
    hyphens = _LineEndHyphens(codes, glyphs)
    position, count, lost = 0, len(codes), 0
    while position < count:
        code = codes[position]
        if 0x20 <= code < 0x7F and code != 0x2D:
            builder.add(chr(code), position)
        elif code in (0x0A, 0x0D):
            builder.break_line(position)
        elif code in _HYPHENS and hyphens.at(position):
            kept, following = hyphens.judge(position)
            builder.add(kept, position)
            position = following - 1
        elif 0xD800 <= code < 0xDC00 and position + 1 < count and _is_low(codes[position + 1]):
            joined = 0x10000 + ((code - 0xD800) << 10) + (codes[position + 1] - 0xDC00)
            builder.add(chr(joined), position)
            position += 1
        else:
            text = _clean(code)
            lost += not text and code not in _UNSEEN
            builder.add(text, position)
        position += 1
    _part_blocks(builder, glyphs)
    repair_words(builder.text, builder.index, glyphs)
    return PageText("".join(builder.text), tuple(builder.index), "pdfium", lost)


def take_text(text: str, reader: str) -> PageText:
    """Text that another library read from a page, cleaned and repaired like PDFium's."""
    parted = _PARTED_WORD.sub("\x02\n", text).replace("\xad", "")
    mapped = map_characters([ord(each) for each in parted], _NoGlyphs())
    return PageText(mapped.text.strip("\n"), None, reader, mapped.lost)


class _NoGlyphs:
    """Glyphs of a text whose places on the page are not known."""

    def is_hyphen(self, index: int) -> bool:  # noqa: ARG002 - as `Glyphs` has it
        """Every marked hyphen was marked by us."""
        return True

    def origin(self, index: int) -> tuple[float, float]:  # noqa: ARG002 - as `Glyphs` has it
        """Nothing is known."""
        return 0.0, 0.0

    def angle(self, index: int) -> float:  # noqa: ARG002 - as `Glyphs` has it
        """Nothing is known."""
        return 0.0

    def line_box(
        self,
        index: int,  # noqa: ARG002 - as `Glyphs` has it
    ) -> tuple[float, float, float, float]:
        """Nothing is known."""
        return 0.0, 0.0, 0.0, 0.0


class _Ordered:
    """Glyphs of a page whose characters are read in another order."""

    def __init__(self, glyphs: Glyphs, order: Sequence[int]) -> None:
        self._glyphs = glyphs
        self._order = order

    def is_hyphen(self, index: int) -> bool:
        """As `Glyphs` has it, for a place in the order."""
        return self._order[index] >= 0 and self._glyphs.is_hyphen(self._order[index])

    def origin(self, index: int) -> tuple[float, float]:
        """As `Glyphs` has it, for a place in the order."""
        return self._glyphs.origin(self._order[index])

    def angle(self, index: int) -> float:
        """As `Glyphs` has it, for a place in the order."""
        return self._glyphs.angle(self._order[index])

    def line_box(self, index: int) -> tuple[float, float, float, float]:
        """As `Glyphs` has it, for a place in the order."""
        return self._glyphs.line_box(self._order[index])


class _LineEndHyphens:
    """The hyphens at the ends of a page's lines."""

    def __init__(self, codes: Sequence[int], glyphs: Glyphs) -> None:
        self._codes = codes
        self._glyphs = glyphs
        self._compounds: frozenset[str] | None = None

    def at(self, position: int) -> bool:
        """Whether this character is a hyphen that may part a word at the end of a line.

        PDFium marks most, but not one that was written out of order.
        """
        if self._codes[position] in (0x2D, 0x2010):
            following = _skip_space(self._codes, position + 1)
            return (
                _holds_line_end(self._codes, position + 1, following)
                and 0 < position < following < len(self._codes)
                and _alike(self._codes[position - 1], self._codes[following])
            )
        return self._glyphs.is_hyphen(position)

    def judge(self, position: int) -> tuple[str, int]:
        """What is left of the hyphen, and where the text goes on: behind the end of the line,
        unless what follows is no rest of the word."""
        following = _skip_space(self._codes, position + 1)
        before, after = self._word(position, -1), self._word(following, 1)
        at_end = _holds_line_end(self._codes, position + 1, following)
        if after in JOINING_WORDS:
            return "-" if at_end else "- ", position + 1
        kept = "-" if self._stays(before, after) else ""
        if not at_end or _only_number(self._codes, following):
            return kept, position + 1
        return kept, following

    def _stays(self, before: str, after: str) -> bool:
        if hyphen_stays(before, after):
            return True
        if self._compounds is None:
            text = "".join(chr(code) for code in self._codes if code < 0xD800)
            self._compounds = frozenset(_COMPOUND.findall(text.casefold()))
        return hyphen_stays(before, after, self._compounds)

    def _word(self, position: int, step: int) -> str:
        """The letters, digits and hyphens from `position` on, or those that end before it."""
        found: list[str] = []
        place = position if step > 0 else position - 1
        while 0 <= place < len(self._codes) and len(found) < _LONGEST_PART:
            code = self._codes[place]
            if code != 0x2D and not (code < 0xD800 and chr(code).isalnum()):
                break
            found.append(chr(code))
            place += step
        return "".join(found if step > 0 else reversed(found))


def _is_low(code: int) -> bool:
    return 0xDC00 <= code < 0xE000


def _skip_space(codes: Sequence[int], position: int) -> int:
    while position < len(codes) and codes[position] in (0x09, 0x0A, 0x0D, 0x20):
        position += 1
    return position


def _holds_line_end(codes: Sequence[int], start: int, end: int) -> bool:
    return any(codes[index] in (0x0A, 0x0D) for index in range(start, end))


def _only_number(codes: Sequence[int], start: int) -> bool:
    """Whether a number is all that is left of the page: its own, not the rest of a word."""
    rest = codes[start : start + _LONGEST_FOLIO]
    return len(codes) - start <= _LONGEST_FOLIO and all(
        0x30 <= code <= 0x39 or code in (0x09, 0x0A, 0x0D, 0x20) for code in rest
    )


def _alike(before: int, after: int) -> bool:
    """Whether both are letters, or both digits."""
    if before >= 0xD800 or after >= 0xD800:
        return False
    first, second = chr(before), chr(after)
    return (first.isalpha() and second.isalpha()) or (first.isdigit() and second.isdigit())


def _clean(code: int) -> str:
    """The text of one code that is neither a line end nor most of ASCII; may be empty."""
    if code == 0x2D:
        return "-"
    if code == 0x09 or code == 0x0C:
        return " "
    if code in _LIGATURES:
        return _LIGATURES[code]
    if code < 0xA0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF or code in _UNSEEN:
        return ""
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return ""
    if code in _BULLETS:
        return "•"
    if 0xFB00 <= code <= 0xFDFF or 0xFE70 <= code <= 0xFEFC:
        return unicodedata.normalize("NFKC", chr(code)).strip()
    return chr(code)


def _part_blocks(builder: _Builder, glyphs: Glyphs) -> None:
    """Add a blank line where the gap between two lines is larger than usual on this page."""
    breaks = [each for each in builder.breaks if each.before >= 0 and each.after >= 0]
    gaps = [_gap(each, glyphs) for each in breaks]
    downwards = [gap for gap in gaps if gap > 0]
    if len(downwards) < 3:
        return
    usual = statistics.median(downwards)
    for each, gap in reversed(list(zip(breaks, gaps, strict=True))):
        if gap > BLOCK_GAP * usual and not _sentence_goes_on(builder, each):
            builder.text.insert(each.position + 1, "\n")
            builder.index.insert(each.position + 1, -1)


def _gap(line_break: _Break, glyphs: Glyphs) -> float:
    """Distance from one base line to the next, across the direction of the text, in points.

    Negative where the text goes back up, as from the foot of a column to the next one's head.
    """
    angle = glyphs.angle(line_break.after)
    x_before, y_before = glyphs.origin(line_break.before)
    x_after, y_after = glyphs.origin(line_break.after)
    return (x_after - x_before) * math.sin(angle) - (y_after - y_before) * math.cos(angle)


def _sentence_goes_on(builder: _Builder, line_break: _Break) -> bool:
    """A figure in the middle of a sentence makes a gap too, but no new block."""
    text = builder.text
    before = next((each for each in reversed(text[: line_break.position]) if each != " "), "")
    after = next((each for each in text[line_break.position + 1 :] if not each.isspace()), "")
    return before not in _ENDINGS and after.islower()
