"""The plain list of results: rows of one height, painted only where they are seen."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.core.types import InspectedPassage
from app.ui import search_words, wording
from app.ui.look import Look
from app.ui.search_drawing import (
    ONE_LINE,
    Fonts,
    SnippetCache,
    badge_width,
    draw_badge,
    set_up_view,
)
from app.ui.search_models import FOUND_ROLE, Index, ResultModel
from app.ui.search_text import draw_snippet
from app.ui.search_values import SearchResult

COLUMN_PX = 760  # as wide as the conversation
_SNIPPET_LENGTH = 420
_SNIPPET_LINES = 3
_SIDE_PX = 20
_TOP_PX = 11
_GAP_PX = 4


class ResultDelegate(QStyledItemDelegate):
    """Paints rank, document, place, and the part of the passage that was looked for."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.snippets = SnippetCache(_SNIPPET_LENGTH)

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """All rows are of one height."""
        fonts = Fonts(option.font, self._look)
        text = QFontMetrics(fonts.text).lineSpacing()
        small = QFontMetrics(fonts.small).lineSpacing()
        title = max(fonts.badge_px, QFontMetrics(fonts.strong).height())
        height = title + small + _SNIPPET_LINES * text + 2 * _GAP_PX + 2 * _TOP_PX
        return QSize(240, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        inspected = index.data(FOUND_ROLE)
        if not isinstance(inspected, InspectedPassage):
            return
        fonts = Fonts(option.font, self._look)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self._draw_ground(painter, option)
        passage = inspected.passage
        top = self._draw_title(
            painter, area, inspected, index.row() + 1, fonts, selected=_is_selected(option)
        )
        lines = _SNIPPET_LINES
        where = wording.passage_part(passage)
        if where:
            painter.setFont(fonts.small)
            painter.setPen(QColor(self._look.colours.muted))
            metrics = painter.fontMetrics()
            line = QRect(area.left(), top, area.width(), metrics.lineSpacing())
            shown = metrics.elidedText(where, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, ONE_LINE, shown)
            top += line.height() + _GAP_PX
        else:  # its line is the text's
            lines += 1
        painter.setPen(QColor(self._look.colours.ink))
        rest = QRect(area.left(), top, area.width(), area.bottom() - top + 1)
        snippet = self.snippets.get(inspected)
        draw_snippet(painter, rest, snippet, fonts.text, lines, self._look.colours)
        painter.restore()

    def _draw_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> QRect:
        """The row's ground and the line below; returns where the content goes."""
        colours = self._look.colours
        rect: QRect = option.rect
        width = min(rect.width(), COLUMN_PX) - 2 * _SIDE_PX
        left = rect.left() + (rect.width() - width) // 2
        ground = QRect(left - 12, rect.top() + 1, width + 24, rect.height() - 2)
        state: QStyle.StateFlag = option.state
        selected = _is_selected(option)
        painter.setPen(Qt.PenStyle.NoPen)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(colours.accent_soft if selected else colours.window))
            painter.drawRoundedRect(ground, 8, 8)
        if selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(QColor(colours.accent))
            bar = QRect(ground.left(), ground.top() + 10, 3, ground.height() - 20)
            painter.drawRoundedRect(bar, 1, 1)
        if not selected:
            painter.fillRect(QRect(left, rect.bottom(), width, 1), QColor(colours.line))
        return QRect(left, rect.top() + _TOP_PX, width, rect.height() - 2 * _TOP_PX)

    def _draw_title(
        self,
        painter: QPainter,
        area: QRect,
        inspected: InspectedPassage,
        rank: int,
        fonts: Fonts,
        *,
        selected: bool,
    ) -> int:
        """Rank, document and near-duplicates; returns where the next line begins."""
        passage = inspected.passage
        height = max(fonts.badge_px, QFontMetrics(fonts.strong).height())
        number = wording.count(rank)
        badge = QRect(area.left(), area.top(), badge_width(number, fonts), fonts.badge_px)
        badge.moveTop(area.top() + (height - fonts.badge_px) // 2)
        draw_badge(painter, badge, number, fonts, self._look, on_accent=selected)
        right = area.right()
        note = search_words.similar_note(passage)
        if note:
            painter.setFont(fonts.small)
            wide = painter.fontMetrics().horizontalAdvance(note)
            right -= wide + 10
            painter.setPen(QColor(self._look.colours.muted))
            painter.drawText(QRect(right + 10, area.top(), wide + 1, height), ONE_LINE, note)
        left = badge.right() + 9
        name = wording.document_name(passage.document, passage.path)
        painter.setFont(fonts.strong)
        painter.setPen(QColor(self._look.colours.ink))
        width = max(0, right - left)
        shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, width)
        painter.drawText(QRect(left, area.top(), width, height), ONE_LINE, shown)
        return area.top() + height + _GAP_PX


def _is_selected(option: QStyleOptionViewItem) -> bool:
    state: QStyle.StateFlag = option.state
    return bool(state & QStyle.StateFlag.State_Selected)


class ResultList(QListView):
    """The results, best first. A click or Enter opens one, Up on the first row leaves."""

    opened = Signal(object)  # InspectedPassage
    picked = Signal(object)  # InspectedPassage: the row the keys are on
    left = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("searchList")
        self.results = ResultModel(self)
        self._delegate = ResultDelegate(look, self)
        self.setModel(self.results)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        set_up_view(self, look)
        self.setAccessibleName(self.tr("Passages found, best first"))
        # Not `activated`: where a style takes a click for that, one click would open twice.
        self.clicked.connect(self._open)

    def show_result(self, result: SearchResult | None) -> None:
        """Show another result; nothing is chosen in it."""
        self._delegate.snippets.reset(result)
        self.results.show(result)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell where the keys are."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.picked.emit(current.data(FOUND_ROLE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; Up on the first row leaves."""
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._open(index)
        elif event.key() == Qt.Key.Key_Up and index.row() <= 0:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _open(self, index: Index) -> None:
        self.opened.emit(index.data(FOUND_ROLE))
