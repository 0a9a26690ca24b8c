"""The passages of one prompt, taken apart so that each claim finds where its words stand.

Everything is kept by word and by value: what a claim costs depends on how often its own words
occur, and not on how many sentences there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.answer.grounding_dates import WEEKDAYS, Day, find_dates
from app.answer.grounding_names import has_capital, initials, same_name
from app.answer.grounding_numbers import Quantity, find_quantities, is_compound, parts
from app.answer.grounding_polarity import is_negator
from app.answer.grounding_tokens import Kind, Token, is_content, scan, spoken_language
from app.answer.grounding_units import UNITS
from app.answer.support import sentence_parts
from app.index.tokens import Tokenizer

_PREFIX = 3  # letters that two words must share before their stems are compared
_DERIVED = 0.8  # what a word of the same beginning counts ("pagamento", "pagato")
_COMPOUND = 5  # letters that a part of a German compound has at least


@dataclass(frozen=True, slots=True)
class SourcePassage:
    """A passage of the prompt, by its number there. `heading` and `document` count as its text."""

    n: int
    text: str
    heading: str = ""
    document: str = ""


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One sentence of a passage; `place` is its number among all, `heading` for titles."""

    place: int
    n: int
    text: str
    tokens: tuple[Token, ...]
    heading: bool


class Evidence:
    """The passages of one prompt. Made for one check, and used by the thread that made it."""

    def __init__(
        self, passages: Iterable[SourcePassage], language: str, tokenizer: Tokenizer
    ) -> None:
        self._tokenizer = tokenizer
        self.sentences: list[SourceSentence] = []
        self.languages: dict[int, str] = {}
        self.numbers: dict[Decimal, list[tuple[int, str]]] = defaultdict(list)
        self.units: set[tuple[int, str]] = set()  # of each passage
        self.quantities: dict[int, list[Quantity]] = {}
        self.dates: dict[int, list[tuple[frozenset[Day], int]]] = defaultdict(list)  # by month
        self.weekdays: dict[int, set[int]] = defaultdict(set)
        self.codes: dict[str, set[int]] = defaultdict(set)
        self.initials: dict[str, set[int]] = defaultdict(set)
        self.capitals: dict[str, set[int]] = defaultdict(set)
        self.places: dict[str, list[int]] = defaultdict(list)
        self._by_beginning: dict[str, list[str]] = defaultdict(list)
        self._matches: dict[tuple[str, str], Mapping[str, float]] = {}
        for passage in passages:
            self._add(passage, language)
        for form in self.places:
            self._by_beginning[form[:_PREFIX]].append(form)

    def of(self, numbers: Collection[int]) -> set[int]:
        """The places of the sentences of these passages."""
        return {each.place for each in self.sentences if each.n in numbers}

    def matches(self, form: str, language: str) -> Mapping[str, float]:
        """The words of the passages that say the same as `form`, each with how surely, to 1."""
        key = (form, language)
        found = self._matches.get(key)
        if found is None:
            found = self._matches[key] = self._find_matches(form, language)
        return found

    def where(self, form: str, language: str) -> dict[int, float]:
        """The places of the sentences that say `form`, each with how surely."""
        found: dict[int, float] = {}
        for other, sure in self.matches(form, language).items():
            for place in self.places[other]:
                if sure > found.get(place, 0.0):
                    found[place] = sure
        return found

    def value_places(self, values: Iterable[Decimal]) -> list[tuple[int, str]]:
        """Places and units of a number, whichever of its readings stands there."""
        return [entry for value in values for entry in self.numbers.get(value, ())]

    # ---------------------------------------------------------------------------------- building

    def _add(self, passage: SourcePassage, language: str) -> None:
        tokens = scan(passage.text)
        spoken = spoken_language(tokens, language)
        self.languages[passage.n] = spoken
        for title in (passage.document, passage.heading):
            if title:
                self._add_sentence(passage.n, title, tuple(scan(title)), spoken, heading=True)
        first = begin = 0
        for piece in sentence_parts(passage.text):
            end = begin + len(piece)
            last = first
            while last < len(tokens) and tokens[last].start < end:
                last += 1
            inside = tuple(tokens[first:last])
            if inside:
                self._add_sentence(passage.n, piece.strip(), inside, spoken, heading=False)
            first, begin = last, end

    def _add_sentence(
        self, n: int, text: str, tokens: tuple[Token, ...], language: str, *, heading: bool
    ) -> None:
        place = len(self.sentences)
        self.sentences.append(SourceSentence(place, n, text, tokens, heading))
        dates = list(find_dates(tokens, language))
        quantities = find_quantities(tokens, language, dates, every=True)
        self.quantities[place] = quantities
        for date in dates:
            for day in date.readings:
                self.dates[day.month].append((date.readings, place))
                for value in (day.day, day.year):
                    if value is not None:
                        self.numbers[Decimal(value)].append((place, ""))
        for quantity in quantities:
            self._add_quantity(quantity, place, tokens)
        for form in {token.form for token in tokens if token.kind is Kind.WORD}:
            self.places[form].append(place)
            if form in WEEKDAYS:
                self.weekdays[WEEKDAYS[form]].add(place)
        for token in tokens:
            if token.form in UNITS:
                self.units.add((self.sentences[place].n, UNITS[token.form]))
            if has_capital(token):
                self.capitals[token.form].add(place)
        for letters in initials(tokens):
            self.initials[letters].add(place)

    def _add_quantity(self, quantity: Quantity, place: int, tokens: Sequence[Token]) -> None:
        if quantity.unit:
            self.units.add((self.sentences[place].n, quantity.unit))
        for value in quantity.readings:
            self.numbers[value].append((place, quantity.unit))
        if quantity.code:
            self.codes[quantity.code].add(place)
        text = tokens[quantity.first].text
        if is_compound(quantity):
            pieces = parts(text)
            if len(pieces) == 2 and pieces[0] >= 1000 and pieces[1] < 100:
                pieces.append(pieces[0] // 100 * 100 + pieces[1])  # 2021-22
            for value in pieces:
                self.numbers[value].append((place, quantity.unit))

    # ---------------------------------------------------------------------------------- matching

    def _find_matches(self, form: str, language: str) -> Mapping[str, float]:
        found: dict[str, float] = {}
        if form in self.places:
            found[form] = 1.0
        stem = self._stem(form, language)
        for other in self._by_beginning.get(form[:_PREFIX], ()):
            if other not in found:
                sure = self._alike(form, other, stem, language)
                if sure:
                    found[other] = sure
        if len(found) == 0 or language == "de":
            for other in self.places:
                if same_name(form, other):
                    found[other] = 1.0
                elif language == "de" and other not in found and _is_part(form, other):
                    found[other] = _DERIVED
        return found

    def _alike(self, form: str, other: str, stem: str, language: str) -> float:
        if self._stem(other, language) == stem:
            return 1.0
        shared = 0
        for one, two in zip(form, other, strict=False):
            if one != two:
                break
            shared += 1
        longest, shortest = max(len(form), len(other)), min(len(form), len(other))
        if shared >= 5 and shared >= 0.6 * longest:
            return _DERIVED
        if shared >= 4 and shared >= shortest - 2 and longest - shortest <= 4:
            return _DERIVED
        return 0.0

    def _stem(self, form: str, language: str) -> str:
        return next(iter(self._tokenizer.stems(form, language)), form)


def content_words(tokens: Iterable[Token], language: str) -> list[str]:
    """The words that carry meaning, in order, each once."""
    return list(
        dict.fromkeys(
            token.form
            for token in tokens
            if token.kind is Kind.WORD
            and is_content(token.form, language)
            and not is_negator(token.form, language)
        )
    )


def _is_part(one: str, other: str) -> bool:
    """Whether one word is in the other, as German puts them together."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _COMPOUND and short in long
