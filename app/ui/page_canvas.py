"""A page's picture with the passage, what was looked for and what is selected marked on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.protocol import Rect

_MARK = QColor(255, 214, 64, 110)  # paper is white in both looks, so this does not follow them
_EDGE = QColor(214, 158, 0)
_FOUND = QColor(255, 150, 40, 120)
_CURRENT = QColor(120, 60, 0)
_SELECTED = QColor(70, 140, 255, 95)
_FRAME = QColor(0, 0, 0, 40)
_GROW_PX = 1.5
_RULE_PX = 3
_RULE_AWAY_PX = 12
_NEAR_LINES = 1.6


def scale_rect(rect: Rect, width: float, height: float) -> QRectF:
    """`rect`, given in fractions of the page, in pixels of a page `width` × `height`."""
    return QRectF(
        rect.left * width,
        rect.top * height,
        (rect.right - rect.left) * width,
        (rect.bottom - rect.top) * height,
    )


class PageCanvas(QWidget):
    """Draws one image scaled to the width it was given, and rectangles over it.

    Places of the pointer are told in fractions of the page.
    """

    pressed = Signal(QPointF)
    dragged = Signal(QPointF)
    released = Signal()
    double_clicked = Signal(QPointF)

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()
        self._rects: tuple[Rect, ...] = ()
        self._found: tuple[tuple[Rect, ...], ...] = ()
        self._current: int | None = None
        self._selected: tuple[Rect, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def rects(self) -> tuple[Rect, ...]:
        """The rectangles in fractions of the page."""
        return self._rects

    @property
    def found(self) -> tuple[tuple[Rect, ...], ...]:
        """The rectangles of each text that was looked for and is on this page."""
        return self._found

    @property
    def current(self) -> int | None:
        """Which of `found` is the current one."""
        return self._current

    @property
    def selected(self) -> tuple[Rect, ...]:
        """The rectangles of what is selected."""
        return self._selected

    def show_found(self, found: Sequence[Sequence[Rect]], current: int | None) -> None:
        """Mark what was looked for; `current` of it has an edge besides."""
        self._found = tuple(tuple(each) for each in found)
        self._current = current
        self.update()

    def select(self, rects: Sequence[Rect]) -> None:
        """Show this as selected."""
        self._selected = tuple(rects)
        self.update()

    def show_page(self, image: QImage, rects: Sequence[Rect], width: int) -> None:
        """Show `image`, `width` device-independent pixels wide."""
        self._image = image
        self._rects = tuple(rects)
        self.fit(width)

    def fit(self, width: int) -> None:
        """Change the width; until a sharper image comes the old one is scaled."""
        if not self._image.isNull():
            height = round(width * self._image.height() / self._image.width())
            self.setFixedSize(QSize(width, height))
        self.update()

    def clear(self) -> None:
        """Show nothing."""
        self._image = QImage()
        self._rects, self._found, self._selected = (), (), ()
        self.setFixedSize(QSize(1, 1))
        self.update()

    def marked_area(self) -> QRectF:
        """What surrounds all marks, in pixels; empty if there is none."""
        return self._around(self._rects)

    def current_area(self) -> QRectF:
        """What surrounds the current one of what was found, in pixels; empty if there is none."""
        known = self._current is not None and self._current < len(self._found)
        return self._around(self._found[self._current or 0] if known else ())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The left button begins to select."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.pressed.emit(self._fraction(event.position()))
        super().mousePressEvent(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Dragging selects."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.dragged.emit(self._fraction(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The selection is made."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.released.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click selects a word."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.double_clicked.emit(self._fraction(event.position()))

    def _fraction(self, point: QPointF) -> QPointF:
        return QPointF(point.x() / max(1, self.width()), point.y() / max(1, self.height()))

    def _around(self, rects: Sequence[Rect]) -> QRectF:
        area = QRectF()
        for rect in rects:
            area = area.united(scale_rect(rect, self.width(), self.height()))
        return area

    def _boxes(self) -> list[QRectF]:
        return [scale_rect(rect, self.width(), self.height()) for rect in self._rects]

    def _shape(self, rects: Sequence[Rect]) -> QPainterPath:
        """Rectangles as one shape: where two overlap it is no darker."""
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.WindingFill)
        for box in (scale_rect(rect, self.width(), self.height()) for rect in rects):
            shape.addRect(box.adjusted(-_GROW_PX, -_GROW_PX, _GROW_PX, _GROW_PX))
        return shape

    def _runs(self) -> list[tuple[float, float]]:
        """Top and bottom of each group of marked lines that follow each other closely."""
        runs: list[tuple[float, float]] = []
        for box in sorted(self._boxes(), key=QRectF.top):
            if runs and box.top() - runs[-1][1] < _NEAR_LINES * box.height():
                runs[-1] = (runs[-1][0], max(runs[-1][1], box.bottom()))
            else:
                runs.append((box.top(), box.bottom()))
        return runs

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw page, marks, and a rule in the margin beside them."""
        if self._image.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._image)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillPath(self._shape(self._rects), _MARK)
        painter.fillPath(self._shape([each for found in self._found for each in found]), _FOUND)
        painter.fillPath(self._shape(self._selected), _SELECTED)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        current = self.current_area()
        if not current.isEmpty():
            painter.setPen(QPen(_CURRENT, 2))
            painter.drawRect(current.adjusted(-2, -2, 2, 2))
        left = max(2.0, self.marked_area().left() - _RULE_AWAY_PX)
        for top, bottom in self._runs():
            painter.fillRect(QRectF(left, top, _RULE_PX, bottom - top), _EDGE)
        painter.setPen(QPen(_FRAME, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
