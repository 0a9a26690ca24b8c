"""The middle area: asking or searching, one at a time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.ui.chat_panel import ChatPanel
from app.ui.controls import HEADER_PX
from app.ui.richtext import tool_tip
from app.ui.search_page import SearchPage

_ASK, _SEARCH = 0, 1


class WorkArea(QWidget):
    """A switch at the top, and below it the conversation or the search page."""

    searching_changed = Signal(bool)

    def __init__(self, chat: ChatPanel, search: SearchPage) -> None:
        super().__init__()
        self.setObjectName("workArea")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chat = chat
        self._search = search
        self.switch = QTabBar()
        self.switch.setDrawBase(False)
        self.switch.setExpanding(False)
        self.switch.setFixedHeight(HEADER_PX)
        self.switch.setAccessibleName(self.tr("Ask or search"))
        for at, (name, tip) in enumerate(
            (
                (self.tr("Ask"), self.tr("Ask, and get an answer (Ctrl+1)")),
                (self.tr("Search"), self.tr("Search for passages (Ctrl+2)")),
            )
        ):
            self.switch.addTab(name)
            self.switch.setTabToolTip(at, tool_tip(tip))
        self._stack = QStackedWidget()
        self._stack.addWidget(chat)
        self._stack.addWidget(search)
        header = QHBoxLayout()
        header.setContentsMargins(6, 0, 8, 0)
        header.setSpacing(2)
        header.addWidget(self.switch)
        header.addStretch(1)
        for button in (chat.new_button, search.details):
            header.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(header)
        column.addWidget(self._stack, 1)
        self.switch.currentChanged.connect(self._on_switched)
        self._on_switched(_ASK)

    @property
    def searching(self) -> bool:
        """Whether the search page is shown."""
        return self.switch.currentIndex() == _SEARCH

    @property
    def focus_target(self) -> QWidget:
        """Where typing goes."""
        return self._search.box.edit if self.searching else self._chat.box.edit

    def show_ask(self) -> None:
        """Turn to the conversation."""
        self.switch.setCurrentIndex(_ASK)
        self._chat.box.edit.setFocus()

    def show_search(self) -> None:
        """Turn to the search page, ready to type."""
        self.switch.setCurrentIndex(_SEARCH)
        self._search.box.take_focus()

    def _on_switched(self, index: int) -> None:
        searching = index == _SEARCH
        self._stack.setCurrentIndex(index)
        self._chat.allow_new(not searching)
        self._search.details.setVisible(searching)
        self.searching_changed.emit(searching)
