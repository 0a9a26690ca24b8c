"""What is computed from a question to the first word of its answer, in several ways side by side.

The peer is the plain way: one prompt that holds all passages that were found, whole. Against it
stands the program's own: passages are read one by one, cut to their best sentences. Each measures
from the same state, with what prompts begin with computed beforehand, or without; and all ways
follow one another within each question, so that noise of the machine hits all alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from app.answer.answerer import Answerer, AnswerSettings
from app.answer.prompt import PromptBuilder
from app.answer.run import AnswerListener
from app.answer.tools import AnswerTools
from app.core.cancel import CancelToken
from app.core.types import FoundPassage, GateMode, GateReport, GateSignal, Quote, Turn
from app.evaluate.answers_record import PutQuestion
from app.evaluate.results_file import ResultsFile, RowForm
from app.index.records import SearchResult
from app.models.contracts import Generator

FORMAT = "prompt 1"
PEER = "one prompt, passages whole"
WHOLE = 0  # a budget that cuts nothing

Clock = Callable[[], float]  # seconds


@dataclass(frozen=True, slots=True)
class PromptWay:
    """A way to come to the first word.

    `budget` is what is read of a passage, in tokens, None for the peer. `kept`: what prompts begin
    with was computed before, and with `follows` the question before, whose answer is in the
    conversation either way.
    """

    name: str
    budget: int | None
    kept: bool
    follows: bool = False


def ways_for(budgets: Sequence[int], default: int) -> tuple[PromptWay, ...]:
    """The ways to compare, for these budgets, of which `default` is the program's."""

    def name(budget: int) -> str:
        return "one by one, " + (f"{budget} tokens each" if budget else "whole")

    own = name(default)
    return (
        PromptWay(PEER, None, kept=False),
        PromptWay(f"{PEER}, beginning kept", None, kept=True),
        PromptWay(f"{own}, nothing kept", default, kept=False),
        *(
            PromptWay(f"{name(each)}, beginning kept", each, kept=True)
            for each in dict.fromkeys((*budgets, default))
        ),
        PromptWay(f"{own}, second question, nothing kept", default, kept=False, follows=True),
        PromptWay(f"{own}, second question, all kept", default, kept=True, follows=True),
    )


@dataclass(frozen=True, slots=True)
class FirstWord:
    """What it took: tokens of the prompts, those of them that were computed, milliseconds.

    Until the first word, or, where it was `declined`, until that was decided.
    """

    prompt: int
    computed: int
    ms: float
    declined: bool


@dataclass(frozen=True, slots=True)
class PromptRow:
    """One question, and what each way took, by name."""

    question: PutQuestion
    ways: Mapping[str, FirstWord]


def row_from_json(value: Mapping[str, Any]) -> PromptRow:
    """The inverse of `asdict`. Raises KeyError, TypeError or ValueError for a misfit."""
    question = dict(value["question"])
    question["accepted"] = tuple(map(str, question["accepted"]))
    question["gold"] = tuple(map(str, question["gold"]))
    ways = {str(name): FirstWord(**taken) for name, taken in value["ways"].items()}
    return PromptRow(PutQuestion(**question), ways)


_FORM = RowForm("margine bench prompt", asdict, row_from_json, lambda row: row.question)


class PromptFile(ResultsFile[PromptRow]):
    """The rows in one file. See `ResultsFile`; `setup` is all that bears on them."""

    def __init__(self, path: Path, setup: Mapping[str, str]) -> None:
        """Read what is there, or begin the file. Raises UserError if it does not fit."""
        super().__init__(path, _FORM, {"format": FORMAT, **setup})


class _Silent(AnswerListener):
    """Hears how an answer comes about and says nothing."""

    def passages_found(self, passages: Sequence[FoundPassage], words: Sequence[str]) -> None:
        pass

    def quote_found(self, quote: Quote) -> None:
        pass

    def draft_text(self, text: str) -> None:
        pass

    def gate_decided(self, gate: GateReport) -> None:
        pass

    def prompt_progress(self, done: int, total: int) -> None:
        pass

    def answer_text(self, text: str) -> None:
        pass


class PromptBench:
    """Measures with one generator, on its thread; `tools.search` is not used."""

    def __init__(
        self,
        generator: Generator,
        tools: AnswerTools,
        settings: AnswerSettings,
        clock: Clock = time.perf_counter,
    ) -> None:
        self._generator = generator
        self._tools = tools
        self._settings = settings
        self._clock = clock
        self._builder = PromptBuilder(generator, tools.book, settings.max_tokens)

    def measure(
        self,
        question: PutQuestion,
        found: Sequence[FoundPassage],
        before: tuple[str, Sequence[FoundPassage]],
        ways: Sequence[PromptWay],
        cancel: CancelToken,
    ) -> PromptRow:
        """Every one of `ways` for `question`, of which `found` was found, best first.

        `before` is the question that went before it in a conversation, and what was found for
        it. Raises UserError if a question does not fit the context, CancelledJobError.
        """
        self._reset(question.language, cancel, kept=True)
        turn = self._turn(*before, cancel)
        taken = {}
        for way in ways:
            self._reset(question.language, cancel, kept=way.kept)
            if way.follows and way.kept:
                self._turn(*before, cancel)
            history = (turn,) if way.follows else ()
            if way.budget is None:
                taken[way.name] = self._read_at_once(question, found, cancel)
            else:
                taken[way.name] = self._ask(question.text, found, history, way.budget, cancel)
        return PromptRow(question, taken)

    def _reset(self, language: str, cancel: CancelToken, *, kept: bool) -> None:
        """Bring the generator to the state from which a way begins."""
        self._generator.forget()
        if kept:
            for text in self._builder.own_texts([language]):
                self._generator.prepare(text, cancel)

    def _turn(self, question: str, found: Sequence[FoundPassage], cancel: CancelToken) -> Turn:
        """`question` with its answer; the cache is as that leaves it."""
        answerer = self._answerer(found, self._settings.passage_tokens)
        answer = answerer.ask(question, (), GateMode.ALWAYS, GateSignal.MARGIN, cancel, _Silent())
        return Turn(question, answer.text)

    def _ask(
        self,
        question: str,
        found: Sequence[FoundPassage],
        history: Sequence[Turn],
        budget: int,
        cancel: CancelToken,
    ) -> FirstWord:
        """The program's own way."""
        answer = self._answerer(found, budget).ask(
            question, history, GateMode.ALWAYS, GateSignal.MARGIN, cancel, _Silent()
        )
        first = answer.timings.first_token
        return FirstWord(
            answer.tokens.prompt,
            answer.tokens.prompt_evaluated,
            first or answer.timings.total,
            declined=not first,
        )

    def _read_at_once(
        self, question: PutQuestion, found: Sequence[FoundPassage], cancel: CancelToken
    ) -> FirstWord:
        """The peer: one prompt with all passages, whole."""
        began = self._clock()
        language = self._tools.guess_language(question.text)
        prompt = self._builder.document(question.text, (), found, language)
        computed = self._generator.evaluate(prompt.tokens, cancel)
        next(self._generator.generate(1, cancel), None)
        ms = (self._clock() - began) * 1000
        return FirstWord(len(prompt.tokens), computed, ms, declined=False)

    def _answerer(self, found: Sequence[FoundPassage], budget: int) -> Answerer:
        def search(_question: str, _count: int) -> SearchResult:
            return SearchResult(tuple(found), ())

        settings = replace(self._settings, passage_tokens=budget)
        return Answerer(self._generator, settings, replace(self._tools, search=search))
