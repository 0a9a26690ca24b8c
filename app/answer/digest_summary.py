"""The text over all points of a summary: what the model made of them, kept to what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.answer.cite import without_citations
from app.answer.digest_numbers import quantities
from app.answer.plain_text import plain_text
from app.answer.support import PassageSupport
from app.answer.trim import quote, split_sentences
from app.core.types import DigestPoint, FoundPassage

FEWEST, MOST = 3, 7
"""Sentences of a summary. So few points as the fewest are a summary themselves."""

_RELATED = 0.35  # as for a section's sentences: see digest_points


def finish_summary(
    written: str,
    points: Sequence[DigestPoint],
    passages: Mapping[int, FoundPassage],
    language: str,
) -> str:
    """The sentences of `written` that the points bear out, each with the `[n]` it rests on.

    `passages` are the cited ones by number. A sentence with a number that stands in no point is
    left out; where none is left, the first points stand in for it.
    """
    known = frozenset(pair for point in points for pair in quantities(point.text))
    flat = " ".join(quote(without_citations(plain_text(written))).split())
    sound = [each for each in split_sentences(flat) if quantities(each) <= known]
    sentences = list(dict.fromkeys(sound))[:MOST] or [each.text for each in points[:MOST]]
    texts = {n: f"{passage.heading}\n{passage.text}" for n, passage in passages.items()}
    support = PassageSupport(texts, "", language)
    return " ".join(_cited(sentence, support) for sentence in sentences)


def _cited(sentence: str, support: PassageSupport) -> str:
    """`sentence` with the number of the passage that bears it out best, before its stop."""
    best = support.best(sentence)
    if best is None or best[1] < _RELATED:
        return sentence
    body = sentence.rstrip(".!?。！？")
    return f"{body} [{best[0]}]{sentence[len(body) :]}"
