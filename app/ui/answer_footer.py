"""What stands under an answer: where it is from, why, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.types import Answer, GateMode, GateReport
from app.ui import gate_words
from app.ui.controls import IconButton, IconLabel, make_label
from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip


class AnswerFooter(QWidget):
    """Badge, the gate's numbers, "ask the other way", copy, and notes. Hidden until the end."""

    other_way_requested = Signal(object)  # GateMode
    copy_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._other_mode = GateMode.ALWAYS
        self._icon = IconLabel(look, "documents", "good", 16)
        self.badge = make_label("", "badge", wrap=True)
        self.numbers = make_label("", "numbers")
        self.swap = IconButton(look, "swap", "", self.tr("Ask the other way"))
        self.swap.setProperty("role", "quiet")
        self.swap.clicked.connect(lambda: self.other_way_requested.emit(self._other_mode))
        self.copy = IconButton(look, "copy", self.tr("Copy the answer"))
        self.copy.clicked.connect(self.copy_requested)
        self.notes = make_label("", "small", wrap=True)
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        first.addWidget(self.badge, 1)
        second = QHBoxLayout()
        second.setSpacing(4)
        second.addWidget(self.numbers)
        second.addStretch(1)
        second.addWidget(self.swap)
        second.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setSpacing(3)
        column.setContentsMargins(0, 5, 0, 0)
        column.addWidget(self.notes)
        column.addLayout(first)
        column.addLayout(second)
        self.hide()

    def show_answer(self, answer: Answer) -> str:
        """Describe `answer`; return the tone of its badge, for the rule beside it."""
        badge = gate_words.badge_for(answer)
        self._icon.show_icon(badge.icon, "muted" if badge.tone == "neutral" else badge.tone)
        self.badge.setText(badge.text)
        self.numbers.setText(gate_words.gate_numbers(answer.gate))
        explanation = gate_words.gate_explanation(answer.gate)
        tip = tool_tip(f"{explanation}\n\n{gate_words.cost_line(answer)}")
        self.numbers.setToolTip(tip)
        self.badge.setToolTip(tip)
        self._show_other_way(answer.gate)
        notes = []
        if answer.truncated:
            notes.append(self.tr("The answer was stopped at its length limit."))
        if answer.trimmed:
            left_out = ", ".join(clean_line(each) for each in answer.trimmed)
            notes.append(self.tr("The model had no room for {0}.").format(left_out))
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        self.show()
        return badge.tone

    def _show_other_way(self, gate: GateReport) -> None:
        if gate.retrieved:
            self._other_mode = GateMode.NEVER
            tip = self.tr("Ask again, from the model’s memory alone")
        else:
            self._other_mode = GateMode.ALWAYS
            tip = self.tr("Ask again, with passages of your documents")
        self.swap.setToolTip(tool_tip(tip))
