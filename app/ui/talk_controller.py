"""Between the engine, the list of conversations and the conversation that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.engine.protocol import (
    ForgetTaken,
    JobFailed,
    ListTalks,
    LoadTalk,
    Message,
    PutTalk,
    Ready,
    RenameTalk,
    TakeTalk,
    TalkLoaded,
    TalksListed,
    TalkTaken,
)
from app.ui.chat_controller import ChatController
from app.ui.chat_panel import ChatPanel
from app.ui.engine_port import EnginePort, EngineState
from app.ui.exchange_state import ExchangeState
from app.ui.exchange_view import ExchangeView
from app.ui.jobs import Job
from app.ui.richtext import shorten
from app.ui.talk_panel import TalkPanel
from app.ui.undo_note import UndoNote

_TITLE_LETTERS = 60  # of a title that are told
_PASSAGES_AFTER_MS = 30  # once the conversation is seen: a turn of its own


@dataclass(frozen=True, slots=True)
class TakenOut:
    """What `job` took out of a conversation: all of it, with its title, or its end (None)."""

    key: str
    job: int
    title: str | None


class TalkController(QObject):
    """Lists, opens, renames, deletes and brings back. Window thread only.

    What was deleted is in the engine's memory while the offer to undo stands, and nowhere else: an
    engine that ends takes it along, so that the offer goes too.
    """

    opened = Signal()
    failed = Signal(object)  # JobFailed

    def __init__(
        self,
        engine: EnginePort,
        chat: ChatPanel,
        control: ChatController,
        panel: TalkPanel,
        undo: UndoNote,
    ) -> None:
        super().__init__(panel)
        self._engine = engine
        self._chat = chat
        self._control = control
        self._panel = panel
        self._undo = undo
        self._restored = False
        self._listing: Job | None = None
        self._loading: Job | None = None
        self._older: Job | None = None  # more of the conversation that is shown
        engine.became_ready.connect(self._on_ready)  # a bound method: it goes with the window
        engine.state_changed.connect(self._on_state)
        panel.search_requested.connect(lambda _query: self.refresh())
        panel.open_requested.connect(self.open)
        panel.rename_requested.connect(self.rename)
        panel.delete_requested.connect(self.delete)
        control.answered.connect(lambda _view: self.refresh())
        control.edited.connect(self.cut)
        control.question_asked.connect(lambda _question: self._stop_loading())
        chat.conversation_cleared.connect(self._on_cleared)

    def set_keeping(self, keeps: bool) -> None:  # what a setting says
        """Keep what is asked from now on, or do not."""
        self._control.keeps = keeps
        self._panel.show_keeping(keeps)

    def refresh(self) -> None:
        """List the conversations anew."""
        if self._listing is not None:
            self._engine.forget(self._listing)
        job = self._engine.submit(lambda number: ListTalks(number, self._panel.query))
        self._listing = job
        job.done.connect(self._on_listed)

    def open(self, key: str) -> None:
        """Show a conversation."""
        if key == self._control.talk and self._chat.exchanges:
            self.opened.emit()
            return
        self._load(key)

    def go_on_with(self, key: str, states: Sequence[ExchangeState]) -> None:
        """Show this conversation at the start, be it empty, and not the last one that was kept."""
        self._restored = True
        for each in states:
            each.say_again(self._engine.texts)
        if states:
            self._control.talk = key
            self._chat.show_exchanges(states)
            QTimer.singleShot(_PASSAGES_AFTER_MS, self, self._control.show_passages_of_last)

    def rename(self, key: str, title: str) -> None:
        """Give a conversation another title."""
        self._then_refresh(self._engine.submit(lambda number: RenameTalk(number, key, title)))

    def delete(self, key: str) -> None:
        """Delete a conversation, and offer to undo that."""
        keys_in_list = self._panel.list.hasFocus()
        title = shorten(self._panel.title_of(key), _TITLE_LETTERS)
        if key == self._control.talk:
            with self._undo.offering_nothing():  # what was asked was to go
                self._chat.clear()  # stops its answer first: it would be kept
            if keys_in_list:
                self._panel.list.setFocus()  # for the next one
        job = self._engine.submit(lambda number: TakeTalk(number, key))
        job.done.connect(lambda message: self._on_taken(message, key, title))
        self._then_refresh(job)

    def _words(self, taken: TakenOut) -> str:
        if taken.title is None:
            return self.tr("Question and answers replaced.")
        if not taken.title:
            return self.tr("Conversation deleted.")
        return self.tr("Deleted: “{0}”").format(taken.title)

    def delete_open(self) -> None:
        """Delete the conversation that is shown."""
        if self._chat.exchanges:
            self.delete(self._control.talk)

    def cut(self, view: ExchangeView) -> None:
        """Delete a question with all that follows it: it is asked again."""
        key, place = self._control.talk, view.place
        job = self._engine.submit(lambda number: TakeTalk(number, key, place))
        job.done.connect(lambda message: self._on_taken(message, key, None))
        job.failed.connect(self.failed)
        self._chat.remove_from(view)

    def forget(self) -> None:
        """The library is being erased."""
        self._undo.forget()
        self._panel.edit.clear()
        self._panel.show_talks(())

    def _on_ready(self, _ready: Ready) -> None:
        self.refresh()

    def _load(self, key: str) -> None:
        self._stop_loading()
        job = self._engine.submit(lambda number: LoadTalk(number, key))
        self._loading = job
        job.done.connect(self._on_loaded)
        job.failed.connect(self.failed)

    def _load_older(self, key: str, before: int) -> None:
        """Go on with what is too old to be seen at first."""
        job = self._engine.submit(lambda number: LoadTalk(number, key, before))
        self._older = job
        job.done.connect(self._on_older)
        job.failed.connect(self.failed)

    def _on_listed(self, message: Message) -> None:
        self._listing = None
        if not isinstance(message, TalksListed):
            return
        self._panel.show_talks(message.talks)
        self._panel.list.mark_open(self._control.talk)
        if not self._restored:
            self._restored = True
            if message.talks and not self._chat.exchanges and not self._panel.query:
                self._load(message.talks[0].key)

    def _on_loaded(self, message: Message) -> None:
        self._loading = None
        if not isinstance(message, TalkLoaded):
            return
        if message.talk is None:
            self.refresh()
            return
        self._chat.clear()
        self._control.talk = message.talk.key
        self._chat.show_talk(message.talk, message.lost)
        QTimer.singleShot(_PASSAGES_AFTER_MS, self, self._control.show_passages_of_last)
        self._panel.list.mark_open(message.talk.key)
        self._go_on(message)
        self.opened.emit()

    def _on_older(self, message: Message) -> None:
        self._older = None
        if isinstance(message, TalkLoaded) and message.talk is not None:
            self._chat.add_older(message.talk.exchanges, message.lost)
            self._go_on(message)

    def _go_on(self, part: TalkLoaded) -> None:
        if part.talk is not None and part.talk.exchanges and part.older:
            self._load_older(part.talk.key, part.talk.exchanges[0].place)

    def offer(self, taken: TakenOut) -> None:
        """Offer to put it back."""
        self._undo.offer(
            self._words(taken),
            lambda: self._put_back(taken),
            lambda: self._forget_taken(taken.job),
            taken,
        )

    def _on_taken(self, message: Message, key: str, title: str | None) -> None:
        if isinstance(message, TalkTaken) and message.exchanges:
            self.offer(TakenOut(key, message.job, title))

    def _put_back(self, taken: TakenOut) -> None:
        if taken.key == self._control.talk:
            self._chat.clear()  # its answer would come behind what is put back
        job = self._engine.submit(lambda number: PutTalk(number, taken.job))
        job.done.connect(lambda _message: self._load(taken.key))
        self._then_refresh(job)

        def offer_again(_failure: JobFailed) -> None:
            if not job.lost:  # the engine still has it
                self.offer(taken)

        job.failed.connect(offer_again)

    def _forget_taken(self, taken: int) -> None:
        if self._engine.state is EngineState.READY:
            self._engine.submit(lambda number: ForgetTaken(number, taken))

    def _on_state(self, state: EngineState) -> None:
        if state is not EngineState.READY:
            self._undo.forget()

    def _stop_loading(self) -> None:
        """What is asked meanwhile is not to be replaced by what was kept."""
        if self._loading is not None:
            self._engine.forget(self._loading)
            self._loading = None

    def _on_cleared(self) -> None:
        self._stop_loading()
        if self._older is not None:
            self._engine.forget(self._older)
            self._older = None
        self._panel.list.mark_open("")

    def _then_refresh(self, job: Job) -> None:
        def fail(failure: JobFailed) -> None:
            self.failed.emit(failure)

        job.failed.connect(fail)
        job.done.connect(lambda _message: self.refresh())
