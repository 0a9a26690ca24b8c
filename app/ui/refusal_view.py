"""What is said when the documents do not hold the answer: why, what came closest, the ways on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.core.types import Absence, Answer
from app.ui.absence_words import absence_numbers, absence_words
from app.ui.closest_passage import ClosestPassage
from app.ui.controls import make_label, make_link
from app.ui.flow_layout import FlowLayout
from app.ui.look import Look
from app.ui.richtext import tool_tip

_MOST_PASSAGES = 3


class RefusalView(QWidget):
    """Stands under the words of a refusal. Hidden until there is one."""

    passage_chosen = Signal(object)  # FoundPassage
    wider_requested = Signal()
    memory_requested = Signal()
    everything_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.why = make_label("", "quiet", wrap=True)
        self.numbers_button = make_link(self.tr("In numbers"))
        self.numbers_button.setCheckable(True)
        self.numbers_button.toggled.connect(self._on_numbers)
        self.numbers = QWidget()
        self._grid = QGridLayout(self.numbers)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)
        self._closest = make_label("", "strong")
        self.passages: tuple[ClosestPassage, ...] = ()
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        self.wider = self._make_button(
            self.tr("Search wider"),
            self.tr("Ask again, and read three times as many passages. This takes longer."),
        )
        self.wider.clicked.connect(self.wider_requested)
        self.memory = self._make_button(
            self.tr("Answer without documents"),
            self.tr("Ask again, from the model’s memory alone. It may be wrong."),
        )
        self.memory.clicked.connect(self.memory_requested)
        self.everything = self._make_button(
            self.tr("Ask everything"), self.tr("Ask again, in all of your documents.")
        )
        self.everything.clicked.connect(self.everything_requested)
        self.everything.hide()
        buttons = FlowLayout()
        buttons.addWidget(self.everything)
        buttons.addWidget(self.wider)
        buttons.addWidget(self.memory)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.why, 1)
        head.addWidget(self.numbers_button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.addWidget(self.numbers)
        column.addSpacing(4)
        column.addWidget(self._closest)
        column.addLayout(self._list)
        column.addSpacing(4)
        column.addLayout(buttons)
        self.hide()

    def show_refusal(self, answer: Answer, words: Sequence[str], *, can_widen: bool) -> None:
        """Explain `answer`; `words` are marked in the closest passages. Called once."""
        self._explain(answer.absence)
        quote = answer.quote
        self.passages = tuple(
            ClosestPassage(
                self._look,
                passage,
                words,
                quote.text if quote is not None and quote.n == passage.rank else "",
            )
            for passage in answer.passages[:_MOST_PASSAGES]
        )
        for each in self.passages:
            each.chosen.connect(self.passage_chosen)
            self._list.addWidget(each)
        self._closest.setText(self.tr("Closest passage(s)", "", len(self.passages)))
        self._closest.setVisible(bool(self.passages))
        self.wider.setVisible(can_widen)
        self.show()

    def _explain(self, absence: Absence | None) -> None:
        self.numbers.hide()
        self.why.setVisible(absence is not None)
        self.numbers_button.setVisible(absence is not None)
        if absence is None:
            return
        self.why.setText(absence_words(absence))
        for row, (name, value) in enumerate(absence_numbers(absence)):
            self._grid.addWidget(make_label(name, "small", wrap=True), row, 0)
            self._grid.addWidget(make_label(value, "numbers", wrap=True), row, 1)

    def _on_numbers(self, shown: bool) -> None:
        self.numbers_button.setText(self.tr("Hide") if shown else self.tr("In numbers"))
        self.numbers.setVisible(shown)

    @staticmethod
    def _make_button(text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "plain")
        button.setText(text)
        button.setToolTip(tool_tip(tip))
        return button
