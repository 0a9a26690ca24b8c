"""Answering as a job: the answerer on the generator's thread, told to the window as events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.answer.absence import AbsenceRule, rule_from_table
from app.answer.answerer import Answerer, AnswerSettings
from app.answer.evidence import EvidenceRule, evidence_rule_from_table
from app.answer.gate import threshold_signal
from app.answer.gate_draft import Sampling
from app.answer.instructions import load_instruction_finder
from app.answer.prompt import PromptBuilder
from app.answer.refusal import load_refusals
from app.answer.shorten import PassageShortener
from app.answer.templates import PromptBook
from app.answer.tools import AnswerTools
from app.core.cancel import CancelToken
from app.core.settings import Settings
from app.core.types import Answer, FoundPassage, GateReport, GateSignal, Quote
from app.engine.answering_gate import AnsweringGate
from app.engine.checking import AnswerChecking
from app.engine.jobs import Emit
from app.engine.models import ModelFactory, ModelHost
from app.engine.protocol import (
    AnswerText,
    Ask,
    DraftText,
    GateDecided,
    PassagesFound,
    PromptProgress,
    QuoteFound,
)
from app.engine.quoting import Quoting
from app.engine.reranking import Reranking
from app.engine.search import PassageSearch
from app.engine.search_about import question_about
from app.index.language import guess_language
from app.models.contracts import Generator, OwnText

Languages = Callable[[], Mapping[str, int]]  # passages of the library per language

_OWN_TEXTS = 3  # that are prepared: the check, and the wordings in two languages


class EventListener:
    """Turns what the answerer tells into events of one job."""

    def __init__(self, job: int, emit: Emit) -> None:
        self._job = job
        self._emit = emit

    def passages_found(self, passages: Sequence[FoundPassage], words: Sequence[str]) -> None:
        """See `AnswerListener`, also for the other methods."""
        self._emit(PassagesFound(self._job, tuple(passages), tuple(words)))

    def quote_found(self, quote: Quote) -> None:
        """The extractive answer."""
        self._emit(QuoteFound(self._job, quote))

    def draft_text(self, text: str) -> None:
        """The next words of the draft."""
        self._emit(DraftText(self._job, text))

    def gate_decided(self, gate: GateReport) -> None:
        """The gate's decision."""
        self._emit(GateDecided(self._job, gate))

    def prompt_progress(self, done: int, total: int) -> None:
        """Tokens of the prompt computed so far."""
        self._emit(PromptProgress(self._job, done, total))

    def answer_text(self, text: str) -> None:
        """The next words of the answer."""
        self._emit(AnswerText(self._job, text))


class Answering:
    """Answers questions, one at a time; indexing waits meanwhile."""

    def __init__(
        self,
        settings: Settings,
        models: ModelHost,
        factory: ModelFactory,
        search: PassageSearch,
        languages: Languages,
        has_files: Callable[[], bool],
        gate: AnsweringGate,
        quoting: Quoting,
        emit: Emit,
        book: PromptBook,
    ) -> None:
        self._settings = settings
        self._models = models
        self._factory = factory
        self._search = search
        self._languages = languages
        self._has_files = has_files
        self._gate = gate
        self._emit = emit
        self._book = book
        self._refusals = load_refusals(settings.text("answer.refusal"))
        self._instructions = load_instruction_finder()
        self._quoting = quoting
        self._checking = AnswerChecking(quoting)
        self._shortener = PassageShortener(guess_language)
        self._reranking = Reranking(settings, emit)

    def answer(self, request: Ask, cancel: CancelToken) -> Answer:
        """Answer `request`. Raises UserError, EnvironmentProblem, CancelledJobError."""
        languages = self._languages()
        has_files = self._has_files()
        listener = EventListener(request.job, self._emit)

        signal = request.signal or GateSignal(self._settings.text("gate.signal"))
        rule = self._evidence(request.model_id) if signal is GateSignal.EVIDENCE else None

        def work(generator: Generator) -> Answer:
            tools = AnswerTools(
                search=self._reranking.behind(
                    self._search.finder(request.about, request.scope), generator, cancel
                ),
                guess_language=lambda text: guess_language(text, languages),
                book=self._book,
                refusals=self._refusals,
                instructions=self._instructions,
                has_files=has_files,
                absence=None if request.about else self._absence(request.model_id),
                quote=self._quote,
                check=self._checking.check,
                shorten=self._shortener.shorten,
                evidence=rule,
            )
            answering = self._answer_settings(request, threshold_signal(signal, rule))
            answerer = Answerer(generator, answering, tools)
            return answerer.ask(
                question_about(request.question, request.about),
                request.history,
                request.mode,
                signal,
                cancel,
                listener,
                k=request.k,
                style=request.style,
            )

        with self._gate.answering():
            return self._models.with_generator(request.model_id, work)

    def own_texts(self, generator: Generator) -> list[OwnText]:
        """What prompts begin with in the languages of most of the library's passages, none of it
        from them. On the generator's thread."""
        languages = self._languages()
        most_first = sorted(languages, key=lambda each: (-languages[each], each))
        builder = PromptBuilder(generator, self._book, self._settings.integer("answer.max_tokens"))
        return builder.own_texts(most_first)[:_OWN_TEXTS]

    def _absence(self, model_id: str) -> AbsenceRule | None:
        """The rule by which it is declined to answer; None where none was fitted for the model."""
        table = self._factory.absence(model_id, self._book.version)
        return rule_from_table(table) if table else None

    def _quote(self, question: str, language: str, found: Sequence[FoundPassage]) -> Quote | None:
        quoted = self._quoting.find(question, language, found)
        return None if quoted is None or quoted.far else quoted.quote

    def _evidence(self, model_id: str) -> EvidenceRule | None:
        """The rule by which the gate weighs what the search found; None where none was fitted."""
        table = self._factory.evidence(model_id, self._book.version)
        if not table:
            return None
        own = self._own_threshold
        return evidence_rule_from_table({**table, "threshold": min(own, 1.0)} if own else table)

    @property
    def _own_threshold(self) -> float:
        """τ as the person set it; 0 for what was calibrated."""
        return self._settings.number("gate.threshold")

    def _answer_settings(self, request: Ask, signal: GateSignal) -> AnswerSettings:
        settings = self._settings
        return AnswerSettings(
            threshold=self._own_threshold
            or self._factory.threshold(request.model_id, signal, self._book.version),
            sampling=Sampling.of(settings),
            draft_tokens=settings.integer("gate.draft_tokens"),
            max_tokens=settings.integer("answer.max_tokens"),
            passages=settings.integer("answer.passages"),
            passage_tokens=settings.integer("answer.passage_tokens"),
        )
