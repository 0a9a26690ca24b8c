"""The list of a digest: the summary on top, and below it each point with its sources."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QListView, QToolTip

from app.core.types import Digest, DigestPoint
from app.ui import digest_words
from app.ui.copying import point_data
from app.ui.digest_drawing import DigestDelegate
from app.ui.digest_model import DigestModel, Index
from app.ui.digest_summary import SummaryCard
from app.ui.digest_values import PointRow, SummaryRow
from app.ui.look import Look
from app.ui.richtext import tool_tip
from app.ui.search_drawing import set_up_view


class DigestList(QListView):
    """A click on a source opens it, a click on a point its first one. Enter opens the chosen
    source of a point, Left and Right choose another, Ctrl+C copies the point."""

    citation_wanted = Signal(object)  # Citation

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("digestList")
        self._look = look
        self.digest = DigestModel(self)
        self._delegate = DigestDelegate(look, self)
        self.summary: SummaryCard | None = None
        self._pressed: Index | None = None
        self._chip = 0  # the source of the current point that Enter opens
        self.setModel(self.digest)
        self.setItemDelegate(self._delegate)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        set_up_view(self, look)
        self.setAccessibleName(self.tr("Points of the digest"))
        self.setAccessibleDescription(
            self.tr("Enter opens the page of a source; Left and Right choose among several.")
        )
        look.changed.connect(self._restyle)

    # ------------------------------------------------------------------------- for others

    def begin(self, *, several: bool) -> None:
        """Nothing is found yet."""
        self._reset()
        self.digest.begin(several=several)

    def add(self, points: Sequence[DigestPoint]) -> None:
        """Points were found."""
        self.digest.add(points)

    def show_digest(self, digest: Digest) -> None:
        """Show what is finished; a person who has begun to read stays at the same point."""
        top = self.indexAt(QPoint(self.viewport().width() // 2, 1))
        reading = self.digest.row(top) if self.verticalScrollBar().value() > 0 else None
        current = self.digest.row(self.currentIndex())
        self._reset()
        self.digest.show(digest)
        first = self.digest.row(self.digest.index(0))
        if isinstance(first, SummaryRow):
            self._show_summary(first)
        if current is not None and (index := self.digest.find(current)).isValid():
            self.setCurrentIndex(index)
        if reading is not None and (index := self.digest.find(reading)).isValid():
            self.scrollTo(index, QListView.ScrollHint.PositionAtTop)
        else:
            self.scrollToTop()

    # -------------------------------------------------------------------------- Qt events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Texts are wrapped anew."""
        self._fit()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Another font has other heights."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._restyle()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Enter opens the first source of a point that was just turned to."""
        super().currentChanged(current, previous)
        self._choose_chip(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The chosen source is shown."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self._choose_first()
        self._choose_chip(self._chip)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """It no longer is."""
        super().focusOutEvent(event)
        self._delegate.focused = None
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Left, Right and Ctrl+C, as the class says."""
        row = self.digest.row(self.currentIndex())
        if not isinstance(row, PointRow):
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setMimeData(point_data(row.point))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(row, self._chip)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            last = len(row.point.citations) - 1
            self._choose_chip(min(max(0, self._chip + step), max(0, last)))
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Sources look as if they can be pressed."""
        super().mouseMoveEvent(event)
        index, chip = self._at(event.position().toPoint())
        hovered = (index.row(), chip) if chip is not None else None
        if hovered != self._delegate.hovered:
            self._delegate.hovered = hovered
            self.viewport().update()
        if isinstance(self.digest.row(index), PointRow):
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.viewport().unsetCursor()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        super().leaveEvent(event)
        self._delegate.hovered = None
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click begins."""
        super().mousePressEvent(event)
        self._pressed = self.indexAt(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click opens a source."""
        super().mouseReleaseEvent(event)
        index, chip = self._at(event.position().toPoint())
        row = self.digest.row(index)
        clicked = event.button() == Qt.MouseButton.LeftButton and index == self._pressed
        if clicked and isinstance(row, PointRow):
            self._choose_chip(chip or 0)
            self._open(row, chip or 0)
        self._pressed = None

    def viewportEvent(self, event: QEvent) -> bool:
        """Over a source its quote is shown, over a doubted point why it is doubted."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos()), self)
            return True
        return super().viewportEvent(event)

    def tip_at(self, at: QPoint) -> str:
        """The tip for a point of the view, "" for none."""
        index, chip = self._at(at)
        row = self.digest.row(index)
        if not isinstance(row, PointRow):
            return ""
        if chip is not None:
            return tool_tip(digest_words.citation_tip(row.point.citations[chip]))
        return tool_tip(digest_words.doubts(row.point))

    # ------------------------------------------------------------------------------ inside

    def _at(self, at: QPoint) -> tuple[Index, int | None]:
        index = self.indexAt(at)
        if not index.isValid():
            return index, None
        return index, self._delegate.chip_at(index, self.font(), self.visualRect(index), at)

    def _open(self, row: PointRow, chip: int) -> None:
        if chip < len(row.point.citations):
            self.citation_wanted.emit(row.point.citations[chip])

    def _choose_first(self) -> None:
        for at in range(self.digest.rowCount()):
            index = self.digest.index(at)
            if isinstance(self.digest.row(index), PointRow):
                self.setCurrentIndex(index)
                return

    def _choose_chip(self, chip: int) -> None:
        self._chip = chip
        index = self.currentIndex()
        shown = self.hasFocus() and index.isValid()
        self._delegate.focused = (index.row(), chip) if shown else None
        self.viewport().update()

    def _reset(self) -> None:
        """Other rows are coming."""
        self._delegate.forget()
        self._delegate.hovered = self._delegate.focused = None
        self.summary = None  # its widget goes with the model's rows

    def _show_summary(self, row: SummaryRow) -> None:
        self.summary = SummaryCard(self._look, row)
        self.summary.citation_wanted.connect(self.citation_wanted)
        self.setIndexWidget(self.digest.index(0), self.summary)
        self._fit()

    def _fit(self) -> None:
        width = self.viewport().width()
        self._delegate.set_width(width)
        if self.summary is not None:
            self._delegate.summary_height = self.summary.height_for(width)
            self.scheduleDelayedItemsLayout()

    def _restyle(self) -> None:
        self._delegate.forget()
        self._fit()
        self.scheduleDelayedItemsLayout()
