"""Draws a passage as a card in one of the three lists."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.types import InspectedPassage
from app.ui import search_words, wording
from app.ui.look import Look
from app.ui.search_drawing import (
    ONE_LINE,
    Fonts,
    SnippetCache,
    badge_width,
    draw_badge,
    draw_bar,
)
from app.ui.search_models import FOUND_ROLE, ColumnsModel, Index
from app.ui.search_text import draw_snippet
from app.ui.search_values import Column, SearchResult

GAP_PX = 22  # between two lists: the lines that join a passage's places run here
_ROW_GAP_PX = 6
_PADDING_PX = 9
NARROW_PX = 150  # cards of less width show no text
_SNIPPET_LENGTH = 85
_SNIPPET_LINES = 2
_BAR_PX = 4
_BOTH_ENDS_PX = 110
_LINE_AT_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter) | int(
    Qt.TextFlag.TextSingleLine
)
_TONES = {Column.WORDS: "words", Column.FUSED: "ink", Column.MEANING: "meaning"}


def card_area(cell: QRect, column: Column) -> QRect:
    """Where the card lies in its cell; the outer edges need no gap."""
    left = 0 if column is Column.WORDS else GAP_PX // 2
    right = 0 if column is Column.MEANING else GAP_PX // 2
    return cell.adjusted(left, 0, -right, -_ROW_GAP_PX)


def _elide_mode(room_px: int) -> Qt.TextElideMode:
    """Both ends of a name tell something where there is room for both."""
    mode = Qt.TextElideMode
    return mode.ElideMiddle if room_px >= _BOTH_ENDS_PX else mode.ElideRight


class CardDelegate(QStyledItemDelegate):
    """Paints a passage in one list: rank, where fusion puts it, score and the score's bar."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.snippets = SnippetCache(_SNIPPET_LENGTH)
        self.followed: frozenset[int] = frozenset()  # passages that stand out in every list
        self.narrow = False  # no room for text

    def row_height(self, option: QStyleOptionViewItem) -> int:
        """All rows are of one height."""
        fonts = Fonts(option.font, self._look)
        small = QFontMetrics(fonts.small)
        title = max(fonts.badge_px, QFontMetrics(fonts.strong).height())
        text = 0 if self.narrow else _SNIPPET_LINES * small.lineSpacing() + 3
        return title + text + small.height() + 2 * _PADDING_PX + _ROW_GAP_PX + 3

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Wide enough for the essentials."""
        return QSize(100, self.row_height(option))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one card; nothing in an empty cell."""
        inspected = index.data(FOUND_ROLE)
        model = index.model()
        if not isinstance(inspected, InspectedPassage) or not isinstance(model, ColumnsModel):
            return
        if model.result is None:
            return
        column = Column(index.column())
        fonts = Fonts(option.font, self._look)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = card_area(option.rect, column)
        self._draw_ground(painter, option, card, inspected.passage.passage_id)
        area = card.adjusted(_PADDING_PX, _PADDING_PX, -_PADDING_PX, -_PADDING_PX)
        top = self._draw_title(painter, area, model.result, column, inspected, fonts)
        small = QFontMetrics(fonts.small)
        if not self.narrow:
            text = QRect(area.left(), top, area.width(), _SNIPPET_LINES * small.lineSpacing())
            painter.setPen(QColor(self._look.colours.ink))
            snippet = self.snippets.get(inspected)
            draw_snippet(painter, text, snippet, fonts.small, _SNIPPET_LINES, self._look.colours)
        foot = QRect(area.left(), area.bottom() - small.height() + 1, area.width(), small.height())
        self._draw_score(painter, foot, model.result, column, inspected, fonts)
        painter.restore()

    def _draw_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, card: QRect, passage_id: int
    ) -> None:
        colours = self._look.colours
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        followed = passage_id in self.followed
        edge = colours.accent if followed or selected else colours.line
        strong = selected and bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(QColor(edge), 2 if strong else 1))
        painter.setBrush(QColor(colours.accent_soft if followed or selected else colours.surface))
        painter.drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 7, 7)

    def _draw_title(
        self,
        painter: QPainter,
        area: QRect,
        result: SearchResult,
        column: Column,
        inspected: InspectedPassage,
        fonts: Fonts,
    ) -> int:
        """Rank, document and page; returns where the text begins."""
        passage = inspected.passage
        colours = self._look.colours
        height = max(fonts.badge_px, QFontMetrics(fonts.strong).height())
        number = wording.count(result.ranks[column][passage.passage_id])
        badge = QRect(area.left(), area.top(), badge_width(number, fonts), fonts.badge_px)
        stands_out = passage.passage_id in self.followed
        draw_badge(painter, badge, number, fonts, self._look, on_accent=stands_out)
        left = badge.right() + 7
        page = wording.short_page(passage.path, passage.page_index, passage.page_label)
        name = wording.document_name(passage.document, passage.path)
        if self.narrow and page:  # the page tells more in a few letters
            name, page = page, ""
        small = QFontMetrics(fonts.small)
        page_width = small.horizontalAdvance(page) + 6 if page else 0
        painter.setFont(fonts.strong)
        painter.setPen(QColor(colours.ink))
        metrics = painter.fontMetrics()
        room = max(0, area.right() - left - page_width)
        shown = metrics.elidedText(name, _elide_mode(room), room)
        painter.drawText(QRect(left, area.top(), room + 1, height), ONE_LINE, shown)
        if page:
            beside = left + min(room, metrics.horizontalAdvance(shown)) + 6
            painter.setFont(fonts.small)
            painter.setPen(QColor(colours.muted))
            painter.drawText(QRect(beside, area.top(), page_width, height), ONE_LINE, page)
        return area.top() + height + 2

    def _draw_score(
        self,
        painter: QPainter,
        foot: QRect,
        result: SearchResult,
        column: Column,
        inspected: InspectedPassage,
        fonts: Fonts,
    ) -> None:
        """The score, a bar that says how it compares with the list's best, and in the side
        lists where fusion puts the passage."""
        painter.setFont(fonts.small_strong)
        painter.setPen(QColor(getattr(self._look.colours, _TONES[column])))
        text = search_words.score(column, inspected.passage)
        painter.drawText(foot, ONE_LINE, text)
        metrics = painter.fontMetrics()
        wide = metrics.horizontalAdvance("00.000") + 6
        beside = 0
        if column is not Column.FUSED:
            moved = search_words.moved(result, column, inspected)
            beside = max(metrics.horizontalAdvance(each) for each in (moved, "↓ #00"))
            tone = "good" if moved.startswith("↑") else "muted"
            painter.setPen(QColor(getattr(self._look.colours, tone)))
            place = QRect(foot.right() - beside, foot.top(), beside + 1, foot.height())
            painter.drawText(place, _LINE_AT_RIGHT, moved)
            beside += 8
        bar = QRectF(foot.left() + wide, 0, foot.width() - wide - beside, _BAR_PX)
        bar.moveTop(foot.center().y() - _BAR_PX / 2 + 1)
        if bar.width() > 12:
            draw_bar(painter, bar, result.bars(column, inspected), self._look)
