"""From a question to a finished answer: search, draft, gate, prompt, stream, citations.

The search runs first, since it costs milliseconds and its list is shown at once; the draft and
the decision follow; then the draft is continued, or the passages are read. One decision a
question, never revisited.

The search does not run beside the draft: it takes some 30 ms where a draft takes seconds, and on
the same few cores it would take them from the draft, for two native libraries that spin there
slow each other down. Before the draft it delays a "yes" by nothing, puts the passages and the
quote on screen before the first token, and tells the gate what it can know without a draft.
`margine bench gate` measures what it costs.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from app.answer.cite import normalise_citations
from app.answer.document_answer import FinishedText
from app.answer.from_documents import DocumentAnswer, DocumentAnswering
from app.answer.gate import Gate, forced, new_gate
from app.answer.gate_draft import Sampling
from app.answer.gate_signals import needs_samples, new_signal
from app.answer.plain_text import without_controls
from app.answer.prompt import Prompt, PromptBuilder
from app.answer.run import AnswerListener, AnswerRun
from app.answer.tools import AnswerTools
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.types import (
    Answer,
    AnswerSource,
    AnswerStyle,
    GateMode,
    GateReport,
    GateSignal,
    Quote,
    Turn,
)
from app.index.records import SearchResult
from app.models.contracts import Generator


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """`threshold` is the gate's τ for this model and prompt version; lengths in tokens.

    Under EVIDENCE it is that of the signal inside, which `threshold_signal` names. `sampling` is
    for signals that need samples. `passage_tokens` is what is read of a passage at most, 0 for
    all of it.
    """

    threshold: float
    draft_tokens: int = 20
    max_tokens: int = 400
    passages: int = 5
    passage_tokens: int = 0
    sampling: Sampling = field(default_factory=Sampling)


@dataclass(frozen=True, slots=True)
class _Question:
    """A question made safe, with its conversation and what the search found for it."""

    text: str
    history: tuple[Turn, ...]
    style: AnswerStyle
    found: SearchResult
    quote: Quote | None


class Answerer:
    """Answers questions with one generator, on the generator's thread."""

    def __init__(self, generator: Generator, settings: AnswerSettings, tools: AnswerTools) -> None:
        self._generator = generator
        self._settings = settings
        self._tools = tools
        # A passage is looked at, checked and read: it is cleaned once.
        cleaned = functools.cache(tools.instructions.without_instructions)
        self._builder = PromptBuilder(generator, tools.book, settings.max_tokens, cleaned)
        self._documents = DocumentAnswering(
            generator, self._builder, tools, settings.passage_tokens
        )

    def ask(
        self,
        question: str,
        history: Sequence[Turn],
        mode: GateMode,
        signal: GateSignal,
        cancel: CancelToken,
        listener: AnswerListener,
        *,
        k: int = 0,
        style: AnswerStyle = AnswerStyle.WRITTEN,
    ) -> Answer:
        """Answer `question`; `k` passages are offered, 0 as the settings say.

        To compare sources (`style`), passages are read whatever the gate would say.

        Raises UserError for an empty question or one that the context cannot hold, and
        CancelledJobError; the answerer and its generator stay usable after both.
        """
        run = AnswerRun(self._generator, cancel, listener)
        text = _safe_text(question)
        if not text:
            raise UserError("The question is empty.", next_step="Type a question.")
        found = SearchResult((), ())
        quote = None
        if mode is not GateMode.NEVER:
            found = run.search(lambda: self._tools.search(text, k or self._settings.passages))
            listener.passages_found(found.passages, found.words)
            quote = self._quote(run, text, found)
        turns = tuple(Turn(_safe_text(each.question), _safe_text(each.answer)) for each in history)
        asked = _Question(text, turns, style, found, quote)
        if mode is GateMode.AUTO and style is AnswerStyle.COMPARE:
            mode = GateMode.ALWAYS
        if mode is GateMode.AUTO:
            return self._ask_gate(run, asked, signal)
        gate = forced(mode, signal)
        listener.gate_decided(gate)
        if mode is GateMode.ALWAYS:
            return self._from_documents(run, asked, gate)
        prompt = self._builder.memory(asked.text, asked.history)
        run.read(prompt, kind="prompt")
        return self._from_memory(run, asked, prompt, gate)

    def _quote(self, run: AnswerRun, question: str, found: SearchResult) -> Quote | None:
        """The extractive answer, shown before the model has read a word."""
        if not found.passages:
            return None
        language = self._tools.guess_language(question)
        quote = self._tools.quote(question, language, found.passages)
        run.cancel.check()
        if quote is not None:
            run.quoted(quote)
        return quote

    def _ask_gate(self, run: AnswerRun, asked: _Question, signal: GateSignal) -> Answer:
        """Draft from memory unless that can change nothing, decide, and go that way."""
        found = asked.found
        gate = new_gate(signal, self._settings.threshold, self._tools.evidence, found.evidence)
        report = gate.settled()
        prompt = None
        if report is None:
            prompt = self._builder.memory(asked.text, asked.history)
            report = self._draft(run, prompt, gate)
        run.decided()
        unsure = report.retrieved
        if not found.passages:
            report = replace(report, retrieved=False)  # whatever U says, there is nothing to read
        run.listener.gate_decided(report)
        if report.retrieved or (unsure and self._tools.has_files):
            return self._from_documents(run, asked, report)
        if prompt is None:
            prompt = self._builder.memory(asked.text, asked.history)
            run.read(prompt, kind="prompt")
        return self._from_memory(run, asked, prompt, report)

    def _draft(self, run: AnswerRun, prompt: Prompt, gate: Gate) -> GateReport:
        """Read `prompt`, draft, and let `gate` decide by that."""
        run.read(prompt, kind="draft")
        reader = new_signal(gate.reads)
        texts: list[str] = []
        limit = min(self._settings.draft_tokens, prompt.answer_room)
        sampling = self._settings.sampling if needs_samples(gate.reads) else None
        with closing(run.draft(prompt, limit, sampling)) as steps:
            for step in steps:
                with run.timed("draft"):
                    reader.observe(step.logits, step.said)
                texts.append(step.text)
        return replace(
            gate.decide(reader.score(), run.writer.count),
            steps=reader.steps,
            draft=tuple(texts),
            draft_ms=run.timings().draft,
            draft_computed=run.counts().prompt_evaluated,
        )

    def _from_memory(
        self, run: AnswerRun, asked: _Question, prompt: Prompt, gate: GateReport
    ) -> Answer:
        """Go on from the memory prompt, or from its draft, without computing anything twice."""
        run.write(prompt.answer_room, without_controls)
        text = normalise_citations(run.writer.text, ())
        finished = FinishedText(text, AnswerSource.MEMORY, ())
        return self._answer(
            run, asked, gate, DocumentAnswer(finished, prompt, asked.found.passages)
        )

    def _from_documents(self, run: AnswerRun, asked: _Question, gate: GateReport) -> Answer:
        """Read the passages and answer from them."""
        done = self._documents.answer(
            run, asked.text, asked.history, asked.found.passages, asked.style
        )
        answer = self._answer(run, asked, gate, done)
        return replace(answer, quote=asked.quote)

    def _answer(
        self, run: AnswerRun, asked: _Question, gate: GateReport, done: DocumentAnswer
    ) -> Answer:
        wrote = done.prompt.answer_room > 0
        return Answer(
            text=done.finished.text,
            source=done.finished.source,
            citations=done.finished.citations,
            passages=done.passages,
            gate=gate,
            timings=run.timings(),
            tokens=run.counts(),
            model_id=self._generator.model_id,
            trimmed=done.prompt.trimmed,
            truncated=wrote and not run.writer.ended,
            style=asked.style,
            absence=done.absence,
            checks=done.checks,
            comparison=done.comparison,
            suspicious=done.suspicious,
        )


def _safe_text(text: str) -> str:
    """`text` without what cannot be encoded (lone surrogates, NULs), and without outer space."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ").strip()
