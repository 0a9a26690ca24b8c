"""The window by keyboard: from one area to another, and from control to control."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.arrangement import Panel, Place
from app.ui.chat_panel import ChatPanel
from app.ui.digest_page import DigestPage
from app.ui.docking import Docking
from app.ui.document_view import DocumentView
from app.ui.left_area import LeftArea
from app.ui.passages_panel import PassagesPanel
from app.ui.search_page import SearchPage
from app.ui.side_area import SideArea
from app.ui.work_area import WorkArea


class FocusMoves(QObject):
    """The areas, in a ring; who goes to a panel that is put away brings it back. Window thread
    only."""

    def __init__(
        self,
        left: LeftArea,
        work: WorkArea,
        tabs: SideArea,
        passages: PassagesPanel,
        document: DocumentView,
        docking: Docking,
    ) -> None:
        super().__init__(tabs)
        self._left = left
        self._work = work
        self._tabs = tabs
        self._passages = passages
        self._document = document
        self._docking = docking

    def move(self, step: int) -> None:
        """Go `step` areas on, past those that are put away; from nowhere, as if from the middle
        one."""
        areas = self._docking.ring
        focused = QApplication.focusWidget()
        at = areas.index(self._work)
        for place, area in enumerate(areas):
            if focused is not None and (area is focused or area.isAncestorOf(focused)):
                at = place
        _give_keys(self._target_in(areas[(at + step) % len(areas)]))

    def to_library(self) -> None:
        """Go to the files, or to what stands there while there are none."""
        self._docking.reveal(Panel.LIBRARY)
        self._left.show_library()
        _give_keys(self._left.focus_target)

    def to_filter(self) -> None:
        """Go to the filter of the files."""
        self._docking.reveal(Panel.LIBRARY)
        self._left.activateWindow()
        self._left.show_filter()

    def to_talks(self) -> None:
        """Go to the conversations, ready to search them."""
        self._docking.reveal(Panel.LIBRARY)
        self._left.activateWindow()
        self._left.show_talks()

    def to_found(self) -> None:
        """Go to what was found."""
        self._tabs.show_wanted(self._tabs.first)
        _give_keys(self._tabs.tabBar())

    def to_document(self) -> None:
        """Go to the document, wherever it stands."""
        self._tabs.show_wanted(self._document)
        tabbed = self._docking.place(Panel.DOCUMENT) is Place.TABBED
        _give_keys(self._tabs.tabBar() if tabbed else self._document_target)

    @property
    def _document_target(self) -> QWidget:
        return self._document.focus_target or self._docking.headed.header

    def _target_in(self, area: QWidget) -> QWidget:
        if area is self._left:
            return self._left.focus_target
        if area is self._work:
            return self._work.focus_target
        if area is self._docking.headed:
            return self._document_target
        in_passages = self._tabs.currentWidget() is self._passages and self._passages.cards
        return self._passages.cards[0] if in_passages else self._tabs.tabBar()


def _give_keys(target: QWidget) -> None:
    target.activateWindow()  # which another one may be, with a panel of its own
    target.setFocus(Qt.FocusReason.ShortcutFocusReason)


def order_tabs(
    work: WorkArea, chat: ChatPanel, search: SearchPage, digest: DigestPage, tabs: SideArea
) -> None:
    """The order in which Tab goes through the middle area, from its head to its foot."""
    head = (work.switch, chat.new_button, search.details, digest.new_button)
    box = chat.box
    chip = chat.scope_chip
    asking = (
        chip.button,
        chip.clear,
        box.edit,
        box.style_box,
        box.mode,
        box.button,
        chat.share.gear,
    )
    for first, second in pairwise(
        (*head, *asking, *search.in_order, *digest.in_order, tabs.tabBar())
    ):
        if first.window() is second.window():  # the tabs may be in a window of their own
            QWidget.setTabOrder(first, second)
