"""Draws a row of the library: icon, name, and a quiet second line."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from app.core.types import FileState
from app.ui.library_model import AWAY_ROLE, NODE_ROLE, SUBTITLE_ROLE
from app.ui.library_tree import Node
from app.ui.look import Look

STATE_COLOURS: dict[FileState, str] = {
    FileState.WAITING: "muted",
    FileState.READING: "accent",
    FileState.INDEXED: "good",
    FileState.NO_TEXT: "warn",
    FileState.LOCKED: "warn",
    FileState.FAILED: "bad",
    FileState.UNSUPPORTED: "muted",
}
_ICON_PX = 18
_GAP_PX = 8
_PADDING_PX = 5
_CHEVRON_PX = 16


class LibraryTree(QTreeView):
    """A tree whose branches are chevrons in the look's own colours."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the row's ground up to the item, and a chevron beside a folder."""
        colours = self._look.colours
        model = self.model()
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, QColor(colours.accent_soft))
        if model.rowCount(index) > 0:
            left = rect.right() - (self.indentation() + _CHEVRON_PX) // 2 + 1
            top = rect.top() + (rect.height() - _CHEVRON_PX) // 2
            name = "down" if self.isExpanded(index) else "right"
            area = QRect(left, top, _CHEVRON_PX, _CHEVRON_PX)
            self._look.icon(name, "muted").paint(painter, area)


class LibraryDelegate(QStyledItemDelegate):
    """Paints only what is visible; all rows are of one height."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(
        self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Two lines and some air."""
        name, small = self._fonts(option.font)
        height = QFontMetrics(name).height() + QFontMetrics(small).height()
        return QSize(120, height + 2 * _PADDING_PX)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one row."""
        colours = self._look.colours
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        node: Node = index.data(NODE_ROLE)
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colours.accent_soft))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colours.raised))
        name_font, small_font = self._fonts(option.font)
        if node.record is None:
            name_font.setWeight(QFont.Weight.DemiBold)
            icon = self._look.icon("folder", "muted")
            tone = "muted"
        else:
            tone = "muted" if index.data(AWAY_ROLE) else STATE_COLOURS[node.record.state]
            icon = self._look.icon(f"state-{node.record.state.value}", tone)
        top = rect.top() + (rect.height() - _ICON_PX) // 2
        icon.paint(painter, QRect(rect.left() + 2, top, _ICON_PX, _ICON_PX))
        left = rect.left() + 2 + _ICON_PX + _GAP_PX
        width = rect.right() - left - _GAP_PX
        name_height = QFontMetrics(name_font).height()
        small_height = QFontMetrics(small_font).height()
        y = rect.top() + (rect.height() - name_height - small_height) // 2
        painter.setFont(name_font)
        painter.setPen(QColor(colours.ink))
        middle = Qt.TextElideMode.ElideMiddle
        self._line(painter, QRect(left, y, width, name_height), node.name, middle)
        painter.setFont(small_font)
        quiet = node.record is None or node.record.state is FileState.INDEXED
        painter.setPen(QColor(colours.muted if quiet else getattr(colours, tone)))
        line = QRect(left, y + name_height, width, small_height)
        self._line(painter, line, index.data(SUBTITLE_ROLE), Qt.TextElideMode.ElideRight)
        painter.restore()

    def _fonts(self, font: QFont) -> tuple[QFont, QFont]:
        small = QFont(font)
        small.setPointSizeF(self._look.scale.small)
        return QFont(font), small

    @staticmethod
    def _line(painter: QPainter, area: QRect, text: str, mode: Qt.TextElideMode) -> None:
        shown = painter.fontMetrics().elidedText(text, mode, area.width())
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(area, flags | int(Qt.TextFlag.TextSingleLine), shown)
