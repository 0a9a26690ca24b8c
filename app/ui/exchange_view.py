"""One exchange of the conversation: a question, and the answer as it comes into being."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import delete

from app.core.types import Answer, FoundPassage, GateReport, Turn
from app.engine.protocol import (
    AnswerDone,
    AnswerText,
    DraftText,
    GateDecided,
    Message,
    PassagesFound,
    PromptProgress,
    QuestionCompleted,
    QuoteFound,
)
from app.ui.answer_footer import AnswerFooter
from app.ui.check_note import CheckNote
from app.ui.citation_hover import CitationHover
from app.ui.conversation_list import RestingWidget
from app.ui.copying import answer_data, text_data
from app.ui.engine_texts import EngineTexts
from app.ui.exchange_contents import ExchangeContents
from app.ui.exchange_state import Break, ExchangeState
from app.ui.exchange_text import ExchangeText
from app.ui.export_values import Exchange
from app.ui.failure import Failure
from app.ui.failure_note import FailureNote
from app.ui.look import Look
from app.ui.quote_block import QuoteBlock
from app.ui.reading_order import stops_in
from app.ui.refusal_view import RefusalView
from app.ui.wish import Wish


class ExchangeView(RestingWidget):
    """Follows the events of one `Ask`: it keeps what they tell, and has it shown. Window thread
    only.

    Far from the eye it can `rest`: what it shows is let go of, dozens of widgets, and made anew
    by `wake`. All that is known of the exchange stays.
    """

    citation_chosen = Signal(object)  # Citation
    passage_chosen = Signal(object)  # FoundPassage
    repeat_requested = Signal(object)  # Wish
    gate_decided = Signal()
    settings_requested = Signal()
    edit_requested = Signal()
    export_requested = Signal()

    def __init__(self, look: Look, state: ExchangeState) -> None:
        """`state` is that of a question that was just asked, or of an exchange that is over."""
        super().__init__()
        self._look = look
        self._state = state
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._contents: ExchangeContents | None = None  # made when it is first shown

    # ---------------------------------------------------------------------- what is known

    @property
    def state(self) -> ExchangeState:
        """All that is known of it."""
        return self._state

    @property
    def place(self) -> int:
        """Its place in the conversation, counted from 1."""
        return self._state.place

    @property
    def question(self) -> str:
        """What was asked."""
        return self._state.wish.question

    @property
    def wish(self) -> Wish:
        """What was asked, and how it is to be answered."""
        return self._state.wish

    @property
    def answer(self) -> Answer | None:
        """The answer, once it is whole."""
        return self._state.answer

    @property
    def gate(self) -> GateReport | None:
        """Whether documents are read, once that is decided."""
        return self._state.gate

    @property
    def passages(self) -> tuple[FoundPassage, ...]:
        """What was found."""
        return self._state.passages

    @property
    def words(self) -> tuple[str, ...]:
        """What was searched for in the passages."""
        return self._state.words

    @property
    def turn(self) -> Turn | None:
        """This exchange as history for the next question; None without an answer."""
        return self._state.turn

    @property
    def exchange(self) -> Exchange:
        """This exchange as it can be saved and printed."""
        return self._state.exchange

    # ----------------------------------------------------------------------- what is seen

    @property
    def contents(self) -> ExchangeContents:
        """What is seen of it. Whoever asks for that wakes it."""
        return self._contents if self._contents is not None else self._make_contents()

    @property
    def browser(self) -> ExchangeText:
        """The text of the answer."""
        return self.contents.browser

    @property
    def hover(self) -> CitationHover:
        """The card of a citation in that text."""
        return self.contents.hover

    @property
    def check(self) -> CheckNote:
        """What the check of the sentences found."""
        return self.contents.check

    @property
    def quote(self) -> QuoteBlock:
        """The quotation."""
        return self.contents.quote

    @property
    def refusal(self) -> RefusalView:
        """What stands in the place of an answer that is not in the documents."""
        return self.contents.refusal

    @property
    def failure(self) -> FailureNote:
        """What went wrong."""
        return self.contents.failure

    @property
    def footer(self) -> AnswerFooter:
        """Where the answer is from, and what can be done with it."""
        return self.contents.footer

    @property
    def badge_text(self) -> str:
        """The badge, "" before there is one."""
        return "" if self.footer.isHidden() else self.footer.badge.text()

    @property
    def gate_text(self) -> str:
        """The gate's numbers as shown."""
        return self.footer.numbers.text()

    # -------------------------------------------------------------------- what is told to it

    def show_unread(self, unread: tuple[int, int] | None) -> None:
        """`unread` are the files read when it was asked, and all of them; None if none is left."""
        self.contents.show_unread(unread)

    def take(self, message: Message) -> None:
        """Show one event."""
        state = self._state
        if isinstance(message, DraftText):
            state.draft += message.text
            self.browser.show_soon()
        elif isinstance(message, PassagesFound):
            state.passages, state.words = message.passages, message.words
            self.contents.show_closest()
        elif isinstance(message, QuestionCompleted):
            state.searched_for = message.question
            self.contents.show_searched()
        elif isinstance(message, QuoteFound):
            state.quote = message.quote
            self.contents.show_quote(message.quote)
        elif isinstance(message, GateDecided):
            self._decide(message.gate)
        elif isinstance(message, PromptProgress):
            self.contents.show_reading(message.done, message.total)
        elif isinstance(message, AnswerText):
            state.decided = True
            state.text += message.text
            self.contents.show_written()

    def finish(self, message: AnswerDone) -> None:
        """Show the finished answer."""
        self._state.end_with(message.answer)
        self.contents.show_answer(message.answer)
        self.gate_decided.emit()
        if not message.kept:
            self._state.kept = False
            self.contents.show_keeping()

    def fail(self, failure: Failure, texts: EngineTexts) -> None:
        """Show what went wrong, and the way on, as `texts` say it."""
        self._break_off(Break.by(failure, texts))

    def stop(self) -> None:
        """It was stopped; what was written or quoted stays."""
        self._break_off(Break())

    def _decide(self, gate: GateReport) -> None:
        self._state.decided = True
        if not gate.retrieved:
            self._state.text = self._state.draft
        self._state.gate = gate
        self.gate_decided.emit()
        self.contents.show_decision(gate)

    def _break_off(self, why: Break) -> None:
        self._state.break_off(why)
        self.contents.end()
        self.contents.show_broken(why)

    # ------------------------------------------------------------------- resting and waking

    @property
    def tab_stops(self) -> list[QWidget]:
        """Asked of the contents alone: Python's side of what Qt made itself, as scroll bars, stays
        as long as what was asked for it, and is to go with the contents."""
        return [] if self._contents is None else stops_in(self._contents)

    @property
    def can_rest(self) -> bool:
        """Whether there is something to let go of that can be made anew."""
        return self._contents is not None and self._contents.can_be_made_anew

    def rest(self) -> None:
        """Let go of what is shown, where it can be made anew. Not called by anything in it."""
        contents = self._contents
        if contents is not None and contents.can_be_made_anew:
            self._contents = None  # with Python's side of hundreds of widgets
            delete(contents)  # at once: a change of look that is about to come need not reach it

    def wake(self) -> None:
        """Show again what was let go of."""
        if self._contents is None:
            self._make_contents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The bubble is as wide as the question, up to most of the column."""
        super().resizeEvent(event)
        if self._contents is not None:
            self._contents.head.fit_bubble(event.size().width())

    def _make_contents(self) -> ExchangeContents:
        contents = self._contents = ExchangeContents(self._look, self._state)
        contents.citation_chosen.connect(self.citation_chosen)
        contents.passage_chosen.connect(self.passage_chosen)
        contents.repeat_requested.connect(self.repeat_requested)
        contents.copy_requested.connect(self.copy_answer)
        contents.settings_requested.connect(self.settings_requested)
        contents.edit_requested.connect(self.edit_requested)
        contents.export_requested.connect(self.export_requested)
        self._column.addWidget(contents)
        contents.show_known()
        if self.testAttribute(Qt.WidgetAttribute.WA_Resized):  # else its width is still to come
            contents.head.fit_bubble(self.width())
        return contents

    # ------------------------------------------------------------------ what people ask for

    def copy_answer(self) -> None:
        """Put the answer with its sources on the clipboard, or what is there of it."""
        if self.answer is not None:
            data = answer_data(self.answer)
        else:
            data = text_data(self._state.text or self.quote.text)
        QGuiApplication.clipboard().setMimeData(data)
