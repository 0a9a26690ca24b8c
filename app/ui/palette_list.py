"""The list of the command palette: a model of choices under headings, how it is drawn, and the
view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.ui.look import Look
from app.ui.palette_sources import Choice

Index = QModelIndex | QPersistentModelIndex
CHOICE_ROLE = int(Qt.ItemDataRole.UserRole) + 1

_NOWHERE = QModelIndex()
_SIDE_PX = 12
_PADDING_PX = 7
_GAP_PX = 10
_ICON_PX = 16
_MOST_RIGHT = 0.6  # of a line, for what stands at its right: what it is comes first
_ONE_LINE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(
    Qt.TextFlag.TextSingleLine
)


class PaletteModel(QAbstractListModel):
    """Rows of text (headings, which cannot be chosen) and of choices."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[str | Choice] = []

    def show(self, sections: Sequence[tuple[str, Sequence[Choice]]]) -> None:
        """Replace what is listed; a section without choices is left out."""
        self.beginResetModel()
        self._rows = []
        for title, choices in sections:
            if choices:
                self._rows += [title, *choices]
        self.endResetModel()

    def choice(self, row: int) -> Choice | None:
        """The choice in `row`; None for a heading, and beyond the end."""
        if not 0 <= row < len(self._rows):
            return None
        found = self._rows[row]
        return found if isinstance(found, Choice) else None

    def choices(self) -> list[Choice]:
        """All that can be chosen, in order."""
        return [each for each in self._rows if isinstance(each, Choice)]

    def step(self, row: int, by: int) -> int:
        """The row of the choice `by` choices after `row`, stopping at both ends; -1 if none."""
        rows = [at for at, each in enumerate(self._rows) if isinstance(each, Choice)]
        if not rows:
            return -1
        at = rows.index(row) if row in rows else (-1 if by > 0 else 0)
        return rows[min(len(rows) - 1, max(0, at + by))]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of rows, headings included."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A heading cannot be chosen."""
        if self.choice(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Text, and the choice itself."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == CHOICE_ROLE:
            return row if isinstance(row, Choice) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row if isinstance(row, str) else row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row if isinstance(row, str) else spoken(row)
        return None


class PaletteDelegate(QStyledItemDelegate):
    """One line: what it is, where it belongs, its shortcut at the right."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """All lines are of one height."""
        return QSize(200, QFontMetrics(option.font).height() + 2 * _PADDING_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one line."""
        colours = self._look.colours
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        choice = index.data(CHOICE_ROLE)
        painter.save()
        small = QFont(option.font)
        small.setPointSizeF(self._look.scale.small)
        area = rect.adjusted(_SIDE_PX, 0, -_SIDE_PX, 0)
        if not isinstance(choice, Choice):
            small.setWeight(QFont.Weight.DemiBold)
            painter.setFont(small)
            painter.setPen(QColor(colours.muted))
            painter.drawText(area, _ONE_LINE, str(index.data()))
            painter.restore()
            return
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colours.accent_soft))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), colours.accent)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colours.raised))
        painter.setFont(small)
        painter.setPen(QColor(colours.muted))
        area = self._draw_right(painter, area, choice.shortcut)
        self._draw_left(painter, area, choice, option.font, small)
        painter.restore()

    @staticmethod
    def _draw_right(painter: QPainter, area: QRect, text: str) -> QRect:
        if not text:
            return area
        metrics, most = painter.fontMetrics(), int(area.width() * _MOST_RIGHT)
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, most)
        width = metrics.horizontalAdvance(text)
        painter.drawText(area.adjusted(area.width() - width, 0, 0, 0), _ONE_LINE, text)
        return area.adjusted(0, 0, -width - _GAP_PX, 0)

    def _draw_left(
        self, painter: QPainter, area: QRect, choice: Choice, font: QFont, small: QFont
    ) -> None:
        if choice.icon:
            area = self._draw_icon(painter, area, choice.icon, "muted")
        else:
            area = area.adjusted(self._look.scaled(_ICON_PX) + _GAP_PX, 0, 0, 0)
        painter.setFont(font)
        painter.setPen(QColor(self._look.colours.ink))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(choice.text, Qt.TextElideMode.ElideMiddle, area.width())
        painter.drawText(area, _ONE_LINE, shown)
        area = area.adjusted(metrics.horizontalAdvance(shown) + _GAP_PX, 0, 0, 0)
        painter.setFont(small)
        painter.setPen(QColor(self._look.colours.muted))
        middle = Qt.TextElideMode.ElideMiddle
        detail = painter.fontMetrics().elidedText(choice.detail, middle, max(0, area.width()))
        painter.drawText(area, _ONE_LINE, detail)

    def _draw_icon(
        self, painter: QPainter, area: QRect, icon: str, colour: str, gap_px: int = _GAP_PX
    ) -> QRect:
        """Draw an icon of the size of the text at the left; returns what is left of the area."""
        size = self._look.scaled(_ICON_PX)
        top = area.top() + (area.height() - size) // 2
        self._look.icon(icon, colour).paint(painter, QRect(area.left(), top, size, size))
        return area.adjusted(size + gap_px, 0, 0, 0)


class PaletteView(QListView):
    """Shows whole lines alone, however high it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """No part of a line is seen at its foot."""
        super().resizeEvent(event)
        self.fit_lines()

    def fit_lines(self) -> None:
        """The lines may be higher or lower than before."""
        line, frame = self.sizeHintForRow(0), 2 * self.frameWidth()
        rest = (self.height() - frame) % line if line > 0 else 0
        if self.viewportMargins().bottom() != rest:
            self.setViewportMargins(0, 0, 0, rest)


def spoken(choice: Choice) -> str:
    """A choice as a screen reader says it."""
    return ", ".join(filter(None, (choice.text, choice.detail, choice.shortcut)))
