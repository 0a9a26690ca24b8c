"""The middle area: asking, searching or reading whole documents, one at a time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.ui.chat_panel import ChatPanel
from app.ui.controls import HeaderTabs
from app.ui.digest_page import DigestPage
from app.ui.richtext import tool_tip
from app.ui.search_page import SearchPage

_ASK, _SEARCH, _DIGEST = range(3)
_MARGINS_PX = 24  # beside the switch and the button


class WorkArea(QWidget):
    """A switch at the top, and below it the conversation, the search page or the digest page."""

    searching_changed = Signal(bool)

    def __init__(self, chat: ChatPanel, search: SearchPage, digest: DigestPage) -> None:
        super().__init__()
        self.setObjectName("workArea")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chat = chat
        self._search = search
        self._digest = digest
        self.switch = HeaderTabs()
        self.switch.setAccessibleName(self.tr("Ask, search, or read whole documents"))
        for at, (name, tip) in enumerate(
            (
                (self.tr("Ask"), self.tr("Ask, and get an answer (Ctrl+1)")),
                (self.tr("Search"), self.tr("Search for passages (Ctrl+2)")),
                (
                    self.tr("Digest"),
                    self.tr("Sum up whole documents, or list what they hold (Ctrl+3)"),
                ),
            )
        ):
            self.switch.addTab(name)
            self.switch.setTabToolTip(at, tool_tip(tip))
        self._stack = QStackedWidget()
        for page in (chat, search, digest):
            self._stack.addWidget(page)
        header = QHBoxLayout()
        header.setContentsMargins(6, 0, 8, 0)
        header.setSpacing(2)
        header.addWidget(self.switch)
        header.addStretch(1)
        header.addWidget(chat.new_button, 0, Qt.AlignmentFlag.AlignVCenter)
        header.addWidget(search.details, 0, Qt.AlignmentFlag.AlignVCenter)
        header.addWidget(digest.new_button, 0, Qt.AlignmentFlag.AlignVCenter)
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
    def digesting(self) -> bool:
        """Whether the digest page is shown."""
        return self.switch.currentIndex() == _DIGEST

    @property
    def focus_target(self) -> QWidget:
        """Where typing goes."""
        if self.switch.currentIndex() == _DIGEST:
            return self._digest.focus_target
        return self._search.box.edit if self.searching else self._chat.box.edit

    def show_ask(self) -> None:
        """Turn to the conversation."""
        self.switch.setCurrentIndex(_ASK)
        self._chat.box.edit.setFocus()

    def show_search(self) -> None:
        """Turn to the search page, ready to type."""
        self.switch.setCurrentIndex(_SEARCH)
        self._search.box.take_focus()

    def show_digest(self) -> None:
        """Turn to the digest page."""
        self.switch.setCurrentIndex(_DIGEST)
        self._digest.focus_target.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_digest_share(self, share: float | None) -> None:
        """How much of a digest is read, 0 to 1; None while none is made."""
        text = self.tr("Digest")
        if share is not None:
            text = self.tr("Digest {0} %").format(int(100 * share))
        self.switch.setTabText(_DIGEST, text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the button of the search page is its icon alone."""
        super().resizeEvent(event)
        button = self._search.details
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        wanted = self.switch.sizeHint().width() + button.sizeHint().width() + _MARGINS_PX
        if event.size().width() < wanted:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)

    def _on_switched(self, index: int) -> None:
        searching = index == _SEARCH
        self._stack.setCurrentIndex(index)
        self._chat.allow_new(index == _ASK)
        self._search.details.setVisible(searching)
        self._digest.allow_new(index == _DIGEST)
        self.searching_changed.emit(searching)
