"""What each list says of one passage: rank, score and, where its share is known, a bar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.core.types import FoundPassage
from app.ui import search_words, wording
from app.ui.controls import make_label, set_role
from app.ui.look import Look
from app.ui.search_drawing import draw_bar
from app.ui.search_values import Column

_BAR_PX = 6
_TONES = {Column.WORDS: "wordsTone", Column.FUSED: "fusedTone", Column.MEANING: "meaningTone"}
_NAME, _VALUES, _BAR = range(3)  # columns of the grid


class ShareBar(QWidget):
    """A thin bar of two shares."""

    def __init__(self, look: Look, shares: tuple[float, float]) -> None:
        super().__init__()
        self._look = look
        self._shares = shares
        self.setFixedHeight(_BAR_PX)
        self.setMinimumWidth(40)
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_bar(painter, QRectF(self.rect()), self._shares, self._look)
        painter.end()


class ListName(QLabel):
    """Stands on one line where there is room, and wraps where there is none."""

    def __init__(self, name: str, tone: str) -> None:
        super().__init__(name)
        set_role(self, tone)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:
        """As wide as the text; Qt would have it wrapped for the sake of a pleasant shape."""
        height = super().sizeHint().height()  # polished by that
        return QSize(self.fontMetrics().horizontalAdvance(f"{self.text()} "), height)


class ScoreRows(QWidget):
    """A line for each list, and for the reranker if it looked at the passage."""

    def __init__(
        self,
        look: Look,
        passage: FoundPassage,
        rank: Callable[[Column], int | None],
        bars: Callable[[Column], tuple[float, float]] | None = None,
    ) -> None:
        """`rank` tells the passage's rank in a list, `bars` the two shares of its bar."""
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(_BAR, 1)
        for row, column in enumerate((Column.WORDS, Column.MEANING, Column.FUSED)):
            name = search_words.column_name(column)
            self._add(row, name, _TONES[column], rank(column), search_words.score(column, passage))
            if bars is not None:
                bar = ShareBar(look, bars(column))
                self._grid.addWidget(bar, row, _BAR, Qt.AlignmentFlag.AlignVCenter)
        reranked = passage.scores.reranked
        if reranked is not None:
            score = wording.decimal(reranked, 3)
            self._add(len(_TONES), self.tr("Reranked"), "", passage.rank, score)

    def _add(self, row: int, name: str, tone: str, rank: int | None, score: str) -> None:
        number = "–" if rank is None else f"#{wording.count(rank)}"
        values = make_label(f"{number}   {score}", "numbers")
        values.setAccessibleName(self.tr("{0}: rank {1}, score {2}").format(name, number, score))
        self._grid.addWidget(ListName(name, tone), row, _NAME)
        self._grid.addWidget(values, row, _VALUES)
