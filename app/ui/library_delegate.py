"""Draws a row of the library: icon, name, and a quiet second line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.scopes import Places
from app.core.types import FileState
from app.ui.library_filter import marks
from app.ui.library_model import AWAY_ROLE, NODE_ROLE, SUBTITLE_ROLE
from app.ui.library_rows import LEVEL_ROLE, OPEN_ROLE, WORDS_ROLE
from app.ui.library_tree import Node, is_left_out
from app.ui.look import Look
from app.ui.search_drawing import ONE_LINE, Fonts

STATE_COLOURS: dict[FileState, str] = {
    FileState.WAITING: "muted",
    FileState.READING: "accent",
    FileState.INDEXED: "good",
    FileState.NO_TEXT: "warn",
    FileState.LOCKED: "warn",
    FileState.FAILED: "bad",
    FileState.SET_ASIDE: "warn",
    FileState.UNSUPPORTED: "muted",
}
_ICON_PX = 18
_GAP_PX = 8
_PADDING_PX = 5
_CHEVRON_PX = 16
_ASKED_PX = 3
_LEFT_PX = 4
_INDENT_PX = 16
_ICON_GAP_PX = 2


def chevron_area(row: QRect, level: int, look: Look) -> QRect:
    """Where a folder's row opens and closes."""
    left = row.left() + _LEFT_PX + level * _INDENT_PX
    return QRect(left, row.top(), look.scaled(_CHEVRON_PX), row.height())


class LibraryDelegate(QStyledItemDelegate):
    """Paints only what is visible; all rows are of one height.

    What is `asked` has a line at the left edge while that is not everything, and a pale one where
    it is a part of what a folder holds.
    """

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.asked: Places | None = None

    @staticmethod
    def row_height(font: QFont, look: Look) -> int:
        """Two lines and some air."""
        fonts = Fonts(font, look)
        lines = QFontMetrics(fonts.text).height() + QFontMetrics(fonts.small).height()
        return lines + 2 * _PADDING_PX

    def sizeHint(
        self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """All rows are alike."""
        return QSize(120, self.row_height(option.font, self._look))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one row."""
        rect: QRect = option.rect
        node: Node = index.data(NODE_ROLE)
        fonts = Fonts(option.font, self._look)
        painter.save()
        self._draw_ground(painter, rect, option.state)
        self._draw_asked(painter, rect, node)
        chevron = chevron_area(rect, index.data(LEVEL_ROLE), self._look)
        tone = "muted"
        if node.record is None:
            if node.children:
                name = "down" if index.data(OPEN_ROLE) else "right"
                self._look.icon(name, "muted").paint(painter, chevron)
            icon = self._look.icon("folder", "muted")
        else:
            quiet = index.data(AWAY_ROLE) or is_left_out(node.record)
            tone = "muted" if quiet else STATE_COLOURS[node.record.state]
            icon = self._look.icon(f"state-{node.record.state.value}", tone)
        icon_px = self._look.scaled(_ICON_PX)
        top = rect.top() + (rect.height() - icon_px) // 2
        icon_left = chevron.right() + 1 + _ICON_GAP_PX
        icon.paint(painter, QRect(icon_left, top, icon_px, icon_px))
        left = icon_left + icon_px + _GAP_PX
        text = QRect(left, rect.top(), rect.right() - left - _GAP_PX, rect.height())
        quiet = node.record is None or node.record.state is FileState.INDEXED
        self._draw_texts(painter, text, index, fonts, "muted" if quiet else tone)
        painter.restore()

    def _draw_asked(self, painter: QPainter, rect: QRect, node: Node) -> None:
        if self.asked is None:
            return
        colours = self._look.colours
        partly = node.record is None and self.asked.hold_some_of(node.path)
        whole = not partly and self.asked.cover(node.path)
        if whole or partly:
            bar = QRect(rect.left(), rect.top(), _ASKED_PX, rect.height())
            painter.fillRect(bar, QColor(colours.accent if whole else colours.line_strong))

    def _draw_ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        colours = self._look.colours
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colours.accent_soft))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colours.raised))
        if state & QStyle.StateFlag.State_HasFocus:  # where the keys are, selected or not
            painter.setPen(QColor(colours.accent))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _draw_texts(
        self,
        painter: QPainter,
        area: QRect,
        index: QModelIndex | QPersistentModelIndex,
        fonts: Fonts,
        tone: str,
    ) -> None:
        node: Node = index.data(NODE_ROLE)
        colours = self._look.colours
        name = fonts.strong if node.record is None else fonts.text
        heights = QFontMetrics(name).height(), QFontMetrics(fonts.small).height()
        y = area.top() + (area.height() - sum(heights)) // 2
        lines = (
            (name, colours.ink, node.name, Qt.TextElideMode.ElideMiddle),
            (
                fonts.small,
                getattr(colours, tone),
                index.data(SUBTITLE_ROLE),
                Qt.TextElideMode.ElideRight,
            ),
        )
        for height, (font, colour, text, mode) in zip(heights, lines, strict=True):
            line = QRect(area.left(), y, area.width(), height)
            painter.setFont(font)
            shown = painter.fontMetrics().elidedText(text, mode, area.width())
            painter.setPen(QColor(colour))
            painter.drawText(line, ONE_LINE, shown)
            self._mark(painter, line, shown, index.data(WORDS_ROLE))
            y += height

    def _mark(self, painter: QPainter, line: QRect, text: str, words: Sequence[str]) -> None:
        """The words that are looked for, drawn again on a ground of their own."""
        metrics = painter.fontMetrics()
        for start, end in marks(text, words):
            left = line.left() + metrics.horizontalAdvance(text[:start])
            width = metrics.horizontalAdvance(text[:end]) + line.left() - left
            area = QRect(left, line.top(), width, line.height())
            painter.fillRect(area, QColor(self._look.colours.mark))
            painter.save()
            painter.setClipRect(area)
            painter.setPen(QColor(self._look.colours.ink))
            painter.drawText(line, ONE_LINE, text)
            painter.restore()
