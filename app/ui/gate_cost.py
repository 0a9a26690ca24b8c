"""What an answer cost, and what the gate's decision saved: only what is known."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.core.types import Answer, GateReport
from app.ui import wording


class CostLabel(QLabel):
    """A few lines of small print, hidden while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("role", "small")

    def show_gate(self, gate: GateReport) -> None:
        """What deciding cost."""
        self._show(self._deciding(gate))

    def show_answer(self, answer: Answer) -> None:
        """What deciding cost, what it saved or led to, and the whole."""
        self._show(self._deciding(answer.gate), self._reading(answer), self._whole(answer))

    def _show(self, *lines: str) -> None:
        self.setText("\n".join(filter(None, lines)))
        self.setVisible(bool(self.text()))

    def _deciding(self, gate: GateReport) -> str:
        """The draft's time and tokens, and what became of it."""
        if not gate.draft_tokens:
            return ""
        parts = []
        if gate.draft_ms:
            parts.append(wording.milliseconds(gate.draft_ms))
        if gate.draft_computed:
            parts.append(self.tr("%Ln token(s) read", "", gate.draft_computed))
        parts.append(self.tr("%Ln token(s) written", "", gate.draft_tokens))
        cost = self.tr("The draft: {0}.").format(", ".join(parts))
        if gate.retrieved:
            waste = self.tr("It was not used: this is what deciding cost.")
            return f"{cost} {waste}"
        use = self.tr("The answer goes on from it, so nothing of this was done in vain.")
        return f"{cost} {use}"

    def _reading(self, answer: Answer) -> str:
        """What reading documents took, or that it was saved."""
        if not answer.gate.retrieved:
            saved = len(answer.passages)
            if not saved or any(each.used for each in answer.passages):
                return ""
            return self.tr("Saved: reading the %Ln passage(s) found.", "", saved)
        tokens, prompt_ms = answer.tokens.prompt_evaluated, answer.timings.prompt
        if not (tokens and prompt_ms):
            return ""
        text = self.tr("Reading your documents: {0}, %Ln token(s) read.", "", tokens)
        return text.format(wording.milliseconds(prompt_ms))

    def _whole(self, answer: Answer) -> str:
        """Time and size of the whole answer."""
        seconds = (answer.timings.first_token / 1000, answer.timings.total / 1000)
        first, total = (wording.decimal(each, 1) for each in seconds)
        text = self.tr("First words after {0} s, done after {1} s, {2} tokens read, {3} written.")
        tokens = answer.tokens
        return text.format(first, total, wording.count(tokens.prompt), wording.count(tokens.answer))
