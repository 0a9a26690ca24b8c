"""What the grounding check makes of sentences whose support is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.answer.embedding import TextEmbedder
from app.answer.grounding import GroundingCheck
from app.core.types import CheckedSentence, Support
from app.evaluate.grounding_cases import GroundingCase, GroundingSet, LabelledSentence
from app.index.tokens import Tokenizer

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A labelled sentence, and what the check said. `doubt` in [0, 1] orders the sentences."""

    case: GroundingCase
    sentence: LabelledSentence
    support: Support
    checks: tuple[CheckedSentence, ...]
    doubt: float

    @property
    def marked(self) -> bool:
        """Whether a reader is warned."""
        return self.support is not Support.SUPPORTED

    @property
    def wrong(self) -> bool:
        """Whether the check and the label disagree."""
        return self.marked != self.sentence.corrupted


@dataclass(frozen=True, slots=True)
class Figures:
    """How well marks tell corrupted sentences: NaN where there is nothing to count.

    `precision` is the share of corrupted ones among those marked, `recall` the share marked among
    those corrupted, `false_alarms` the share marked among the faithful; `unsupported` the share of
    the corrupted that got the stronger mark, `unsupported_precision` the share of corrupted ones
    among those that got it. `auroc` is of the doubt.
    """

    faithful: int
    corrupted: int
    precision: float
    recall: float
    f1: float
    auroc: float
    false_alarms: float
    unsupported: float
    unsupported_precision: float


def judge_set(
    cases: GroundingSet, embedder: TextEmbedder | None, progress: Progress
) -> Iterator[JudgedSentence]:
    """Check every sentence of a set, one by one as an answer of its own."""
    tokenizer = Tokenizer()
    for number, case in enumerate(cases.cases, start=1):
        progress(f"{cases.name}: {number:,} of {len(cases.cases):,} cases")
        for sentence in case.sentences:
            check = GroundingCheck(case.passages, case.question, sentence.language, tokenizer)
            examined = check.examine(sentence.text, embedder)
            worst = max((each.checked.support for each in examined), key=_RANK.__getitem__)
            yield JudgedSentence(
                case=case,
                sentence=sentence,
                support=worst,
                checks=tuple(each.checked for each in examined),
                doubt=max(each.judgement.doubt for each in examined),
            )


_RANK = {Support.SUPPORTED: 0, Support.PARTLY: 1, Support.UNSUPPORTED: 2}


def figures(judged: Sequence[JudgedSentence]) -> Figures:
    """The figures over some sentences."""
    corrupted = [each for each in judged if each.sentence.corrupted]
    faithful = [each for each in judged if not each.sentence.corrupted]
    marked = [each for each in judged if each.marked]
    strong = [each for each in judged if each.support is Support.UNSUPPORTED]
    precision = _share(marked, lambda each: each.sentence.corrupted)
    recall = _share(corrupted, lambda each: each.marked)
    total = precision + recall
    return Figures(
        faithful=len(faithful),
        corrupted=len(corrupted),
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / total if total else math.nan,
        auroc=auroc([each.doubt for each in corrupted], [each.doubt for each in faithful]),
        false_alarms=_share(faithful, lambda each: each.marked),
        unsupported=_share(corrupted, lambda each: each.support is Support.UNSUPPORTED),
        unsupported_precision=_share(strong, lambda each: each.sentence.corrupted),
    )


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The chance that a positive value is above a negative one, equal ones counting half.

    The statistic of Mann and Whitney (1947) over its maximum; NaN where either side is empty.
    """
    if not positive or not negative:
        return math.nan
    high = np.asarray(positive)[:, np.newaxis]
    low = np.asarray(negative)[np.newaxis, :]
    return float(np.mean((high > low) + 0.5 * (high == low)))


def _share(judged: Sequence[JudgedSentence], holds: Callable[[JudgedSentence], bool]) -> float:
    return sum(map(holds, judged)) / len(judged) if judged else math.nan
