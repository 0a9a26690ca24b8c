"""The numbers of a text, in figures or words, with what they may mean and their units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from app.answer.grounding_dates import DateRead
from app.answer.grounding_number_words import SOFT_ORDINALS, NumberWords, number_words
from app.answer.grounding_tokens import Kind, Token
from app.answer.grounding_units import (
    BEFORE,
    CURRENCY_SIGNS,
    PERCENT_PHRASES,
    UNITS,
    spoken_unit,
)
from app.answer.grounding_words import word_set

_GROUPED = re.compile(
    r"(\d{1,3})((?:([.,'’\u0020\u00a0\u202f\u2009])\d{3})(?:\3\d{3})*)(?:[.,](\d+))?"
)
_DECIMAL = re.compile(r"(\d+)[.,](\d+)")
_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)(?:[:.][0-5]\d)?")
_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_CUES = word_set(
    """
    art arts articolo articoli article artikel articulo capo titolo parte sezione libro tomo
    allegato allegati volume capitolo chapter part section title book annex appendix appendice
    kapitel teil abschnitt anlage chapitre partie livre annexe titre capitulo titulo anexo
    fase phase classe class tipo type livello level gruppo group
    """
)
_ROMAN_ALONE = re.compile(r"[IVX]{2,}")
_SUFFIXES = frozenset({"st", "nd", "rd", "th", "er", "eme", "re", "o", "a", "s", "ª", "º"})
_CODE_SUFFIX = frozenset({"bis", "ter", "quater", "quinquies", "sexies"})
_RANGE = frozenset(
    {
        "-",
        "–",
        "—",
        "a",
        "o",
        "e",
        "to",
        "or",
        "and",
        "bis",
        "und",
        "oder",
        "y",
        "ou",
        "et",
        "al",
        "alle",
        "ai",
    }
)
_STOPS = frozenset(",;:.!?()[]\n")
_COMPOUND = Decimal(-1)  # 196/2003, 3.2.1, 2021-22: figures that must all be there
_MIDNIGHT = Decimal(-10_000)  # times of day count down from here, by the minute
_UNIT_REACH = 3  # words behind a number that its unit may be away: "15 giorni", "5 working days"
_PARTICIPLE = re.compile(r"\w+[aiu]t[oaie]|il|la|un|una|in|a")


class Quantity(NamedTuple):
    """A number of a text.

    `readings` are the values it may have (`2,165` two), `unit` the name of its unit or "",
    `code` the letters and figures it is part of ("cve20261"), or "". `first` and `last` are the
    tokens that it takes, `last` exclusive; `words` tells that it is written in words, `year`
    that it may be one.
    """

    readings: frozenset[Decimal]
    unit: str
    code: str
    first: int
    last: int
    words: bool
    year: bool


def find_quantities(
    tokens: Sequence[Token],
    language: str,
    dates: Sequence[DateRead] = (),
    *,
    every: bool = False,
) -> list[Quantity]:
    """The numbers of a text in order; those inside `dates` are left out.

    With `every` come words that may be numbers and hardly are ("a", "first") too.
    """
    reader = number_words(language)
    taken = {at for date in dates for at in range(date.first, date.last)}
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        quantity = None if at in taken else _read(tokens, at, reader, language, every=every)
        if quantity is not None:
            found.append(quantity)
        at = quantity.last if quantity is not None else at + 1
    return _share_units(found, tokens)


def _read(
    tokens: Sequence[Token], at: int, reader: NumberWords, language: str, *, every: bool
) -> Quantity | None:
    token = tokens[at]
    if token.kind is Kind.NUMBER:
        return _read_figures(tokens, at, reader)
    if token.kind is not Kind.WORD:
        return None
    if reader.may_begin(token.form):
        if at and (tokens[at - 1].form, token.form) in PERCENT_PHRASES:
            return None
        return _read_words(tokens, at, reader, language, every=every)
    return _read_roman(tokens, at)


def _read_figures(tokens: Sequence[Token], at: int, reader: NumberWords) -> Quantity:
    token = tokens[at]
    readings = set(_values(token.text))
    last = at + 1
    code = _code_around(tokens, at)
    if last < len(tokens):
        following = tokens[last]
        if following.form in _SUFFIXES and following.start == token.end:
            last += 1
        elif (scale := reader.scale(following.form)) > 1 and following.kind is Kind.WORD:
            readings = {value * scale for value in readings}
            last += 1
        elif following.form == "k" and following.start == token.end:
            readings = {value * 1000 for value in readings}
            last += 1
    if at and tokens[at - 1].text in ("'", "’") and len(token.text) == 2:
        readings |= {Decimal(1900 + int(token.text)), Decimal(2000 + int(token.text))}  # anni '80
    readings |= _afternoon(tokens, last, readings)
    unit = _unit(tokens, at, last)
    year = token.text.isdecimal() and len(token.text) == 4 and unit in ("", "year")
    return Quantity(frozenset(readings), unit, code, at, last, False, year)


def _values(text: str) -> Iterator[Decimal]:
    """What a number in figures may mean."""
    if text.isdecimal():
        yield Decimal(text)
        return
    if match := _GROUPED.fullmatch(text):
        groups = re.sub(r"\D", "", match[2])
        yield Decimal(f"{match[1]}{groups}" + (f".{match[4]}" if match[4] else ""))
        single = len(groups) == 3 and match[4] is None and match[3] in ".,"
        if not (single and (match[1] == "0" or groups != "000")):
            return
    clock = _CLOCK.fullmatch(text)
    if clock:
        hour, minute = int(clock[1]), int(clock[2])
        yield _time_of_day(hour, minute)
        if minute == 0:
            yield Decimal(hour)
    if match := _DECIMAL.fullmatch(text):
        yield Decimal(f"{match[1]}.{match[2]}")
    elif not clock and not _GROUPED.fullmatch(text):
        yield _COMPOUND


def _time_of_day(hour: int, minute: int) -> Decimal:
    """A time as a value that no number has, so that 10:30 and 10.5 stay apart."""
    return _MIDNIGHT - 60 * hour - minute


def parts(text: str) -> list[Decimal]:
    """The whole numbers that a compound of figures, as `196/2003` or `3.2.1`, is made of."""
    return [Decimal(piece) for piece in re.findall(r"\d+", text)]


def is_compound(quantity: Quantity) -> bool:
    """Whether the figures are no single number, so that they are compared piece by piece."""
    return _COMPOUND in quantity.readings


def _code_around(tokens: Sequence[Token], at: int) -> str:
    """Letters and figures that stand together with a number, without signs, folded; or ""."""
    first = last = at
    while first and (joined := _joined_before(tokens, first)):
        first = joined - 1
    while (behind := _joined_behind(tokens, last)) is not None:
        last = behind
    pieces = [token for token in tokens[first : last + 1] if token.kind is not Kind.BREAK]
    letters = [token for token in pieces if token.kind is Kind.WORD]
    if not letters:
        return ""
    after = [token for token in letters if token.start >= tokens[at].end]
    if len(letters) == len(after) and all(
        each.form in _SUFFIXES
        or each.form in UNITS
        or (each.text.islower() and each.form not in _CODE_SUFFIX)
        for each in after
    ):
        return ""
    if any(
        len(each.text) > 6 or (each.text.islower() and each.form not in _CODE_SUFFIX)
        for each in letters
    ):
        return ""
    return "".join(filter(str.isalnum, "".join(token.form for token in pieces)))


def _joined_before(tokens: Sequence[Token], at: int) -> int:
    """Place behind the token that is joined to the one at `at`, 0 if none is."""
    before = tokens[at - 1]
    if before.kind in (Kind.WORD, Kind.NUMBER) and before.end == tokens[at].start:
        return at
    dash = before.text in ("-", "‑", "‐") and before.end == tokens[at].start and at > 1
    if dash and tokens[at - 2].kind is Kind.WORD and tokens[at - 2].end == before.start:
        return at - 1
    return 0


def _joined_behind(tokens: Sequence[Token], at: int) -> int | None:
    """Place of the token that is joined behind the one at `at`, None if none is."""
    if at + 1 >= len(tokens):
        return None
    behind = tokens[at + 1]
    if behind.start != tokens[at].end:
        return None
    if behind.kind in (Kind.WORD, Kind.NUMBER):
        return at + 1
    if behind.text in ("-", "‑", "‐") and at + 2 < len(tokens):
        after = tokens[at + 2]
        if after.start == behind.end and after.kind in (Kind.WORD, Kind.NUMBER):
            return at + 2
    return None


def _afternoon(tokens: Sequence[Token], at: int, readings: set[Decimal]) -> set[Decimal]:
    """The hour on a clock of 24 for "4 pm", "4.30 p.m."."""
    said = "".join(token.form for token in tokens[at : at + 3] if token.text != ".").lower()
    if not said.startswith("pm"):
        return set()
    hours = {value + 12 for value in readings if 0 <= value < 12}
    return hours | {value - 720 for value in readings if _MIDNIGHT - 720 < value <= _MIDNIGHT}


def _read_words(
    tokens: Sequence[Token], at: int, reader: NumberWords, language: str, *, every: bool
) -> Quantity | None:
    words: list[str] = []
    places: list[int] = []
    here = at
    while here < len(tokens) and len(words) < 12:
        token = tokens[here]
        if token.kind is Kind.WORD:
            words.append(token.form)
            places.append(here)
        elif not (token.text in ("-", "‐", "‑") and words):
            break
        here += 1
    read = reader.read(words)
    if read is None:
        return None
    last = places[read.words - 1] + 1
    unit = _unit(tokens, at, last)
    soft = read.words == 1 and read.value in SOFT_ORDINALS and (read.ordinal or read.value == 1)
    if soft and not every and not _counts(tokens, at, last, reader):
        return None
    if not every and _is_speech(words, read.words, read.value, read.ordinal, unit, language):
        return None
    readings = {Decimal(read.value)}
    if 20 <= read.value <= 90 and at and tokens[at - 1].form in ("anni", "years", "annees", "anos"):
        readings.add(Decimal(1900 + read.value))  # anni Ottanta
    readings |= _afternoon(tokens, last, readings)
    return Quantity(frozenset(readings), unit, "", at, last, True, False)


def _counts(tokens: Sequence[Token], first: int, last: int, reader: NumberWords) -> bool:
    """Whether a word for one, first or second that takes the tokens `first` to `last` is a number:
    a unit stands beside it, other than in "for the first time", "an article"."""
    before = UNITS.get(tokens[first - 1].form, "") if first else ""
    behind = UNITS.get(tokens[last].form, "") if last < len(tokens) else ""
    article = reader.is_one(tokens[first].form)
    return before in BEFORE or (behind not in ("", "times") and not (article and behind in BEFORE))


def _is_speech(
    words: Sequence[str], taken: int, value: int, ordinal: bool, unit: str, language: str
) -> bool:
    """Whether what could be a number is a word of everyday speech here."""
    if taken > 1:
        return False
    following = words[1] if len(words) > 1 else ""
    if ordinal and value == 3:
        return not unit and (not following or following.startswith("part"))  # third parties
    if language == "it" and words[0] == "sei" and not unit:
        return bool(_PARTICIPLE.fullmatch(following))
    return words[0] in ("mille", "mil", "cent", "thousands", "millions") and not following


def _read_roman(tokens: Sequence[Token], at: int) -> Quantity | None:
    text = tokens[at].text
    if not text.isupper() or not text.isascii() or not _ROMAN.fullmatch(text):
        return None
    before = at - 1
    while before >= 0 and tokens[before].text == ".":
        before -= 1
    cued = before >= 0 and tokens[before].form in _ROMAN_CUES
    if not cued and not _ROMAN_ALONE.fullmatch(text):
        return None
    return Quantity(
        frozenset({Decimal(roman_value(text))}),
        _unit(tokens, at, at + 1),
        "",
        at,
        at + 1,
        True,
        False,
    )


def roman_value(text: str) -> int:
    """The value of a Roman numeral in capitals."""
    values = [_ROMAN_VALUES[letter] for letter in text]
    following = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, following, strict=True))


def _unit(tokens: Sequence[Token], first: int, last: int) -> str:
    """The unit of the number that takes the tokens `first` to `last`, "" if none is near."""
    before = first - 1
    while before >= 0 and tokens[before].text in (".", "n", "°"):
        before -= 1
    if before >= 0:
        name = UNITS.get(tokens[before].form, "")
        if name in BEFORE or (name and tokens[before].text in CURRENCY_SIGNS):
            return name
        if tokens[before].text in ("EUR", "USD", "CHF", "GBP"):
            return name
    return _unit_behind(tokens, last)


def _unit_behind(tokens: Sequence[Token], at: int) -> str:
    seen = 0
    said_again = [token.text for token in tokens[at : at + 3 : 2]] == ["(", ")"]
    if said_again and tokens[at + 1].kind is Kind.NUMBER:
        at += 3  # ninety (90) days
    elif at > 1 and at < len(tokens) and (tokens[at - 2].text, tokens[at].text) == ("(", ")"):
        at += 1
    for here in range(at, min(at + 2 * _UNIT_REACH, len(tokens))):
        token = tokens[here]
        if token.text in _STOPS or token.kind is Kind.NUMBER:
            return ""
        if token.kind is Kind.BREAK:
            continue
        if (token.form, tokens[here + 1].form if here + 1 < len(tokens) else "") in PERCENT_PHRASES:
            return "percent"
        elided = (
            len(token.form) < 3 and here + 1 < len(tokens) and tokens[here + 1].text in ("'", "’")
        )
        name = (
            "" if elided else (UNITS.get(token.form, "") if here == at else spoken_unit(token.form))
        )
        if name and not (token.form == "s" and here == at):
            return name
        seen += token.kind is Kind.WORD
        if seen >= _UNIT_REACH:
            return ""
    return ""


def _share_units(found: list[Quantity], tokens: Sequence[Token]) -> list[Quantity]:
    """The first number of a range in the unit of the second ("da due a tre giorni")."""
    for place in range(len(found) - 1, 0, -1):
        one, two = found[place - 1], found[place]
        between = tokens[one.last : two.first]
        if not one.unit and two.unit and 1 <= len(between) <= 2 and between[0].form in _RANGE:
            found[place - 1] = one._replace(unit=two.unit)
    return found
