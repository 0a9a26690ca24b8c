"""Puts one question to its passages in several ways: RAG-Sequence, RAG-Token, the best alone.

The passages are read as the program reads them (`app.answer.from_documents`): without
instructions, cut by the same shortener to as many tokens, behind the same prompts.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from app.answer.answerer import AnswerSettings
from app.answer.compare import CompareOptions, answer_each
from app.answer.prompt import PromptBuilder
from app.answer.rag_token import blend
from app.answer.side_by_side import TEMPERATURE, PassagePrompt, TokenTally, common_length
from app.answer.tools import AnswerTools
from app.core.cancel import CancelToken
from app.core.types import FoundPassage
from app.evaluate.answers_record import EntryId, PutQuestion
from app.evaluate.rag_record import Blended, RagPassage, RagRow, RagWay, Single, Spent
from app.models.contracts import Generator

Clock = Callable[[], float]  # seconds
ALL_WAYS = tuple(RagWay)


class RagRunner:
    """Asks with one generator, on its thread, with the tools and settings of an answerer."""

    def __init__(
        self,
        generator: Generator,
        tools: AnswerTools,
        settings: AnswerSettings,
        entry_id: EntryId,
        *,
        ways: Collection[RagWay] = ALL_WAYS,
        temperature: float = TEMPERATURE,
        clock: Clock = time.perf_counter,
    ) -> None:
        self._generator = generator
        self._tools = tools
        self._settings = settings
        self._entry_id = entry_id
        self._ways = ways
        self._temperature = temperature
        self._clock = clock
        cleaned = functools.cache(tools.instructions.without_instructions)
        self._builder = PromptBuilder(generator, tools.book, settings.max_tokens, cleaned)

    def answer(
        self,
        question: PutQuestion,
        found: Sequence[FoundPassage],
        cancel: CancelToken,
        search_ms: float = 0.0,
    ) -> RagRow:
        """Answer in each way from `found`, best first; finding it took `search_ms`.

        Each way begins with the same cache: what all prompts begin with. Raises UserError if the
        question does not fit the context, CancelledJobError.
        """
        readable = [passage for passage in found if self._builder.can_read(passage)]
        if not readable:
            nothing = dict.fromkeys(self._ways, Spent(0.0, 0, 0, 0))
            return RagRow(question, (), Blended("", 1.0, ()), Single("", 1.0), search_ms, nothing)
        language = self._tools.guess_language(question.text)
        prompts = self._prompts(question, readable, language, cancel)
        options = CompareOptions(
            self._builder.refusal_token(language),
            self._tools.refusals.is_refusal,
            self._temperature,
        )
        spent: dict[RagWay, Spent] = {}
        said: Mapping[int, tuple[str, float]] = {}
        blended, single = Blended("", 1.0, ()), Single("", 1.0)
        if RagWay.SEQUENCE in self._ways:
            with self._measured(RagWay.SEQUENCE, spent) as tally:
                each = answer_each(self._generator, prompts, options, cancel, tally=tally)
            said = {answer.number: (answer.text, answer.absent) for answer in each}
        if RagWay.TOKEN in self._ways:
            with self._measured(RagWay.TOKEN, spent) as tally:
                mixed = blend(self._generator, prompts, options, cancel, tally=tally)
            blended = Blended(mixed.text, mixed.absent, mixed.sources)
        if RagWay.SINGLE in self._ways:
            with self._measured(RagWay.SINGLE, spent) as tally:
                (best,) = answer_each(self._generator, prompts[:1], options, cancel, tally=tally)
            single = Single(best.text, best.absent)
        passages = tuple(
            RagPassage(
                passage.rank,
                self._entry_id(passage),
                passage.text,
                prompt.similarity,
                *said.get(passage.rank, ("", 1.0)),
            )
            for passage, prompt in zip(readable, prompts, strict=True)
        )
        return RagRow(question, passages, blended, single, search_ms, spent)

    def _prompts(
        self,
        question: PutQuestion,
        readable: Sequence[FoundPassage],
        language: str,
        cancel: CancelToken,
    ) -> list[PassagePrompt]:
        """One prompt for each passage, of which what all begin with is computed.

        Every way keeps that, so that the first to be asked would compute it for the others.
        """
        read = self._builder.shortened(
            question.text, language, readable, self._settings.passage_tokens, self._tools.shorten
        )
        prompts = [
            self._builder.document(question.text, (), [passage], language) for passage in read
        ]
        asked = [
            PassagePrompt(passage.rank, prompt.tokens, passage.scores.dense or 0.0)
            for passage, prompt in zip(read, prompts, strict=True)
        ]
        common = common_length(asked) if len(asked) > 1 else prompts[0].common
        self._generator.evaluate(prompts[0].tokens[:common], cancel, keep=common)
        return asked

    @contextmanager
    def _measured(self, way: RagWay, spent: dict[RagWay, Spent]) -> Iterator[TokenTally]:
        """Put what the block takes into `spent`."""
        tally = TokenTally()
        began = self._clock()
        yield tally
        ms = (self._clock() - began) * 1000
        spent[way] = Spent(ms, tally.prompt, tally.computed, tally.answer)
