"""The words of a text with what they could answer: numbers, dates, names.

Plain rules over the surface: no tagger, no model, the same for all languages with an alphabet.
Characters of scripts that have no spaces are words of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from app.answer.function_words import FUNCTION_WORDS
from app.answer.question_kind import Asked
from app.index.tokens import Tokenizer, fold_accents, normalize_word, plain_number

_WORD = re.compile(
    r"\d+(?:[.,:/]\d+)*"
    r"|[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
    r"|(?:(?![\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[^\W_])+"
)
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4])[:.][0-5]\d")
_APOSTROPHES = "'’ʼ"
_MOST_KNOWN = 100_000  # words that are remembered


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TIME_WORDS = _words(
    """
    january february march april may june july august september october november december
    century centuries decade monday tuesday wednesday thursday friday saturday sunday today
    spring summer autumn winter midnight noon
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    secolo secoli decennio lunedi martedi mercoledi giovedi venerdi sabato domenica oggi ieri
    primavera estate autunno inverno mezzanotte mezzogiorno
    janvier fevrier mars avril mai juin juillet aout septembre octobre decembre siecle siecles
    lundi mardi mercredi jeudi vendredi samedi dimanche printemps ete automne hiver minuit midi
    januar februar marz april juni juli oktober dezember jahrhundert jahrhunderts jahrhunderten
    montag dienstag mittwoch donnerstag freitag samstag sonntag fruhling sommer herbst
    enero febrero abril mayo junio julio septiembre octubre noviembre diciembre siglo siglos
    lunes martes miercoles jueves viernes verano otono invierno medianoche mediodia
    """
)
"""Without accents. "may" is a month too: that it is mostly not costs little."""

_NUMBER_WORDS = _words(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred hundreds thousand thousands million millions billion billions trillion dozen half
    third quarter twice once zero
    due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici
    sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta
    ottanta novanta cento mille duemila mila milione milioni miliardo miliardi dozzina meta terzo
    quarto duecento trecento cinquecento
    deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente
    quarante cinquante soixante cent cents mille million milliard milliards moitie tiers quart
    zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn zwanzig
    dreißig vierzig funfzig hundert tausend million millionen milliarde milliarden halfte drittel
    viertel dutzend
    dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta
    cuarenta cincuenta cien ciento mil millon millones mitad tercio cuarto docena
    二 两 三 四 五 六 七 八 九 十 百 千 万 亿
    """
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its place in the text, the term it is compared by, and what it looks like.

    `grammar` tells that it carries little meaning, `name` that it is written as a name is,
    `number` and `time` that it may be part of one.
    """

    start: int
    end: int
    term: str
    grammar: bool
    name: bool
    number: bool
    time: bool


@dataclass(frozen=True, slots=True)
class _Look:
    """What is known of a word by its letters alone."""

    term: str
    grammar: bool
    number: bool
    time: bool


class WordReader:
    """Takes texts apart, and remembers words. One thread owns it."""

    def __init__(self) -> None:
        self._tokenizer = Tokenizer()
        self._known: dict[tuple[str, str], _Look] = {}

    def read(self, text: str, language: str) -> list[Word]:
        """The words of `text`, in order; `language` (ISO 639-1 or "") is what they are stemmed in,
        that of the question for its passages too, so that they can be compared."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        words: list[Word] = []
        for match in _WORD.finditer(text):
            surface, (start, end) = match.group(), match.span()
            look = self._look(surface, language)
            capital = surface[0].isupper()
            grammar = look.grammar and not (capital and look.time)  # the month of May
            grammar = grammar or (end - start <= 2 and _is_remnant(text, start, end))
            name = capital and not (grammar and _opens(text, start))
            words.append(Word(start, end, look.term, grammar, name, look.number, look.time))
        return words

    def _look(self, surface: str, language: str) -> _Look:
        key = (surface, language)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._look_anew(surface, language)
        return known

    def _look_anew(self, surface: str, language: str) -> _Look:
        normal = normalize_word(surface)
        form = fold_accents(normal)
        return _Look(
            term=self._term(surface, form, language),
            grammar=normal in FUNCTION_WORDS,
            number=surface[0].isdigit() or form in _NUMBER_WORDS,
            time=_is_time(surface) or form in _TIME_WORDS,
        )

    def _term(self, surface: str, form: str, language: str) -> str:
        if surface[0].isdigit():
            return plain_number(surface) or surface
        for _surface, terms in self._tokenizer.words(surface, language, singles=True):
            return terms[0]
        return form


def _is_time(surface: str) -> bool:
    """Whether digits are a year, a time of day or a date."""
    if not surface[0].isdigit():
        return False
    year, clock = _YEAR.fullmatch(surface), _CLOCK.fullmatch(surface)
    return year is not None or clock is not None or surface.count("/") == 2


def _opens(text: str, start: int) -> bool:
    """Whether the word stands at the beginning of a sentence, where all are capitalised."""
    before = text[:start].rstrip(" \"'“”‘’«»„(–—")
    return not before or before[-1] in ".!?:;"


def _is_remnant(text: str, start: int, end: int) -> bool:
    """Whether the word is what an apostrophe leaves: the `s` of "Darwin's", the `l` of "l'ora"."""
    after = text[end : end + 1]
    before = text[start - 1 : start] if start else ""
    return (after != "" and after in _APOSTROPHES) or (before != "" and before in _APOSTROPHES)


def kinds_in(words: Sequence[Word], asked: Set[str]) -> set[Asked]:
    """The kinds of answers that `words` may hold, beyond the terms of the question, `asked`."""
    kinds: set[Asked] = set()
    for at, word in enumerate(words):
        if word.term in asked:
            continue
        if word.time:
            kinds.add(Asked.TIME)
        if word.number:
            kinds.add(Asked.NUMBER)
        # The first word of a sentence has a capital anyway; that of a name goes on with one.
        if word.name and (at > 0 or (len(words) > 1 and words[1].name)):
            kinds |= {Asked.PERSON, Asked.PLACE}
    return kinds
