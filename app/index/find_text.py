"""Finding a text as it is typed in a stored text: case, accents and line ends do not matter."""

from __future__ import annotations

import re
import unicodedata

LONGEST_SOUGHT = 200  # code points: more is no search
_MARKS = "[\u0300-\u036f\u00ad\u200b]*"  # accents that stand apart, and what is not seen
_SAME = str.maketrans("\u2018\u2019\u201b\u201c\u201d\u2013\u2014\u2010\u2011", "'''\"\"----")


class _Folded(dict[int, str]):
    """Each code point as one that stands for it whatever its case and accent, made at need.

    Always one for one, so that places in the folded text are those in the text itself.
    """

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        if not 0xD800 <= code < 0xE000:
            plain = unicodedata.normalize("NFD", letter.translate(_SAME))[:1].lower()
            letter = plain if len(plain) == 1 else letter
        self[code] = letter
        return letter


_FOLDED = _Folded()


def pattern_of(sought: str) -> re.Pattern[str] | None:
    """What finds `sought` in a folded text; None where there is nothing to be found."""
    words = unicodedata.normalize("NFC", sought[:LONGEST_SOUGHT]).translate(_FOLDED).split()
    if not words:
        return None
    return re.compile(
        r"\s+".join("".join(re.escape(letter) + _MARKS for letter in word) for word in words)
    )


def find_in_text(text: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Start and end (code points) of every place, in order; places do not overlap."""
    return [match.span() for match in pattern.finditer(text.translate(_FOLDED))]
