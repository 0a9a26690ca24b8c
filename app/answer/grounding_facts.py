"""Numbers, dates and names of a claim, looked for in the passages that it rests on."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.answer.grounding_claims import Claim
from app.answer.grounding_dates import WEEKDAYS, Day
from app.answer.grounding_evidence import Evidence
from app.answer.grounding_names import Name, has_capital
from app.answer.grounding_numbers import Quantity, is_compound, parts
from app.answer.grounding_tokens import Kind, is_content
from app.answer.grounding_units import MONEY
from app.core.types import Doubt

# How much a finding tells that the sentence is not borne out, as a probability. Set by hand on the
# tuning half of the labelled sentences; see docs/grounding.md.
ABSENT = 0.95  # in no passage, and not in the question
ASKED = 0.8  # in the question alone
ELSEWHERE = 0.75  # in a passage that the sentence does not cite
OTHER_UNIT = 0.7  # there, and beside another unit
MISPLACED = 0.65  # there, but said of something else
ABSENT_NAME = 0.75
ABSENT_TRANSLATED = 0.55  # a name in no passage, and the passages are in another language

_CLEARLY = 0.3  # by how much another sentence must be nearer for a number to be out of place
_NEAR = 0.5  # share of the claim's words that this sentence must hold
# Ends of what is made of a land's or a city's name: Scotland, Scottish.
_PEOPLES = ("ish", "ese", "ian", "ean", "isch", "ische", "ischen", "ischer")
_STRICT_UNITS = MONEY | {"percent", "km", "kg", "mg", "ml", "g", "degree", "article", "page"}


@dataclass(frozen=True, slots=True)
class Finding:
    """A reason for doubt: what kind, the claim's words it is about, and how much it tells."""

    kind: Doubt
    words: str
    weight: float


class FactCheck:
    """The facts of the claims of one answer against one prompt's passages."""

    def __init__(self, evidence: Evidence, question: Claim, language: str) -> None:
        self._evidence = evidence
        self._question = question
        self._language = language
        self._asked = {
            value for each in question.quantities for value in _all_values(each, question)
        }
        for date in question.dates:
            for day in date.readings:
                self._asked |= {Decimal(value) for value in (day.day, day.year) if value}
        self._asked_words = {token.form for token in question.tokens if token.kind is Kind.WORD}

    def findings(
        self, claim: Claim, allowed: Collection[int], coverage: Mapping[int, float]
    ) -> Iterator[Finding]:
        """What is wrong with a claim's facts, for the sentences at the places `allowed`.

        `coverage` is the share of the claim's words that each sentence holds.
        """
        for quantity in claim.quantities:
            weight = self._number(claim, quantity, allowed, coverage)
            if weight:
                kind = Doubt.DATE if quantity.year else Doubt.NUMBER
                yield Finding(kind, claim.surface(quantity.first, quantity.last), weight)
        for date in claim.dates:
            weight = self._date(date.readings, allowed, coverage)
            if weight:
                yield Finding(Doubt.DATE, claim.surface(date.first, date.last), weight)
        yield from self._weekdays(claim, allowed)
        for name in claim.names:
            weight = self._name(claim, name, allowed, coverage)
            if weight:
                yield Finding(Doubt.NAME, claim.surface(name.first, name.last), weight)

    # ----------------------------------------------------------------------------------- numbers

    def _number(
        self,
        claim: Claim,
        quantity: Quantity,
        allowed: Collection[int],
        coverage: Mapping[int, float],
    ) -> float:
        if is_compound(quantity):
            values = parts(claim.tokens[quantity.first].text)
            if self._is_month(values, allowed):
                return 0.0
            return max((self._presence([value], allowed) for value in values), default=0.0)
        weight = self._presence(quantity.readings, allowed)
        if weight:
            return weight
        if quantity.code and not self._evidence.codes.get(quantity.code, set()) & set(allowed):
            return OTHER_UNIT
        here = [
            (place, unit)
            for place, unit in self._evidence.value_places(quantity.readings)
            if place in allowed
        ]
        fitting = [place for place, unit in here if self._unit_fits(quantity.unit, unit, place)]
        if not fitting:
            return OTHER_UNIT
        if self._asked.intersection(quantity.readings):
            return 0.0  # as with names: it may be told of without being named again
        rivals = self._rival_quantities(claim, quantity)
        return self._misplaced(fitting, coverage, rivals)

    def _is_month(self, values: Sequence[Decimal], allowed: Collection[int]) -> bool:
        """Whether `03/2021` is the month of a date of the passages."""
        return len(values) == 2 and any(
            place in allowed and any(day.year == values[1] for day in days)
            for days, place in self._evidence.dates.get(int(min(values[0], Decimal(13))), ())
        )

    def _presence(self, values: Iterable[Decimal], allowed: Collection[int]) -> float:
        values = list(values)
        places = {place for place, _ in self._evidence.value_places(values)}
        if places & set(allowed):
            return 0.0
        if places:
            return ELSEWHERE
        return ASKED if self._asked.intersection(values) else ABSENT

    def _unit_fits(self, claimed: str, found: str, place: int) -> bool:
        if not claimed or claimed == found:
            return True
        if found:
            return False
        if claimed not in _STRICT_UNITS:
            return True
        return (self._evidence.sentences[place].n, claimed) in self._evidence.units

    def _rival_quantities(self, claim: Claim, quantity: Quantity) -> set[int]:
        """Places of sentences with a number of the same unit that the claim does not name."""
        said = {value for each in claim.quantities for value in each.readings}
        return {
            place
            for place, others in self._evidence.quantities.items()
            if any(
                other.unit == quantity.unit
                and other.year == quantity.year
                and not other.readings & said
                for other in others
            )
        }

    def _misplaced(
        self, found: Sequence[int], coverage: Mapping[int, float], rivals: Collection[int]
    ) -> float:
        """Whether another sentence, with a rival, is clearly nearer than all that hold the fact."""
        near = max((coverage.get(place, 0.0) for place in found), default=0.0)
        best = max(coverage, key=lambda place: coverage[place], default=None)
        if best is None or best in found or best not in rivals:
            return 0.0
        far = coverage[best] - near
        return MISPLACED if coverage[best] >= _NEAR and far >= _CLEARLY else 0.0

    # ------------------------------------------------------------------------------------- dates

    def _date(
        self,
        readings: Collection[Day],
        allowed: Collection[int],
        coverage: Mapping[int, float],
    ) -> float:
        places: list[int] = []
        for day in readings:
            for others, place in self._evidence.dates.get(day.month, ()):
                if any(self._date_fits(day, other, place) for other in others):
                    places.append(place)
        inside = [place for place in places if place in allowed]
        if not inside:
            asked = any(
                day.within(other)
                for day in readings
                for date in self._question.dates
                for other in date.readings
            )
            return ELSEWHERE if places else ASKED if asked else ABSENT
        rivals = {
            place
            for entries in self._evidence.dates.values()
            for others, place in entries
            if place not in inside and not others & set(readings)
        }
        return self._misplaced(inside, coverage, rivals)

    def _date_fits(self, claimed: Day, found: Day, place: int) -> bool:
        if claimed.within(found):
            return True
        # The year may be said apart from the day, once for a whole passage.
        if found.year is not None or not claimed._replace(year=None).within(found):
            return False
        n = self._evidence.sentences[place].n
        return claimed.year is not None and any(
            self._evidence.sentences[other].n == n
            for other, _ in self._evidence.numbers.get(Decimal(claimed.year), ())
        )

    def _weekdays(self, claim: Claim, allowed: Collection[int]) -> Iterator[Finding]:
        for token in claim.tokens:
            if token.kind is not Kind.WORD:
                continue
            day = WEEKDAYS.get(token.form, 0)
            if day and not self._evidence.weekdays.get(day, set()) & set(allowed):
                weight = ASKED if token.form in self._asked_words else ABSENT
                if not self._is_between_weekdays(day, allowed):
                    yield Finding(Doubt.DATE, token.text, weight)

    def _is_between_weekdays(self, day: int, allowed: Collection[int]) -> bool:
        """Whether the passages name days before and after: "from Monday to Friday"."""
        named = [each for each, places in self._evidence.weekdays.items() if places & set(allowed)]
        return len(named) > 1 and min(named) < day < max(named)

    # ------------------------------------------------------------------------------------- names

    def _name(
        self,
        claim: Claim,
        name: Name,
        allowed: Collection[int],
        coverage: Mapping[int, float],
    ) -> float:
        places = [self._name_places(form) for form in name.forms]
        whole = "".join(form[:1] for form in name.forms)
        short = {place for place in self._evidence.places.get(whole, ()) if len(whole) > 1}
        allowed = set(allowed)
        missing = [at for at, found in enumerate(places) if not found & allowed]
        if missing and short & allowed:
            return 0.0
        missing = [at for at in missing if name.forms[at] not in self._asked_words]
        if missing:
            if all(places[at] for at in missing):
                return ELSEWHERE
            foreign = all(
                self._evidence.languages[self._evidence.sentences[place].n] != self._language
                for place in allowed
            )
            if foreign:
                return ABSENT_TRANSLATED if len(missing) == len(places) else 0.0
            return ABSENT_NAME
        if all(form in self._asked_words for form in name.forms):
            return 0.0  # what the question is about need not be named again where it is told
        found = set.intersection(*(each & allowed for each in places)) if places else set()
        if not found:
            return 0.0
        return self._misplaced(sorted(found), coverage, self._rival_names(claim, coverage))

    def _name_places(self, form: str) -> set[int]:
        """Places of the sentences that hold a name's word, inflected, translated or as initials."""
        found = {
            place
            for other, sure in self._evidence.matches(form, self._language).items()
            if sure == 1.0 or _inflected(form, other)
            for place in self._evidence.places[other]
        }
        if self._language in ("en", "de") and form.endswith(_PEOPLES):
            for other, places in self._evidence.capitals.items():
                if other[:4] == form[:4]:
                    found |= places
        if 2 <= len(form) <= 7:
            found |= self._evidence.initials.get(form, set())
        return found

    def _rival_names(self, claim: Claim, coverage: Mapping[int, float]) -> set[int]:
        """Places of the near sentences with a name that the claim does not have."""
        said = {token.form for token in claim.tokens} | self._asked_words
        rivals: set[int] = set()
        for place in coverage:
            tokens = self._evidence.sentences[place].tokens
            for before, token in itertools.pairwise(tokens):
                inner = has_capital(token) and before.kind is not Kind.BREAK
                if inner and token.form not in said and is_content(token.form, self._language):
                    rivals.add(place)
                    break
        return rivals


def _all_values(quantity: Quantity, claim: Claim) -> Iterable[Decimal]:
    if is_compound(quantity):
        return parts(claim.tokens[quantity.first].text)
    return quantity.readings


def _inflected(one: str, other: str) -> bool:
    """Whether two words differ in what cases and adjectives add alone ("Roma", "romano")."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and long.startswith(short[:-1]) and len(long) - len(short) <= 4
