"""The right area: passages of an answer or of a search, and the document view."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget

from app.ui.controls import HEADER_PX
from app.ui.document_view import DocumentView
from app.ui.passages_panel import PassagesPanel
from app.ui.search_reasons import ReasonsPanel


class SideArea(QTabWidget):
    """Two tabs: what was found, and its page. Asking and searching have each their first one."""

    def __init__(
        self, passages: PassagesPanel, reasons: ReasonsPanel, document: DocumentView
    ) -> None:
        super().__init__()
        self._passages = passages
        self._reasons = reasons
        self._document = document
        self._searching = False
        self._on_document = {False: False, True: False}  # which tab each of both was left on
        self.setDocumentMode(True)
        self.setObjectName("sideTabs")
        self.tabBar().setDrawBase(False)
        self.tabBar().setFixedHeight(HEADER_PX)
        self.addTab(passages, self.tr("Passages"))
        self.addTab(reasons, self.tr("Passage"))
        self.addTab(document, self.tr("Document"))
        self.setTabVisible(self.indexOf(reasons), False)

    def set_searching(self, searching: bool) -> None:
        """Show what goes with searching, or with asking, on the tab it was left on."""
        if searching == self._searching:
            return
        self._on_document[self._searching] = self.currentWidget() is self._document
        self._searching = searching
        first = self._reasons if searching else self._passages
        other = self._passages if searching else self._reasons
        self.setTabVisible(self.indexOf(first), True)
        self.setCurrentWidget(self._document if self._on_document[searching] else first)
        self.setTabVisible(self.indexOf(other), False)
