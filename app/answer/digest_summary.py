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
    *,
    translated: bool = False,
) -> str:
    """The sentences of `written` that are borne out, each with the `[n]` it rests on.

    `passages` are the cited ones by number. A sentence with a number that stands in no point is
    left out, and so is one that no passage bears out by its words, unless the passages are in
    another language (`translated`). Where nothing is left, the first points stand in for it.
    """
    known = frozenset(pair for point in points for pair in quantities(point.text))
    flat = " ".join(quote(without_citations(plain_text(written))).split())
    sound = [each for each in split_sentences(flat) if quantities(each) <= known]
    texts = {n: f"{passage.heading}\n{passage.text}" for n, passage in passages.items()}
    support = PassageSupport(texts, "", language)
    cited = (_cited(sentence, support) for sentence in dict.fromkeys(sound))
    kept = [text for text, is_borne_out in cited if is_borne_out or translated]
    return " ".join(kept[:MOST] or (_cited(each.text, support)[0] for each in points[:MOST]))


def _cited(sentence: str, support: PassageSupport) -> tuple[str, bool]:
    """`sentence` with the number of the passage that bears it out best before its stop, and
    whether there is one."""
    best = support.best(sentence)
    if best is None or best[1] < _RELATED:
        return sentence, False
    body = sentence.rstrip(".!?。！？")
    return f"{body} [{best[0]}]{sentence[len(body) :]}", True
