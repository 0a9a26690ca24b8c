"""Puts one question to its passages in three ways: RAG-Sequence, RAG-Token, the best alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from app.answer.compare import CompareOptions, answer_each
from app.answer.prompt import PromptBuilder
from app.answer.rag_token import blend
from app.answer.side_by_side import PassagePrompt
from app.core.cancel import CancelToken
from app.core.types import FoundPassage
from app.evaluate.answers_record import EntryId, PutQuestion
from app.evaluate.rag_record import Blended, RagPassage, RagRow, Single, Times
from app.models.contracts import Generator

Find = Callable[[str], Sequence[FoundPassage]]  # the passages found for a question, best first
Clock = Callable[[], float]  # seconds


class RagRunner:
    """Asks with one generator, on its thread. `options` makes what holds for a language."""

    def __init__(
        self,
        generator: Generator,
        builder: PromptBuilder,
        options: Callable[[str], CompareOptions],
        find: Find,
        entry_id: EntryId,
        clock: Clock = time.perf_counter,
    ) -> None:
        self._generator = generator
        self._builder = builder
        self._options = options
        self._find = find
        self._entry_id = entry_id
        self._clock = clock

    def ask(self, question: PutQuestion, cancel: CancelToken) -> RagRow:
        """Ask in all three ways. Raises UserError if the question does not fit the context.

        Each way begins with the same cache: the beginning that all prompts have in common.
        """
        began = self._clock()
        found = self._find(question.text)
        searched = self._clock()
        if not found:
            nothing = Times((searched - began) * 1000, 0.0, 0.0, 0.0)
            return RagRow(question, (), Blended("", 1.0, ()), Single("", 1.0), nothing)
        options = self._options(question.language)
        prompts = [self._prompt(question, each) for each in found]
        self._generator.evaluate(prompts[0].tokens, cancel)  # what all begin with is not timed
        start = self._clock()
        answers = answer_each(self._generator, prompts, options, cancel)
        compared = self._clock()
        mixed = blend(self._generator, prompts, options, cancel)
        mixed_at = self._clock()
        (single,) = answer_each(self._generator, prompts[:1], options, cancel)
        ended = self._clock()
        return RagRow(
            question=question,
            passages=tuple(
                RagPassage(
                    number=each.rank,
                    entry_id=self._entry_id(each),
                    text=each.text,
                    similarity=prompt.similarity,
                    answer=answer.text,
                    absent=answer.absent,
                )
                for each, prompt, answer in zip(found, prompts, answers, strict=True)
            ),
            blended=Blended(mixed.text, mixed.absent, mixed.sources),
            single=Single(single.text, single.absent),
            ms=Times(
                search=(searched - began) * 1000,
                sequence=(compared - start) * 1000,
                token=(mixed_at - compared) * 1000,
                single=(ended - mixed_at) * 1000,
            ),
        )

    def _prompt(self, question: PutQuestion, passage: FoundPassage) -> PassagePrompt:
        prompt = self._builder.document(question.text, (), [passage], question.language)
        return PassagePrompt(passage.rank, prompt.tokens, passage.scores.dense or 0.0)
