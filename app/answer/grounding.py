"""The grounding check: every sentence of an answer against the passages that it cites.

By numbers, dates, names, negation and meaning, without the network and without a model that
writes. What it finds are reasons for doubt, never proof: see docs/grounding.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.answer.embedding import TextEmbedder
from app.answer.grounding_claims import Claim, find_claims, read_claim
from app.answer.grounding_contrary import (
    contrary_findings,
    translated_findings,
    yes_no_findings,
)
from app.answer.grounding_evidence import Evidence, SourcePassage
from app.answer.grounding_facts import FactCheck, Finding
from app.answer.grounding_judgement import Judgement, judge, meaning_doubt
from app.answer.grounding_meaning import Nearness, Similarities, embed_all, measure_nearness
from app.answer.grounding_roles import swapped_facts
from app.answer.grounding_tokens import scan, spoken_language
from app.core.types import CheckedSentence, Doubt, FoundPassage
from app.index.tokens import Tokenizer

__all__ = ["Examined", "GroundingCheck", "SourcePassage", "check_answer", "source_passages"]

# Cosines of multilingual-e5-small across languages, on the tuning half.
_UNRELATED, _TRANSLATION = 0.75, 0.9
_COMPARED = 4  # sentences that a claim's denials are compared with


@dataclass(frozen=True, slots=True)
class Examined:
    """One sentence with all that its judgement rests on, for measurements."""

    checked: CheckedSentence
    judgement: Judgement
    near: Nearness
    translated: bool


def source_passages(passages: Iterable[FoundPassage]) -> list[SourcePassage]:
    """Found passages as the check takes them, by rank, with their headings and documents."""
    return [SourcePassage(each.rank, each.text, each.heading, each.document) for each in passages]


def check_answer(
    text: str,
    passages: Sequence[SourcePassage],
    question: str,
    language: str,
    embedder: TextEmbedder | None = None,
    tokenizer: Tokenizer | None = None,
) -> tuple[CheckedSentence, ...]:
    """The sentences of an answer in order, each with how far its passages bear it out.

    `text` is the answer with normalised `[n]`, `passages` those of its prompt, `language` the
    ISO 639-1 code of the question or "". Without an embedder, or where it raises MargineError,
    words alone are compared. `tokenizer` is one to be kept between answers, since it remembers
    stems; the thread that calls owns it. A sentence that cites no passage of the prompt is
    compared with all of them.
    """
    check = GroundingCheck(passages, question, language, tokenizer or Tokenizer())
    return tuple(each.checked for each in check.examine(text, embedder))


@dataclass(frozen=True, slots=True)
class _Scene:
    """What all sentences of one answer share: its language, and the question."""

    language: str
    asked: Claim
    facts: FactCheck


class GroundingCheck:
    """Checks texts against the passages of one prompt. One thread owns it."""

    def __init__(
        self,
        passages: Sequence[SourcePassage],
        question: str,
        language: str,
        tokenizer: Tokenizer,
    ) -> None:
        self._evidence = Evidence(passages, language, tokenizer)
        self._question = question
        self._language = language
        self._numbers = tuple(passage.n for passage in passages)

    def examine(self, text: str, embedder: TextEmbedder | None) -> list[Examined]:
        """The sentences of `text` in order, with all that was found about them."""
        language = spoken_language(scan(text), self._language)
        claims = list(find_claims(text, language))
        asked = read_claim(self._question, 0, spoken_language(scan(self._question), language))
        scene = _Scene(language, asked, FactCheck(self._evidence, asked, language))
        sources = [self._sources(claim) for claim in claims]
        places = [self._evidence.of(each) for each in sources]
        cosines = embed_all(claims, self._evidence, set().union(*places), embedder)
        return [
            self._examine_claim(
                claim, scene, sources[at], places[at], None if cosines is None else cosines[at]
            )
            for at, claim in enumerate(claims)
        ]

    def _sources(self, claim: Claim) -> tuple[int, ...]:
        cited = tuple(n for n in claim.cited if n in self._numbers)
        return cited or self._numbers

    def _examine_claim(
        self,
        claim: Claim,
        scene: _Scene,
        sources: tuple[int, ...],
        places: set[int],
        cosines: Similarities | None,
    ) -> Examined:
        evidence, asked = self._evidence, scene.asked
        bare = not claim.words  # "20.000", "Yes.": the question says what of
        words = asked.words if bare else claim.words
        near = measure_nearness(
            replace(claim, words=words), evidence, places, asked.words, scene.language, cosines
        )
        translated = bool(sources) and all(evidence.languages[n] != scene.language for n in sources)
        shares = _shares_by_vectors(cosines) if translated else near.coverage
        wrong = list(scene.facts.findings(claim, places, shares))
        denied = list(self._denials(claim, scene, near, bare=bare, translated=translated))
        facts = len(claim.quantities) + len(claim.dates)
        sound = facts - sum(each.kind in (Doubt.NUMBER, Doubt.DATE) for each in wrong)
        far = meaning_doubt(near, len(words), max(0, sound), translated=translated)
        if claim.introduces or (bare and facts):
            far = 0.0
        cites = any(n in self._numbers for n in claim.cited)
        judgement = judge([*wrong, *denied], far, cites)
        checked = CheckedSentence(
            start=claim.start,
            end=claim.end,
            support=judgement.support,
            doubts=judgement.doubts,
            sources=sources,
            similarity=near.similarity,
        )
        return Examined(checked, judgement, near, translated)

    def _denials(
        self, claim: Claim, scene: _Scene, near: Nearness, *, bare: bool, translated: bool
    ) -> Iterator[Finding]:
        """What the claim denies, or affirms, against its passages."""
        evidence = self._evidence
        nearest = self._nearest(near)
        if bare and claim.answers is not None:
            yield from yes_no_findings(claim.answers, scene.asked, evidence, nearest)
        elif bare:
            return
        elif translated:
            yield from translated_findings(
                claim, evidence, near.similar, near.similarity, scene.language
            )
        else:
            yield from contrary_findings(claim, evidence, nearest, scene.language)
            yield from swapped_facts(claim, evidence, nearest, scene.language)

    def _nearest(self, near: Nearness) -> list[tuple[int, float]]:
        """Places of the sentences that a claim's denials are compared with, nearest first."""
        shares = {
            place: (share + near.around[place]) / 2
            for place, share in near.coverage.items()
            if not self._evidence.sentences[place].heading
        }
        return sorted(shares.items(), key=lambda entry: (-entry[1], entry[0]))[:_COMPARED]


def _shares_by_vectors(cosines: Similarities | None) -> dict[int, float]:
    """In place of shares of words, where there are none to share: how near each sentence is, from
    0 for sentences that speak of something else to 1 for translations."""
    if cosines is None:
        return {}
    shares = (cosines - _UNRELATED) / (_TRANSLATION - _UNRELATED)
    return {
        place: float(min(1.0, max(0.0, share)))
        for place, share in enumerate(shares)
        if not np.isnan(share)
    }
