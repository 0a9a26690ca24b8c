"""Drafts the questions of the mixed set, and keeps what the gate could judge them by."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from app.answer.gate_draft import Sampling, write_draft
from app.answer.gate_signals import SAMPLES, needs_samples, new_signal
from app.answer.prompt import PromptBuilder
from app.answer.writing import Writer
from app.core.cancel import CancelToken
from app.core.types import GateEvidence, GateSignal
from app.evaluate.answers_record import PutQuestion
from app.evaluate.mixed_record import MixedRow
from app.models.contracts import Generator

FindEvidence = Callable[[str], GateEvidence]


class MixedRunner:
    """Drafts with the program's memory prompt. The generator's thread makes every call."""

    def __init__(
        self,
        generator: Generator,
        builder: PromptBuilder,
        find: FindEvidence,
        signals: Sequence[GateSignal],
        draft_tokens: int,
    ) -> None:
        """`signals` are read of one draft of at most `draft_tokens`, with samples beside it where
        one of them needs some."""
        self._generator = generator
        self._builder = builder
        self._find = find
        self._signals = tuple(signals)
        self._draft_tokens = draft_tokens
        self._sampling = Sampling(SAMPLES if any(map(needs_samples, signals)) else 0)

    def ask(self, question: PutQuestion, cancel: CancelToken) -> MixedRow:
        """Search and draft once. Raises UserError for a question that is too long,
        CancelledJobError."""
        evidence = self._find(question.text)
        prompt = self._builder.memory(question.text, ())
        readers = {signal: new_signal(signal) for signal in self._signals}
        started = time.perf_counter()
        self._generator.evaluate(prompt.tokens, cancel)
        writer = Writer(self._generator, cancel)
        limit = min(self._draft_tokens, prompt.answer_room)
        text = ""
        for step in write_draft(
            self._generator, writer, prompt.tokens, limit, self._sampling, cancel
        ):
            for reader in readers.values():
                reader.observe(step.logits, step.said)
            text += step.text
        return MixedRow(
            question=question,
            evidence=evidence,
            steps={signal: reader.steps for signal, reader in readers.items()},
            draft=text,
            ms=(time.perf_counter() - started) * 1000,
        )
