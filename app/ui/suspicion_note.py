"""Warns that passages talked to the program instead of to their reader."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from app.ui.answer_browser import AnswerBrowser
from app.ui.controls import IconLabel
from app.ui.look import Look
from app.ui.richtext import citations_html


class SuspicionNote(QFrame):
    """One line with the numbers of the passages, which open. Hidden until needed."""

    passage_wanted = Signal(int)  # the rank of a passage

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("suspicion")
        self._look = look
        self._numbers: tuple[int, ...] = ()
        self._known: frozenset[int] = frozenset()
        self.browser = AnswerBrowser()
        self.browser.setObjectName("note")
        self.browser.citation_clicked.connect(self.passage_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 8, 10, 8)
        row.setSpacing(8)
        row.addWidget(IconLabel(look, "state-failed", "warn", 16), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.browser, 1)
        look.changed.connect(self._show_text)
        self.hide()

    @property
    def text(self) -> str:
        """What is said."""
        listed = ", ".join(f"[{each}]" for each in self._numbers)
        return self.tr(
            "The passage(s) {0} contain(s) instructions addressed to the program; they were not "
            "followed.",
            "",
            len(self._numbers),
        ).format(listed)

    def show_numbers(self, numbers: Sequence[int], known: Collection[int]) -> None:
        """Warn of these passages; those that are `known` can be opened."""
        self._numbers = tuple(numbers)
        self._known = frozenset(known)
        self._show_text()
        self.setVisible(bool(numbers))

    def _show_text(self) -> None:
        html = citations_html(self.text, self._known, self._look.colours)
        self.browser.setHtml(f'<p style="margin:0">{html}</p>')
        self.browser.setAccessibleName(self.text)
