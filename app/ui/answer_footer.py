"""What stands under an answer: where it is from, why, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.types import Answer, AnswerSource, AnswerStyle, Support
from app.ui import check_words, gate_words
from app.ui.controls import IconButton, IconLabel, make_label
from app.ui.flow_layout import FlowLayout
from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip

_FEWEST_TO_COMPARE = 2


class AnswerFooter(QWidget):
    """Badge, numbers of the gate, ways of asking again, copy, notes. Hidden until the end."""

    other_way_requested = Signal()
    style_requested = Signal(object)  # AnswerStyle
    copy_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._icon = IconLabel(look, "documents", "good", 16)
        self.badge = make_label("", "badge", wrap=True)
        self.numbers = make_label("", "numbers")
        self.swap = self._make_button(look, "swap", "", self.tr("Ask the other way"))
        self.swap.clicked.connect(self.other_way_requested)
        tip = self.tr("Ask each passage by itself, and see whether the sources agree")
        self.compare = self._make_button(look, "compare", tip, self.tr("Compare sources"))
        self.compare.clicked.connect(lambda: self.style_requested.emit(AnswerStyle.COMPARE))
        tip = self.tr("Ask again, and let the model write an answer from the passages")
        self.write = self._make_button(look, "quote", tip, self.tr("Write an answer"))
        self.write.clicked.connect(lambda: self.style_requested.emit(AnswerStyle.WRITTEN))
        self.copy = IconButton(look, "copy", self.tr("Copy the answer"))
        self.copy.clicked.connect(self.copy_requested)
        self.notes = make_label("", "small", wrap=True)
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        first.addWidget(self.badge, 1)
        first.addWidget(self.numbers)
        first.addWidget(self.copy)
        second = FlowLayout(gap_px=4, line_gap_px=0)
        second.setContentsMargins(0, 0, 0, 0)
        for button in (self.swap, self.write, self.compare):
            second.addWidget(button)
        column = QVBoxLayout(self)
        column.setSpacing(0)
        column.setContentsMargins(0, 3, 0, 0)
        column.addWidget(self.notes)
        column.addLayout(first)
        column.addLayout(second)
        self.hide()

    def show_answer(self, answer: Answer) -> str:
        """Describe `answer`; return the tone of its badge, for the rule beside it."""
        badge = gate_words.badge_for(answer)
        tone = badge.tone
        if tone == "good" and check_words.worst(answer.checks) is Support.UNSUPPORTED:
            tone = "warn"  # it is from the documents, but not all that it says
        self._icon.show_icon(badge.icon, "muted" if tone == "neutral" else tone)
        self.badge.setText(badge.text)
        self.numbers.setText(gate_words.gate_numbers(answer.gate))
        explanation = gate_words.gate_explanation(answer.gate)
        tip = tool_tip(f"{explanation}\n\n{gate_words.cost_line(answer)}")
        self.numbers.setToolTip(tip)
        self.badge.setToolTip(tip)
        self._offer(answer)
        notes = []
        if answer.truncated:
            notes.append(self.tr("The answer was stopped at its length limit."))
        if answer.trimmed:
            left_out = ", ".join(clean_line(each) for each in answer.trimmed)
            notes.append(self.tr("The model had no room for {0}.").format(left_out))
        self.notes.setText("\n".join(notes))
        self.notes.setVisible(bool(notes))
        self.show()
        return tone

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
