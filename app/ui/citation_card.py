"""A calm card beside a citation: what it quotes, and where that stands."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QEnterEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.types import Citation
from app.core.undressed import undress
from app.ui import wording
from app.ui.controls import IconButton, make_label
from app.ui.look import Look
from app.ui.richtext import breakable, shorten

_QUOTE_LENGTH = 480
_LETTERS_WIDE = 52
_GAP_PX = 4  # between the citation and the card
_EDGE_PX = 8  # from the window's edge


class CitationCard(QFrame):
    """Lies over its window, and never takes the keys. A press on it opens the page."""

    opened = Signal(object)  # Citation
    entered = Signal()
    left = Signal()

    def __init__(self, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setObjectName("citationCard")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.citation: Citation | None = None
        self.quote = make_label("", "", wrap=True)
        self.quote.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.place = make_label("", "small", wrap=True)
        self.place.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.copy = IconButton(look, "copy", self.tr("Copy the quoted text"))
        self.copy.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.copy.clicked.connect(self._copy)
        below = QHBoxLayout()
        below.setSpacing(6)
        below.addWidget(self.place, 1)
        below.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.quote)
        column.addLayout(below)
        self.hide()

    def show_citation(self, citation: Citation, link: QRect) -> None:
        """Show `citation` below the rectangle `link` (of the screen), or above it where there is
        no room."""
        self.citation = citation
        quoted = shorten(undress(citation.text), _QUOTE_LENGTH)
        self.quote.setText(f"“{breakable(quoted)}”")
        self.place.setText(
            wording.place_name(
                citation.document, citation.path, citation.page_index, citation.page_label
            )
        )
        window = self._window
        room = window.rect().adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX)
        wide = min(self.fontMetrics().averageCharWidth() * _LETTERS_WIDE, room.width())
        self.ensurePolished()
        for label in (self.quote, self.place):
            label.ensurePolished()
        layout = self.layout()
        high = layout.totalHeightForWidth(wide) if layout is not None else 0
        high = min(high, room.height())
        corner = window.mapFromGlobal(link.topLeft())
        left = max(room.left(), min(corner.x(), room.right() - wide))
        top = corner.y() + link.height() + _GAP_PX
        if top + high > room.bottom():
            top = max(room.top(), corner.y() - _GAP_PX - high)
        self.setGeometry(QRect(QPoint(left, top), QPoint(left + wide - 1, top + high - 1)))
        self.show()
        self.raise_()

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer is on the card: it stays."""
        super().enterEvent(event)
        self.entered.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left."""
        super().leaveEvent(event)
        self.left.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press opens the page."""
        inside = self.rect().contains(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and inside and self.citation is not None:
            self.opened.emit(self.citation)

    def _copy(self) -> None:
        if self.citation is not None:
            QGuiApplication.clipboard().setText(self.citation.text)
