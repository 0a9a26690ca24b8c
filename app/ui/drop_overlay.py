"""Takes files and folders that are dropped on a window, which is covered meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.ui.look import Look

_INSET_PX = 18
_ICON_PX = 48


def dropped_paths(data: QMimeData) -> tuple[str, ...]:
    """Paths of the local files and folders in a drop; links to elsewhere are left out."""
    urls = [url for url in data.urls() if url.isLocalFile()]
    return tuple(dict.fromkeys(url.toLocalFile() for url in urls if url.toLocalFile()))


def _accept_as_copy(event: QDropEvent) -> None:
    """Whatever was proposed: told of a move, where they come from may delete the files."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


class DropOverlay(QWidget):
    """A veil with a line of text, over the whole of the window that it takes drops for."""

    dropped = Signal(tuple)  # paths

    def __init__(self, look: Look, window: QWidget, text: str) -> None:
        """`text` says what a drop does."""
        super().__init__(window)
        self._look = look
        self._window = window
        self._text = text
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def cover(self) -> None:
        """Show it."""
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        """Welcome files and folders, take them, and follow the window's size."""
        kind = event.type()
        if kind is QEvent.Type.DragEnter and isinstance(event, QDragEnterEvent):
            if dropped_paths(event.mimeData()):
                _accept_as_copy(event)
                self.cover()
            return True
        if kind is QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.hide()
            if paths := dropped_paths(event.mimeData()):
                _accept_as_copy(event)
                self.dropped.emit(paths)
            return True
        if kind is QEvent.Type.DragLeave:
            self.hide()
        elif kind is QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._window.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Veil, dashed frame, icon, words."""
        colours = self._look.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(colours.surface)
        veil.setAlpha(225)
        painter.fillRect(self.rect(), veil)
        pen = QPen(QColor(colours.accent), 2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        frame = QRectF(self.rect()).adjusted(_INSET_PX, _INSET_PX, -_INSET_PX, -_INSET_PX)
        painter.drawRoundedRect(frame, 12, 12)
        centre = self.rect().center()
        pixmap = self._look.icon("folder-add", "accent").pixmap(
            QSize(_ICON_PX, _ICON_PX), self.devicePixelRatioF()
        )
        painter.drawPixmap(centre.x() - _ICON_PX // 2, centre.y() - _ICON_PX - 6, pixmap)
        font = QFont(self.font())
        font.setPointSizeF(self._look.scale.title)
        painter.setFont(font)
        painter.setPen(QColor(colours.ink))
        words = self.rect().adjusted(0, centre.y() + 10, 0, 0)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(words, int(flags), self._text)
        painter.end()
