"""Between the engine and the conversation: asking, following, stopping."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.core.types import AnswerStyle, GateMode, GateSignal, Turn
from app.engine.protocol import AnswerDone, Ask, Message, PassagesFound
from app.ui.chat_panel import ChatPanel
from app.ui.engine_port import EnginePort, EngineState
from app.ui.exchange_view import ExchangeView
from app.ui.jobs import Job
from app.ui.passages_panel import PassagesPanel
from app.ui.wish import Wish


@dataclass(frozen=True, slots=True)
class LeftQuestion:
    """A question whose conversation was left before it was answered. `talk` is that one's key."""

    wish: Wish
    talk: str
    is_first: bool  # of its conversation


class ChatController(QObject):
    """One question at a time. Window thread only."""

    question_asked = Signal(str)
    news_came = Signal(object)  # Message about the question; it is shown already
    answered = Signal(object)  # ExchangeView
    left = Signal(object)  # LeftQuestion
    edited = Signal(object)  # ExchangeView: it and what follows gives way to a question

    def __init__(self, engine: EnginePort, chat: ChatPanel, passages: PassagesPanel) -> None:
        super().__init__(chat)
        self._engine = engine
        self._chat = chat
        self._passages = passages
        self._job: Job | None = None
        self._asked: ExchangeView | None = None  # that is being answered
        self._again: Callable[[], None] | None = None  # asks it again
        self.signal = GateSignal.MARGIN
        self.unread: Callable[[], tuple[int, int] | None] = lambda: None
        self.keeps = True  # questions and answers, in the library
        self.talk = uuid.uuid4().hex  # key of the conversation, under which it is kept
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
        edited = self._chat.take_edited()
        if edited is not None:
            self.edited.emit(edited)
        turns = self._chat.history() if history is None else history
        view = self._chat.add_exchange(wish)
        view.show_unread(self.unread())
        job = self._engine.submit(
            lambda number: Ask(
                number,
                wish.question,
                turns,
                wish.mode,
                self.signal,
                k=wish.k,
                style=wish.style,
                as_written=wish.as_written,
                talk=self.talk if self.keeps else "",
                place=view.place,
                about=wish.about,
                scope=wish.scope,
            )
        )
        self._job, self._asked = job, view
        job.happened.connect(lambda message: self._on_event(view, message))
        job.done.connect(lambda message: self._on_done(view, message))
        job.failed.connect(lambda _failed: self._on_failed(job, view, turns))
        job.cancelled.connect(view.stop)
        job.ended.connect(self._on_ended)
        self._chat.box.set_busy(True)
        self._passages.clear()
        self.question_asked.emit(wish.question)

    def repeat(self, view: ExchangeView, wish: Wish) -> None:
        """Ask the question of `view` again, as `wish` says, with the history it had then.

        Where the last question was rewritten and is to be taken as written, it gives way to that,
        also while it is answered.
        """
        history = self._chat.history(before=view)
        undone = wish.as_written and not view.wish.as_written
        if undone and view is self._chat.exchanges[-1]:
            self._drop_answer()
            self.edited.emit(view)
        self.put(wish, history)

    def stop(self) -> None:
        """Stop the answer that is being written."""
        if self._job is not None:
            self._engine.cancel(self._job)

    def show_passages_of(self, view: ExchangeView) -> None:
        """Show what was found for an earlier question."""
        citations = view.answer.citations if view.answer is not None else ()
        self._passages.show_passages(view.passages, view.words, citations)

    def show_passages_of_last(self) -> None:
        """Show what was found for the last question."""
        if self._chat.exchanges:
            self.show_passages_of(self._chat.exchanges[-1])

    def _on_event(self, view: ExchangeView, message: Message) -> None:
        view.take(message)
        if isinstance(message, PassagesFound):
            self._passages.show_passages(message.passages, message.words)
        self.news_came.emit(message)

    def _on_done(self, view: ExchangeView, message: Message) -> None:
        if isinstance(message, AnswerDone):
            view.finish(message)
            self.show_passages_of(view)
            self.answered.emit(view)
        self.news_came.emit(message)

    def _on_failed(self, job: Job, view: ExchangeView, history: tuple[Turn, ...]) -> None:
        """An engine that was only to read the settings anew is asked again once it has."""
        if job.lost and self._engine.state is EngineState.STARTING:
            self._again = lambda: self._put_again(view, history)
        elif job.failure is not None:
            view.fail(job.failure, self._engine.texts)

    def _put_again(self, view: ExchangeView, history: tuple[Turn, ...]) -> None:
        self._chat.remove_from(view)
        self.put(view.wish, history)

    def _on_ended(self) -> None:
        self._job = self._asked = None
        self._chat.box.set_busy(False)
        again, self._again = self._again, None
        if again is not None:
            again()

    def _drop_answer(self) -> None:
        """End the answer that is being written, and hear no more of it."""
        if self._job is not None:
            self._engine.cancel(self._job)
            self._engine.forget(self._job)
            self._on_ended()

    def _on_cleared(self) -> None:
        view, talk = self._asked, self.talk
        self._drop_answer()
        self.talk = uuid.uuid4().hex
        self._passages.clear()
        if view is not None:
            self.left.emit(LeftQuestion(view.wish, talk, view.place == 1))
