"""What stands under an answer: where it is from, why, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.types import Answer, AnswerSource, AnswerStyle, GateReport, Support
from app.ui import check_words, gate_words
from app.ui.controls import IconButton, IconLabel, make_label
from app.ui.flow_layout import FlowLayout
from app.ui.gate_panel import GatePanel
from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip

_FEWEST_TO_COMPARE = 2
_GAP_PX = 2  # around the panel, and between the badge and what stands below it


class BadgeLabel(QLabel):
    """The badge, which wraps where it has to and can be pressed. Its button is for the keys."""

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("role", "badge")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pressed and let go on it."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(
            event.position().toPoint()
        ):
            self.clicked.emit()


class AnswerFooter(QWidget):
    """Badge, numbers of the gate and the panel behind them, ways of asking again, copy, notes.

    Hidden until the end, except for the panel, which can be opened once the gate has decided, and
    is made then: most are never opened.
    """

    other_way_requested = Signal()
    style_requested = Signal(object)  # AnswerStyle
    copy_requested = Signal()
    export_requested = Signal()
    settings_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._gate: tuple[GateReport, str] | None = None  # with its draft
        self._answer: Answer | None = None
        self._panel: GatePanel | None = None
        self._notes: QLabel | None = None
        self.finished = False
        self._icon = IconLabel(look, "documents", "good", 16)
        self.badge = BadgeLabel()
        self.numbers = IconButton(look, "right", self.tr("Why your documents were read, or not"))
        self.numbers.setProperty("role", "numbers")
        self.numbers.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.numbers.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow comes last
        self.numbers.setCheckable(True)
        self.numbers.toggled.connect(self._on_toggled)
        self.badge.clicked.connect(self.numbers.toggle)
        self.swap = self._make_button(look, "swap", "", self.tr("Ask the other way"))
        self.swap.clicked.connect(self.other_way_requested)
        tip = self.tr("Ask each passage by itself, and see whether the sources agree")
        self.compare = self._make_button(look, "compare", tip, self.tr("Compare sources"))
        self.compare.clicked.connect(lambda: self.style_requested.emit(AnswerStyle.COMPARE))
        tip = self.tr("Ask again, and let the model write an answer from the passages")
        self.write = self._make_button(look, "quote", tip, self.tr("Write an answer"))
        self.write.clicked.connect(lambda: self.style_requested.emit(AnswerStyle.WRITTEN))
        self.copy = IconButton(look, "copy", self.tr("Copy the answer with its sources"))
        self.copy.clicked.connect(self.copy_requested)
        self.export = IconButton(look, "save", self.tr("Save this answer…"))
        self.export.clicked.connect(self.export_requested)
        self._build()
        self.hide()

    @property
    def panel(self) -> GatePanel:
        """The gate's decision in full."""
        if self._panel is None:
            self._panel = GatePanel(self._look)
            self._panel.settings_requested.connect(self.settings_requested)
            self._column.insertWidget(self._column.indexOf(self._ways), self._panel)
            self._panel.stackUnder(self._ways)  # among the children too: Tab goes by their order
            self._fill_panel()
        return self._panel

    @property
    def notes(self) -> QLabel:
        """What else is to be known of the answer, above its badge."""
        if self._notes is None:
            self._notes = make_label("", "small", wrap=True)
            self._column.insertWidget(0, self._notes)
        return self._notes

    def show_gate(self, gate: GateReport, draft: str) -> None:
        """The gate has decided: the panel can be opened."""
        self._gate = gate, draft
        self._fill_panel()

    def open_panel(self, shown: bool) -> None:
        """Show or hide the gate's panel, also while the answer is still being written."""
        self.numbers.setChecked(shown)

    def show_answer(self, answer: Answer, draft: str) -> str:
        """Describe `answer`; return the tone of its badge, for the rule beside it."""
        badge = gate_words.badge_for(answer)
        tone = badge.tone
        if tone == "good" and check_words.worst(answer.checks) is Support.UNSUPPORTED:
            tone = "warn"  # it is from the documents, but not all that it says
        self._icon.show_icon(badge.icon, "muted" if tone == "neutral" else tone)
        self.badge.setText(badge.text)
        self.numbers.setText(gate_words.gate_numbers(answer.gate))
        tip = tool_tip(gate_words.decision(answer.gate))
        self.numbers.setToolTip(tip)
        self.badge.setToolTip(tip)
        self._answer = answer
        self.show_gate(answer.gate, draft)
        self._offer(answer)
        notes = []
        if answer.truncated:
            notes.append(self.tr("The answer was stopped at its length limit."))
        if answer.trimmed:
            left_out = ", ".join(clean_line(each) for each in answer.trimmed)
            notes.append(self.tr("The model had no room for {0}.").format(left_out))
        if notes or self._notes is not None:
            self.notes.setText("\n".join(notes))
            self.notes.setVisible(bool(notes))
        self.finished = True
        for part in (self._line, self._ways):
            part.show()
        self.show()
        return tone

    def _build(self) -> None:
        self._line = QWidget()
        first = QHBoxLayout(self._line)
        first.setContentsMargins(0, 0, 0, _GAP_PX)
        first.setSpacing(6)
        first.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        first.addWidget(self.badge, 1)
        self._ways = QWidget()
        second = FlowLayout(self._ways, gap_px=4, line_gap_px=0)
        second.setContentsMargins(0, _GAP_PX, 0, 0)
        offers = (self.swap, self.write, self.compare)
        for button in (self.numbers, *offers, self.copy, self.export):
            second.addWidget(button)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(0)
        column.setContentsMargins(0, 3, 0, 0)
        for part in (self._line, self._ways):
            column.addWidget(part)
            part.hide()

    def _on_toggled(self, shown: bool) -> None:
        self.numbers.show_icon("down" if shown else "right")
        if shown or self._panel is not None:
            self.panel.setVisible(shown)
        self.setVisible(shown or self.finished)

    def _fill_panel(self) -> None:
        if self._panel is not None and self._gate is not None:
            self._panel.show_gate(*self._gate)
            if self._answer is not None:
                self._panel.show_answer(self._answer)

    def _offer(self, answer: Answer) -> None:
        """Show the buttons that fit; a refusal has the way to memory among its own."""
        read = answer.gate.retrieved
        refused = answer.source is AnswerSource.NOT_FOUND
        quoted = answer.style is AnswerStyle.QUOTE
        tip = (
            self.tr("Ask again, from the model’s memory alone")
            if read
            else self.tr("Ask again, with passages of your documents")
        )
        self.swap.setToolTip(tool_tip(tip))
        self.swap.setVisible(not quoted and not (refused and read))
        self.write.setVisible(quoted)
        self.compare.setVisible(
            answer.source is AnswerSource.DOCUMENTS
            and answer.style is not AnswerStyle.COMPARE
            and len(answer.passages) >= _FEWEST_TO_COMPARE
        )

    @staticmethod
    def _make_button(look: Look, icon: str, tip: str, text: str) -> IconButton:
        button = IconButton(look, icon, tip, text)
        button.setProperty("role", "quiet")
        return button
