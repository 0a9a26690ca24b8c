"""Puts questions to the whole answering chain, one after another, and keeps what comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from app.core.types import Answer
from app.evaluate.answers_ledger import Ledger
from app.evaluate.answers_record import EntryId, OtherAnswer, PutQuestion, record_answer

AskChain = Callable[[str], Answer]  # the answer to a question, without a conversation
# Question, the chain's answer to it: what other ways answer, by their names.
AskBeside = Callable[[PutQuestion, Answer], Mapping[str, OtherAnswer]]
Clock = Callable[[], float]  # seconds
T = TypeVar("T")


class Pace:
    """How many of the questions are answered, and how long the others will take. One thread."""

    def __init__(self, total: int, done: int, clock: Clock = time.monotonic) -> None:
        """`done` of `total` were answered before."""
        self._clock = clock
        self.total = total
        self.done = done
        self._spent = 0.0
        self._timed = 0
        self._began = clock()

    def begin(self) -> None:
        """A question is put now."""
        self._began = self._clock()

    def end(self) -> None:
        """It is answered."""
        self._spent += self._clock() - self._began
        self._timed += 1
        self.done += 1

    def each(
        self,
        questions: Sequence[T],
        show: Callable[[str], None],
        about: Callable[[T], str] | None = None,
    ) -> Iterator[T]:
        """`questions` in order, each timed until the next is asked for.

        `show` is told before each how far it is, behind what it is `about`. What an error cuts
        short is not counted.
        """
        for question in questions:
            show(self.words() if about is None else f"{about(question)}: {self.words()}")
            self.begin()
            yield question
            self.end()

    @property
    def seconds_left(self) -> float | None:
        """Seconds for the rest at the mean so far; None before the first answer."""
        if not self._timed:
            return None
        return self._spent / self._timed * (self.total - self.done)

    def words(self) -> str:
        """How far it is, for a person."""
        left = self.seconds_left
        time_left = "" if left is None else f", {_duration(left)} left"
        return f"{self.done:,} of {self.total:,} questions{time_left}"


def ask_questions(
    questions: Sequence[PutQuestion],
    ask: AskChain,
    entry_id: EntryId,
    ledger: Ledger,
    pace: Pace,
    show: Callable[[str], None],
    beside: AskBeside | None = None,
) -> None:
    """Ask what `ledger` does not hold yet; every answer is kept as soon as it is there, with the
    answers that `beside` gives to the same question.

    Raises what `ask` raises; what was answered before is kept.
    """
    missing = ledger.missing(questions)
    for question in pace.each(missing, show, lambda each: each.dataset):
        answer = ask(question.text)
        answered = record_answer(question, answer, entry_id)
        if beside is not None:
            answered = replace(answered, beside=beside(question, answer))
        ledger.add(answered)


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes >= 100:
        return f"{seconds / 3600:.1f} h"
    return f"{minutes} min" if minutes >= 2 else f"{seconds:.0f} s"
