"""Where the words of a recognised page stand, as a blob of the table `page_ocr`.

Byte 0 is the version, 1; then follow, zlib-compressed, 14 bytes per word, little-endian: start
of its span (uint32), length of its span (uint16), left, top, right, bottom as 65535ths of the
page (uint16 each).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from app.core.types import WordBox

_VERSION = b"\x01"
_WHOLE = 65535
_WORD = np.dtype(
    [("start", "<u4"), ("length", "<u2")]
    + [(side, "<u2") for side in ("left", "top", "right", "bottom")]
)


def pack_words(words: Sequence[WordBox]) -> bytes:
    """The blob of `words`; boxes are cut to the page."""
    rows = np.array([_row(word) for word in words], _WORD)
    return _VERSION + zlib.compress(rows.tobytes())


def _row(word: WordBox) -> tuple[int, ...]:
    sides = (word.left, word.top, word.right, word.bottom)
    places = (round(min(1.0, max(0.0, side)) * _WHOLE) for side in sides)
    return word.start, min(_WHOLE, word.end - word.start), *places


def unpack_words(blob: bytes) -> tuple[WordBox, ...]:
    """The words in a blob; none if it is of another version, or damaged."""
    if not blob.startswith(_VERSION):
        return ()
    try:
        rows = np.frombuffer(zlib.decompress(blob[1:]), _WORD)
    except (zlib.error, ValueError):
        return ()
    return tuple(
        WordBox(start, start + length, *(side / _WHOLE for side in sides))
        for start, length, *sides in rows.tolist()
    )
