"""Whether two short answers to one question say the same.

SQuAD's normalisation (Rajpurkar et al., EMNLP 2016) with more languages' words of grammar than
its English articles, stems instead of words, and without what the question said already: "It
opens at nine." and "The library opens at 9:00." are one answer to "when does the library open?".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.answer.function_words import FUNCTION_WORDS
from app.index.tokens import Tokenizer, normalize_word, plain_number

_WORD = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+")
_FULL_HOUR = re.compile(r"(\d{1,2})[:.]00")
_SHORT_NOT = re.compile(r"n['’]t\b")
_PER_CENT = re.compile(r"%|\b(?:per ?cent[o]?|prozent|pour cent)\b", re.IGNORECASE)
_HELD = 3  # an answer holds a shorter one if that is at least a third of it


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEGATIONS = {
    "en": _words("not no never none nobody nothing neither cannot"),
    "it": _words("non no mai nessuno nessuna nessun niente nulla neppure"),
    "de": _words("nicht nein kein keine keinen keiner nie niemals nichts"),
    "fr": _words("non pas jamais aucun aucune rien personne"),
    "es": _words("no nunca ningún ninguno ninguna nadie nada"),
}
_ANY_NEGATION: frozenset[str] = frozenset().union(*_NEGATIONS.values())
# Words of grammar that turn an answer round: "before nine" is not "after nine".
_TELLING = _words(
    "before after above below under over more less prima dopo oltre sotto sopra più meno vor nach "
    "über unter mehr weniger avant après plus moins antes después más menos"
)
_NUMBER_WORDS = {
    word: str(number)
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici",
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    )
    for number, word in enumerate(words.split())
}
# Words of grammar in another language as well, or articles: no number unless written in figures.
_NO_NUMBERS = frozenset({"un", "uno", "once", "sei", "one"})


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """What of an answer is compared: words with a meaning (stems), numbers, whether it denies."""

    words: frozenset[str]
    numbers: frozenset[str]
    denies: bool

    @property
    def all(self) -> frozenset[str]:
        """Words and numbers together."""
        return self.words | self.numbers


class AnswerMatcher:
    """Compares answers to one question. One thread owns it. `language` is ISO 639-1 or ""."""

    def __init__(self, question: str, language: str) -> None:
        self._tokenizer = Tokenizer()
        self._language = language
        self._negations = _NEGATIONS.get(language, _ANY_NEGATION)
        self._asked = self._read(question)

    def same(self, one: str, other: str) -> bool:
        """Whether they say the same: the same words, or one holds the other.

        Answers of which one denies and the other does not differ, and so do answers with other
        numbers, unless they share words as well ("May 2020" and "12 May 2020").
        """
        first, second = self.key(one), self.key(other)
        if first.denies != second.denies:
            return False
        small, large = sorted((first.all, second.all), key=len)
        if small == large:
            return True
        held = bool(small) and small <= large and len(small) * _HELD >= len(large)
        alike = first.numbers == second.numbers or not (first.numbers and second.numbers)
        return held and (alike or bool(first.words & second.words))

    def key(self, text: str) -> AnswerKey:
        """What is left of an answer without grammar and the question's words.

        All its words where nothing else is.
        """
        read = self._read(text)
        denies = read.denies and not self._asked.denies  # who asks so is answered so
        words = read.words - self._asked.words
        if not words and not read.numbers:
            words = read.words or frozenset(_forms(text))
        return AnswerKey(words, read.numbers, denies)

    def _read(self, text: str) -> AnswerKey:
        words: set[str] = set()
        numbers: set[str] = set()
        denies = False
        for form in _forms(_PER_CENT.sub(" ", text)):
            if form[0].isdigit():
                hour = _FULL_HOUR.fullmatch(form)
                numbers.add(hour[1].lstrip("0") or "0" if hour else plain_number(form) or form)
            elif form in self._negations:
                denies = True
            elif form in _NUMBER_WORDS and form not in _NO_NUMBERS:
                numbers.add(_NUMBER_WORDS[form])
            elif form in _TELLING or form not in FUNCTION_WORDS:
                words.update(self._tokenizer.stems(form, self._language)[:1] or [form])
        return AnswerKey(frozenset(words), frozenset(numbers), denies)


def _forms(text: str) -> list[str]:
    """Numbers and words in order, case-folded; elided articles are words of their own."""
    spelled = _SHORT_NOT.sub(" not", text)
    return [normalize_word(match.group()) for match in _WORD.finditer(spelled)]
