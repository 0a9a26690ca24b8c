"""The conversations that were kept: searched, opened, renamed, deleted."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.talks import TalkSummary
from app.ui.controls import make_label
from app.ui.filter_edit import FilterEdit
from app.ui.look import Look
from app.ui.talk_list import TALK_ROLE, TalkList

_SEARCH_AFTER_MS = 150


class TalkPanel(QWidget):
    """Says what the person wants through signals; asks the engine nothing itself."""

    search_requested = Signal(str)
    open_requested = Signal(str)  # key
    rename_requested = Signal(str, str)  # key, title; "": its first question
    delete_requested = Signal(str)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("talkPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.edit = FilterEdit(look, self.tr("Clear the search"))
        self.edit.setPlaceholderText(self.tr("Search conversations…"))
        self.edit.setAccessibleName(self.tr("Search conversations"))
        self.list = TalkList(look)
        self.nothing = make_label("", "quiet", wrap=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.off = make_label(
            self.tr("New questions are not kept: so it is chosen in the settings."),
            "small",
            wrap=True,
        )
        self.off.setContentsMargins(14, 0, 12, 6)
        self.off.hide()
        row = QHBoxLayout()
        row.setContentsMargins(12, 6, 12, 6)
        row.addWidget(self.edit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.off)
        column.addWidget(self.list, 1)
        column.addWidget(self.nothing, 1)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_SEARCH_AFTER_MS)
        self._wait.timeout.connect(lambda: self.search_requested.emit(self.query))
        self.edit.textChanged.connect(lambda _text: self._wait.start())
        self.edit.down_pressed.connect(self._go_to_list)
        self.edit.returnPressed.connect(self._go_to_list)
        self.list.left.connect(self.edit.setFocus)
        self.list.opened.connect(lambda talk: self.open_requested.emit(talk.key))
        self.list.delete_requested.connect(lambda talk: self.delete_requested.emit(talk.key))
        self.list.talks.renamed.connect(self.rename_requested)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.show_talks(())

    @property
    def query(self) -> str:
        """What is searched for."""
        return self.edit.text().strip()

    def title_of(self, key: str) -> str:
        """The title of a conversation that is listed, "" of another."""
        return next((each.title for each in self.list.talks.talks if each.key == key), "")

    def show_talks(self, talks: tuple[TalkSummary, ...]) -> None:
        """Show these; the keys stay on the conversation that they were on, or go on to the one
        behind it where it has gone."""
        current, before = self.list.current, self.list.currentIndex().row()
        self.list.talks.show(talks)
        row = self.list.talks.row_of(current.key) if current is not None else -1
        if row < 0 and self.list.hasFocus():
            row = min(before, len(talks) - 1)
        if row >= 0:
            self.list.setCurrentIndex(self.list.talks.index(row))
        self.list.setVisible(bool(talks))
        self.nothing.setVisible(not talks)
        self.nothing.setText(
            self.tr("Nothing found in your conversations.") if self.query else self._emptiness()
        )

    def show_keeping(self, keeps: bool) -> None:  # what a setting says
        """Say where new questions are not kept."""
        self.off.setVisible(not keeps)
        self.show_talks(self.list.talks.talks)

    def _emptiness(self) -> str:
        if not self.off.isHidden():
            return ""
        return self.tr("Your conversations are kept here, in the library alone.")

    def make_menu(self, talk: TalkSummary) -> QMenu:
        """What can be done with a conversation."""
        menu = QMenu(self)
        menu.addAction(self.tr("Open"), lambda: self.open_requested.emit(talk.key))
        index = self.list.talks.index(self.list.talks.row_of(talk.key))
        menu.addAction(self.tr("Rename"), "F2", lambda: self.list.edit(index))
        if talk.named:
            text = self.tr("Title it by its first question")
            menu.addAction(text, lambda: self.rename_requested.emit(talk.key, ""))
        menu.addSeparator()
        text = self.tr("Delete")
        menu.addAction(text, "Del", lambda: self.delete_requested.emit(talk.key))
        return menu

    def _go_to_list(self) -> None:
        if self.list.talks.talks:
            if self.list.current is None:
                self.list.setCurrentIndex(self.list.talks.index(0))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_menu(self, place: QPoint) -> None:
        index = self.list.indexAt(place)
        if index.isValid():
            menu = self.make_menu(index.data(TALK_ROLE))
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(place))
