"""How likely one Latin letter follows another, over several languages together.

The table was counted by `app.evaluate.page_texts.count_pairs` in texts of our own (Italian,
English, German, French, Spanish, Portuguese and Dutch); a test counts it again.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

ALPHABET = " abcdefghijklmnopqrstuvwxyz"  # the space stands for a word's beginning and end
MOST_BITS = 9
_WORD = re.compile(r"[a-z]+")
# Letters that Unicode does not take apart, as the ones that they are written or read like.
_LIKE = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ı": "i"})
_MARKS = re.compile("[\u0300-\u036f]")

# A row for each letter of ALPHABET, in it a digit for each that follows: the bits of surprise,
# -log2 P(second | first), at most MOST_BITS.
BITS = (
    "944434565577455546544555976",
    "265559857678453668434469976",
    "636772767377477477366577757",
    "738684882385687288485688888",
    "338872877387887488566478887",
    "267555868598553868335669899",
    "337773467377477377474477777",
    "347772765477464577565477777",
    "328882888388686388465688888",
    "346454659968453478544769796",
    "536654566664664366666366665",
    "356663666566456366656566665",
    "336752767387477487864578878",
    "335872887488857448857488888",
    "247633746597795397843668977",
    "287666667677543659345457978",
    "438883687588478458275488888",
    "666666666666666666666166666",
    "337652767397866479755678987",
    "249573976497788467943598998",
    "239792893499798499455596978",
    "445563656488453668344766687",
    "737772777377777377577667777",
    "537772774377777377776777777",
    "345555555455555545555555555",
    "156664666666666466665566666",
    "536664666265666466665364664",
)

PAIR_BITS: Mapping[str, int] = {
    first + second: int(digit)
    for first, row in zip(ALPHABET, BITS, strict=True)
    for second, digit in zip(ALPHABET, row, strict=True)
}
"""The bits of each pair of letters of ALPHABET."""


def plain_words(text: str) -> Iterator[str]:
    """The runs of Latin letters in `text`, in small letters without their accents."""
    yield from _WORD.findall(plain_letters(text))


def plain_letters(text: str) -> str:
    """`text` in small letters without accents."""
    if text.isascii():
        return text.lower()
    return _MARKS.sub("", unicodedata.normalize("NFD", text.lower().translate(_LIKE)))
