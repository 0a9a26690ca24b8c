"""Passages that say the same fill one place of a result: copies, and near-duplicates.

Two texts are near-duplicates if they are worded alike, numbers aside, and most of their words are
the same, numbers included. The first is Broder's resemblance, the Jaccard coefficient of the sets
of w-word shingles ("On the resemblance and containment of documents", 1997), with w = 3; a few
hundred texts are compared exactly, without his sketches. The second keeps apart what follows one
pattern and differs in its numbers, as invoices do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

# Looked at on 2,900 real passages (the Italian constitution as PDF and as Markdown with and
# without later amendments, public guidelines, 800 paragraphs of software licences, Cranfield's
# abstracts): from 0.8 on all pairs say the same, with another date, prefix or spelling; between
# 0.6 and 0.8 come articles with one sentence more, the same clause for another holder, and papers
# on other experiments. The passages of SQuAD-it, SQuAD 2 and XQuAD have no pair above 0.3.
LEAST_WORDING = 0.8
# Of all words: a footer with another page number has 0.8 and more, as has a page with another
# date; an invoice with other amounts 0.4, a line of a table or of a list of codes 0.3 to 0.7.
LEAST_WORDS = 0.75

_SHINGLE = 3
# Places are filled from as many texts as it takes; what stands behind them is looked for in these.
_LOOKED_AT = 300
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\w+")
# A text with fewer spaces than that is taken by its characters: no words to be told apart.
_CHARS_PER_WORD = 20


@dataclass(slots=True)
class Group:
    """One place of a result: numbers of texts, the best-ranked first.

    `copies` have the leader's very text; `similar` say almost the same, each with its similarity
    in (0, 1].
    """

    leader: int
    copies: list[int] = field(default_factory=list)
    similar: list[tuple[int, float]] = field(default_factory=list)


class Wording:
    """The words of a text, as they are compared."""

    __slots__ = ("_masked_shingles", "_sequence", "words")

    def __init__(self, text: str) -> None:
        sequence = text.casefold().replace("’", "'").split()
        if len(sequence) * _CHARS_PER_WORD < len(text):
            sequence = list("".join(sequence))
        self._sequence = sequence
        self._masked_shingles: frozenset[tuple[str, ...]] | None = None
        self.words = frozenset(sequence)

    def similarity(self, other: Wording) -> float:
        """How alike the two are, in (0, 1]; 0.0 unless they are near-duplicates."""
        sizes = len(self.words), len(other.words)
        if min(sizes) < LEAST_WORDS * max(sizes):
            return 0.0
        words = _jaccard(self.words, other.words)
        if words < LEAST_WORDS:
            return 0.0
        wording = _jaccard(self._shingles(), other._shingles())
        return min(words, wording) if wording >= LEAST_WORDING else 0.0

    def lacks(self, other: Wording, asked: Set[str]) -> bool:
        """Whether `other` holds one of the words `asked` that this text does not hold."""
        return not asked.isdisjoint(other._bare_words() - self._bare_words())

    def _bare_words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(" ".join(self._sequence)))

    def _shingles(self) -> frozenset[tuple[str, ...]]:
        """All runs of three words, numbers taken for the same; of a shorter text, itself."""
        if self._masked_shingles is None:
            masked = ["0" if _DIGIT.search(word) else word for word in self._sequence]
            runs = zip(*(masked[start:] for start in range(_SHINGLE)), strict=False)
            self._masked_shingles = frozenset(runs) or frozenset([tuple(masked)])
        return self._masked_shingles


def words_asked(query: str) -> frozenset[str]:
    """The words of a query, as `group_texts` compares them."""
    return frozenset(_WORD.findall(query.casefold()))


def group_texts(texts: Sequence[str], most: int, asked: Set[str] = frozenset()) -> list[Group]:
    """The first `most` groups of `texts`, which come best first: each is led by its best.

    Every text behind a leader is like the leader itself, not like one that is like it. A text
    that holds one of the words `asked` for which the leader does not hold is not put behind it:
    it differs in what matters.
    """
    groups: list[Group] = []
    leaders = _Leaders(asked)
    behind: dict[str, tuple[int, float] | None] = {}  # text: number of its group, similarity
    for number, text in enumerate(texts):
        if len(groups) >= most and number >= _LOOKED_AT:
            break
        if text not in behind:
            wording = Wording(text)
            behind[text] = leaders.find(wording)
            if behind[text] is None and len(groups) < most:
                behind[text] = len(groups), 1.0
                groups.append(Group(number))
                leaders.add(wording)
                continue
        place = behind[text]
        if place is None:
            continue  # every place is taken
        group, similarity = groups[place[0]], place[1]
        if texts[group.leader] == text:
            group.copies.append(number)
        else:
            group.similar.append((number, similarity))
    return groups


class _Leaders:
    """The best texts so far, and which of them another may stand behind."""

    def __init__(self, asked: Set[str]) -> None:
        self._asked = asked
        self._wordings: list[Wording] = []
        self._words: set[str] = set()  # of all of them

    def add(self, wording: Wording) -> None:
        self._wordings.append(wording)
        self._words |= wording.words

    def find(self, wording: Wording) -> tuple[int, float] | None:
        """Number of the first leader that `wording` may stand behind, and their similarity."""
        # As much as it must share with one leader it shares with all of them: most texts are
        # done with here.
        if len(wording.words & self._words) < LEAST_WORDS * len(wording.words):
            return None
        for number, leader in enumerate(self._wordings):
            similarity = wording.similarity(leader)
            if similarity > 0.0 and not leader.lacks(wording, self._asked):
                return number, similarity
        return None


def _jaccard(one: Set[object], other: Set[object]) -> float:
    common = len(one & other)
    union = len(one) + len(other) - common
    return common / union if union else 1.0
