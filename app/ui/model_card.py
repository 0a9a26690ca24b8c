"""One model in the list of models: what it is, how it does here, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.model_facts import MachineFacts, ModelFacts
from app.ui import model_words
from app.ui.controls import make_label, set_role
from app.ui.richtext import clean_line, tool_tip

_BAR_STEPS = 1000


class ModelCard(QFrame):
    """Shows one model. Asks for nothing by itself: `wanted` says what was pressed."""

    use_wanted = Signal(str)  # each with the model's name
    fetch_wanted = Signal(str)
    pause_wanted = Signal(str)
    try_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, model: ModelFacts, machine: MachineFacts) -> None:
        super().__init__()
        self.setObjectName("passageCard")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = model
        self._machine = machine
        self.title = make_label("", "strong", wrap=True)
        self.state = make_label("", "quietTag")
        self.facts = make_label("", "small", wrap=True)
        self.memory = make_label("", "small", wrap=True)
        self.speed = make_label("", "small", wrap=True)
        self.trouble = make_label("", "bad", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _BAR_STEPS)
        self.progress = make_label("", "small", wrap=True)
        self.use = self._button(self.tr("Use"), self.use_wanted)
        self.fetch = self._button(self.tr("Fetch…"), self.fetch_wanted)
        self.pause = self._button(self.tr("Pause"), self.pause_wanted)
        self.trial = self._button(self.tr("Try"), self.try_wanted)
        self.remove = self._button(self.tr("Remove…"), self.remove_wanted)
        self._build()
        self.end_work()
        self.show_model(model, machine)

    @property
    def busy(self) -> bool:
        """Whether something is being done with this model."""
        return self._busy

    def buttons(self) -> tuple[QPushButton, ...]:
        """In the order of the keyboard."""
        return (self.use, self.fetch, self.pause, self.trial, self.remove)

    def show_model(self, model: ModelFacts, machine: MachineFacts) -> None:
        """Show what is known now."""
        self.model, self._machine = model, machine
        name = clean_line(model.title)
        self.title.setText(name)
        self.title.setToolTip(tool_tip(clean_line(model.path or model.name)))
        self.setAccessibleName(name)
        state, role = self._state_of(model)
        self.state.setText(state)
        self.state.setVisible(bool(state))
        set_role(self.state, role)
        self.facts.setText(model_words.basic_facts(model))
        self.facts.setToolTip(tool_tip(model_words.language_names(model.languages)))
        text, enough = model_words.memory(model, machine)
        self._say(self.memory, text)
        set_role(self.memory, "small" if enough else "warnText")
        self._say(self.speed, model_words.speed(model.speed) or self._not_measured(model))
        self._say(self.trouble, clean_line(model.trouble))
        self._show_buttons()

    def show_progress(
        self, done: int, total: int, step: str, rate: float | None, left_s: float | None
    ) -> None:
        """How far fetching it is."""
        self._busy = True
        self.bar.show()
        if step == "fetching":
            self.bar.setRange(0, _BAR_STEPS)
            self.bar.setValue(round(_BAR_STEPS * done / total) if total else 0)
        else:
            self.bar.setRange(0, 0)
        self._say(self.progress, model_words.fetching(step, done, total, rate, left_s))
        self.pause.setEnabled(step == "fetching")
        self._show_buttons(pausing=True)

    def show_trying(self) -> None:
        """It is being tried: it takes some seconds, whose number nobody knows."""
        self._busy = True
        self.bar.setRange(0, 0)
        self.bar.show()
        self._say(self.progress, self.tr("Trying it in a process of its own…"))
        self._show_buttons()

    def show_pausing(self) -> None:
        """It has been asked to stop."""
        self.pause.setEnabled(False)
        self._say(self.progress, self.tr("Pausing…"))

    def end_work(self) -> None:
        """Nothing is being done with it any more."""
        self._busy = False
        self.bar.hide()
        self._say(self.progress, "")
        self._show_buttons()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.state, 0, Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in self.buttons():
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(4)
        column.addLayout(head)
        for widget in (
            self.facts,
            self.memory,
            self.speed,
            self.trouble,
            self.bar,
            self.progress,
        ):
            column.addWidget(widget)
        column.addSpacing(4)
        column.addLayout(row)
        self._busy = False

    def _button(self, text: str, signal: object) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(f"{text.rstrip('…')}: {clean_line(self.model.title)}")
        button.clicked.connect(lambda: signal.emit(self.model.name))  # type: ignore[attr-defined]  # a bound signal
        return button

    def _show_buttons(self, *, pausing: bool = False) -> None:
        model, idle = self.model, not self._busy
        usable = model.installed and not model.trouble
        chosen = model.role != "recogniser"
        self.use.setVisible(idle and usable and chosen and not model.used)
        self.fetch.setVisible(idle and not model.installed and bool(model.places))
        self.fetch.setText(self.tr("Go on fetching…") if model.fetched_bytes else self.tr("Fetch…"))
        self.fetch.setEnabled(self._machine.can_fetch)
        self.pause.setVisible(pausing)
        self.trial.setVisible(idle and usable and chosen)
        self.state.setVisible(idle or not pausing)
        left = bool(model.fetched_bytes) or model.own or bool(model.trouble)
        self.remove.setVisible(idle and (model.installed or left))
        self.remove.setEnabled(not model.used)
        tip = self.tr("It is in use: use another one first.") if model.used else ""
        self.remove.setToolTip(tool_tip(tip))

    def _state_of(self, model: ModelFacts) -> tuple[str, str]:
        if model.trouble:
            return self.tr("Cannot be used"), "badTag"
        if model.used:
            return self.tr("In use"), "tag"
        if model.installed:
            return self.tr("On this computer"), "quietTag"
        if model.fetched_bytes and model.size_bytes:
            share = round(100 * model.fetched_bytes / model.size_bytes)
            return self.tr("{0} % fetched").format(share), "chip"
        return self.tr("Not fetched"), "quietTag"

    def _not_measured(self, model: ModelFacts) -> str:
        if model.installed and not model.trouble and model.role != "recogniser":
            return self.tr("Speed on this computer: not measured yet. “Try” measures it.")
        return ""

    @staticmethod
    def _say(label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))


def order_tabs(first: QWidget, cards: list[ModelCard], last: QWidget) -> None:
    """The keyboard goes down the list, button by button."""
    before = first
    for card in cards:
        for button in card.buttons():
            QWidget.setTabOrder(before, button)
            before = button
    QWidget.setTabOrder(before, last)
