"""Shows the page behind what is quoted: citations of answers and digests, and found passages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.core.types import Citation, FoundPassage, SimilarPassage
from app.ui.chat_controller import ChatController
from app.ui.chat_panel import ChatPanel
from app.ui.document_controller import DocumentController
from app.ui.document_view import DocumentView
from app.ui.exchange_view import ExchangeView
from app.ui.side_area import SideArea


class SourceOpener(QObject):
    """Opens sources in the document view, and brings that to the front. Window thread only."""

    def __init__(
        self,
        chat: ChatPanel,
        chat_control: ChatController,
        control: DocumentController,
        view: DocumentView,
        tabs: SideArea,
    ) -> None:
        super().__init__(view)
        self._chat = chat
        self._chat_control = chat_control
        self._control = control
        self._view = view
        self._tabs = tabs
        chat.citation_chosen.connect(self.open_citation)
        chat.passage_chosen.connect(self._open_passage_of)
        chat_control.answered.connect(self._offer)
        chat.conversation_cleared.connect(control.forget)

    def open_citation(self, view: ExchangeView, citation: Citation) -> None:
        """Show the page behind an `[n]`."""
        self._chat_control.show_passages_of(view)
        among = view.answer.citations if view.answer is not None else (citation,)
        self.open_one_of(citation, among)

    def open_one_of(self, citation: Citation, among: Sequence[Citation]) -> None:
        """Show the page behind a citation; the keys go on to the others that it is among."""
        self._control.open_citation(citation, among)
        self.show_document()

    def open_passage(self, passage: FoundPassage | SimilarPassage) -> None:
        """Show the page of a passage."""
        self._control.open(passage)
        self.show_document()

    def step_citation(self, by: int) -> None:
        """Go on to the next (1) or previous (-1) citation of the same answer."""
        if self._control.step(by) or self._view.place is not None:
            self.show_document()

    def show_document(self) -> None:
        """Bring the document view to the front."""
        self._tabs.show_wanted(self._view)

    def offer_last(self) -> None:
        """The keys for the next citation begin with the last answer of the conversation."""
        if self._chat.exchanges:
            self._offer(self._chat.exchanges[-1])

    def _offer(self, view: ExchangeView) -> None:
        """The keys for the next citation begin with the answer that was just given."""
        if view.answer is not None:
            self._control.offer(view.answer.citations)

    def _open_passage_of(self, view: ExchangeView, passage: FoundPassage) -> None:
        self._chat_control.show_passages_of(view)
        self.open_passage(passage)
