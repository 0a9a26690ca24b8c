"""Shows answer text: selectable, as high as its content, with `[n]` links and nothing else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QCursor, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip

CITATION_SCHEME = "cite"


class AnswerBrowser(QTextBrowser):
    """A text browser that loads nothing and opens nothing: it only reports citations."""

    citation_clicked = Signal(int)
    citation_hovered = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # what is dropped goes to the library
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.document().documentLayout().documentSizeChanged.connect(lambda *_: self._fit())
        self.anchorClicked.connect(self._on_clicked)
        self.highlighted.connect(self._on_highlighted)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Nothing is ever loaded, whatever a text asks for."""
        return None

    def sizeHint(self) -> QSize:
        """As high as the text."""
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The height follows the width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """The height follows the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling is the conversation's business."""
        event.ignore()

    def _fit(self) -> None:
        height = max(1, round(self.document().size().height()))
        if height != self.height():
            self.setFixedHeight(height)

    def _on_clicked(self, url: QUrl) -> None:
        number = _citation_number(url)
        if number is not None:
            self.citation_clicked.emit(number)

    def _on_highlighted(self, url: QUrl) -> None:
        number = _citation_number(url)
        if number is None:
            QToolTip.hideText()
        else:
            self.citation_hovered.emit(number)

    def show_tip(self, text: str) -> None:
        """Show a tip (already escaped) at the pointer."""
        QToolTip.showText(QCursor.pos(), text, self)


def _citation_number(url: QUrl) -> int | None:
    """The n of `cite:n`."""
    if url.scheme() != CITATION_SCHEME or not url.path().isdecimal():
        return None
    return int(url.path())
