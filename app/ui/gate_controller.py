"""Between the engine and the gate's settings: what is chosen, and calibrating on past questions."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.engine.protocol import (
    CalibrateGate,
    CalibrationProgress,
    GateCalibrated,
    JobFailed,
    Message,
)
from app.ui.engine_port import EnginePort
from app.ui.gate_dialog import GateDialog
from app.ui.gate_values import GateChoice
from app.ui.jobs import Job

_MOST_QUESTIONS = 200  # the newest ones; more would take long and change little


class GateController(QObject):
    """Knows the questions that were asked in this window, until it closes. Window thread only."""

    chosen = Signal(object)  # GateChoice

    def __init__(self, engine: EnginePort, window: QWidget, choice: GateChoice) -> None:
        super().__init__(window)
        self._engine = engine
        self._window = window
        self._asked: dict[str, None] = {}
        self._job: Job | None = None
        self.choice = choice
        self.dialog: GateDialog | None = None

    @property
    def questions(self) -> tuple[str, ...]:
        """The person's own questions, each once, oldest first."""
        return tuple(self._asked)[-_MOST_QUESTIONS:]

    def note_question(self, question: str) -> None:
        """A question was asked."""
        self._asked.pop(question, None)
        self._asked[question] = None
        if self.dialog is not None:
            self.dialog.show_questions(len(self.questions))

    def show_dialog(self) -> None:
        """Show the settings, which can stay open beside the window."""
        if self.dialog is None:
            dialog = GateDialog(self._window, self.choice, len(self.questions))
            dialog.chosen.connect(self._on_chosen)
            dialog.calibration_requested.connect(self.calibrate)
            dialog.stop_requested.connect(self.stop)
            dialog.finished.connect(self._on_closed)
            self.dialog = dialog
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def take_choice(self, choice: GateChoice) -> None:
        """It was chosen elsewhere: in the settings."""
        self.choice = choice
        if self.dialog is not None:
            self.dialog.show_choice(choice)

    def calibrate(self) -> None:
        """Set the gate's threshold by the person's own questions, unless that is under way."""
        if self._job is not None or self.dialog is None:
            return
        questions, choice = self.questions, self.choice
        job = self._engine.submit(
            lambda number: CalibrateGate(number, questions, choice.signal, choice.budget)
        )
        self._job = job
        job.happened.connect(self._on_event)
        job.done.connect(self._on_done)
        job.failed.connect(self._on_failed)
        job.cancelled.connect(self._on_cancelled)
        job.ended.connect(self._on_ended)
        self.dialog.show_progress(0, len(questions))

    def stop(self) -> None:
        """Stop calibrating; the threshold stays as it was."""
        if self._job is not None:
            self._engine.cancel(self._job)

    def _on_chosen(self, choice: GateChoice) -> None:
        self.choice = choice
        self.chosen.emit(choice)

    def _on_closed(self) -> None:
        self.dialog = None
        self.stop()

    def _on_event(self, message: Message) -> None:
        if isinstance(message, CalibrationProgress) and self.dialog is not None:
            self.dialog.show_progress(message.done, message.total)

    def _on_done(self, message: Message) -> None:
        if isinstance(message, GateCalibrated) and self.dialog is not None:
            self.dialog.show_result(message)

    def _on_failed(self, failure: JobFailed) -> None:
        if self.dialog is not None:
            why = " ".join(filter(None, (failure.why, failure.next_step)))
            self.dialog.show_failure(failure.what, why)

    def _on_cancelled(self) -> None:
        if self.dialog is not None:
            self.dialog.show_failure(self.tr("Stopped. The threshold is as it was."))

    def _on_ended(self) -> None:
        self._job = None
