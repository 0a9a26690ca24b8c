"""Where questions are written."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QStyle,
    QStyleOptionComboBox,
    QVBoxLayout,
)

from app.core.scopes import EVERYTHING
from app.core.types import About, AnswerStyle, GateMode
from app.ui.about_chip import AboutChip
from app.ui.controls import ElidedChoice, IconButton, set_role
from app.ui.look import Look
from app.ui.richtext import tool_tip
from app.ui.wish import Wish

_MOST_LINES = 8
_BESIDE_PX = 36  # a line of a list of choices
_LEAST_PX = 90


class QuestionEdit(QPlainTextEdit):
    """Grows with its text up to a few lines. Enter submits, Shift+Enter makes a new line."""

    submitted = Signal()
    focus_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._invitation = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # what is dropped goes to the library
        self.setTabChangesFocus(True)
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is to be done here is said in one line: a second one would be below the edge."""
        super().resizeEvent(event)
        self._show_invitation()

    def invite(self, text: str) -> None:
        """Say what is to be done here, while nothing is written."""
        self._invitation = text
        self._show_invitation()

    def _show_invitation(self) -> None:
        room = self.viewport().width() - 2 * round(self.document().documentMargin()) - 2
        shown = self.fontMetrics().elidedText(self._invitation, Qt.TextElideMode.ElideRight, room)
        if shown != self.placeholderText():
            self.setPlaceholderText(shown)

    def changeEvent(self, event: QEvent) -> None:
        """The height follows the font."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def sizeHint(self) -> QSize:
        """As high as it is."""
        return QSize(200, self.height())

    def _fit(self) -> None:
        written = round(self.document().size().height())
        lines = max(1, min(_MOST_LINES, written))
        # Never in between: a bar that comes and goes breaks the lines in other places.
        off, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(needed if written > _MOST_LINES else off)
        margins = self.contentsMargins()
        extra = margins.top() + margins.bottom() + 2 * int(self.document().documentMargin()) + 2
        self.setFixedHeight(ceil(lines * self._line_height()) + extra)

    def _line_height(self) -> float:
        """As it is laid out, which is more or less by a part of a pixel than the font's own: a
        last line would be below the edge, and bring a scroll bar."""
        first = self.document().firstBlock()
        laid_out = first.layout().lineCount()
        if not laid_out:
            return QFontMetricsF(self.font()).lineSpacing()
        return self.blockBoundingRect(first).height() / laid_out


class ChoiceBox(ElidedChoice):
    """As wide as what is chosen, so that two of them fit into a narrow column."""

    def sizeHint(self) -> QSize:
        """Room for the text that is shown."""
        metrics = self.fontMetrics()
        text = QSize(metrics.horizontalAdvance(self.currentText()), metrics.height())
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        kind = QStyle.ContentsType.CT_ComboBox
        width = self.style().sizeFromContents(kind, option, text, self).width()
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for most of it."""
        return QSize(min(self.sizeHint().width(), _LEAST_PX), super().minimumSizeHint().height())

    def showPopup(self) -> None:
        """The list is as wide as its longest line."""
        longest = max(
            self.fontMetrics().horizontalAdvance(self.itemText(at)) for at in range(self.count())
        )
        self.view().setMinimumWidth(longest + _BESIDE_PX)
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
        self.scope = EVERYTHING  # of what is asked here
        self.edit = QuestionEdit()
        self.edit.invite(self.tr("Ask about your documents…"))
        self.edit.setAccessibleName(self.tr("Question"))
        self.edit.submitted.connect(self._submit)
        self.edit.textChanged.connect(self._refresh)
        self.edit.focus_changed.connect(self._on_focus)
        self.style_box = ChoiceBox()
        self._fill_styles(style)
        self.mode = ChoiceBox()
        self._fill_modes(mode)
        self.style_box.currentIndexChanged.connect(self._on_style)
        self.about: About | None = None
        self.chip = AboutChip(look)
        self.chip.removed.connect(lambda: self.set_about(None))
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
        column.addWidget(self.chip)
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

    def choose_mode(self, mode: GateMode) -> None:
        """Choose when documents are read."""
        self.mode.setCurrentIndex(self.mode.findData(mode.value))

    def choose_style(self, style: AnswerStyle) -> None:
        """Choose what answers."""
        self.style_box.setCurrentIndex(self.style_box.findData(style.value))

    def current_mode(self) -> GateMode:
        """The mode chosen."""
        return GateMode(self.mode.currentData())

    def current_style(self) -> AnswerStyle:
        """The style chosen."""
        return AnswerStyle(self.style_box.currentData())

    def wish(self, question: str) -> Wish:
        """`question` as the choices of this box say. What is quoted always comes from documents."""
        style = self.current_style()
        from_documents = style is AnswerStyle.QUOTE or self.about is not None
        mode = GateMode.ALWAYS if from_documents else self.current_mode()
        return Wish(question, mode, style, about=self.about, scope=self.scope)

    def set_about(self, about: About | None) -> None:
        """Make the next question one about a page or a text; it is read whatever the mode."""
        self.about = about
        self.chip.show_about(about)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

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
            wish = self.wish(question)
            self.set_about(None)
            self.asked.emit(wish)

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


def _fill(box: ElidedChoice, plan: Sequence[tuple[StrEnum, str, str]], chosen: StrEnum) -> None:
    """Give `box` its choices: a value, its name and its tip each."""
    for at, (value, text, tip) in enumerate(plan):
        box.addItem(text, value.value)
        box.setItemData(at, tool_tip(tip), Qt.ItemDataRole.ToolTipRole)
    box.setCurrentIndex([value for value, _text, _tip in plan].index(chosen))
    box.currentIndexChanged.connect(lambda _at: box.updateGeometry())
