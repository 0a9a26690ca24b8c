"""A panel is taken by its header and let go of where it is to stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QTabBar, QToolTip, QWidget

from app.ui.arrangement import Panel, Place
from app.ui.docking import Docking
from app.ui.look import Look
from app.ui.richtext import tool_tip

_CORNER_PX = 8
_VEIL = 26  # of 255: what is below stays readable
# The window has gone, or another one is in front: the button is let go of elsewhere.
_ENDS = (QEvent.Type.Hide, QEvent.Type.WindowDeactivate)


class DropSpot(QWidget):
    """Marks where a panel would stand, over all else in the window."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def mark(self, window: QWidget, place: QRect) -> None:
        """Be seen in `window` at `place`, in global pixels."""
        if self.parentWidget() is not window:
            self.setParent(window)
        self.setGeometry(QRect(window.mapFromGlobal(place.topLeft()), place.size()))
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A veil in the accent colour, framed."""
        accent = QColor(self._look.colours.accent)
        veil = QColor(accent)
        veil.setAlpha(_VEIL)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, 2))
        painter.setBrush(veil)
        inside = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        painter.drawRoundedRect(inside, _CORNER_PX, _CORNER_PX)
        painter.end()


class PanelDrag(QObject):
    """Watches the headers of the panels. Window thread only.

    A header is pressed for its tabs, too: the panel is taken once the pointer has left the header.
    Escape lets go of it where it was.
    """

    menu_requested = Signal(str, QPoint)  # Panel, and where on the screen

    def __init__(
        self,
        look: Look,
        docking: Docking,
        headers: Mapping[QTabBar, Callable[[int], Panel]],
    ) -> None:
        """`headers` tell which panel each of their tabs is taken for, -1 being beside them."""
        super().__init__(docking)
        self._docking = docking
        self._headers = dict(headers)
        self.spot = DropSpot(look)
        self._pressed: Panel | None = None
        self._header: QTabBar | None = None
        self._dragged: Panel | None = None
        for header in headers:
            header.setToolTip(tool_tip(self.tr("Drag it away to move the panel")))
            header.installEventFilter(self)

    @property
    def dragged(self) -> Panel | None:
        """What is being dragged."""
        return self._dragged

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A header is pressed, dragged and let go of; or Escape is pressed meanwhile."""
        if isinstance(event, QKeyEvent):
            return self._take_key(event)
        if not isinstance(watched, QTabBar) or watched not in self._headers:
            return False
        if isinstance(event, QMouseEvent):
            return self._take_mouse(watched, event)
        if watched is self._header and event.type() in _ENDS:
            self._end()
            return False
        if isinstance(event, QContextMenuEvent):
            self.menu_requested.emit(self._panel_at(watched, event.pos()), event.globalPos())
            return True
        return False

    def _take_mouse(self, header: QTabBar, event: QMouseEvent) -> bool:
        point = event.globalPosition().toPoint()
        if event.type() is QEvent.Type.MouseButtonPress:
            if event.button() is Qt.MouseButton.LeftButton:
                self._pressed = self._panel_at(header, event.position().toPoint())
                self._header = header
        elif event.type() is QEvent.Type.MouseMove and self._pressed is not None:
            if self._dragged is None and self._has_left(header, event.position().toPoint()):
                self._begin()
            if self._dragged is not None:
                self._follow(point)
                return True
        elif event.type() is QEvent.Type.MouseButtonRelease:
            dragged = self._dragged
            self._end()
            if dragged is not None:
                place = self._docking.place_at(dragged, point)
                if place is not None:
                    self._docking.move(dragged, place, at=point)
                return True
        return False

    def _take_key(self, event: QKeyEvent) -> bool:
        if self._dragged is None or event.key() != Qt.Key.Key_Escape:
            return False
        event.accept()  # no shortcut, either
        if event.type() is QEvent.Type.KeyPress:
            self._end()
        return True

    def _begin(self) -> None:
        self._dragged = self._pressed
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        QApplication.setOverrideCursor(Qt.CursorShape.ClosedHandCursor)

    def _end(self) -> None:
        self._pressed = self._header = None
        if self._dragged is None:
            return
        self._dragged = None
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        QApplication.restoreOverrideCursor()
        QToolTip.hideText()
        self.spot.hide()

    def _follow(self, point: QPoint) -> None:
        if self._dragged is None:
            return
        place = self._docking.place_at(self._dragged, point)
        if place is None or place is Place.WINDOW:
            self.spot.hide()
        else:
            host, spot = self._docking.host(self._dragged), self._docking.spot(self._dragged, place)
            self.spot.mark(host, spot)
        QToolTip.showText(point, self._words(place), self._header)

    def _words(self, place: Place | None) -> str:
        return {
            None: "",
            Place.LEFT: self.tr("On the left"),
            Place.RIGHT: self.tr("On the right"),
            Place.TABBED: self.tr("With the passages"),
            Place.BELOW: self.tr("Below the passages"),
            Place.WINDOW: self.tr("In a window of its own"),
        }[place]

    def _panel_at(self, header: QTabBar, point: QPoint) -> Panel:
        return self._headers[header](header.tabAt(point))

    def _has_left(self, header: QTabBar, point: QPoint) -> bool:
        far = QApplication.startDragDistance()
        return not header.rect().adjusted(-far, -far, far, far).contains(point)
