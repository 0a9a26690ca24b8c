"""A few facts side by side, parted by dots, on as many lines as they need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

_DOT = " · "
_NBSP = "\N{NO-BREAK SPACE}"


class FactsLine(QLabel):
    """Breaks its text between two facts alone, where no dot is left at the end of the line: a
    number stays with what it counts. A fact that is too long by itself is wrapped."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("role", "small")
        self._facts: tuple[str, ...] = ()

    @property
    def facts(self) -> str:
        """All of them, as if there were room for one line."""
        return _DOT.join(self._facts)

    def show_facts(self, facts: Sequence[str]) -> None:
        """Show these."""
        self._facts = tuple(facts)
        self._fill()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines."""
        metrics = self.fontMetrics()
        lines = max(1, len(self._lines(width)))
        return metrics.height() + (lines - 1) * metrics.lineSpacing() + self._beside().height()

    def sizeHint(self) -> QSize:
        """On one line."""
        metrics, beside = self.fontMetrics(), self._beside()
        return QSize(metrics.horizontalAdvance(self.facts), metrics.height()) + beside

    def minimumSizeHint(self) -> QSize:
        """Some letters: it can wrap."""
        metrics, beside = self.fontMetrics(), self._beside()
        return QSize(metrics.averageCharWidth() * 8, metrics.height()) + beside

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is other room."""
        super().resizeEvent(event)
        self._fill()

    def _beside(self) -> QSize:
        margins = self.contentsMargins()
        return QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _fill(self) -> None:
        text = "\n".join(_DOT.join(line) for line in self._lines(self.width()))
        if text != self.text():
            self.setText(text)

    def _lines(self, width: int) -> list[list[str]]:
        """As many facts on each line as fit."""
        metrics = self.fontMetrics()
        room = width - self._beside().width()
        lines: list[list[str]] = []
        for fact in self._facts:
            whole = fact.replace(" ", _NBSP)
            if lines and metrics.horizontalAdvance(_DOT.join([*lines[-1], whole])) <= room:
                lines[-1].append(whole)
            else:
                fits = metrics.horizontalAdvance(whole) <= room
                lines.append([whole if fits else fact])
        return lines
