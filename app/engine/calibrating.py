"""Calibrating the gate as a job: a person's own questions are drafted, and τ is set by them.

Indexing waits meanwhile, as it does for digests; questions go first (`QuestionFirst`). What was
drafted is remembered while the engine runs, so that another budget takes no model.
"""

from __future__ import annotations

from collections.abc import Callable

from app.answer.evidence import EvidenceRule, evidence_rule_from_table
from app.answer.gate import threshold_signal
from app.answer.gate_draft import DraftScorer, Sampling
from app.answer.prompt import PromptBuilder
from app.answer.templates import PromptBook
from app.core.cancel import CancelToken
from app.core.settings import Settings
from app.core.thresholds import CalibratedThreshold, save_threshold
from app.core.types import GateSignal
from app.engine.answering_gate import AnsweringGate
from app.engine.jobs import Emit
from app.engine.models import ModelFactory
from app.engine.protocol import CalibrateGate, CalibrationProgress, GateCalibrated
from app.engine.question_first import QuestionFirst
from app.engine.search import PassageSearch
from app.evaluate.gate_calibration import calibrate
from app.models.contracts import Generator

Store = Callable[[CalibratedThreshold], None]


class Calibrating:
    """Calibrates the gate, on the calling thread and the generator's."""

    def __init__(
        self,
        settings: Settings,
        factory: ModelFactory,
        search: PassageSearch,
        turns: QuestionFirst,
        gate: AnsweringGate,
        emit: Emit,
        book: PromptBook,
        store: Store = save_threshold,
    ) -> None:
        """`gate` is the one that indexing waits at, `book` what is answered with; `store` keeps
        a threshold."""
        self._settings = settings
        self._factory = factory
        self._search = search
        self._turns = turns
        self._gate = gate
        self._emit = emit
        self._store = store
        self._book = book
        self._drafted: dict[tuple[str, GateSignal, str], float | None] = {}

    def calibrate(self, request: CalibrateGate, cancel: CancelToken) -> GateCalibrated:
        """Draft the questions of `request`, and store the τ that meets its budget.

        Raises UserError for too few questions, EnvironmentProblem, CancelledJobError, OSError.
        """
        questions = [each for each in dict.fromkeys(request.questions) if each.strip()]
        rule = self._rule(request)
        reads = threshold_signal(request.signal, rule)
        # Without a rule, evidence is decided by the signal inside, whose τ it then is.
        signal = reads if rule is None else GateSignal.EVIDENCE
        scores = []
        with self._gate.answering():
            for done, question in enumerate(questions):
                self._emit(CalibrationProgress(request.job, done, len(questions)))
                score = self._uncertainty(request.model_id, reads, question, cancel)
                if score is not None and rule is not None:
                    score = self._weighed(rule, score, question)
                if score is not None:
                    scores.append(score)
        self._emit(CalibrationProgress(request.job, len(questions), len(questions)))
        found = calibrate(scores, budget=request.budget)
        cancel.check()
        self._store(
            found.of(request.model_id or self._factory.generator_id, signal, self._book.version)
        )
        return GateCalibrated(
            request.job,
            request.signal,
            found.threshold,
            found.low,
            found.high,
            found.searched,
            found.questions,
        )

    def _rule(self, request: CalibrateGate) -> EvidenceRule | None:
        """The rule that decides, where evidence is asked for and one was fitted."""
        if request.signal is not GateSignal.EVIDENCE:
            return None
        table = self._factory.evidence(request.model_id, self._book.version)
        return evidence_rule_from_table(table) if table else None

    def _weighed(self, rule: EvidenceRule, score: float, question: str) -> float | None:
        """The rule's probability; None where the search tells nothing to weigh."""
        evidence = self._search.find(question, 1).evidence
        return None if evidence is None else rule.probability(score, evidence)

    def _uncertainty(
        self, model_id: str, signal: GateSignal, question: str, cancel: CancelToken
    ) -> float | None:
        """U of the draft of one question, None where nothing could be drafted."""
        cancel.check()
        key = (model_id or self._factory.generator_id, signal, question)
        if key not in self._drafted:
            self._drafted[key] = self._turns.run(
                model_id,
                lambda generator, token: self._draft(generator, signal, question, token),
                cancel,
            )
        return self._drafted[key]

    def _draft(
        self, generator: Generator, signal: GateSignal, question: str, cancel: CancelToken
    ) -> float | None:
        """Draft on the generator's thread, as the first question of a conversation is."""
        settings = self._settings
        builder = PromptBuilder(generator, self._book, settings.integer("answer.max_tokens"))
        length = settings.integer("gate.draft_tokens")
        scorer = DraftScorer(generator, builder, signal, length, Sampling.of(settings))
        return scorer.score(question, cancel)
