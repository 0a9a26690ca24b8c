"""What tells that a question leans on an earlier one, by language (ISO 639-1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_END = r"(?=\s*[?.!,;:]|\s*$)"  # of a clause


@dataclass(frozen=True, slots=True)
class FollowUpWords:
    """Patterns over the case-folded question.

    `opener` begins a question that only names what is different this time ("and in France?").
    `back` matches words that point back, unless `idle` matches there (words that seem to).
    `asking` are question words, `defining` beginnings of questions that name their own topic.
    `articles` stand before a noun; `prepositions` are families of words that mean the same one.
    `fillers` carry no topic. `subjects` and `owners` are pronouns that a name can take the place
    of.
    """

    opener: re.Pattern[str]
    back: re.Pattern[str]
    idle: re.Pattern[str]
    asking: frozenset[str]
    defining: re.Pattern[str]
    articles: frozenset[str]
    prepositions: tuple[frozenset[str], ...]
    fillers: frozenset[str]
    subjects: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()
    nouns_are_capital: bool = False


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _families(*texts: str) -> tuple[frozenset[str], ...]:
    return tuple(map(_words, texts))


_NEVER = re.compile(r"(?!)")

WORDS: Mapping[str, FollowUpWords] = {
    "en": FollowUpWords(
        opener=re.compile(
            r"(?:(?:and|but|or|so)\s+)?(?:what|how) about\s+|(?:and|but|or)(?: then)?[\s,]+"
        ),
        back=re.compile(
            r"\b(?:he|she|they|him|them|his|her|hers|its|their|theirs|it|the (?:former|latter))\b"
            rf"|\b(?:this|that|these|those|there|ones?){_END}"
        ),
        idle=re.compile(
            r"\b(?:is|was|be) it (?:\w+ )?(?:possible|necessary|true|allowed|legal|important|better"
            r"|worth|safe|ok|okay|forbidden|permitted|mandatory|compulsory)\b"
            r"|\bit takes?\b|\bit means? (?:to|when|if|that)\b|\btime is it\b|\b(?:is|are) there\b"
        ),
        asking=_words("what when where which who whom whose why how"),
        defining=re.compile(r"(?:what|who)(?:'s|’s| is| are| was| were)\b"),
        articles=_words("a an the this that these those my our your each every any"),
        prepositions=_families(
            "in",
            "at",
            "on",
            "for",
            "with",
            "without",
            "of",
            "from",
            "to",
            "by",
            "during",
            "before",
            "after",
            "under",
            "between",
        ),
        fillers=_words("tell explain say more else please exactly really give example examples"),
        subjects=_words("he she it they him them"),
        owners=_words("his its their"),
    ),
    "it": FollowUpWords(
        opener=re.compile(r"(?:ed?|ma|o|oppure|e invece|e allora)[\s,]+(?!['’])"),
        back=re.compile(
            r"\b(?:lui|lei|loro|ess[oaie]|ciò|su[oae]|suoi|ne|costui|costei|quest[’']ultim[oa])\b"
            rf"|\b(?:quest[oaie]|quell[oaie]|lì|là){_END}"
            r"|\b(?:l[oaie]\s|l['’])(?:ha|hanno|aveva|avevano|avrebbe|deve|devono|può|possono)\b"
        ),
        idle=_NEVER,
        asking=_words(
            "che chi come cosa cos dove dov quale quali qual quando quanto quanta quanti quante"
            " perché perchè"
        ),
        defining=re.compile(
            r"(?:che cosa|che cos['’]|cosa|cos['’]|chi|quale|quali|qual)"
            r"\s?(?:è|sono|era|erano|fu)\b"
        ),
        articles=_words("il lo la l i gli le un uno una ogni questo questa questi queste"),
        prepositions=_families(
            "in nel nello nella nell nei negli nelle",
            "di del dello della dell dei degli delle d",
            "a ad al allo alla all ai agli alle",
            "da dal dallo dalla dall dai dagli dalle",
            "su sul sullo sulla sull sui sugli sulle",
            "con",
            "per",
            "durante",
            "senza",
            "dopo",
            "prima",
            "tra fra",
        ),
        fillers=_words(
            "dimmi spiega spiegami spiegare dire dirmi altro meglio esempio esempi esattamente"
        ),
    ),
    "fr": FollowUpWords(
        opener=re.compile(r"(?:et|mais|ou)(?: alors)?[\s,]+"),
        back=re.compile(
            r"\b(?:il|elle|ils|elles|lui|leur|leurs|son|sa|ses|celui-ci|celle-ci|cela|ça|en)\b"
            rf"|\b(?:là|celui|celle){_END}"
        ),
        idle=re.compile(
            r"\bil (?:y a|faut|est (?:possible|nécessaire|permis|interdit|vrai))\b"
            r"|\by a-t-il\b|\bfaut-il\b|\best-il (?:possible|nécessaire|permis|interdit|vrai)\b"
            r"|\ben (?:\w{4,}|\d+)\b"
        ),
        asking=_words(
            "que qu quoi qui quand où comment pourquoi combien quel quelle quels quelles"
        ),
        defining=re.compile(r"(?:qu['’]est-ce que?|quel(?:le)?s? (?:est|sont)|qui (?:est|était))"),
        articles=_words("le la l les un une des ce cet cette ces chaque"),
        prepositions=_families(
            "en dans",
            "à au aux",
            "de du des d",
            "pour",
            "avec",
            "sans",
            "sur",
            "par",
            "pendant",
        ),
        fillers=_words("dis explique expliquer plus exemple exemples exactement"),
    ),
    "de": FollowUpWords(
        opener=re.compile(r"(?:(?:und|aber|oder)\s+)?was ist mit\s+|(?:und|aber|oder)[\s,]+"),
        back=re.compile(
            r"\b(?:er|sie|ihn|ihm|ihnen|ihre?[mnrs]?|seine?[mnrs]?|dessen|deren|es|davon|dazu|damit"
            rf"|dafür|darin)\b|\b(?:das|dies|dort|diese[mnrs]?){_END}"
        ),
        idle=re.compile(r"\b(?:gibt|gab|ist|geht) es\b|\bes (?:gibt|ist)\b"),
        asking=_words(
            "was wann wo wer wen wem wessen warum wieso weshalb wie wieviel welche welcher welches"
            " welchen welchem woher wohin"
        ),
        defining=re.compile(r"(?:was|wer) (?:ist|sind|war|waren)\b"),
        articles=_words(
            "der die das den dem des ein eine einen einem einer eines jede jeder jedes"
        ),
        prepositions=_families(
            "in im ins",
            "an am",
            "auf",
            "für",
            "mit",
            "ohne",
            "von vom",
            "aus",
            "zu zum zur",
            "bei",
            "nach",
            "vor",
            "während",
        ),
        fillers=_words("erkläre sag mehr beispiel beispiele genau"),
        nouns_are_capital=True,
    ),
    "es": FollowUpWords(
        opener=re.compile(r"¿?\s*(?:y|pero|o)[\s,]+"),
        back=re.compile(
            rf"\b(?:él|ella|ellos|ellas|sus?|suy[oa]s?|ello|eso|esto)\b|\b(?:allí|ahí|aquell[oa]){_END}"
            r"|\b(?:lo|la|los|las) (?:ha|han|había|puede|pueden|debe|deben)\b"
        ),
        idle=_NEVER,
        asking=_words(
            "qué quién quiénes cuándo dónde cómo cuál cuáles cuánto cuánta cuántos cuántas"
        ),
        defining=re.compile(r"¿?(?:qué|quién|quiénes|cuál|cuáles) (?:es|son|era|eran|fue)\b"),
        articles=_words("el la los las un una unos unas cada este esta estos estas"),
        prepositions=_families(
            "en",
            "de del",
            "a al",
            "para",
            "con",
            "sin",
            "por",
            "sobre",
            "durante",
        ),
        fillers=_words("dime explica explicar más ejemplo ejemplos exactamente"),
    ),
}
"""Other languages: a question is searched for as it is written."""
