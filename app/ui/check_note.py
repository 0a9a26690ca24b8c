"""What stands beneath a checked answer: how many sentences are supported, and why some are not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.types import CheckedSentence
from app.ui import check_words
from app.ui.controls import IconLabel, make_label, make_link
from app.ui.look import Look
from app.ui.richtext import clean_line, shorten, tool_tip

_SENTENCE_LENGTH = 90


class CheckNote(QWidget):
    """A line, and behind "Why" the reasons. Quiet where all is supported; hidden where nothing
    was checked."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._icon = IconLabel(look, "state-indexed", "muted", 16)
        self.summary = make_label("", "small", wrap=True)
        self.why = make_link(self.tr("Why"))
        self.why.setCheckable(True)
        self.why.toggled.connect(self._on_why)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.summary, 1)
        row.addWidget(self.why, 0, Qt.AlignmentFlag.AlignTop)
        self._labels: list[QLabel] = []
        self._reasons = QWidget()
        self._grid = QGridLayout(self._reasons)
        self._grid.setContentsMargins(22, 0, 0, 2)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._reasons)
        self._reasons.hide()
        self.hide()

    def show_checks(self, text: str, checks: Sequence[CheckedSentence]) -> None:
        """Sum up `checks` of the answer `text`. Called once."""
        doubted = check_words.doubted(checks)
        self.summary.setText(check_words.summary(checks))
        self.summary.setToolTip(tool_tip(check_words.explanation()))
        if doubted:
            self._icon.show_icon("state-failed", check_words.tone(check_words.worst(checks)))
        self.why.setVisible(bool(doubted))
        for row, each in enumerate(doubted):
            tone = check_words.tone(each.support)
            sign = make_label(check_words.sign(each.support), f"{tone}Sign")
            sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
            sign.setAccessibleName(check_words.verdict(each.support))
            sentence = shorten(text[each.start : each.end], _SENTENCE_LENGTH)
            reason = make_label(clean_line(check_words.reasons(each)), "small", wrap=True)
            reason.setAccessibleName(f"{reason.text()} “{sentence}”")
            self._grid.addWidget(sign, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(reason, row, 1)
            self._labels.append(reason)
        self.setVisible(bool(checks))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why sentences are marked, in their order, whether shown or not."""
        return tuple(each.text() for each in self._labels)

    def open(self) -> None:
        """Show the reasons."""
        self.why.setChecked(True)

    def _on_why(self, shown: bool) -> None:
        self.why.setText(self.tr("Hide") if shown else self.tr("Why"))
        self._reasons.setVisible(shown)
