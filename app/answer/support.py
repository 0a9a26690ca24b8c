"""Which passage a sentence rests on, by the words and numbers they share.

Not a check of meaning: it finds the source of a sentence that the model did not cite, or cited
wrongly, and leaves a sentence without a source rather than with a doubtful one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from app.answer.cite import cited_numbers, without_citations
from app.index.tokens import Tokenizer
from app.ingest.sentences import sentence_ends

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
ENOUGH = 0.6  # share of a sentence's weight that its passage must hold
_CLEARLY = 0.2  # by how much another passage must be nearer before a citation is moved


class PassageSupport:
    """Compares sentences with the passages of one prompt, by number. One thread owns it."""

    def __init__(self, passages: Mapping[int, str], question: str, language: str) -> None:
        self._tokenizer = Tokenizer()
        self._language = language
        self._terms = {n: frozenset(self._words(text)) for n, text in passages.items()}
        self._numbers = {n: frozenset(_numbers(text)) for n, text in passages.items()}
        self._asked_numbers = frozenset(_numbers(question))
        self._seen_in = Counter(term for terms in self._terms.values() for term in terms)
        asked = set(self._words(question))
        self._asked = asked
        self._count = max(1, len(passages))

    def score(self, sentence: str, n: int) -> float:
        """Share of the sentence's weight that passage `n` holds, 0 to 1.

        A word weighs the more the fewer passages hold it; words of the question weigh little,
        since every passage that was found holds them. 0 if a number is missing from it.
        """
        return self._share_held(sentence, n) if self.has_numbers(sentence, n) else 0.0

    def words_held(self, sentence: str, n: int) -> float:
        """The same of the words alone, whatever numbers stand between them."""
        return self._share_held(_NUMBER.sub(" ", sentence), n)

    def _share_held(self, sentence: str, n: int) -> float:
        weights = {term: self._weight(term) for term in self._words(sentence)}
        total = math.fsum(weights.values())
        if not total:
            return 0.0
        held = math.fsum(weight for term, weight in weights.items() if term in self._terms[n])
        return held / total

    def has_numbers(self, sentence: str, n: int) -> bool:
        """Whether passage `n` or the question holds every number of `sentence`."""
        return set(_numbers(sentence)) - self._asked_numbers <= self._numbers[n]

    def best(self, sentence: str) -> tuple[int, float] | None:
        """Number and score of the passage that supports `sentence` best, the first of equals."""
        scores = [(n, self.score(sentence, n)) for n in self._terms]
        return max(scores, key=lambda entry: entry[1], default=None)

    def source_of(self, sentence: str) -> int | None:
        """The passage that `sentence` rests on, None if none supports it enough."""
        best = self.best(sentence)
        return best[0] if best is not None and best[1] >= ENOUGH else None

    def confirm(self, sentence: str, cited: Sequence[int]) -> list[int]:
        """The citations of `sentence`, moved where another passage is clearly its source."""
        best = self.best(sentence)
        if best is None or best[1] < ENOUGH or best[0] in cited:
            return list(cited)
        nearest = max((self.score(sentence, n) for n in cited), default=0.0)
        return [best[0]] if best[1] >= nearest + _CLEARLY else list(cited)

    def _weight(self, term: str) -> float:
        spread = math.log(1 + self._count / (0.5 + self._seen_in[term]))
        return spread * (0.25 if term in self._asked else 1.0)

    def _words(self, text: str) -> list[str]:
        """Terms of the words that carry meaning; short ones are mostly grammar."""
        found: list[str] = []
        for surface, terms in self._tokenizer.words(text, self._language):
            if len(surface) > 3 or surface.isdigit() or not surface.isascii():
                found.append(terms[0])
        return found


def attribute(text: str, support: PassageSupport) -> str:
    """`text` with a citation behind every sentence that a passage supports.

    Takes a text with normalised citations. A sentence without one gets that of its source, if it
    has one; a citation whose passage says nothing of the sort is moved to the passage that does.
    """
    return "".join(_attribute_sentence(part, support) for part in sentence_parts(text))


def words_shared(question: str, text: str, language: str) -> float:
    """Share of the question's words, by their terms, that `text` holds; 0 if it has none."""
    support = PassageSupport({1: text}, "", language)
    return support.words_held(question, 1)


def sentence_parts(text: str) -> list[str]:
    """The sentences of every line, each with the white space around it: joined, they are `text`."""
    parts: list[str] = []
    for line in text.splitlines(keepends=True):
        ends = [*sentence_ends(line), len(line)]
        parts += [line[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return parts


def _attribute_sentence(part: str, support: PassageSupport) -> str:
    plain = without_citations(part)
    cited = cited_numbers(part)
    if cited:
        sources = support.confirm(plain, cited)
        if sources == cited:
            return part
    else:
        source = support.source_of(plain)
        if source is None:
            return part
        sources = [source]
    lead = part[: len(part) - len(part.lstrip())]
    tail = part[len(part.rstrip()) :]
    body = plain.rstrip(".!?。！？")
    stop = plain[len(body) :]
    marks = "".join(f"[{n}]" for n in sources)
    return f"{lead}{body.rstrip()} {marks}{stop}{tail}"


def _numbers(text: str) -> list[str]:
    """Numbers as they are written, without a thousands separator."""
    return [re.sub(r"[.,](?=\d{3}\b)", "", number) for number in _NUMBER.findall(text)]
