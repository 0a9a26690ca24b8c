"""What kind of answer a question asks for, by its question words.

Only its own words are looked at: what has no question word, as most searches, asks for anything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum


class Asked(StrEnum):
    """What the answer is expected to be."""

    TIME = "time"  # a date, a year, a time of day
    NUMBER = "number"  # how many, how much, how long
    PERSON = "person"  # who: a name, of a person or of many
    PLACE = "place"
    REASON = "reason"  # why, how: no few words answer it
    THING = "thing"  # what, which, and everything else


# By language, in the order in which they are tried: "in what year" asks for a time, although
# "what" alone asks for anything.
_WORDS: Mapping[str, Sequence[tuple[Asked, str]]] = {
    "en": (
        (Asked.THING, r"how (?:is|are|was|were) [^?]{1,60}? called"),
        (Asked.TIME, r"when|(?:what|which) (?:\w+ )?(?:years?|dates?|days?|months?|decades?)"),
        (Asked.TIME, r"(?:what|which) (?:\w+ )?(?:centur(?:y|ies)|time|era|period)"),
        (Asked.NUMBER, r"how (?:many|much|long|old|far|large|big|tall|high|often|fast|deep|wide)"),
        (Asked.NUMBER, r"how heavy|(?:what|which) (?:\w+ )?(?:percentage|percent|number|amount)"),
        (Asked.NUMBER, r"what (?:\w+ )?(?:proportion|fraction|portion|population|age|cost|price)"),
        (Asked.NUMBER, r"what (?:\w+ )?(?:temperature|speed|length|height|rate|distance|size)"),
        (Asked.PLACE, r"where|(?:what|which) (?:\w+ )?(?:country|countries|city|cities|towns?)"),
        (
            Asked.PLACE,
            r"(?:what|which) (?:\w+ )?(?:state|place|location|region|county|continent)s?",
        ),
        (Asked.PLACE, r"(?:what|which) (?:\w+ )?(?:street|area|island|venue|stadium|building)s?"),
        (Asked.PERSON, r"who|whom|whose"),
        (Asked.REASON, r"why|how(?! called)"),
    ),
    "it": (
        (Asked.THING, r"come si chiam\w+"),
        (Asked.TIME, r"quando|a che ora|(?:che|quale|quali|qual) (?:ann[oi]|dat[ae]|giorn[oi])"),
        (Asked.TIME, r"(?:che|quale|quali|qual è la|qual) (?:mes[ei]|secol[oi]|decennio|data)"),
        (Asked.TIME, r"(?:che|quale) (?:ora|periodo|epoca)"),
        (
            Asked.NUMBER,
            r"quant[oaei]|quant(?=['’])|(?:che|quale|qual è la|qual è il) (?:percentuale|età)",
        ),
        (Asked.NUMBER, r"(?:che|quale|qual è la|qual è il|qual era la) (?:numero|quantità|somma)"),
        (Asked.NUMBER, r"(?:che|quale|qual è la|qual è il) (?:importo|cifra|frazione|prezzo)"),
        (Asked.NUMBER, r"(?:che|quale|qual è la) (?:temperatura|altezza|lunghezza|velocità)"),
        (
            Asked.PLACE,
            r"dove|dov(?=['’])|(?:quale|quali|che|qual) (?:paes[ei]|città|luog[ohi]+|stat[oi])",
        ),
        (Asked.PLACE, r"(?:quale|quali|che) (?:region[ei]|continent[ei]|nazion[ei]|località)"),
        (Asked.PLACE, r"(?:quale|quali|che) (?:via|zon[ae]|isol[ae]|edificio|stadio)"),
        (Asked.PERSON, r"chi"),
        (Asked.REASON, r"perch[éè]|come"),
    ),
    "fr": (
        (Asked.TIME, r"quand|à quelle heure|quel(?:le)?s? (?:années?|dates?|jours?|mois|siècles?)"),
        (Asked.TIME, r"quel(?:le)?s? (?:époque|heure|période|décennie)"),
        (Asked.NUMBER, r"combien|quel(?:le)? (?:pourcentage|nombre|quantité|somme|montant|âge)"),
        (Asked.NUMBER, r"quel(?:le)? (?:est le |est la )?(?:prix|taux|âge|nombre|montant|durée)"),
        (Asked.PLACE, r"où|quel(?:le)?s? (?:pays|villes?|lieux?|régions?|endroit|état|continent)"),
        (Asked.PERSON, r"qui"),
        (Asked.REASON, r"pourquoi|comment"),
    ),
    "de": (
        (Asked.THING, r"wie hei(?:ß|ss)\w*|wie (?:wird|werden|wurde|nennt) [^?]{1,60}? genannt"),
        (Asked.TIME, r"wann|um wie ?viel uhr|welche[mnrs]? (?:jahr\w*|datum|tag|monat|zeit\w*)"),
        (Asked.NUMBER, r"wie ?viele?|wie (?:lange?|oft|hoch|weit|groß|alt|schwer|tief|breit)"),
        (Asked.NUMBER, r"wie schnell|welche[rsmn]? (?:anzahl|prozentsatz|betrag|anteil|zahl)"),
        (Asked.PLACE, r"wo|woher|wohin|welche[mnrs]? (?:land|stadt|orte?|region|staat|kontinent)"),
        (Asked.PERSON, r"wer|wem|wen|wessen"),
        (Asked.REASON, r"warum|weshalb|wieso|wie"),
    ),
    "es": (
        (Asked.TIME, r"cuándo|a qué hora|(?:qué|cuál) (?:año|fecha|día|mes|siglo|época|hora)"),
        (Asked.NUMBER, r"cuánt[oa]s?|qué (?:porcentaje|número|cantidad|edad|precio|importe)"),
        (Asked.PLACE, r"dónde|adónde|qué (?:país|ciudad|lugar|región|estado|continente)"),
        (Asked.PERSON, r"quién|quiénes"),
        (Asked.REASON, r"por qué|cómo"),
    ),
}
# They stand inside a run of characters, so that they have no boundaries.
_CHINESE: Sequence[tuple[Asked, str]] = (
    (Asked.TIME, r"什么时[候间]|何时|[哪几]一?[年天日]|[哪几]个?月|哪个世纪|几点|几号|哪个年代"),
    (Asked.NUMBER, r"多少|几[个次名位人种场座条分]|多[大长高远久快]"),
    (Asked.PLACE, r"哪里|哪儿|在哪|何处|哪个(?:国家|城市|地方|州|地区)|什么地方"),
    (Asked.PERSON, r"谁|哪位|什么人"),
    (Asked.REASON, r"为什么|为何|怎么|怎样|如何"),
)


_BEFORE = 2  # words that may stand before the question's


def _compiled() -> Mapping[str, Sequence[tuple[Asked, re.Pattern[str]]]]:
    patterns = {
        language: [
            (kind, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for kind, words in kinds
        ]
        for language, kinds in _WORDS.items()
    }
    patterns["zh"] = [(kind, re.compile(words)) for kind, words in _CHINESE]
    return patterns


_PATTERNS = _compiled()


def asked_kind(question: str, language: str) -> Asked:
    """What `question` asks for; `language` is its ISO 639-1 code.

    In a language that is not known here, "" among them, it asks for anything.
    """
    for kind, pattern in _PATTERNS.get(language, ()):
        if pattern.search(question):
            return kind
    return Asked.THING


def first_asked(question: str, language: str) -> tuple[Asked, str]:
    """What `question` asks for if its question words open it, and these words.

    A preposition or two may stand before them ("for how many"). Otherwise it asks for anything,
    with no words: what stands in the middle may be no question ("how was it found how many").
    """
    matches = ((kind, p.search(question)) for kind, p in _PATTERNS.get(language, ()))
    found = [(kind, match) for kind, match in matches if match is not None]
    if not found:
        return Asked.THING, ""
    kind, first = min(found, key=lambda each: each[1].start())
    opens = len(question[: first.start()].split()) <= _BEFORE
    return (kind, first.group()) if opens else (Asked.THING, "")
