"""The right area: passages of an answer or of a search, and the document view."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import QSplitter, QTabWidget, QWidget

from app.ui.arrangement import Panel
from app.ui.controls import HeaderTabs
from app.ui.document_view import DocumentView
from app.ui.passages_panel import PassagesPanel
from app.ui.search_reasons import ReasonsPanel

_LEAST_PX = (140, 260)  # heights of the tabs, and of the document below them


class SideArea(QTabWidget):
    """Two tabs: what was found, and its page, while that does not stand elsewhere. Asking and
    searching have each their first one."""

    wanted = Signal(QWidget)  # somebody wants to see it; it may be put away, or elsewhere

    def __init__(
        self, passages: PassagesPanel, reasons: ReasonsPanel, document: DocumentView
    ) -> None:
        super().__init__()
        self.setTabBar(HeaderTabs())
        self._passages = passages
        self._reasons = reasons
        self._document = document
        self._searching = False
        self._on_document = {False: False, True: False}  # which tab each of both was left on
        self.setDocumentMode(True)
        self.tabBar().setDrawBase(False)  # which that mode turns on
        self.setObjectName("sideTabs")
        self.addTab(passages, self.tr("Passages"))
        self.addTab(reasons, self.tr("Passage"))
        self.addTab(document, self.tr("Document"))
        self.setTabVisible(self.indexOf(reasons), False)

    def show_wanted(self, tab: QWidget) -> None:
        """Go to a tab that was asked for, if it is here; that it is wanted is told."""
        if self.indexOf(tab) >= 0:
            self.setCurrentWidget(tab)
        self.wanted.emit(tab)

    def panel_of(self, tab: QWidget | None) -> Panel:
        """Which panel a tab is, None being what is beside the tabs."""
        return Panel.DOCUMENT if tab is self._document else Panel.SIDE

    def give_document(self) -> DocumentView:
        """The document view, which is to stand elsewhere."""
        self._on_document = {False: False, True: False}
        self.removeTab(self.indexOf(self._document))
        return self._document

    def take_document(self) -> None:
        """The document view is back, as the last tab, and seen."""
        self.setCurrentIndex(self.addTab(self._document, self.tr("Document")))

    @property
    def first(self) -> QWidget:
        """The tab of what was found."""
        return self._reasons if self._searching else self._passages

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


class SideColumn(QSplitter):
    """The right area with, at times, the document below it. Window thread only."""

    def __init__(self, tabs: SideArea) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setObjectName("sideColumn")
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(tabs)
        tabs.setMinimumHeight(_LEAST_PX[0])

    def put_below(self, panel: QWidget) -> None:
        """Have `panel` stand below."""
        panel.setMinimumHeight(_LEAST_PX[1])
        self.addWidget(panel)
        panel.show()

    def restore_split(self, state: str) -> None:
        """Share the room as it was, as Qt saved it, in hexadecimal; "": evenly."""
        if not state or not self.restoreState(QByteArray.fromHex(state.encode("ascii"))):
            self.setSizes([1, 1])

    @property
    def split(self) -> str:
        """How the room is shared, as Qt saves it, in hexadecimal; "" while there is but one."""
        return bytes(self.saveState().data()).hex() if self.count() > 1 else ""
