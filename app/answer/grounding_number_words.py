"""Numbers written in words, in Italian, English, German, French and Spanish.

Words are given folded (see `app.index.tokens.word_form`). What is one word in a language
("duecentocinquanta", "einundzwanzig") is looked up whole; what is several is put together.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.answer.grounding_words import word_set
from app.index.tokens import word_form


class NumberRead(NamedTuple):
    """A number read from words: its value, how many words it took, and whether it is an ordinal."""

    value: int
    words: int
    ordinal: bool


_HUNDREDS = {
    "en": "hundred",
    "de": "hundert",
    "fr": "cent cents",
}
_SCALES: Mapping[str, Mapping[int, str]] = {
    "it": {3: "mila mille", 6: "milione milioni mln", 9: "miliardo miliardi mld"},
    "en": {
        3: "thousand thousands",
        6: "million millions mn mln",
        9: "billion billions bn",
        12: "trillion trillions",
    },
    "de": {3: "tausend", 6: "million millionen mio", 9: "milliarde milliarden mrd"},
    "fr": {3: "mille", 6: "million millions", 9: "milliard milliards"},
    "es": {3: "mil", 6: "millon millones", 12: "billon billones"},
}
_SIMPLE = {
    "it": (
        "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici"
        " quattordici quindici sedici diciassette diciotto diciannove"
    ),
    "en": (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen"
    ),
    "de": (
        "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn"
        " funfzehn sechzehn siebzehn achtzehn neunzehn"
    ),
    "fr": (
        "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
        " seize dix-sept dix-huit dix-neuf"
    ),
    "es": (
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
        " dieciseis diecisiete dieciocho diecinueve"
    ),
}
_TENS = {  # from twenty on
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
_SPANISH_HUNDREDS = (
    "doscientos trescientos cuatrocientos quinientos"
    " seiscientos setecientos ochocientos novecientos"
)
# By language: ordinals from the third on, by value; the first two are words of speech ("in primo
# luogo", "secondo il contratto") and are read where a unit follows alone.
_ORDINALS: Mapping[str, str] = {
    "it": "prim second terz quart quint sest settim ottav non decim undicesim dodicesim",
    "en": (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
        " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
    ),
    "de": "erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft",
    "fr": (
        "premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme"
        " dixieme onzieme douzieme"
    ),
    "es": "primer segund tercer cuart quint sext septim octav noven decim",
}
_ONE = word_set("un uno una un' one a an ein eine einen einem einer eins une")
_JOINERS = {"en": "and", "fr": "et", "es": "y", "de": "und", "it": "e"}
_MILA = re.compile(r"(.*?)(?:mila|mille)(.*)")
_TAUSEND = re.compile(r"(.*?)tausend(?:und)?(.*)")
SOFT_ORDINALS = (1, 2)


class NumberWords:
    """Reads the number words of one language. Never changes after it was made; any thread."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._small = _small_numbers(language)
        self._hundred = frozenset(_HUNDREDS.get(language, "").split())
        self._scales = {
            word: int(10**power)
            for power, words in _SCALES.get(language, {}).items()
            for word in words.split()
        }
        self._ordinals = _ordinals(language)
        self._joiner = _JOINERS.get(language, "")

    def scale(self, word: str) -> int:
        """What a number in figures before `word` is to be multiplied by; 1 for other words."""
        return self._scales.get(word, 1)

    def is_one(self, word: str) -> bool:
        """Whether `word` is the number one and an article both."""
        return word in _ONE

    def may_begin(self, word: str) -> bool:
        """Whether a number may begin with `word`: cheap, asked for every word of a text."""
        return (
            word in self._small
            or word in self._ordinals
            or word in self._hundred
            or word in self._scales
            or (len(word) > 6 and self._long(word) is not None)
        )

    def read(self, words: Sequence[str]) -> NumberRead | None:
        """The number that `words` begin with, None if there is none. Hyphens part words."""
        if not words:
            return None
        if words[0] in self._ordinals:
            return NumberRead(self._ordinals[words[0]], 1, True)
        total = current = taken = at = 0
        while at < len(words):
            word = words[at]
            if taken and word == self._joiner and self._goes_on(words, at, current):
                at += 1
                continue
            value = self._value(word)
            if value is not None and _fits(current, value, self._language):
                current = 80 if (current, value) == (4, 20) else current + value
            elif word in self._hundred and current < 10:
                current = max(1, current) * 100
            elif word in self._scales:
                total += max(1, current) * self._scales[word]
                current = 0
            elif taken and word in self._ordinals and _fits(current, self._ordinals[word], "en"):
                return NumberRead(total + current + self._ordinals[word], at + 1, True)
            else:
                break
            at += 1
            taken = at
        return NumberRead(total + current, taken, False) if taken else None

    def _value(self, word: str) -> int | None:
        return self._small.get(word) if len(word) <= 6 else self._small.get(word, self._long(word))

    def _goes_on(self, words: Sequence[str], at: int, current: int) -> bool:
        """Whether "and" joins two parts of one number, and not two numbers."""
        following = self._value(words[at + 1]) if at + 1 < len(words) else None
        if following is None:
            return False
        if self._language == "en":
            return (current >= 100 and current % 100 == 0 and following < 100) or current == 0
        if self._language == "fr":
            return current % 10 == 0 and 20 <= current <= 60 and following in (1, 11)
        if self._language == "es":
            return current % 10 == 0 and current % 100 >= 30 and following < 10
        return False

    def _long(self, word: str) -> int | None:
        """Thousands in one word: "duemilaventuno", "zweitausendeinundzwanzig"."""
        pattern = {"it": _MILA, "de": _TAUSEND}.get(self._language)
        match = pattern.fullmatch(word) if pattern else None
        if match is None:
            return None
        before = self._small.get(match[1]) if match[1] else 1
        behind = self._small.get(match[2]) if match[2] else 0
        return None if before is None or behind is None else before * 1000 + behind


@functools.cache
def number_words(language: str) -> NumberWords:
    """The reader for a language by its ISO 639-1 code; for others it finds nothing."""
    return NumberWords(language)


def _fits(current: int, value: int, language: str) -> bool:
    """Whether `value` may be said behind `current` within one number."""
    if current == 0:
        return True
    if language == "fr" and ((current == 4 and value == 20) or current % 100 in (60, 80)):
        return value < 20 or current == 4
    if current % 100 == 0:
        return value < 100
    return current % 10 == 0 and current % 100 >= 20 and 0 < value < 10


def _small_numbers(language: str) -> dict[str, int]:
    """The words for numbers below 1,000 that are one word."""
    if language not in _SIMPLE:
        return {}
    simple = _SIMPLE[language].split()
    numbers = {word: value for value, word in enumerate(simple) if "-" not in word}
    tens = {word: 10 * place for place, word in enumerate(_TENS[language].split(), start=2)}
    numbers |= tens
    if language == "it":
        numbers |= _italian(simple, tens)
    elif language == "de":
        numbers |= _german(simple, tens)
    elif language == "fr":
        numbers |= {"vingts": 20, "septante": 70, "huitante": 80, "nonante": 90, "une": 1}
    elif language == "es":
        numbers |= _spanish(simple)
    return {word_form(word): value for word, value in numbers.items()}


def _italian(simple: Sequence[str], tens: Mapping[str, int]) -> dict[str, int]:
    below = dict(zip(simple, range(20), strict=True)) | dict(tens)
    for ten, value in tens.items():
        for unit in range(1, 10):
            stem = ten[:-1] if unit in (1, 8) else ten
            below[stem + simple[unit]] = value + unit
            if unit == 1:
                below[stem + "un"] = value + 1  # ventun giorni
    numbers = dict(below) | {"una": 1, "un": 1}
    for hundred in range(1, 10):
        head = ("" if hundred == 1 else simple[hundred]) + "cento"
        numbers[head] = 100 * hundred
        for word, value in below.items():
            numbers[head + word] = 100 * hundred + value
            if word[0] == "o":
                numbers[head[:-1] + word] = 100 * hundred + value  # centotto, centottanta
    return numbers


def _german(simple: Sequence[str], tens: Mapping[str, int]) -> dict[str, int]:
    below = dict(zip(simple, range(20), strict=True)) | dict(tens)
    units = ["", "ein", *simple[2:10]]
    for ten, value in tens.items():
        for unit in range(1, 10):
            below[f"{units[unit]}und{ten}"] = value + unit
    numbers = dict(below)
    for hundred in range(1, 10):
        for head in {f"{units[hundred]}hundert", "hundert" if hundred == 1 else ""} - {""}:
            numbers[head] = 100 * hundred
            for word, value in below.items():
                numbers[head + word] = numbers[head + "und" + word] = 100 * hundred + value
    numbers |= dict.fromkeys(("ein", "eine", "einen", "einem", "einer"), 1)
    return numbers | {"zwo": 2}


def _spanish(simple: Sequence[str]) -> dict[str, int]:
    numbers = {"veinti" + simple[unit]: 20 + unit for unit in range(1, 10)}
    numbers |= {"veintiun": 21, "veintiuna": 21, "un": 1, "una": 1, "cien": 100, "ciento": 100}
    for place, word in enumerate(_SPANISH_HUNDREDS.split(), start=2):
        numbers[word] = numbers[word.replace("os", "as")] = 100 * place
    return numbers


def _ordinals(language: str) -> dict[str, int]:
    """Ordinals that are one word, in their inflected forms."""
    if language not in _ORDINALS:
        return {}
    stems = {stem: value for value, stem in enumerate(_ORDINALS[language].split(), start=1)}
    endings = {"it": "o a", "es": "o a", "de": "e en er es em", "fr": ""}.get(language, "")
    forms = {stem + end: value for stem, value in stems.items() for end in endings.split()}
    if language == "en":
        forms |= stems
        forms |= {f"{ten[:-1]}ieth": 10 * at for at, ten in enumerate(_TENS["en"].split(), 2)}
        forms["hundredth"] = 100
    elif language == "fr":
        forms |= stems | {"premiere": 1, "seconde": 2}
    elif language == "es":
        forms |= {"primer": 1, "tercer": 3}
    elif language == "it":
        small = _small_numbers("it")
        forms |= {
            word[:-1] + "esim" + end: value
            for word, value in small.items()
            for end in "oa"
            if value > 12 and word[-1] in "aeio"
        }
        forms |= {"ventitreesimo": 23, "trentatreesimo": 33}
    # "nona" and "sexta" are rare, "terza parte" is another party: left to the check of meaning.
    return {word_form(word): value for word, value in forms.items()}
