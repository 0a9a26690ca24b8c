"""What each passage answers on its own, and how much weight each answer has: RAG-Sequence.

Lewis et al., "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks" (NeurIPS 2020):
p(answer) = Σ over passages p(passage | question) · p(answer | question, passage). Each passage
gives its one greedy answer; its weight is its share of the search's trust, softmax(similarity /
T), times the chance that it holds an answer at all, 1 − p(refusal). Weights of answers that say
the same are summed, so that it is seen where documents agree and where they do not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.answer.plain_text import plain_text
from app.answer.same_answer import AnswerMatcher
from app.answer.side_by_side import (
    CERTAINTY,
    TEMPERATURE,
    PassagePrompt,
    TokenTally,
    count_fitting,
    open_branches,
    probabilities,
    similarity_shares,
)
from app.answer.trim import quote
from app.answer.writing import repeats_itself
from app.core.cancel import CancelToken
from app.core.types import CandidateAnswer, Comparison
from app.models.contracts import Branches, EvaluateProgress, Generator

LIMIT = 48  # tokens of one answer: one sentence


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """What one passage answers; `text` is "" where it is silent.

    `share` is its share of the search's trust, `absent` the probability that it does not hold the
    answer. `ended` tells that the model ended the text itself.
    """

    number: int
    text: str
    share: float
    absent: float
    ended: bool = True

    @property
    def weight(self) -> float:
        """What its answer weighs, in [0, 1]; 0 where it is silent."""
        return self.share * (1 - self.absent) if self.text else 0.0


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """How passages are compared. `refusal` is the token with which a refusal begins.

    `is_refusal` recognises one that begins otherwise. A passage is silent where the refusal has
    at least the probability `certainty`, or is the likeliest beginning. `limit` in tokens.
    """

    refusal: int
    is_refusal: Callable[[str], bool]
    temperature: float = TEMPERATURE
    certainty: float = CERTAINTY
    limit: int = LIMIT


def answer_each(
    generator: Generator,
    prompts: Sequence[PassagePrompt],
    options: CompareOptions,
    cancel: CancelToken,
    progress: EvaluateProgress | None = None,
    tally: TokenTally | None = None,
) -> list[PassageAnswer]:
    """The greedy answer of each of `prompts`, in their order. On the generator's thread.

    As many as fit the context are decoded side by side. `progress` is told the tokens of the
    prompts, not of the answers; `tally` counts both. Raises CancelledJobError, ValueError if one
    prompt alone does not fit the context.
    """
    shares = similarity_shares([each.similarity for each in prompts], options.temperature)
    found: list[PassageAnswer] = []
    rest = list(prompts)
    while rest:
        count = count_fitting(rest, generator.n_ctx, options.limit)
        with open_branches(generator, rest[:count], cancel, progress, tally) as branches:
            decoding = _Decoding(generator, branches, rest[:count], options)
            found += decoding.run()
        if tally is not None:
            tally.answer += decoding.written
        del rest[:count]
    return [replace(each, share=share) for each, share in zip(found, shares, strict=True)]


def compare_answers(answers: Sequence[PassageAnswer], matcher: AnswerMatcher) -> Comparison:
    """Sum the weights of answers that say the same.

    A candidate reads as its heaviest answer does, and others are compared with that one alone:
    so no chain of near-equal answers makes one of two that differ. What no candidate weighs is
    `silent`.
    """
    groups: list[list[PassageAnswer]] = []
    for answer in sorted(answers, key=lambda each: -each.weight):
        if not answer.text:
            continue
        same = (group for group in groups if matcher.same(group[0].text, answer.text))
        group = next(same, None)
        if group is None:
            groups.append([answer])
        else:
            group.append(answer)
    candidates = [
        CandidateAnswer(
            text=group[0].text,
            weight=math.fsum(each.weight for each in group),
            passages=tuple(sorted(each.number for each in group)),
        )
        for group in groups
    ]
    candidates.sort(key=lambda each: -each.weight)
    silent = 1 - math.fsum(each.weight for each in candidates)
    return Comparison(tuple(candidates), min(1.0, max(0.0, silent)))


class _Decoding:
    """Greedy answers that grow side by side, each until it ends."""

    def __init__(
        self,
        generator: Generator,
        branches: Branches,
        prompts: Sequence[PassagePrompt],
        options: CompareOptions,
    ) -> None:
        self._generator = generator
        self._branches = branches
        self._prompts = prompts
        self._options = options
        self._said: list[list[int]] = [[] for _ in prompts]
        self._ended = [False] * len(prompts)
        self._open = set(range(len(prompts)))

    @property
    def written(self) -> int:
        """Tokens of all answers so far."""
        return sum(map(len, self._said))

    def run(self) -> list[PassageAnswer]:
        """Decode; the shares are not known here."""
        logits = self._branches.logits
        absent = probabilities(logits)[:, self._options.refusal]
        for index, row in enumerate(logits):
            likeliest = int(row.argmax()) == self._options.refusal
            if likeliest or absent[index] >= self._options.certainty:
                self._end(index)
        logits[:, self._options.refusal] = -math.inf  # of the first token alone
        for _ in range(self._options.limit):
            step = [
                self._next(index, int(row.argmax())) if index in self._open else None
                for index, row in enumerate(logits)
            ]
            if not self._open:
                break
            try:
                self._branches.advance(step)
            except ValueError:  # the context is full: the answers stay as they are
                break
            for index in list(self._open):
                self._look_at(index)
            logits = self._branches.logits
        return [
            PassageAnswer(
                prompt.number, self._text(index), 0.0, float(absent[index]), self._ended[index]
            )
            for index, prompt in enumerate(self._prompts)
        ]

    def _next(self, index: int, token: int) -> int | None:
        """The token to append, None if it ends the text."""
        if self._generator.is_end(token):
            self._end(index)
            return None
        self._said[index].append(token)
        return token

    def _end(self, index: int) -> None:
        self._ended[index] = True
        self._open.discard(index)

    def _look_at(self, index: int) -> None:
        """Stop an answer at the end of its first line, or where it repeats itself."""
        if "\n" in self._branches.text(index).lstrip():
            self._end(index)
        elif repeats_itself(self._said[index]):
            self._open.discard(index)

    def _text(self, index: int) -> str:
        first_line = self._branches.text(index).strip().partition("\n")[0].strip()
        return "" if self._options.is_refusal(first_line) else plain_text(quote(first_line))
