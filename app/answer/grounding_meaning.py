"""How near a claim is to its passages: by the words they share, and by sentence vectors."""

from __future__ import annotations

import logging
import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.answer.embedding import TextEmbedder
from app.answer.grounding_claims import Claim
from app.answer.grounding_evidence import Evidence
from app.core.errors import MargineError

_log = logging.getLogger(__name__)

_ASKED_WEIGHT = 0.5  # of a word of the question, which every passage that was found holds
_NEIGHBOURS = 1  # sentences on both sides that a claim may draw from as well

Similarities = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near one claim is to the passages it is compared with.

    `coverage` is the share of the claim's words in each sentence that has any, by place, and
    `around` in it and its neighbours; `known` is the share that stands anywhere.
    `similarity` is the greatest cosine with a sentence, None without vectors, and `similar` the
    place of that sentence.
    """

    coverage: Mapping[int, float]
    around: Mapping[int, float]
    known: float
    similarity: float | None
    similar: int | None

    @property
    def best(self) -> float:
        """The share of the claim's words that the nearest sentence holds."""
        return max(self.coverage.values(), default=0.0)

    @property
    def wide(self) -> float:
        """The best share within three sentences in a row."""
        return max(self.around.values(), default=0.0)


def measure_nearness(
    claim: Claim,
    evidence: Evidence,
    allowed: Collection[int],
    asked: Collection[str],
    language: str,
    similarities: Similarities | None,
) -> Nearness:
    """How near `claim` is to the sentences at the places `allowed`.

    `asked` are the words of the question; `similarities` `(sentences,)` cosines, NaN where a
    sentence was not embedded.
    """
    held: dict[int, dict[str, float]] = defaultdict(dict)
    weights = {form: _ASKED_WEIGHT if form in asked else 1.0 for form in claim.words}
    known = 0.0
    for form in claim.words:
        where = evidence.where(form, language)
        inside = {place: sure for place, sure in where.items() if place in allowed}
        known += weights[form] * max(inside.values(), default=0.0)
        for place, sure in inside.items():
            held[place][form] = sure
    total = math.fsum(weights.values())
    coverage = {
        place: math.fsum(weights[form] * sure for form, sure in forms.items()) / total
        for place, forms in held.items()
    }
    around = {place: _share_around(place, held, weights, evidence) / total for place in held}
    similar, similarity = _most_similar(similarities, allowed)
    return Nearness(
        coverage=coverage,
        around=around,
        known=known / total if total else 1.0,
        similarity=similarity,
        similar=similar,
    )


def _share_around(
    place: int,
    held: Mapping[int, Mapping[str, float]],
    weights: Mapping[str, float],
    evidence: Evidence,
) -> float:
    found: dict[str, float] = {}
    n = evidence.sentences[place].n
    for near in range(place - _NEIGHBOURS, place + _NEIGHBOURS + 1):
        if near in held and evidence.sentences[near].n == n:
            for form, sure in held[near].items():
                found[form] = max(sure, found.get(form, 0.0))
    return math.fsum(weights[form] * sure for form, sure in found.items())


def _most_similar(
    similarities: Similarities | None, allowed: Collection[int]
) -> tuple[int | None, float | None]:
    if similarities is None or not allowed:
        return None, None
    places = np.fromiter(sorted(allowed), dtype=np.intp)
    values = similarities[places]
    if np.isnan(values).all():
        return None, None
    best = int(np.nanargmax(values))
    return int(places[best]), float(min(1.0, max(-1.0, values[best])))


def embed_all(
    claims: Sequence[Claim],
    evidence: Evidence,
    places: Collection[int],
    embedder: TextEmbedder | None,
) -> NDArray[np.float32] | None:
    """`(claims, sentences)` float32 cosines, NaN for sentences that are not at `places`.

    One call of the embedder for all texts, each once. None where there is no embedder, or it
    fails.
    """
    wanted = [place for place in sorted(places) if not evidence.sentences[place].heading]
    if embedder is None or not claims or not wanted:
        return None
    texts = [" ".join(claim.plain.split()) for claim in claims]
    texts += [evidence.sentences[place].text for place in wanted]
    distinct = list(dict.fromkeys(texts))
    try:
        vectors = embedder.embed_passages(distinct)
    except MargineError as error:
        _log.info("the check of an answer goes on by words alone: %s", type(error).__name__)
        return None
    row = {text: at for at, text in enumerate(distinct)}
    rows = vectors[[row[text] for text in texts]]
    cosines = np.full((len(claims), len(evidence.sentences)), np.nan, dtype=np.float32)
    cosines[:, wanted] = rows[: len(claims)] @ rows[len(claims) :].T
    return cosines
