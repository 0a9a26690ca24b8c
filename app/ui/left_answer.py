"""An answer that was being written when its conversation was left: what was asked is not lost."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from app.ui.chat_controller import ChatController, LeftQuestion
from app.ui.chat_panel import ChatPanel
from app.ui.richtext import shorten
from app.ui.talk_controller import TalkController
from app.ui.undo_note import UndoNote

_LETTERS = 60  # of the question that are told


class LeftAnswer(QObject):
    """Offers to go back and ask again. Window thread only."""

    def __init__(
        self, chat: ChatPanel, control: ChatController, talks: TalkController, undo: UndoNote
    ) -> None:
        super().__init__(control)
        self._chat = chat
        self._control = control
        self._talks = talks
        self._undo = undo
        control.left.connect(self.offer)

    def offer(self, left: LeftQuestion) -> None:
        """Say that it was left, and offer it."""
        text = self.tr("The answer to “{0}” was stopped.")
        question = shorten(left.wish.question, _LETTERS)
        self._undo.offer(text.format(question), lambda: self._ask_again(left), subject=left)

    def _ask_again(self, left: LeftQuestion) -> None:
        self._chat.clear()
        if left.is_first or not self._control.keeps:
            self._control.talk = left.talk
            self._control.put(left.wish)
            return
        once = Qt.ConnectionType.SingleShotConnection
        self._talks.opened.connect(lambda: self._put(left), once)
        self._talks.open(left.talk)

    def _put(self, left: LeftQuestion) -> None:
        if self._control.talk == left.talk:
            self._control.put(left.wish)
