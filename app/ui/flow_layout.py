"""A layout that sets its items side by side and wraps, as words of a text do."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items in their preferred size, left to right, on as many lines as they need."""

    def __init__(
        self, parent: QWidget | None = None, *, gap_px: int = 8, line_gap_px: int = 6
    ) -> None:
        super().__init__(parent)
        self._gap = gap_px
        self._line_gap = line_gap_px
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Take `item` in at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at `index`, None beyond the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take the item at `index` out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It needs no more room than its items."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """As for the least size: the height follows the width."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The widest item alone on its line."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        margins: QMargins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        area = rect.marginsRemoved(self.contentsMargins())
        x, y, line_height = area.x(), area.y(), 0
        line: list[tuple[QLayoutItem, QPoint, QSize]] = []

        def place() -> None:
            for item, at, size in line:
                top = at.y() + (line_height - size.height()) // 2
                item.setGeometry(QRect(QPoint(at.x(), top), size))

        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().expandedTo(item.minimumSize())
            size.setWidth(min(size.width(), max(area.width(), 1)))
            if line and x + size.width() > area.right() + 1:
                if move:
                    place()
                line = []
                x = area.x()
                y += line_height + self._line_gap
                line_height = 0
            line.append((item, QPoint(x, y), size))
            x += size.width() + self._gap
            line_height = max(line_height, size.height())
        if move:
            place()
        margins = self.contentsMargins()
        return y + line_height - rect.y() + margins.bottom()
