"""Where questions are written."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout

from app.core.types import AnswerStyle, GateMode
from app.ui.controls import IconButton, set_role
from app.ui.look import Look
from app.ui.richtext import tool_tip
from app.ui.wish import Wish

_MOST_LINES = 8
_ARROW_PX = 36  # arrow and padding of a choice
_LEAST_PX = 90


class QuestionEdit(QPlainTextEdit):
    """Grows with its text up to a few lines. Enter submits, Shift+Enter makes a new line."""

    submitted = Signal()
    focus_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # what is dropped goes to the library
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(lambda *_: self._fit())
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter submits unless Shift is held."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.submitted.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def sizeHint(self) -> QSize:
        """As high as it is."""
        return QSize(200, self.height())

    def _fit(self) -> None:
        lines = max(1, min(_MOST_LINES, round(self.document().size().height())))
        margins = self.contentsMargins()
        extra = margins.top() + margins.bottom() + 2 * int(self.document().documentMargin()) + 2
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + extra)


class ChoiceBox(QComboBox):
    """As wide as what is chosen, so that two of them fit into a narrow column."""

    def sizeHint(self) -> QSize:
        """Room for the text that is shown."""
        text = self.fontMetrics().horizontalAdvance(self.currentText())
        return QSize(text + _ARROW_PX, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for most of it."""
        return QSize(min(self.sizeHint().width(), _LEAST_PX), super().minimumSizeHint().height())

    def showPopup(self) -> None:
        """The list is as wide as its longest line."""
        longest = max(
            self.fontMetrics().horizontalAdvance(self.itemText(at)) for at in range(self.count())
        )
        self.view().setMinimumWidth(longest + _ARROW_PX)
        super().showPopup()


class QuestionBox(QFrame):
    """The question, how it is to be answered, and one button that sends or stops."""

    asked = Signal(object)  # Wish
    stop_requested = Signal()
    style_chosen = Signal(object)  # AnswerStyle

    def __init__(
        self, look: Look, mode: GateMode, style: AnswerStyle = AnswerStyle.WRITTEN
    ) -> None:
        super().__init__()
        self.setObjectName("questionBox")
        self._busy = False
        self.edit = QuestionEdit()
        self.edit.setPlaceholderText(self.tr("Ask about your documents…"))
        self.edit.setAccessibleName(self.tr("Question"))
        self.edit.submitted.connect(self._submit)
        self.edit.textChanged.connect(self._refresh)
        self.edit.focus_changed.connect(self._on_focus)
        self.style_box = ChoiceBox()
        self._fill_styles(style)
        self.mode = ChoiceBox()
        self._fill_modes(mode)
        self.style_box.currentIndexChanged.connect(self._on_style)
        self.button = IconButton(look, "send", "", colour="on_accent")
        self.button.setObjectName("sendButton")
        self.button.clicked.connect(self._press)
        below = QHBoxLayout()
        below.setSpacing(4)
        below.addWidget(self.style_box)
        below.addWidget(self.mode)
        below.addStretch(1)
        below.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 9, 9, 9)
        column.setSpacing(6)
        column.addWidget(self.edit)
        column.addLayout(below)
        self.mode.setVisible(style is not AnswerStyle.QUOTE)
        self._refresh()

    @property
    def busy(self) -> bool:
        """Whether an answer is being written."""
        return self._busy

    def set_busy(self, busy: bool) -> None:
        """While busy the button stops; a question can be written meanwhile, not sent."""
        self._busy = busy
        self._refresh()

    def current_mode(self) -> GateMode:
        """The mode chosen."""
        return GateMode(self.mode.currentData())

    def current_style(self) -> AnswerStyle:
        """The style chosen."""
        return AnswerStyle(self.style_box.currentData())

    def wish(self, question: str) -> Wish:
        """`question` as the choices of this box say. What is quoted always comes from documents."""
        style = self.current_style()
        mode = GateMode.ALWAYS if style is AnswerStyle.QUOTE else self.current_mode()
        return Wish(question, mode, style)

    def _fill_styles(self, style: AnswerStyle) -> None:
        plan = (
            (
                AnswerStyle.WRITTEN,
                self.tr("Write an answer"),
                self.tr("The model writes an answer. What it rests on is quoted at once."),
            ),
            (
                AnswerStyle.QUOTE,
                self.tr("Quote only"),
                self.tr(
                    "The sentences of your documents that answer best, as they stand there. "
                    "Nothing is written, so it is there at once."
                ),
            ),
        )
        _fill(self.style_box, plan, style)
        self.style_box.setAccessibleName(self.tr("What answers a question"))
        self.style_box.setToolTip(tool_tip(self.tr("Whether the model writes an answer")))

    def _fill_modes(self, mode: GateMode) -> None:
        plan = (
            (
                GateMode.AUTO,
                self.tr("Automatic"),
                self.tr(
                    "The model drafts first; your documents are read "
                    "when it is not sure of its draft."
                ),
            ),
            (
                GateMode.ALWAYS,
                self.tr("Always from documents"),
                self.tr("Your documents are read for every question."),
            ),
            (
                GateMode.NEVER,
                self.tr("Never from documents"),
                self.tr("Answers come from the model’s memory alone."),
            ),
        )
        _fill(self.mode, plan, mode)
        self.mode.setAccessibleName(self.tr("When documents are read"))
        self.mode.setToolTip(tool_tip(self.tr("When your documents are read for an answer")))

    def _press(self) -> None:
        if self._busy:
            self.stop_requested.emit()
        else:
            self._submit()

    def _submit(self) -> None:
        question = self.edit.toPlainText().strip()
        if question and not self._busy:
            self.edit.clear()
            self.asked.emit(self.wish(question))

    def _refresh(self) -> None:
        tip = self.tr("Stop (Esc)") if self._busy else self.tr("Ask (Enter)")
        usable = self._busy or bool(self.edit.toPlainText().strip())
        icon = "stop" if self._busy else "send"
        self.button.show_icon(icon, "on_accent" if usable else "muted")
        self.button.setToolTip(tool_tip(tip))
        self.button.setAccessibleName(tip)
        self.button.setEnabled(usable)

    def _on_focus(self, focused: bool) -> None:
        set_role(self, "focused" if focused else "")

    def _on_style(self) -> None:
        """A quotation has no gate to pass."""
        style = self.current_style()
        self.mode.setVisible(style is not AnswerStyle.QUOTE)
        self.style_chosen.emit(style)


def _fill(box: QComboBox, plan: Sequence[tuple[StrEnum, str, str]], chosen: StrEnum) -> None:
    """Give `box` its choices: a value, its name and its tip each."""
    for at, (value, text, tip) in enumerate(plan):
        box.addItem(text, value.value)
        box.setItemData(at, tool_tip(tip), Qt.ItemDataRole.ToolTipRole)
    box.setCurrentIndex([value for value, _text, _tip in plan].index(chosen))
    box.currentIndexChanged.connect(lambda _at: box.updateGeometry())
