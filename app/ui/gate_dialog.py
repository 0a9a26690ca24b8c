"""When documents are searched: the gate's signal, its budget, and calibrating it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.core.thresholds import FEWEST_QUESTIONS
from app.core.types import GateSignal
from app.engine.protocol import GateCalibrated
from app.ui import gate_words, wording
from app.ui.controls import make_label
from app.ui.gate_values import GateChoice
from app.ui.richtext import clean_line

_WIDTH_PX = 480
_STEPS = 10  # of the slider: so many questions out of ten
_SETTLED_MS = 350  # the slider has come to rest


class GateDialog(QDialog):
    """Says what was chosen at once; nothing needs to be confirmed."""

    chosen = Signal(object)  # GateChoice
    calibration_requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget, choice: GateChoice, questions: int) -> None:
        """`questions` is how many of the person's own there are."""
        super().__init__(parent)
        self._choice = choice
        self._questions = questions
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("When documents are searched"))
        self.setMinimumWidth(_WIDTH_PX)
        self.signals: dict[GateSignal, QRadioButton] = {}
        self.slider = self._make_slider()
        self.promise = make_label("", "strong", wrap=True)
        self.hint = make_label("", "small", wrap=True)
        self.button = QPushButton(self.tr("Calibrate on my questions"))
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(self._on_button)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.state = make_label("", "small", wrap=True)
        self._busy = False
        self._drafted: set[GateSignal] = set()  # signals whose drafts the engine still knows
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED_MS)
        self._settled.timeout.connect(self._on_settled)
        self._build()
        self._refresh()

    @property
    def choice(self) -> GateChoice:
        """What is chosen."""
        return self._choice

    @property
    def busy(self) -> bool:
        """Whether a calibration is under way."""
        return self._busy

    def show_choice(self, choice: GateChoice) -> None:
        """It was chosen elsewhere."""
        if choice != self._choice:
            self._choice = choice
            blockers = [QSignalBlocker(each) for each in (self.slider, *self.signals.values())]
            self.slider.setValue(choice.of_ten)
            self.signals[choice.signal].setChecked(True)
            del blockers
            self._refresh()

    def show_questions(self, questions: int) -> None:
        """So many questions of the person's own there are now."""
        self._questions = questions
        self._refresh()

    def show_progress(self, done: int, total: int) -> None:
        """A calibration is under way."""
        self._busy = True
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.bar.show()
        text = self.tr("Drafting question {0} of {1}…")
        self.state.setText(text.format(wording.count(done + 1), wording.count(total)))
        if done >= total:
            self.state.setText(self.tr("Choosing the threshold…"))
        self._refresh()

    def show_result(self, result: GateCalibrated) -> None:
        """What a calibration found, which is in force now."""
        self._drafted.add(result.signal)
        self._end()
        numbers = (result.threshold, result.low, result.high)
        text = self.tr(
            "Done: it searches above {0} from now on (between {1} and {2} if other questions like "
            "these had been drawn). Of your %n question(s) it would search for {3}.",
            "",
            result.questions,
        )
        self.state.setText(
            text.format(
                *(wording.decimal(each) for each in numbers), wording.count(result.searched)
            )
        )

    def show_failure(self, what: str, why: str = "") -> None:
        """A calibration failed or was stopped; τ is as it was."""
        self._end()
        self.state.setText(clean_line(f"{what} {why}"))

    # ------------------------------------------------------------------------------ inside

    def _end(self) -> None:
        self._busy = False
        self.bar.hide()
        self._refresh()

    def _make_slider(self) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, _STEPS)
        slider.setPageStep(1)
        slider.setValue(self._choice.of_ten)
        slider.setAccessibleName(self.tr("How often documents are searched"))
        slider.valueChanged.connect(self._on_slider)
        return slider

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(6)
        lead = make_label(
            self.tr(
                "On Automatic the model drafts a few words first. If it is not sure of them, it "
                "reads your documents."
            ),
            "quiet",
            wrap=True,
        )
        column.addWidget(lead)
        column.addSpacing(8)
        column.addWidget(make_label(self.tr("What it judges by"), "strong"))
        column.addLayout(self._build_signals())
        column.addSpacing(10)
        column.addWidget(make_label(self.tr("How often it searches"), "strong"))
        column.addLayout(self._build_scale())
        column.addWidget(self.promise)
        column.addWidget(self.hint)
        column.addSpacing(8)
        buttons = QHBoxLayout()
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.accept)
        buttons.addWidget(self.button)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column.addWidget(self.bar)
        column.addWidget(self.state)
        column.addLayout(buttons)
        self.signals[self._choice.signal].setFocus()

    def _build_signals(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(1, 1)
        group = QButtonGroup(self)
        for row, signal in enumerate(GateSignal):
            button = QRadioButton(gate_words.signal_name(signal))
            button.setChecked(signal is self._choice.signal)
            explanation = gate_words.signal_explanation(signal)
            button.setAccessibleDescription(explanation)
            button.toggled.connect(lambda on, signal=signal: self._on_signal(signal, on=on))
            group.addButton(button)
            self.signals[signal] = button
            grid.addWidget(button, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(make_label(explanation, "small", wrap=True), row, 1)
        return grid

    def _build_scale(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(make_label(self.tr("never"), "small"))
        row.addWidget(self.slider, 1)
        row.addWidget(make_label(self.tr("always"), "small"))
        return row

    def _on_signal(self, signal: GateSignal, *, on: bool) -> None:
        if on:
            self._choose(GateChoice(signal, self._choice.budget))

    def _on_slider(self, value: int) -> None:
        self._choose(GateChoice(self._choice.signal, value / _STEPS))

    def _choose(self, choice: GateChoice) -> None:
        if choice != self._choice:
            self._choice = choice
            self.state.setText("")
            self.chosen.emit(choice)
            self._refresh()
            if choice.signal in self._drafted:
                self._settled.start()

    def _on_settled(self) -> None:
        """What was drafted before is not drafted again, so that the slider works at once."""
        if not self._busy and self._choice.signal in self._drafted:
            self.calibration_requested.emit()

    def _on_button(self) -> None:
        (self.stop_requested if self._busy else self.calibration_requested).emit()

    def _refresh(self) -> None:
        promise = self.tr("Searches about {0} of 10 questions.").format(self._choice.of_ten)
        if self._choice.of_ten in (0, _STEPS):
            promise = (
                self.tr("Searches for hardly any question.")
                if self._choice.of_ten == 0
                else self.tr("Searches for nearly every question.")
            )
        self.promise.setText(promise)
        self.slider.setAccessibleDescription(promise)
        enough = self._questions >= FEWEST_QUESTIONS
        if self._choice.signal in self._drafted:
            hint = self.tr("Calibrated on your questions: what you choose takes effect at once.")
        elif enough:
            hint = self.tr(
                "Takes effect when it is calibrated: it drafts the %n question(s) you asked here, "
                "and sets its threshold by them.",
                "",
                self._questions,
            )
        else:
            hint = self.tr(
                "Takes effect when it is calibrated on your own questions. Ask {0} more first."
            ).format(FEWEST_QUESTIONS - self._questions)
        self.hint.setText(hint)
        self.button.setText(self.tr("Stop") if self._busy else self.tr("Calibrate on my questions"))
        self.button.setEnabled(self._busy or enough)
        for each in self.signals.values():
            each.setEnabled(not self._busy)
