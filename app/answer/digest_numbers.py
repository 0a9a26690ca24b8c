"""Numbers, numerals and months of a text, with their units: what must not be invented.

"thirty days", "30 days" and "trenta giorni", "30 giorni" are the same; "thirty months" is not.
English and Italian numerals are known, as the rules of `digest_kinds` are for these languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ITALIAN = (
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove"
)
_ITALIAN_TENS = "venti trenta quaranta cinquanta sessanta settanta ottanta novanta"
_LARGE = {
    "hundred": "100",
    "cento": "100",
    "duecento": "200",
    "trecento": "300",
    "thousand": "1000",
    "mille": "1000",
    "mila": "1000",
    "million": "1000000",
    "milione": "1000000",
    "milioni": "1000000",
}
_ONLY_WITH_UNIT = {"one": "1", "due": "2", "sei": "6", "un": "1", "uno": "1", "una": "1"}
"""Numerals that are other words too: they count before a unit alone."""


def _numerals() -> Mapping[str, str]:
    """Numerals up to ninety-nine, and some larger ones, with their value in digits."""
    values = {word: str(n) for n, word in enumerate(_ENGLISH.split())}
    values |= {word: str(n) for n, word in enumerate(_ITALIAN.split())}
    for tens, word in enumerate(_ENGLISH_TENS.split(), start=2):
        values[word] = str(10 * tens)
        for unit, name in list(enumerate(_ENGLISH.split()))[1:10]:
            values[f"{word}-{name}"] = str(10 * tens + unit)
    for tens, word in enumerate(_ITALIAN_TENS.split(), start=2):
        values[word] = str(10 * tens)
        for unit, name in list(enumerate(_ITALIAN.split()))[1:10]:
            stem = word[:-1] if name[0] in "uo" else word  # ventuno, trentotto
            values[stem + name] = str(10 * tens + unit)
    values |= _LARGE
    return {word: value for word, value in values.items() if word not in _ONLY_WITH_UNIT}


_VALUES = _numerals()
_MONTH = re.compile(
    r"january|february|march|april|may|june|july|august|september|october|november|december"
    r"|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre"
    r"|dicembre"
)
_UNIT = re.compile(
    r"(?:second|minute|hour|day|week|month|quarter|year)s?|minut[oi]|or[ae]|giorn[oi]|settiman[ae]"
    r"|mes[ei]|trimestr[ei]|semestr[ei]|ann[oi]|euros?|pounds?|dollars?|pence|centesimi|cents?"
    r"|percent|metr[oi]|metres?|kg|km"
)
_COMPOUND = rf"(?:{'|'.join(_ENGLISH_TENS.split())})-(?:{'|'.join(_ENGLISH.split()[1:10])})"
_WORD = re.compile(rf"{_COMPOUND}|\d+(?:[.,:/-]\d+)*|[^\W\d_]+")
_THOUSANDS = re.compile(r"[.,](?=\d{3}\b)")


def quantities(text: str) -> frozenset[tuple[str, str]]:
    """Each number, numeral and month of `text` by itself, `(digits, "")`, and with its unit."""
    words = [_THOUSANDS.sub("", word) for word in _WORD.findall(text.casefold())]
    found = set()
    for word, behind in zip(words, [*words[1:], ""], strict=True):
        unit = behind if _UNIT.fullmatch(behind) or _MONTH.fullmatch(behind) else ""
        value = word if word[0].isdigit() else _VALUES.get(word)
        if value is not None:
            found |= {(value, ""), (value, unit)}
        elif word in _ONLY_WITH_UNIT and _UNIT.fullmatch(unit):
            found |= {(_ONLY_WITH_UNIT[word], ""), (_ONLY_WITH_UNIT[word], unit)}
        elif word != "may" and _MONTH.fullmatch(word):
            found.add((word, ""))
    return frozenset(found)


def digits(text: str) -> frozenset[str]:
    """The values of the numbers of `text`: the same in every language that is known."""
    return frozenset(value for value, _unit in quantities(text) if value[0].isdigit())
