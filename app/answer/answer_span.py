"""The few words of a sentence that are likely the answer: a date, a number, a name.

Every short run of words is a candidate, and the best by a weighted sum of what it looks like,
what the question asks for, and how near it stands to the question's words. The weights were
fitted on the answerable questions of the tuning halves of SQuAD 2.0 (English) and SQuAD-it, with
`margine eval extract --fit`, so that the expected squared token F1 of a candidate drawn by its
softmax is greatest; docs/quotes.md has what they come to.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.answer.answer_words import Word
from app.answer.question_kind import Asked
from app.answer.sentence_scores import Numbers, ReadQuestion, softmax

SPAN_WEIGHTS: Mapping[str, float] = {
    "length": 0.36,  # logarithm of its number of words
    "long": -1.37,  # more than four words
    "comma": -1.01,  # a comma within
    "asked": -1.47,  # share of its words with a meaning that are in the question
    "left edge": 0.38,  # a word of grammar or a sign stands before it
    "right edge": 0.63,
    "both edges": 0.65,
    "nearest": 0.40,  # 1 / words to the nearest word of the question
    "near": 2.36,  # the same summed over all of them, by their weights
    "behind all": 0.17,  # every word of the question stands before it
    "digits": 0.04,
    "focus": 1.80,  # the noun of "which river" is in it or beside it
    "quoted": 0.49,  # in quotation marks or brackets
    "grammar": -0.74,  # its words of grammar
    "time: holds": 1.39,
    "time: all": 3.65,  # nothing else than a time
    "time: whole": 4.06,  # and no more of it beside
    "time: none": -1.15,
    "number: holds": 1.66,
    "number: begins": 3.27,
    "number: whole": 0.80,
    "number: unit": -5.04,  # a noun behind the number
    "number: none": -0.94,
    "person: all": -0.11,  # written as a name
    "person: whole": 2.86,
    "person: none": -0.56,
    "person: two": 0.83,  # at least two names, as given name and surname
    "place: all": -0.18,
    "place: whole": 3.97,
    "place: in": 1.18,  # behind a preposition of place
    "place: none": 0.26,
    "thing: all": 0.94,  # written as a name
    "thing: whole": 1.58,
    "thing: number": 0.11,
    "thing: time": -0.53,
    "thing: single": -0.76,  # one word
    "reason: length": 0.50,
}
"""By feature; those that begin with a kind of answer are 0 where another one is asked for, but
for "thing", which stands for reasons too."""

_LONGEST = 8  # words of a candidate
_STOP = re.compile(r"[.!?;:()\[\]«»“”\"„。！？；：（）]")
_COMMA = re.compile(r"[,،，、]")
_OPENS_QUOTE = re.compile(r"[\"“«„(（]\s*\Z")
_CLOSES_QUOTE = re.compile(r"\s*[\"”»“)）]")
_PLACE_WORDS = frozenset(
    {"in", "at", "near", "from", "to"}
    | {"a", "ad", "da", "dal", "dalla", "nel", "nella", "nell", "presso", "di"}
    | {"à", "en", "au", "aux", "dans"}
    | {"zu", "von", "bei", "im", "nach"}
    | {"desde", "在", "于"}
)
_WHICH = frozenset(
    {"which", "what", "quale", "quali", "che", "qual"}
    | {"quel", "quelle", "quels", "quelles", "qué", "cuál"}
    | {"welche", "welcher", "welches", "welchem", "welchen"}
)


@dataclass(frozen=True, slots=True)
class LikelySpan:
    """`text[start:end]` of a sentence, in code points; `share`, in [0, 1], is its chance among
    all runs of words that could be the answer."""

    start: int
    end: int
    share: float


def best_span(text: str, words: Sequence[Word], question: ReadQuestion) -> LikelySpan | None:
    """The likeliest answer to `question` in the sentence `text` with these words.

    None where every word of it is in the question, or grammar.
    """
    runs, features = span_candidates(text, words, question)
    if not runs:
        return None
    shares = softmax(features @ np.array(list(SPAN_WEIGHTS.values()), np.float64))
    best = int(shares.argmax())
    first, last = runs[best]
    return LikelySpan(words[first].start, words[last].end, float(shares[best]))


def span_candidates(
    text: str, words: Sequence[Word], question: ReadQuestion
) -> tuple[list[tuple[int, int]], Numbers]:
    """Places of the first and last word of each candidate, and their features, `(n, features)` in
    the order of `SPAN_WEIGHTS`."""
    sentence = _Sentence(text, words, question)
    runs = sentence.runs()
    rows = [list(sentence.features(*run).values()) for run in runs]
    return runs, np.array(rows, np.float64).reshape(len(runs), len(SPAN_WEIGHTS))


class _Sentence:
    """One sentence with what all of its candidates share."""

    def __init__(self, text: str, words: Sequence[Word], question: ReadQuestion) -> None:
        self._text = text
        self._words = words
        self._kind = question.kind
        self._asked = question.terms
        self._focus = _focus(question)
        top = max(question.weights.values(), default=1.0)
        self._anchors = {
            at: question.weights[word.term] / top
            for at, word in enumerate(words)
            if word.term in question.weights
        }
        ends = [0, *(word.end for word in words)]
        starts = [*(word.start for word in words), len(text)]
        self._gaps = [text[end:start] for end, start in zip(ends, starts, strict=True)]
        """`_gaps[i]` stands before word `i`."""

    def runs(self) -> list[tuple[int, int]]:
        """The candidates: up to eight words without a stop within, that begin and end with one
        that has a meaning, and say something new."""
        found: list[tuple[int, int]] = []
        for first in range(len(self._words)):
            for last in range(first, min(first + _LONGEST, len(self._words))):
                if last > first and _STOP.search(self._gaps[last]):
                    break
                run = self._words[first : last + 1]
                if _means(run[0]) and _means(run[-1]) and self._is_new(run):
                    found.append((first, last))
        return found

    def _is_new(self, run: Sequence[Word]) -> bool:
        return any(word.term not in self._asked and not word.grammar for word in run) or any(
            word.number and word.term not in self._asked for word in run
        )

    def features(self, first: int, last: int) -> dict[str, float]:
        """What the weights of `SPAN_WEIGHTS` are for, in their order."""
        found: dict[str, float] = dict.fromkeys(SPAN_WEIGHTS, 0.0)
        run = self._words[first : last + 1]
        meaning = [word for word in run if not word.grammar]
        found |= self._shape(first, last, run, meaning)
        found |= self._nearness(first, last)
        match self._kind:
            case Asked.TIME:
                found |= self._as_time(first, last, run, meaning)
            case Asked.NUMBER:
                found |= self._as_number(first, last, run)
            case Asked.PERSON:
                found |= self._as_name("person", first, last, run, meaning)
                found["person: two"] = float(found["person: all"] and len(meaning) > 1)
            case Asked.PLACE:
                found |= self._as_name("place", first, last, run, meaning)
                found["place: in"] = float(self._follows_place_word(first))
            case _:
                found |= self._as_thing(first, last, run, meaning)
        return found

    def _shape(
        self, first: int, last: int, run: Sequence[Word], meaning: Sequence[Word]
    ) -> dict[str, float]:
        left, right = self._is_edge(first - 1, first), self._is_edge(last + 1, last + 1)
        shared = sum(word.term in self._asked for word in meaning)
        near = self._words[max(0, first - 1) : last + 2]
        quoted = _OPENS_QUOTE.search(self._gaps[first]) and _CLOSES_QUOTE.match(
            self._gaps[last + 1]
        )
        return {
            "length": math.log(len(run)),
            "long": float(len(run) > 4),
            "comma": float(any(map(_COMMA.search, self._gaps[first + 1 : last + 1]))),
            "asked": shared / max(1, len(meaning)),
            "left edge": float(left),
            "right edge": float(right),
            "both edges": float(left and right),
            "digits": float(any(word.number for word in run)),
            "focus": float(any(word.term == self._focus for word in near)),
            "quoted": float(bool(quoted)),
            "grammar": float(len(run) - len(meaning)),
        }

    def _nearness(self, first: int, last: int) -> dict[str, float]:
        outside = [at for at in self._anchors if not first <= at <= last]
        away = {at: min(abs(at - first), abs(at - last)) for at in outside}
        return {
            "nearest": 1 / min(away.values(), default=math.inf),
            "near": math.fsum(self._anchors[at] / away[at] for at in outside),
            "behind all": float(bool(outside) and first > max(outside)),
        }

    def _as_time(
        self, first: int, last: int, run: Sequence[Word], meaning: Sequence[Word]
    ) -> dict[str, float]:
        holds = any(word.time for word in run)
        return {
            "time: holds": float(holds),
            "time: all": float(all(word.time or word.number for word in meaning)),
            "time: whole": float(holds and not self._goes_on(first, last)),
            "time: none": float(not holds and not any(word.number for word in run)),
        }

    def _as_number(self, first: int, last: int, run: Sequence[Word]) -> dict[str, float]:
        holds = any(word.number for word in run)
        begins = run[0].number
        return {
            "number: holds": float(holds),
            "number: begins": float(begins),
            "number: whole": float(holds and not self._goes_on(first, last)),
            "number: unit": float(begins and len(run) > 1 and not run[-1].number),
            "number: none": float(not holds),
        }

    def _as_name(
        self, kind: str, first: int, last: int, run: Sequence[Word], meaning: Sequence[Word]
    ) -> dict[str, float]:
        named = bool(meaning) and all(word.name for word in meaning)
        return {
            f"{kind}: all": float(named),
            f"{kind}: whole": float(named and self._is_whole_name(first, last)),
            f"{kind}: none": float(not any(word.name for word in run)),
        }

    def _as_thing(
        self, first: int, last: int, run: Sequence[Word], meaning: Sequence[Word]
    ) -> dict[str, float]:
        named = bool(meaning) and all(word.name for word in meaning)
        return {
            "thing: all": float(named),
            "thing: whole": float(named and self._is_whole_name(first, last)),
            "thing: number": float(any(word.number for word in run)),
            "thing: time": float(any(word.time for word in run)),
            "thing: single": float(len(run) == 1),
            "reason: length": math.log(len(run)) if self._kind is Asked.REASON else 0.0,
        }

    def _word(self, place: int) -> Word | None:
        return self._words[place] if 0 <= place < len(self._words) else None

    def _is_edge(self, beside: int, gap: int) -> bool:
        """Whether word `beside` is not of the same group of words."""
        word = self._word(beside)
        return word is None or word.grammar or bool(self._gaps[gap].strip())

    def _goes_on(self, first: int, last: int) -> bool:
        """Whether a time or number goes on before or behind the run."""
        beside = (self._word(first - 1), self._word(last + 1))
        return any(word is not None and (word.number or word.time) for word in beside)

    def _is_whole_name(self, first: int, last: int) -> bool:
        sides = ((first - 1, first), (last + 1, last + 1))
        return not any(
            (word := self._word(beside)) is not None and word.name and not self._gaps[gap].strip()
            for beside, gap in sides
        )

    def _follows_place_word(self, first: int) -> bool:
        before = self._word(first - 1)
        if before is None or not before.grammar:
            return False
        return self._text[before.start : before.end].casefold() in _PLACE_WORDS


def _means(word: Word) -> bool:
    return word.number or not word.grammar


def _focus(question: ReadQuestion) -> str:
    """The term of the noun that the question word belongs to, as in "which river"; "" if none."""
    words = question.words
    for at, word in enumerate(words):
        if question.text[word.start : word.end].casefold() in _WHICH:
            nouns = [each.term for each in words[at + 1 : at + 4] if not each.grammar]
            return nouns[0] if nouns else ""
    return ""
