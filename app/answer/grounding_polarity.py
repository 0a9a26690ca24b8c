"""What a clause affirms and what it denies."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.answer.grounding_number_words import number_words
from app.answer.grounding_polarity_words import (
    ANTONYMS,
    NEGATORS,
    NOT_REVERSERS,
    REVERSERS,
)
from app.answer.grounding_tokens import Kind, Token, is_content
from app.answer.grounding_words import word_set

_THAN = word_set("di del dello della dei degli delle dell d che")
_PLACES = word_set("sotto sopra oltre over under above below beneath")
_ADVERBS = word_set("longer anymore ever yet quite affatto mica assolutamente mehr plus jamas")
_REACH = 3  # words before a word that a negation may stand at and still mean it
_FAR = 9  # the same for what denies a whole clause
# Deny a clause as a whole, whichever word of it they stand before.
_NOBODY = word_set(
    "nobody none never nothing nowhere neither no niente nulla nichts rien nada nessuno nessun"
    " nessuna mai niemand nie kein keine"
    " keiner personne jamais aucun aucune nadie nunca ninguno ningun ninguna"
)
# Behind a negation: "shall not exceed 5" and "non oltre 5" set a bound, and deny nothing.
_BOUNDS = word_set("oltre later more less fewer over above below mehr weniger plus moins mas")
_BOUNDING = ("exceed", "supera", "superi", "ecced", "ubersteig", "uberschreit", "depass")
_SCOPE = 5  # tokens behind a negation within which the word is that it bears on
_CIRCUMSTANCES = ("when", "bound", "over", "day")  # "nobody opened it after May" is not "before"
_BESIDE = 1
_ONLY = word_set("only solo soltanto esclusivamente nur seulement solamente")
_WITHOUT = frozenset({"senza", "without", "ohne", "sans", "sin"})
_PAIRS_DENIED = ("permit", "accept", "include")  # their side -1 denies the clause too


@dataclass(frozen=True, slots=True)
class Polarity:
    """What a clause says. `denied` tells whether it denies what its words say, and `negated`
    whether by a word of grammar, as "not"; `sides` which side of which pair of contraries it is on
    (+1, -1), negation counted in, `words` the words that this is read from."""

    denied: bool
    negated: bool
    sides: Mapping[str, int]
    words: Mapping[str, str]
    marks: tuple[str, ...]
    said: tuple[tuple[str, int, Token], ...]  # every pair, side and word, in order


def read_polarity(tokens: Sequence[Token], language: str) -> Polarity:
    """What the clause that `tokens` are affirms and denies."""
    words = [token for token in tokens if token.kind is Kind.WORD]
    negated_at = [at for at in range(len(words)) if _negates(words, at, language)]
    sides: dict[str, int] = {}
    said: dict[str, str] = {}
    said_at: list[tuple[str, int, Token]] = []
    flips = 0
    marks = [words[at].text for at in negated_at]
    for at, token in enumerate(words):
        following = words[at + 1].form if at + 1 < len(words) else ""
        if token.form == "prima" and following not in _THAN:
            continue  # the first, not before
        for pair, side in _pairs_of(token.form):
            if pair == "permit" and any(word.form in _ONLY for word in words[at + 1 : at + 3]):
                continue  # what may only be so, must be so
            if token.form in _PLACES and not _stands_before_number(tokens, token):
                continue  # under a river, not under 12
            near = [
                place for place in negated_at if 0 < at - place <= _reach(words[place].form, pair)
            ]
            signed = -side if near else side
            said_at.append((pair, signed, token))
            if pair in sides and sides[pair] != signed:
                sides[pair] = 0  # both are said: it tells nothing
            else:
                sides[pair] = signed
                said[pair] = token.text
            if pair in _PAIRS_DENIED and side < 0 and not _reverses(token.form):
                flips += 1
                marks.append(token.text)
        if _reverses(token.form):
            flips += 1
            marks.append(token.text)
    denied = (bool(negated_at) + flips) % 2 == 1
    kept = {pair: side for pair, side in sides.items() if side}
    return Polarity(denied, bool(negated_at), kept, said, tuple(marks), tuple(said_at))


def _reach(form: str, pair: str) -> int:
    """How far before a word of a pair the negation `form` may stand and still mean it."""
    if pair in _CIRCUMSTANCES:
        return _BESIDE
    return _FAR if form in _NOBODY else _REACH


def _stands_before_number(tokens: Sequence[Token], token: Token) -> bool:
    at = next(place for place, each in enumerate(tokens) if each is token)
    return any(
        each.kind is Kind.NUMBER
        or any(number_words(language).may_begin(each.form) for language in NEGATORS)
        for each in tokens[at + 1 : at + 5]
    )


def is_negator(form: str, language: str) -> bool:
    """Whether a folded word denies the clause it stands in."""
    return form in _negators(language)


def _negates(words: Sequence[Token], at: int, language: str) -> bool:
    token = words[at]
    if token.form in _negators(language):
        following = words[at + 1].form if at + 1 < len(words) else ""
        before = words[at - 1].form if at else ""
        near = words[at + 1 : at + 3]
        if any(word.form in _BOUNDS or word.form.startswith(_BOUNDING) for word in near):
            return following == "piu"  # "non più", and "no more than"
        # "non solo ... ma anche", "not only", "no later than", "n. 5" deny nothing.
        if following in ("solo", "soltanto", "only", "nur", "seulement", "solamente", "sólo"):
            return False
        if token.form == "no" and following == "doubt":
            return False
        if token.form == "ne" and token.text != "né" and before not in ("ne",):
            return False  # Italian "ne" is "of it", and French "ne" has "pas" behind it
        return token.form != "n"
    return token.text in ("t",) and at > 0 and words[at - 1].form.endswith("n")  # don't


def _pairs_of(form: str) -> Iterator[tuple[str, int]]:
    exact, beginnings = _antonyms()
    yield from exact.get(form, ())
    for length in range(3, min(len(form), 12) + 1):
        yield from beginnings.get(form[:length], ())


def _reverses(form: str) -> bool:
    if form in NOT_REVERSERS:
        return False
    exact, beginnings = _reversers()
    return form in exact or any(form[:length] in beginnings for length in range(3, len(form) + 1))


@functools.cache
def _negators(language: str) -> frozenset[str]:
    known = (NEGATORS[language],) if language in NEGATORS else tuple(NEGATORS.values())
    return frozenset(word for words in known for word in words.split())


@functools.cache
def _reversers() -> tuple[frozenset[str], frozenset[str]]:
    words = [word for words in REVERSERS.values() for word in words.split()]
    exact = frozenset(word for word in words if not word.endswith("*"))
    return exact, frozenset(word[:-1] for word in words if word.endswith("*"))


Pairs = Mapping[str, Sequence[tuple[str, int]]]


@functools.cache
def _antonyms() -> tuple[Pairs, Pairs]:
    exact: dict[str, list[tuple[str, int]]] = {}
    beginnings: dict[str, list[tuple[str, int]]] = {}
    for pair, positive, negative in ANTONYMS:
        for side, words in ((1, positive), (-1, negative)):
            for word in words.split():
                where = beginnings if word.endswith("*") else exact
                entries = where.setdefault(word.rstrip("*"), [])
                if (pair, side) not in entries:
                    entries.append((pair, side))
    return exact, beginnings


def denied_words(tokens: Sequence[Token], language: str) -> Mapping[str, frozenset[bool]]:
    """The words of meaning of a sentence, each with whether a negation bears on it: two values
    where it stands there both ways.

    It bears on the first word of meaning behind it, and in German on the one before as well
    ("verfällt nicht"). What a sentence that denies has "without" is left out: "not allowed
    without consent" affirms the consent.
    """
    words = [token for token in tokens if token.kind is not Kind.NUMBER]
    content = [
        at
        for at, token in enumerate(words)
        if token.kind is Kind.WORD
        and is_content(token.form, language)
        and token.form not in _negators(language)
        and token.form not in _ADVERBS
    ]
    denied: set[int] = set()
    lacking: set[int] = set()
    either: set[int] = set()
    for at, token in enumerate(words):
        without = token.form in _WITHOUT
        if token.kind is not Kind.WORD or not (without or _denies_at(words, at, language)):
            continue
        found = lacking if without else denied
        behind = next((place for place in content if at < place <= at + _SCOPE), None)
        if behind is not None and _parted(words, at, behind):
            behind = None
        if token.form in _NOBODY:
            either |= {place for place in content if not _parted(words, *sorted((at, place)))}
        elif behind is not None:
            found.add(behind)
            if without:  # "senza dare preavviso": the word meant may be the next one
                either |= {place for place in content if behind < place <= at + _SCOPE}
        elif language == "de" and not without:
            before = next((place for place in reversed(content) if place < at), None)
            if before is not None and at - before <= _SCOPE and not _parted(words, before, at):
                found.add(before)
    states: dict[str, frozenset[bool]] = {}
    for at in content:
        if not (at in lacking and denied):
            form = words[at].form
            state = {True, False} if at in either else {at in denied or at in lacking}
            states[form] = states.get(form, frozenset()) | state
    return states


def _denies_at(words: Sequence[Token], at: int, language: str) -> bool:
    spoken = [each for each in words[max(0, at - 2) : at + 4] if each.kind is Kind.WORD]
    place = next((here for here, each in enumerate(spoken) if each is words[at]), None)
    return place is not None and _negates(spoken, place, language)


def _parted(words: Sequence[Token], first: int, last: int) -> bool:
    return any(token.text in ",;:()." for token in words[first:last])
