"""What of the window is meant when something is to be saved, printed or copied."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QObject, Signal

from app.ui import export_words
from app.ui.chat_panel import ChatPanel
from app.ui.digest_page import DigestPage
from app.ui.exchange_view import ExchangeView
from app.ui.export_script import manuscript_of, manuscript_of_script
from app.ui.export_values import Conversation, Exchange, Manuscript
from app.ui.work_area import WorkArea


class ExportPick(QObject):
    """Makes a manuscript of what is shown. Window thread only."""

    said = Signal(str)  # in passing

    def __init__(self, chat: ChatPanel, digest: DigestPage, work: WorkArea) -> None:
        super().__init__(work)
        self._chat, self._digest, self._work = chat, digest, work

    def shown(self) -> Manuscript | None:
        """The digest on its page, else the conversation; None where there is nothing yet."""
        return self.of_digest() if self._work.digesting else self.conversation()

    def conversation(self) -> Manuscript | None:
        """The whole conversation, also what of it is too old to be shown at first."""
        return self._manuscript(tuple(each.exchange for each in self._chat.states))

    def one(self, view: ExchangeView) -> Manuscript | None:
        """One question with its answer."""
        return self._manuscript((view.exchange,))

    def of_digest(self) -> Manuscript | None:
        """The digest."""
        script = self._digest.result.script()
        return None if script is None else manuscript_of_script(script)

    def copy_last(self) -> None:
        """Put the newest finished answer with its sources on the clipboard."""
        for view in reversed(self._chat.exchanges):
            if view.answer is not None:
                view.copy_answer()
                self.said.emit(self.tr("Copied: the last answer with its sources."))
                return
        self.said.emit(self.tr("There is no answer to copy yet."))

    @staticmethod
    def _manuscript(exchanges: tuple[Exchange, ...]) -> Manuscript | None:
        if not exchanges:
            return None
        title = export_words.conversation_title(exchanges[0].question)
        return manuscript_of(Conversation(title, exchanges, datetime.now().astimezone()))
