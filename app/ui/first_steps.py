"""The first start: three short steps in place of an empty window. All can be skipped."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.controls import IconLabel, make_label, make_link, set_role
from app.ui.look import Look

_WIDTH_PX = 520


class FirstSteps(QWidget):
    """Is a model there? Where are the documents? Ask. Window thread only.

    A step that is done by itself is ticked and passed over. `finished` comes once: after the first
    question, or when the person skips.
    """

    models_requested = Signal()
    without_model = Signal()  # it is gone on without one: sentences of the documents answer
    add_folder_requested = Signal()
    samples_requested = Signal()
    question_suggested = Signal(str)
    write_requested = Signal()
    finished = Signal()

    def __init__(self, look: Look, *, samples: bool) -> None:
        super().__init__()
        self._has_model: bool | None = None
        self._has_documents = False
        self._passed = 0  # steps that the person went on from without doing them
        self._ended = False
        self.model_step = _Step(look, 1)
        self.documents_step = _Step(look, 2)
        self.ask_step = _Step(look, 3)
        self.models_button = _button(self.tr("Models…"), primary=True)
        self.models_button.clicked.connect(self.models_requested)
        self.without_button = _button(self.tr("Go on without one"))
        self.without_button.clicked.connect(self.without_model)
        self.without_button.clicked.connect(lambda: self._pass_by(1))
        self.add_button = _button(self.tr("Add a folder…"), primary=True)
        self.add_button.clicked.connect(self.add_folder_requested)
        self.samples_button = _button(self.tr("Try the sample documents"))
        self.samples_button.clicked.connect(self.samples_requested)
        self.samples_button.setVisible(samples)
        self.write_button = _button(self.tr("Write a question"), primary=True)
        self.write_button.clicked.connect(self.write_requested)
        self.skip_button = make_link(self.tr("Skip the introduction"))
        self.skip_button.clicked.connect(self.end)
        self._hints: list[QPushButton] = []
        self._questions: tuple[str, ...] = ()
        self._build(samples)
        self._refresh()

    @property
    def step(self) -> int:
        """The step that is open: 1, 2 or 3."""
        if not self._has_model and self._passed < 1:
            return 1
        return 3 if self._has_documents else 2

    def take_model(self, there: bool) -> None:
        """Whether a language model is on this computer."""
        if there is not self._has_model:
            self._has_model = there
            self._refresh()

    def take_library(self, files: int, questions: Sequence[str] = ()) -> None:
        """How many files the library holds, and what may be asked of them."""
        questions = tuple(questions)
        if (files > 0, questions) == (self._has_documents, self._questions):
            return
        self._has_documents, self._questions = files > 0, questions
        self._show_hints()
        self._refresh()

    def end(self) -> None:
        """The person has asked, or does not want an introduction."""
        if not self._ended:
            self._ended = True
            self.finished.emit()

    def focus_open_step(self) -> None:
        """The keyboard goes to what is to be done now."""
        hint = self._hints[0] if self._hints else self.write_button
        target = {1: self.models_button, 2: self.add_button, 3: hint}[self.step]
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _pass_by(self, step: int) -> None:
        self._passed = max(self._passed, step)
        self._refresh()
        self.focus_open_step()

    def _refresh(self) -> None:
        step = self.step
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        skipped = not self._has_model and self._passed >= 1
        self.model_step.show_state(
            self._model_title(), self._model_text(), step == 1, bool(self._has_model), skipped
        )
        self.documents_step.show_state(
            self.tr("Your documents are in the library")
            if self._has_documents
            else self.tr("Add your documents"),
            self.tr(
                "Drop a folder or files anywhere on this window, or choose a folder. They stay "
                "where they are, and nothing is changed in them."
            ),
            step == 2,
            self._has_documents,
        )
        self.ask_step.show_state(
            self.tr("Ask"),
            self._ask_text(),
            step == 3,
            done=False,
        )
        if had_focus:
            self.focus_open_step()

    def _model_title(self) -> str:
        if self._has_model:
            return self.tr("A language model is on this computer")
        if self._has_model is None:
            return self.tr("Looking for a language model…")
        return self.tr("Get a language model")

    def _model_text(self) -> str:
        return self.tr(
            "It writes the answers, on this computer. The list shows what each one needs; nothing "
            "is fetched before you agree. Without one, sentences of your documents answer."
        )

    def _ask_text(self) -> str:
        if self._hints:
            return self.tr("One of these, or anything you like. You need not wait for the reading.")
        return self.tr(
            "In your own words, in the language you like. You need not wait for the reading to "
            "end: what is ready answers."
        )

    def _show_hints(self) -> None:
        for button in self._hints:
            button.hide()
            button.deleteLater()
        self._hints = []
        for at, question in enumerate(self._questions):
            button = QPushButton(question)
            button.setProperty("role", "suggestion")
            button.clicked.connect(lambda _=False, q=question: self.question_suggested.emit(q))
            self.ask_step.body.insertWidget(at, button, 0, Qt.AlignmentFlag.AlignLeft)
            self._hints.append(button)
        set_role(self.write_button, "" if self._hints else "primary")

    def _build(self, samples: bool) -> None:
        self.model_step.add_row(self.models_button, self.without_button)
        buttons = [self.add_button, *([self.samples_button] if samples else [])]
        self.documents_step.add_row(*buttons)
        self.ask_step.add_row(self.write_button)
        title = make_label(self.tr("Welcome to Margine"), "title", wrap=True)
        lead = self.tr("Three steps to an answer about your own documents.")
        privacy = self.tr("Everything stays on this computer. Nothing is sent.")
        inner = QWidget()
        inner.setMaximumWidth(_WIDTH_PX)
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addStretch(1)
        column.addWidget(title)
        column.addWidget(make_label(lead, "lead", wrap=True))
        column.addSpacing(10)
        for step in (self.model_step, self.documents_step, self.ask_step):
            column.addWidget(step)
        column.addSpacing(8)
        foot = QHBoxLayout()
        foot.addWidget(make_label(privacy, "small", wrap=True), 1)
        foot.addWidget(self.skip_button)
        column.addLayout(foot)
        column.addStretch(2)
        holder = QWidget()
        holder.setObjectName("conversation")
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(inner, 1000)
        row.addStretch(1)
        area = QScrollArea()
        area.setObjectName("conversationArea")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(holder)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)


class _Step(QFrame):
    """One step: a number or a tick, a title, and while it is open what to do."""

    def __init__(self, look: Look, number: int) -> None:
        super().__init__()
        self.setObjectName("firstStep")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._number = make_label(str(number), "rank")
        self._number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._tick = IconLabel(look, "state-indexed", "good")
        self.title = make_label("", "strong", wrap=True)
        self._text = make_label("", "quiet", wrap=True)
        self._inside = QWidget()
        self.body = QVBoxLayout(self._inside)
        self.body.setContentsMargins(0, 0, 0, 4)
        self.body.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self._number)
        head.addWidget(self._tick)
        head.addWidget(self.title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._text)
        column.addWidget(self._inside)

    def add_row(self, *buttons: QPushButton) -> None:
        """Buttons side by side."""
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        self.body.addLayout(row)

    def show_state(
        self, title: str, text: str, opened: bool, done: bool, skipped: bool = False
    ) -> None:
        """Open, done, skipped, or still to come."""
        self.title.setText(title)
        self._text.setText(text)
        self._text.setVisible(opened)
        self._inside.setVisible(opened)
        self._tick.setVisible(done)
        self._number.setVisible(not done)
        self.title.setEnabled(opened or done or skipped)
        self.setAccessibleName(title)


def _button(text: str, *, primary: bool = False) -> QPushButton:
    button = QPushButton(text)
    if primary:
        button.setProperty("role", "primary")
    return button
