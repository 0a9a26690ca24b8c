"""Carries citations out of an answer: dragged by their number, or copied from its menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDrag, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu

from app.core.types import Citation
from app.ui import wording
from app.ui.answer_browser import CITATION_SCHEME, AnswerBrowser
from app.ui.copying import citation_data
from app.ui.richtext import shorten

_PLACE_LENGTH = 50


class CitationCarrier(QObject):
    """Watches one text with `[n]`. `find` tells what a number stands for; `copy_all` copies the
    whole answer. Window thread only."""

    def __init__(
        self,
        browser: AnswerBrowser,
        find: Callable[[int], Citation | None],
        copy_all: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(browser)
        self._browser = browser
        self._find = find
        self._copy_all = copy_all
        self._pressed: tuple[QPoint, Citation] | None = None
        browser.installEventFilter(self)
        browser.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the beginning of a drag, and the wish for a menu."""
        if isinstance(event, QContextMenuEvent):
            self._show_menu(event)
            return True
        if isinstance(event, QMouseEvent) and watched is self._browser.viewport():
            return self._follow(event)
        return super().eventFilter(watched, event)

    def drag(self, citation: Citation) -> None:
        """Drag a citation out, until it is dropped."""
        drag = QDrag(self._browser)
        drag.setMimeData(citation_data(citation))
        drag.exec(Qt.DropAction.CopyAction)

    def menu(self, citation: Citation | None) -> QMenu:
        """What can be done with the text, and with the citation under the pointer."""
        menu = QMenu(self._browser)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if citation is not None:
            place = wording.place_name(
                citation.document, citation.path, citation.page_index, citation.page_label
            )
            quote = menu.addAction(self.tr("Copy as a quotation with its source"))
            quote.setToolTip(shorten(place, _PLACE_LENGTH))
            quote.triggered.connect(lambda: copy_citation(citation))
            menu.addSeparator()
        selected = menu.addAction(self.tr("Copy the selected text"))
        selected.setEnabled(self._browser.textCursor().hasSelection())
        selected.triggered.connect(self._browser.copy)
        if self._copy_all is not None:
            whole = menu.addAction(self.tr("Copy the answer with its sources"))
            whole.triggered.connect(self._copy_all)
        menu.addSeparator()
        menu.addAction(self.tr("Select all")).triggered.connect(self._browser.selectAll)
        return menu

    def _follow(self, event: QMouseEvent) -> bool:
        place = event.position().toPoint()
        kind = event.type()
        if kind is QEvent.Type.MouseButtonPress and event.button() is Qt.MouseButton.LeftButton:
            citation = self._citation(self._browser.anchorAt(place))
            self._pressed = (place, citation) if citation is not None else None
        elif kind is QEvent.Type.MouseButtonRelease:
            self._pressed = None
        elif kind is QEvent.Type.MouseMove and self._pressed is not None:
            start, citation = self._pressed
            if (place - start).manhattanLength() >= QApplication.startDragDistance():
                self._pressed = None
                self.drag(citation)
            return True  # no text is selected meanwhile
        return False

    def _show_menu(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            anchor = self._browser.textCursor().charFormat().anchorHref()
            corner = self._browser.cursorRect().bottomLeft()
        else:
            corner = self._browser.viewport().mapFromGlobal(event.globalPos())
            anchor = self._browser.anchorAt(corner)
        self.menu(self._citation(anchor)).popup(self._browser.viewport().mapToGlobal(corner))

    def _citation(self, anchor: str) -> Citation | None:
        url = QUrl(anchor)
        if url.scheme() != CITATION_SCHEME or not url.path().isdecimal():
            return None
        return self._find(int(url.path()))


def copy_citation(citation: Citation) -> None:
    """Put a citation on the clipboard."""
    QGuiApplication.clipboard().setMimeData(citation_data(citation))
