"""A drawn page that is scrolled, zoomed and selected from."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QKeySequence, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.engine.protocol import Rect
from app.ui.page_canvas import PageCanvas
from app.ui.page_selection import PageSelection

_ZOOM_STEP = 1.25
_LOWEST_ZOOM = 0.5
_HIGHEST_ZOOM = 4.0
_MARGIN_PX = 12
_NARROWEST_PX = 100


class PageArea(QScrollArea):
    """Shows the page on its `canvas`; `selection` is what is selected there. Window thread only."""

    zoom_requested = Signal(int)  # +1 or -1
    resized = Signal()
    copied = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pageArea")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(self.tr("Page"))
        self._zoom = 1.0
        self.canvas = PageCanvas()
        self.selection = PageSelection(self.canvas)
        sheet = QWidget()
        around = QVBoxLayout(sheet)
        around.setContentsMargins(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)
        around.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        around.addWidget(self.canvas)
        self.setWidget(sheet)

    def page_width(self, room_px: int) -> int:
        """Width of the page (device-independent pixels) where the view is `room_px` wide.

        Room for a scroll bar is always left, so that none makes a loop.
        """
        bar = self.verticalScrollBar().sizeHint().width()
        return max(_NARROWEST_PX, round((room_px - 2 * _MARGIN_PX - bar) * self._zoom))

    def zoom(self, step: int) -> None:
        """One step larger (1) or smaller (-1), or back to the width of the view (0)."""
        factor = self._zoom * _ZOOM_STEP**step if step else 1.0
        self._zoom = max(_LOWEST_ZOOM, min(_HIGHEST_ZOOM, factor))

    def show_page(self, image: QImage, rects: tuple[Rect, ...], width: int, name: str) -> None:
        """Show a page `width` wide, with the rectangles of the passage."""
        self.canvas.show_page(image, rects, width)
        self.canvas.setAccessibleName(name)

    def forget(self) -> None:
        """Another page comes: nothing is selected, and nothing known to be on it."""
        self.canvas.show_found((), None)
        self.selection.set_words(None)

    def centre_passage_later(self) -> None:
        """Scroll to the marked passage, once the page has its size."""
        QTimer.singleShot(0, self, lambda: self._centre(self.canvas.marked_area()))

    def centre_found_later(self) -> None:
        """Scroll to the place that was looked for."""
        QTimer.singleShot(0, self, lambda: self._centre(self.canvas.current_area()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift and the arrows select words, Ctrl+A the page, Ctrl+C copies; others scroll."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.selection.extend(step)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selection.select_all()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            event.ignore()  # turns pages
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page follows the width."""
        super().resizeEvent(event)
        self.resized.emit()

    def _centre(self, area: QRectF) -> None:
        if area.isEmpty():
            self.verticalScrollBar().setValue(0)
            return
        area.translate(_MARGIN_PX, _MARGIN_PX)
        view = QRect(QPoint(0, 0), self.viewport().size())
        top = round(area.center().y()) - view.height() // 2
        if area.height() > view.height():
            top = round(area.top()) - _MARGIN_PX
        self.verticalScrollBar().setValue(max(0, top))
        left = round(area.left()) - _MARGIN_PX
        if self.canvas.width() > view.width():
            self.horizontalScrollBar().setValue(max(0, left))
