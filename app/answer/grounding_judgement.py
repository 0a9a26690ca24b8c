"""From what was found about a claim to how far it is borne out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.answer.grounding_facts import Finding
from app.answer.grounding_meaning import Nearness
from app.core.types import Doubt, DoubtFound, Support

PARTLY = 0.5  # from this doubt on, a sentence is not supported
UNSUPPORTED = 0.85  # and from this on, not even partly


@dataclass(frozen=True, slots=True)
class MeaningModel:
    """A logistic model of how much a claim's distance from its passages tells.

    The values were set by hand on the tuning half of the labelled sentences, so that the line
    between doubt and none runs between invented sentences and strong paraphrases; the constants
    of the cosine are those of multilingual-e5-small. See docs/grounding.md.
    """

    constant: float
    best: float
    wide: float
    known: float
    similarity: float = 0.0

    def doubt(self, near: Nearness, words: int, facts: int) -> float:
        """The probability that the passages do not say it.

        `words` is how many the claim has, `facts` how many of its numbers and dates were found:
        each counts as a word that was.
        """
        total = max(1, words + facts)
        best, wide, known = (
            (share * words + facts) / total for share in (near.best, near.wide, near.known)
        )
        value = self.constant + self.best * best + self.wide * wide + self.known * known
        value += self.similarity * (near.similarity or 0.0)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


BY_WORDS = MeaningModel(constant=3.0, best=-3.0, wide=-3.0, known=-3.0)
BY_BOTH = MeaningModel(constant=55.6, best=-4.0, wide=-4.0, known=-4.0, similarity=-60.0)
# Passages in another language share a few names and cognates with the claim, and no words: without
# vectors their meaning is not judged.
TRANSLATED = MeaningModel(constant=67.0, best=0.0, wide=0.0, known=0.0, similarity=-80.0)
TRANSLATED_BY_WORDS = MeaningModel(constant=-1.0, best=0.0, wide=0.0, known=-3.0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """How far a sentence is borne out, why not, and how great the doubt is, 0 to 1."""

    support: Support
    doubts: tuple[DoubtFound, ...]
    doubt: float


def meaning_doubt(near: Nearness, words: int, facts: int, *, translated: bool) -> float:
    """The doubt that the claim's distance from its passages raises, 0 to 1; see
    `MeaningModel.doubt`. `translated` tells that the passages are in another language."""
    if near.similarity is None:
        model = TRANSLATED_BY_WORDS if translated else BY_WORDS
    else:
        model = TRANSLATED if translated else BY_BOTH
    return model.doubt(near, words, facts)


def judge(findings: Sequence[Finding], far: float, cites: bool) -> Judgement:
    """Put together what was found; `far` is the doubt of meaning, `cites` whether the sentence
    names its source."""
    reasons = list(findings)
    if far >= PARTLY:
        reasons.append(Finding(Doubt.MEANING if cites else Doubt.SOURCE, "", far))
    doubt = 1 - math.prod(1 - finding.weight for finding in findings) * (1 - far)
    support = Support.SUPPORTED
    if reasons:
        strongest = max(finding.weight for finding in reasons)
        combined = 1 - math.prod(1 - finding.weight for finding in reasons)
        certain = strongest >= UNSUPPORTED or (
            len({f.kind for f in reasons}) > 1 and combined >= UNSUPPORTED
        )
        support = Support.UNSUPPORTED if certain else Support.PARTLY
    return Judgement(support, _doubts(reasons), doubt)


def _doubts(reasons: Sequence[Finding]) -> tuple[DoubtFound, ...]:
    """The reasons by kind, heaviest first, each with its words."""
    ordered = sorted(reasons, key=lambda finding: -finding.weight)
    kinds = dict.fromkeys(finding.kind for finding in ordered)
    return tuple(
        DoubtFound(
            kind,
            tuple(
                dict.fromkeys(
                    finding.words for finding in ordered if finding.kind is kind and finding.words
                )
            ),
        )
        for kind in kinds
    )
