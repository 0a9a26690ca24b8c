"""Whether a claim has two facts of one sentence the wrong way round.

"31 % in the first group and 14 % in the second" and its reverse have the same words. What tells
them apart is which words stand near which fact; it is read from the order of the words alone, and
so finds no swap that is told in another construction.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence

from app.answer.grounding_claims import Claim
from app.answer.grounding_evidence import Evidence, SourceSentence
from app.answer.grounding_facts import Finding
from app.answer.grounding_names import Name
from app.answer.grounding_tokens import Kind
from app.core.types import Doubt

SWAPPED = 0.6
_NEARER = 1.5  # how many times nearer to one fact than to the other a word must stand
_VOTES = 2  # words that must have changed sides, and none may have kept its side

Anchor = tuple[int, int]  # where a fact stands in the claim, and where in the passage's sentence


def swapped_facts(
    claim: Claim, evidence: Evidence, nearest: Sequence[tuple[int, float]], language: str
) -> Iterator[Finding]:
    """A finding for the first two facts that are swapped against the nearest sentence."""
    if not nearest:
        return
    sentence = evidence.sentences[nearest[0][0]]
    words = _shared_words(claim, evidence, sentence, language)
    numbers = list(_numbers(claim, evidence, sentence))
    names = list(_names(claim.names, evidence, sentence, language))
    for kind, anchors in ((Doubt.NUMBER, numbers), (Doubt.NAME, names)):
        for one, two in itertools.combinations(anchors, 2):
            if _are_swapped(one, two, words):
                first, last = sorted((one[0], two[0]))
                yield Finding(kind, claim.surface(first, last + 1), SWAPPED)
                return


def _are_swapped(one: Anchor, two: Anchor, words: Collection[Anchor]) -> bool:
    changed = kept = 0
    for here, there in words:
        ours, theirs = _side(here, one[0], two[0]), _side(there, one[1], two[1])
        changed += ours * theirs < 0
        kept += ours * theirs > 0
    return changed >= _VOTES and not kept


def _side(word: int, one: int, two: int) -> int:
    """1 for a word that is clearly nearer to the first fact, -1 to the second, else 0."""
    to_one, to_two = abs(word - one), abs(word - two)
    if to_one * _NEARER < to_two:
        return 1
    return -1 if to_two * _NEARER < to_one else 0


def _numbers(claim: Claim, evidence: Evidence, sentence: SourceSentence) -> Iterator[Anchor]:
    theirs = evidence.quantities[sentence.place]
    for quantity in claim.quantities:
        found = [other for other in theirs if other.readings & quantity.readings]
        same = [other for other in claim.quantities if other.readings & quantity.readings]
        if len(found) == len(same) == 1:
            yield quantity.first, found[0].first


def _names(
    names: Sequence[Name], evidence: Evidence, sentence: SourceSentence, language: str
) -> Iterator[Anchor]:
    for name in names:
        matches = evidence.matches(name.forms[0], language)
        found = [at for at, token in enumerate(sentence.tokens) if token.form in matches]
        if len(found) == 1:
            yield name.first, found[0]


def _shared_words(
    claim: Claim, evidence: Evidence, sentence: SourceSentence, language: str
) -> list[Anchor]:
    """Where the words of meaning stand that claim and sentence share, and have once each."""
    taken = {at for name in claim.names for at in range(name.first, name.last)}
    shared: list[Anchor] = []
    for form in claim.words:
        here = [at for at, token in enumerate(claim.tokens) if token.form == form]
        matches = evidence.matches(form, language)
        there = [
            at
            for at, token in enumerate(sentence.tokens)
            if token.kind is Kind.WORD and token.form in matches
        ]
        if len(here) == len(there) == 1 and here[0] not in taken:
            shared.append((here[0], there[0]))
    return shared
