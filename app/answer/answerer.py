"""From a question to a finished answer: search, draft, gate, prompt, stream, citations.

The search runs first, since it costs milliseconds and its list is shown at once; the draft and
the decision follow; then the draft is continued, or the passages are read. One decision a
question, never revisited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.answer.absence import AbsenceRule, Signs, reading_rule
from app.answer.cite import CitationStream, normalise_citations
from app.answer.document_answer import FinishedText, finish_document_answer, not_found
from app.answer.gate import decide, forced, new_signal
from app.answer.prompt import Prompt, PromptBuilder
from app.answer.reading import Verdict, read_passages
from app.answer.refusal import Refusals
from app.answer.run import AnswerListener, AnswerRun
from app.answer.support import words_shared
from app.answer.templates import PromptBook
from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.types import (
    Absence,
    Answer,
    AnswerSource,
    FoundPassage,
    GateMode,
    GateReport,
    GateSignal,
    Turn,
    searchable_text,
)
from app.index.records import SearchResult
from app.models.contracts import Generator

Search = Callable[[str, int], SearchResult]  # question, number of passages
GuessLanguage = Callable[[str], str]  # ISO 639-1 code of a text, "" if unknown


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """`threshold` is the gate's τ for this model and prompt version; lengths in tokens."""

    threshold: float
    draft_tokens: int = 20
    max_tokens: int = 400
    passages: int = 5


@dataclass(frozen=True, slots=True)
class AnswerTools:
    """What an answerer works with. It calls `search` and `guess_language` on its own thread.

    `has_files` tells that the person has added documents, read or not: then what memory is not
    sure of is not answered from memory. `absence` is the rule by which it is declined to answer,
    None for the model's own refusal alone.
    """

    search: Search
    guess_language: GuessLanguage
    book: PromptBook
    refusals: Refusals
    has_files: bool = False
    absence: AbsenceRule | None = None


@dataclass(frozen=True, slots=True)
class _Question:
    """A question made safe, with its conversation and what the search found for it."""

    text: str
    history: tuple[Turn, ...]
    found: SearchResult


class Answerer:
    """Answers questions with one generator, on the generator's thread."""

    def __init__(self, generator: Generator, settings: AnswerSettings, tools: AnswerTools) -> None:
        self._generator = generator
        self._settings = settings
        self._tools = tools
        self._builder = PromptBuilder(generator, tools.book, settings.max_tokens)

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
    ) -> Answer:
        """Answer `question`; `k` passages are offered, 0 as the settings say.

        Raises UserError for an empty question or one that the context cannot hold, and
        CancelledJobError; the answerer and its generator stay usable after both.
        """
        run = AnswerRun(self._generator, cancel, listener)
        text = _safe_text(question)
        if not text:
            raise UserError("The question is empty.", next_step="Type a question.")
        found = SearchResult((), ())
        if mode is not GateMode.NEVER:
            found = run.search(lambda: self._tools.search(text, k or self._settings.passages))
            listener.passages_found(found.passages, found.words)
        turns = tuple(Turn(_safe_text(each.question), _safe_text(each.answer)) for each in history)
        asked = _Question(text, turns, found)
        if mode is GateMode.AUTO:
            return self._ask_gate(run, asked, signal)
        gate = forced(mode, signal)
        listener.gate_decided(gate)
        if mode is GateMode.ALWAYS:
            return self._from_documents(run, asked, gate)
        prompt = self._builder.memory(asked.text, asked.history)
        run.read(prompt, kind="prompt")
        return self._from_memory(run, asked, prompt, gate)

    def _ask_gate(self, run: AnswerRun, asked: _Question, signal: GateSignal) -> Answer:
        """Draft from memory, decide, and go the way that was decided."""
        prompt = self._builder.memory(asked.text, asked.history)
        run.read(prompt, kind="draft")
        reader = new_signal(signal)
        for logits in run.draft(min(self._settings.draft_tokens, prompt.answer_room)):
            reader.observe(logits)
        gate = decide(signal, reader.score(), self._settings.threshold, run.writer.count)
        unsure = gate.retrieved
        if not asked.found.passages:
            gate = replace(gate, retrieved=False)  # whatever U says, there is nothing to read
        run.listener.gate_decided(gate)
        if gate.retrieved or (unsure and self._tools.has_files):
            return self._from_documents(run, asked, gate)
        return self._from_memory(run, asked, prompt, gate)

    def _from_memory(
        self, run: AnswerRun, asked: _Question, prompt: Prompt, gate: GateReport
    ) -> Answer:
        """Go on from the memory prompt, or from its draft, without computing anything twice."""
        run.write(prompt.answer_room, str)
        text = normalise_citations(run.writer.text, ())
        finished = FinishedText(text, AnswerSource.MEMORY, ())
        return self._answer(run, prompt, gate, finished, asked.found.passages)

    def _from_documents(self, run: AnswerRun, asked: _Question, gate: GateReport) -> Answer:
        """Read the passages and answer from them."""
        language = self._tools.guess_language(asked.text)
        found = asked.found.passages
        if not found:
            finished = not_found(self._tools.refusals, language)
            return self._answer(run, Prompt((), 0), gate, finished, ())
        verdict = read_passages(self._builder, run, asked.text, asked.history, found, language)
        read = {passage.rank: passage for passage in verdict.read}
        passages = tuple(read.get(passage.rank, passage) for passage in found)
        absence = self._judge(asked, language, verdict)
        if absence.probability >= absence.threshold:
            finished = not_found(self._tools.refusals, language)
            unwritten = replace(verdict.prompt, answer_room=0)
            return self._answer(run, unwritten, gate, finished, passages, absence)
        stream = CitationStream(())
        run.write(
            verdict.prompt.answer_room,
            stream.feed,
            stream.finish,
            avoid={self._builder.refusal_token(language)},
        )
        finished = finish_document_answer(
            run.writer.text,
            asked.text,
            language,
            verdict.prompt.used,
            self._tools.refusals,
            self._tools.book.wording(language).example_text,
        )
        return self._answer(run, verdict.prompt, gate, finished, passages, absence)

    def _judge(self, asked: _Question, language: str, verdict: Verdict) -> Absence:
        """How sure it is that the documents do not hold the answer."""
        passage = verdict.passage
        known = [
            each.scores.dense for each in asked.found.passages if each.scores.dense is not None
        ]
        signs = Signs(
            reading=verdict.reading,
            check=verdict.check,
            similarity=max(known, default=None),
            coverage=words_shared(
                asked.text, searchable_text(passage.heading, passage.text), language
            ),
            foreign=_in_other_language(self._tools.guess_language(passage.text), language),
        )
        certainty = self._tools.book.wording(language).certainty
        return (self._tools.absence or reading_rule(certainty)).judge(signs)

    def _answer(
        self,
        run: AnswerRun,
        prompt: Prompt,
        gate: GateReport,
        finished: FinishedText,
        passages: tuple[FoundPassage, ...],
        absence: Absence | None = None,
    ) -> Answer:
        wrote = prompt.answer_room > 0
        return Answer(
            text=finished.text,
            source=finished.source,
            citations=finished.citations,
            passages=passages,
            gate=gate,
            timings=run.timings(),
            tokens=run.counts(),
            model_id=self._generator.model_id,
            trimmed=prompt.trimmed,
            truncated=wrote and not run.writer.ended,
            absence=absence,
        )


def _safe_text(text: str) -> str:
    """`text` without what cannot be encoded (lone surrogates, NULs), and without outer space."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ").strip()


def _in_other_language(found: str, asked: str) -> bool:
    """Whether two languages, as far as they are known, differ."""
    return bool(found) and bool(asked) and found != asked
