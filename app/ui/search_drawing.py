"""What the lists of results are drawn with: fonts, ranks, bars, and snippets made once."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame

from app.core.types import InspectedPassage
from app.ui.look import Look
from app.ui.search_text import Snippet, make_snippet
from app.ui.search_values import SearchResult

_BADGE_PX = 20
ONE_LINE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(
    Qt.TextFlag.TextSingleLine
)


_STEP_PX = 24  # of the scroll bar


def set_up_view(view: QAbstractItemView, look: Look) -> None:
    """What lists of results have in common: no frame, no editing, smooth scrolling, and drawn
    anew in another look."""
    view.setMouseTracking(True)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.verticalScrollBar().setSingleStep(_STEP_PX)
    look.changed.connect(view.viewport().update)


class Fonts:
    """The fonts of a row, made from the view's own."""

    def __init__(self, base: QFont, look: Look) -> None:
        self.text = QFont(base)
        self.strong = QFont(base)
        self.strong.setWeight(QFont.Weight.DemiBold)
        self.small = QFont(base)
        self.small.setPointSizeF(look.scale.small)
        self.small_strong = QFont(self.small)
        self.small_strong.setWeight(QFont.Weight.DemiBold)
        self.badge_px = look.scaled(_BADGE_PX)  # the height of a rank's ground


def draw_badge(
    painter: QPainter, area: QRect, text: str, fonts: Fonts, look: Look, *, on_accent: bool
) -> None:
    """A rank in a small round ground, lighter where it lies on the accent's own."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.colours.surface if on_accent else look.colours.accent_soft))
    painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
    painter.setPen(QColor(look.colours.accent))
    painter.setFont(fonts.small_strong)
    painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), text)


def badge_width(text: str, fonts: Fonts) -> int:
    """Width of a rank's ground."""
    return max(fonts.badge_px, QFontMetrics(fonts.small_strong).horizontalAdvance(text) + 10)


class SnippetCache:
    """Snippets of the result shown; finding marked words is what costs in a row."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._words: tuple[str, ...] = ()
        self._made: dict[int, Snippet] = {}

    def reset(self, result: SearchResult | None) -> None:
        """Another result is shown."""
        self._words = result.inspection.words if result is not None else ()
        self._made.clear()

    def get(self, inspected: InspectedPassage) -> Snippet:
        """The snippet of a passage."""
        passage = inspected.passage
        if passage.passage_id not in self._made:
            self._made[passage.passage_id] = make_snippet(passage.text, self._words, self._limit)
        return self._made[passage.passage_id]


def draw_bar(painter: QPainter, area: QRectF, shares: tuple[float, float], look: Look) -> None:
    """A thin bar: what the words give, then what the meaning gives, of the whole width."""
    radius = area.height() / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.colours.line))
    painter.drawRoundedRect(area, radius, radius)
    left = area.left()
    for share, colour in zip(shares, (look.colours.words, look.colours.meaning), strict=True):
        width = share * area.width()
        if width > 0:
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRectF(left, area.top(), width, area.height()), radius, radius)
        left += width
