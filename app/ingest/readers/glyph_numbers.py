"""Text of fonts that say nothing but the numbers of their glyphs.

Most TrueType fonts number their glyphs as Apple's did ("Macintosh standard order", Apple TrueType
Reference Manual, table 'post'): the space is glyph 3, and all of ASCII follows. A program that
leaves out the map to Unicode writes "7KLV" for "This". Whether a page is one of these is told by
how well it reads with the numbers put back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

_ASCII = range(0x20, 0x7F)
_MAC_ROMAN = bytes(range(0x80, 0xD9)).decode("mac_roman")  # from Ä to ÿ
LETTERS: Mapping[int, int] = dict(enumerate([*_ASCII, *map(ord, _MAC_ROMAN)], start=3))
"""The character of each glyph number."""


def read_numbers(codes: Sequence[int], is_number: Callable[[int], bool]) -> list[int]:
    """`codes` with characters in place of glyph numbers; `is_number` tells which of them are."""
    return [
        LETTERS.get(code, 0xFFFD) if is_number(index) else code for index, code in enumerate(codes)
    ]
