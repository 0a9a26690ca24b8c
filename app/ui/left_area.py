"""The left area: the library or the conversations, and what was just deleted."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.ui.controls import HeaderTabs
from app.ui.library_panel import LibraryPanel
from app.ui.look import Look
from app.ui.richtext import tool_tip
from app.ui.talk_panel import TalkPanel
from app.ui.undo_note import UndoNote

_LIBRARY, _TALKS = range(2)
_MARGINS_PX = 18


class LeftArea(QWidget):
    """A switch at the top, and below it one of two panels."""

    def __init__(self, look: Look, library: LibraryPanel, talks: TalkPanel) -> None:
        super().__init__()
        self.setObjectName("leftArea")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._library = library
        self._talks = talks
        self.undo = UndoNote(look)
        self.switch = HeaderTabs()
        self.switch.setUsesScrollButtons(False)
        self.switch.setElideMode(Qt.TextElideMode.ElideRight)
        self.switch.setMinimumWidth(60)
        self.switch.setAccessibleName(self.tr("Library or conversations"))
        self.switch.addTab(self.tr("Library"))
        self.switch.addTab(self.tr("Conversations"))
        self.switch.setTabToolTip(_TALKS, tool_tip(self.tr("Earlier conversations (Ctrl+H)")))
        self._stack = QStackedWidget()
        self._stack.addWidget(library)
        self._stack.addWidget(talks)
        header = QHBoxLayout()
        header.setContentsMargins(5, 0, 8, 0)
        header.setSpacing(2)
        header.addWidget(self.switch, 1)
        for button in library.head_buttons:
            header.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(header)
        column.addWidget(self._stack, 1)
        column.addWidget(self.undo)
        self.switch.currentChanged.connect(self._on_switched)

    @property
    def focus_target(self) -> QWidget:
        """Where the keys go."""
        if self.switch.currentIndex() == _LIBRARY:
            tree = self._library.tree
            return tree if tree.isVisible() else self._library
        return self._talks.list if self._talks.list.isVisible() else self._talks.edit

    def show_library(self) -> None:
        """Turn to the library."""
        self.switch.setCurrentIndex(_LIBRARY)

    def show_filter(self) -> None:
        """Turn to the library, ready to filter it."""
        self.show_library()
        self._library.bar.take_focus()

    def show_talks(self) -> None:
        """Turn to the conversations, ready to search them."""
        self.switch.setCurrentIndex(_TALKS)
        self._talks.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_switched(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        self._show_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, adding is in the menu alone."""
        super().resizeEvent(event)
        self._show_buttons()

    def _show_buttons(self) -> None:
        buttons = self._library.head_buttons
        wanted = self.switch.sizeHint().width() + sum(each.sizeHint().width() for each in buttons)
        fits = wanted + _MARGINS_PX <= self.width()
        for button in buttons:
            button.setVisible(fits and self.switch.currentIndex() == _LIBRARY)
