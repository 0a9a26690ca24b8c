"""Dates as Italian, English, German, French and Spanish write them, and numbered ones."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from app.answer.grounding_number_words import number_words
from app.answer.grounding_tokens import Kind, Token

_MONTHS: Mapping[str, str] = {
    "it": (
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre"
        " dicembre gen feb mar apr mag giu lug ago set ott nov dic"
    ),
    "en": (
        "january february march april may june july august september october november december"
        " jan feb mar apr may jun jul aug sep oct nov dec"
    ),
    "de": (
        "januar februar marz april mai juni juli august september oktober november dezember"
        " jan feb mrz apr mai jun jul aug sep okt nov dez"
    ),
    "fr": (
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"
        " janv fevr mars avr mai juin juil aout sept oct nov dec"
    ),
    "es": (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
        " ene feb mar abr may jun jul ago sep oct nov dic"
    ),
}
MONTHS: Mapping[str, Mapping[str, int]] = {
    language: {word: at % 12 + 1 for at, word in enumerate(words.split())}
    | {"setiembre": 9, "janner": 1}
    for language, words in _MONTHS.items()
}
_ALONE = 4  # letters: a shorter month is one beside a number alone ("mar", "may", "set")
WEEKDAYS: Mapping[str, int] = {
    word: day
    for words in (
        "lunedi martedi mercoledi giovedi venerdi sabato domenica",
        "monday tuesday wednesday thursday friday saturday sunday",
        "mondays tuesdays wednesdays thursdays fridays saturdays sundays",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "montags dienstags mittwochs donnerstags freitags samstags sonntags",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lunes martes miercoles jueves viernes sabado domingo",
    )
    for day, word in enumerate(words.split(), start=1)
}
_NUMERIC = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_OF = frozenset({"of", "de", "del", "d", "dell", "di", "the", "des"})
_SUFFIX = frozenset({"st", "nd", "rd", "th", "er", "o", "a", "°", "º", "ª", "."})
_RANGE = frozenset({"-", "–", "—", "al", "e", "to", "and", "bis", "und", "au", "et", "y", "a"})
_AMBIGUOUS = frozenset({"may", "march", "mai", "mars", "august"})  # words or names as well


class Day(NamedTuple):
    """A date as far as it was given; None for what was left out."""

    day: int | None
    month: int
    year: int | None

    def within(self, other: Day) -> bool:
        """Whether `other` says all that this one says."""
        return (
            self.month == other.month
            and self.day in (None, other.day)
            and self.year in (None, other.year)
        )


class DateRead(NamedTuple):
    """A date of a text: what it may mean (`03/04/2021` two days), and the tokens it takes."""

    readings: frozenset[Day]
    first: int
    last: int  # exclusive


def find_dates(tokens: Sequence[Token], language: str) -> Iterator[DateRead]:
    """The dates of a text in order, none overlapping another."""
    months = _months(language)
    at = 0
    while at < len(tokens):
        found: list[DateRead] = []
        token = tokens[at]
        if token.kind is Kind.NUMBER:
            numeric = _numeric(token.text)
            if numeric:
                found = [DateRead(numeric, at, at + 1)]
        elif token.kind is Kind.WORD and token.form in months:
            found = _around_month(tokens, at, months[token.form], language)
        yield from found
        at = max(at + 1, found[-1].last if found else 0)


def _numeric(text: str) -> frozenset[Day]:
    """`03/04/2021`, `3.4.21`, `2021-04-03`: day first, and month first where that may be."""
    if match := _ISO.fullmatch(text):
        year, month, day = map(int, match.groups())
        return _plausible([Day(day, month, year)])
    if match := _NUMERIC.fullmatch(text):
        first, second, year = map(int, match.groups())
        if len(match[3]) == 2:
            year += 2000 if year < 50 else 1900
        return _plausible([Day(first, second, year), Day(second, first, year)])
    return frozenset()


def _plausible(days: Sequence[Day]) -> frozenset[Day]:
    return frozenset(day for day in days if 1 <= day.month <= 12 and 1 <= (day.day or 1) <= 31)


def _around_month(tokens: Sequence[Token], at: int, month: int, language: str) -> list[DateRead]:
    """The date whose month stands at `at`; two for "dal 3 al 5 marzo"."""
    first, day = _day_before(tokens, at, language)
    last, year = at + 1, None
    if day is None:
        last, day = _day_behind(tokens, last)
    last, year = _year_behind(tokens, last)
    form = tokens[at].form
    if day is None and year is None:
        capital = tokens[at].text[0].isupper()
        if len(form) < _ALONE or form in _AMBIGUOUS or (language == "en" and not capital):
            return []
    dates = [DateRead(frozenset({Day(day, month, year)}), first, last)]
    if day is not None and first < at:
        begin, other = _range_start(tokens, first)
        if other is not None:
            dates.insert(0, DateRead(frozenset({Day(other, month, year)}), begin, begin + 1))
    return dates


def _day_before(tokens: Sequence[Token], at: int, language: str) -> tuple[int, int | None]:
    before = at - 1
    while before >= 0 and at - before <= 4 and tokens[before].form in _OF | _SUFFIX | {"'", "’"}:
        before -= 1
    if before < 0:
        return at, None
    day = _day_number(tokens[before])
    if day is None and tokens[before].kind is Kind.WORD:
        read = number_words(language).read([tokens[before].form])
        day = read.value if read is not None and 1 <= read.value <= 31 else None
        if tokens[before].form in ("a", "an", "un", "una", "one", "e"):
            day = None
    return (before, day) if day is not None else (at, None)


def _day_behind(tokens: Sequence[Token], at: int) -> tuple[int, int | None]:
    """`March 3`, `March 3rd`, `Mar. 3`."""
    begin = at
    if at < len(tokens) and tokens[at].text == ".":
        at += 1
    if at < len(tokens) and (day := _day_number(tokens[at])) is not None:
        at += 1
        if at < len(tokens) and tokens[at].form in _SUFFIX - {".", "a", "o"}:
            at += 1
        return at, day
    return begin, None


def _year_behind(tokens: Sequence[Token], at: int) -> tuple[int, int | None]:
    here = at
    while (
        here < len(tokens)
        and here - at < 3
        and (tokens[here].form in _OF or tokens[here].text in (",", ".", "'", "’"))
    ):
        here += 1
    if here < len(tokens) and tokens[here].kind is Kind.NUMBER:
        text = tokens[here].text
        if len(text) == 4 and text.isdecimal():
            return here + 1, int(text)
    return at, None


def _range_start(tokens: Sequence[Token], at: int) -> tuple[int, int | None]:
    before = at - 1
    if before > 0 and tokens[before].form in ("l", "le", "il"):
        before -= 1
    if before > 0 and tokens[before].form in _RANGE and before >= 1:
        day = _day_number(tokens[before - 1])
        if day is not None:
            return before - 1, day
    return at, None


def _day_number(token: Token) -> int | None:
    if token.kind is Kind.NUMBER and len(token.text) <= 2 and token.text.isdecimal():
        value = int(token.text)
        return value if 1 <= value <= 31 else None
    return None


@functools.cache
def _months(language: str) -> Mapping[str, int]:
    """The months of a language, and those of the others by names that are no words in it."""
    others = {
        word: month
        for months in MONTHS.values()
        for word, month in months.items()
        if len(word) > _ALONE and word not in _AMBIGUOUS
    }
    return {**others, **MONTHS.get(language, {})}
