"""What the badge of an answer opens: the gate's decision, its draft, and what it cost."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.types import Answer, GateEvidence, GateReport
from app.ui import gate_words
from app.ui.controls import IconButton, make_label
from app.ui.gate_cost import CostLabel
from app.ui.gate_plot import GatePlot
from app.ui.look import Look
from app.ui.richtext import clean


class GatePanel(QFrame):
    """Filled as an answer comes about; hidden until it is opened."""

    settings_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("gatePanel")
        self.setAccessibleName(self.tr("Why your documents were read, or not"))
        self.decision = make_label("", wrap=True)
        self.gear = IconButton(look, "gear", self.tr("When documents are searched…"))
        self.gear.clicked.connect(self.settings_requested)
        self._draft_name = make_label(self.tr("Draft"), "caption")
        self.draft = make_label("", "gateDraft", wrap=True)
        self._select(self.draft)
        self._plot_name = make_label("", "caption", wrap=True)
        self.plot = GatePlot(look)
        self._evidence = QWidget()
        self._grid = QGridLayout(self._evidence)
        self._grid.setContentsMargins(0, 8, 6, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)
        self.evidence: tuple[QLabel, ...] = ()
        self.cost = CostLabel()
        self._build()
        self.hide()

    def show_gate(self, gate: GateReport, draft: str) -> None:
        """Explain a decision; `draft` is what was streamed, where the report has no tokens."""
        self.decision.setText(gate_words.decision(gate))
        text = clean("".join(gate.draft) or draft).strip()
        drafted = bool(text) and gate.draft_tokens > 0
        self.draft.setText(text)
        self.draft.setVisible(drafted)
        self._draft_name.setVisible(drafted)
        self.plot.show_steps(gate)
        self._plot_name.setText(gate_words.steps_caption(gate.signal))
        self._plot_name.setVisible(bool(gate.steps))
        self._show_evidence(gate.evidence)
        self.cost.show_gate(gate)

    def show_answer(self, answer: Answer) -> None:
        """Add what the finished answer cost."""
        self.cost.show_answer(answer)

    def _show_evidence(self, evidence: GateEvidence | None) -> None:
        self._evidence.setVisible(evidence is not None)
        if evidence is None or self.evidence:
            return
        caption = make_label(self.tr("What the search had found"), "caption")
        self._grid.addWidget(caption, 0, 0, 1, 2)
        values = []
        for row, (name, value) in enumerate(gate_words.evidence_rows(evidence), 1):
            said = make_label(value, "numbers")
            said.setAccessibleName(f"{name}: {value}")
            self._grid.addWidget(make_label(name, "smallInk", wrap=True), row, 0)
            self._grid.addWidget(said, row, 1, Qt.AlignmentFlag.AlignTop)
            values.append(said)
        self.evidence = tuple(values)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.decision, 1)
        head.addWidget(self.gear, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 9, 8, 12)
        column.setSpacing(2)
        column.addLayout(head)
        column.addSpacing(6)
        column.addWidget(self._draft_name)
        column.addWidget(self.draft)
        column.addSpacing(8)
        column.addWidget(self._plot_name)
        column.addWidget(self.plot)
        column.addWidget(self._evidence)
        column.addSpacing(8)
        column.addWidget(self.cost)

    @staticmethod
    def _select(label: QLabel) -> None:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
