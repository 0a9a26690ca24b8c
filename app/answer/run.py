"""The state of one question while it is being answered: clock, counts and writer."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Generator as Steps
from contextlib import closing, contextmanager
from typing import Protocol, TypeVar

from app.answer.gate_draft import DraftStep, Sampling, write_draft
from app.answer.gate_signals import Logits, probability
from app.answer.prompt import Prompt
from app.answer.writing import Writer
from app.core.cancel import CancelToken
from app.core.types import FoundPassage, GateReport, Quote, Timings, TokenCounts
from app.models.contracts import Generator

T = TypeVar("T")


class AnswerListener(Protocol):
    """Is told, on the generator's thread, how an answer comes about."""

    def passages_found(self, passages: Sequence[FoundPassage], words: Sequence[str]) -> None:
        """What the search found, and the words to mark in it."""

    def quote_found(self, quote: Quote) -> None:
        """The extractive answer, before the model has read a word."""

    def draft_text(self, text: str) -> None:
        """The next words of the draft."""

    def gate_decided(self, gate: GateReport) -> None:
        """The decision; on "no" the draft is the beginning of the answer."""

    def prompt_progress(self, done: int, total: int) -> None:
        """Tokens of the prompt computed so far, and to compute."""

    def answer_text(self, text: str) -> None:
        """The next words of the answer, behind the draft after a "no"."""


class AnswerRun:
    """Made when a question is taken up, and used on the generator's thread alone."""

    def __init__(self, generator: Generator, cancel: CancelToken, listener: AnswerListener) -> None:
        self._generator = generator
        self._started = time.perf_counter()
        self._times: dict[str, float] = {}
        self._kind = ""  # of the prompt that was read last
        self._prompt_tokens = 0
        self._evaluated = 0
        self._draft_tokens = 0
        self.cancel = cancel
        self.listener = listener
        self.writer = Writer(generator, cancel)

    def read(self, prompt: Prompt, *, kind: str, step: int = 0, steps: int = 1) -> None:
        """Evaluate `prompt` and begin to write behind it; its time counts as `kind`.

        `step` of `steps` places its progress, where several prompts are read one after another.
        """

        def tell(done: int, total: int) -> None:
            self.listener.prompt_progress(step * total + done, steps * total)

        with self.timed(kind):
            evaluated = self._generator.evaluate(
                prompt.tokens, self.cancel, tell, keep=prompt.common
            )
        if kind != self._kind:  # the draft's prompt is counted no more once passages are read
            self._kind, self._prompt_tokens, self._evaluated = kind, 0, 0
        self._prompt_tokens += len(prompt.tokens)
        self._evaluated += evaluated
        self.writer = Writer(self._generator, self.cancel)

    def first_token_probability(self, prompt: Prompt, *tokens: int) -> float:
        """Probability that a reply to `prompt`, which was just read, begins with one of `tokens`.

        0 where the context has no room for a reply.
        """
        logits = self._first_logits(prompt)
        return 0.0 if logits is None else math.fsum(probability(logits, each) for each in tokens)

    def denial(self, prompt: Prompt, yes: Collection[int], no: Collection[int]) -> float:
        """How far a reply to `prompt`, which was just read, is no rather than yes, 0 to 1.

        (1 + P(no) - P(yes)) / 2: a model that says neither is undecided.
        """
        logits = self._first_logits(prompt)
        if logits is None:
            return 0.5
        said = [math.fsum(probability(logits, token) for token in each) for each in (yes, no)]
        return (1 + said[1] - said[0]) / 2

    def _first_logits(self, prompt: Prompt) -> Logits | None:
        """What the first token of a reply is chosen from; the step is taken back, for nothing."""
        step = next(Writer(self._generator, self.cancel).steps(1, with_logits=True), None)
        self._generator.evaluate(prompt.tokens, self.cancel, keep=prompt.common)
        return None if step is None else step.logits

    def search(self, search: Callable[[], T]) -> T:
        """Run `search`, timed."""
        with self.timed("search"):
            found = search()
        self.cancel.check()
        return found

    def quoted(self, quote: Quote) -> None:
        """The extractive answer is there."""
        self._times["quote"] = self._now()
        self.listener.quote_found(quote)

    def draft(
        self, prompt: Prompt, length: int, sampling: Sampling | None = None
    ) -> Steps[DraftStep, None, None]:
        """Write at most `length` tokens as the draft behind `prompt`, which was just read.

        With `sampling`, samples grow beside it. Who stops before the end closes it.
        """
        draft = write_draft(
            self._generator, self.writer, prompt.tokens, length, sampling, self.cancel
        )
        with closing(draft):
            while True:
                with self.timed("draft"):  # and not what is done between its steps
                    step = next(draft, None)
                if step is None:
                    break
                if step.text:
                    self.listener.draft_text(step.text)
                yield step
        self._draft_tokens = self.writer.count

    def decided(self) -> None:
        """The gate has decided."""
        self._times["decision"] = self._now()

    def write(
        self,
        limit: int,
        show: Callable[[str], str],
        finish: Callable[[], str] = str,
        *,
        avoid: Collection[int] = (),
    ) -> None:
        """Write the answer, up to `limit` tokens in all, the first none of `avoid`.

        `show` makes the text to be shown out of each new piece, `finish` what is shown last.
        """
        if self.writer.count:
            self._times.setdefault("first_token", self._now())
        for step in self.writer.steps(limit - self.writer.count, avoid=avoid):
            self._times.setdefault("first_token", self._now())
            self._show(show(step.text))
        self._show(finish())

    def timings(self) -> Timings:
        """Times until now, in milliseconds."""
        return Timings(**self._times, total=self._now())

    def counts(self) -> TokenCounts:
        """Tokens of the whole run."""
        return TokenCounts(
            draft=self._draft_tokens,
            prompt=self._prompt_tokens,
            prompt_evaluated=self._evaluated,
            answer=self.writer.count,
        )

    def _show(self, text: str) -> None:
        if text:
            self.listener.answer_text(text)

    def _now(self) -> float:
        return (time.perf_counter() - self._started) * 1000

    @contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        """Add the block's duration to `kind`, which is a field of `Timings`."""
        start = self._now()
        try:
            yield
        finally:
            self._times[kind] = self._times.get(kind, 0.0) + self._now() - start
