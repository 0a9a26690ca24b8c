"""Between the engine and the conversation: asking, following, stopping."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.types import AnswerStyle, GateMode, GateSignal, Turn
from app.engine.protocol import AnswerDone, Ask, JobFailed, Message, PassagesFound
from app.ui.chat_panel import ChatPanel
from app.ui.engine_port import EnginePort
from app.ui.exchange_view import ExchangeView
from app.ui.jobs import Job
from app.ui.passages_panel import PassagesPanel
from app.ui.wish import Wish


class ChatController(QObject):
    """One question at a time. Window thread only."""

    question_asked = Signal(str)
    answered = Signal(object)  # ExchangeView

    def __init__(self, engine: EnginePort, chat: ChatPanel, passages: PassagesPanel) -> None:
        super().__init__(chat)
        self._engine = engine
        self._chat = chat
        self._passages = passages
        self._job: Job | None = None
        self.signal = GateSignal.MARGIN
        chat.asked.connect(self.put)
        chat.stop_requested.connect(self.stop)
        chat.repeat_requested.connect(self.repeat)
        chat.conversation_cleared.connect(self._on_cleared)

    @property
    def busy(self) -> bool:
        """Whether a question is being answered."""
        return self._job is not None

    def ask(self, question: str, mode: GateMode, style: AnswerStyle = AnswerStyle.WRITTEN) -> None:
        """Put a question in the conversation, unless one is being answered."""
        self.put(Wish(question, mode, style))

    def put(self, wish: Wish, history: tuple[Turn, ...] | None = None) -> None:
        """Put a question, unless one is being answered; `history` None is the conversation."""
        if self.busy:
            return
        turns = self._chat.history() if history is None else history
        view = self._chat.add_exchange(wish)
        job = self._engine.submit(
            lambda number: Ask(
                number, wish.question, turns, wish.mode, self.signal, k=wish.k, style=wish.style
            )
        )
        self._job = job
        job.happened.connect(lambda message: self._on_event(view, message))
        job.done.connect(lambda message: self._on_done(view, message))
        job.failed.connect(lambda failure: self._on_failed(view, failure))
        job.cancelled.connect(view.stop)
        job.ended.connect(self._on_ended)
        self._chat.box.set_busy(True)
        self._passages.clear()
        self.question_asked.emit(wish.question)

    def repeat(self, view: ExchangeView, wish: Wish) -> None:
        """Ask the question of `view` again, as `wish` says, with the history it had then."""
        self.put(wish, self._chat.history(before=view))

    def stop(self) -> None:
        """Stop the answer that is being written."""
        if self._job is not None:
            self._engine.cancel(self._job)

    def show_passages_of(self, view: ExchangeView) -> None:
        """Show what was found for an earlier question."""
        citations = view.answer.citations if view.answer is not None else ()
        self._passages.show_passages(view.passages, view.words, citations)

    def _on_event(self, view: ExchangeView, message: Message) -> None:
        view.take(message)
        if isinstance(message, PassagesFound):
            self._passages.show_passages(message.passages, message.words)

    def _on_done(self, view: ExchangeView, message: Message) -> None:
        if isinstance(message, AnswerDone):
            view.finish(message)
            self.show_passages_of(view)
            self.answered.emit(view)

    def _on_failed(self, view: ExchangeView, failure: JobFailed) -> None:
        view.fail(failure)

    def _on_ended(self) -> None:
        self._job = None
        self._chat.box.set_busy(False)

    def _on_cleared(self) -> None:
        if self._job is not None:
            self._engine.forget(self._job)
            self._on_ended()
        self._passages.clear()
