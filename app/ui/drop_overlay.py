"""What covers the window while something is dragged over it."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ui.look import Look

_INSET_PX = 18
_ICON_PX = 48


def dropped_paths(data: QMimeData) -> tuple[str, ...]:
    """Paths of the local files and folders in a drop; links to elsewhere are left out."""
    urls = [url for url in data.urls() if url.isLocalFile()]
    return tuple(dict.fromkeys(url.toLocalFile() for url in urls if url.toLocalFile()))


class DropOverlay(QWidget):
    """A veil with a line of text. Takes no events itself."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self) -> None:
        """Show it over the whole parent."""
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()

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
            QSize(_ICON_PX, _ICON_PX), self.devicePixelRatio()
        )
        painter.drawPixmap(centre.x() - _ICON_PX // 2, centre.y() - _ICON_PX - 6, pixmap)
        font = QFont(self.font())
        font.setPointSizeF(self._look.scale.title)
        painter.setFont(font)
        painter.setPen(QColor(colours.ink))
        words = self.rect().adjusted(0, centre.y() + 10, 0, 0)
        text = self.tr("Drop to add to the library")
        painter.drawText(
            words, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), text
        )
        painter.end()
