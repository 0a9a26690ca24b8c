"""A page's picture with the passage marked on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.protocol import Rect

_MARK = QColor(255, 214, 64, 110)  # paper is white in both looks, so this does not follow them
_EDGE = QColor(214, 158, 0)
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
    """Draws one image scaled to the width it was given, and rectangles over it."""

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()
        self._rects: tuple[Rect, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def rects(self) -> tuple[Rect, ...]:
        """The rectangles in fractions of the page."""
        return self._rects

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
        self._rects = ()
        self.setFixedSize(QSize(1, 1))
        self.update()

    def marked_area(self) -> QRectF:
        """What surrounds all marks, in pixels; empty if there is none."""
        area = QRectF()
        for rect in self._rects:
            area = area.united(scale_rect(rect, self.width(), self.height()))
        return area

    def _boxes(self) -> list[QRectF]:
        return [scale_rect(rect, self.width(), self.height()) for rect in self._rects]

    def _marks(self) -> QPainterPath:
        """All marks as one shape: where two overlap it is no darker."""
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.WindingFill)
        for box in self._boxes():
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
        painter.fillPath(self._marks(), _MARK)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        left = max(2.0, self.marked_area().left() - _RULE_AWAY_PX)
        for top, bottom in self._runs():
            painter.fillRect(QRectF(left, top, _RULE_PX, bottom - top), _EDGE)
        painter.setPen(QPen(_FRAME, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
