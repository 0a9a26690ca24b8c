"""The middle area: the conversation and the question box."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.talks import KeptExchange, LostSource, Talk
from app.core.types import AnswerStyle, GateMode, Turn
from app.ui.controls import IconButton, make_label, make_link, make_scrolled
from app.ui.conversation_list import COLUMN_PX, SIDE_PX, ConversationList
from app.ui.exchange_state import ExchangeState
from app.ui.exchange_view import ExchangeView
from app.ui.first_steps import FirstSteps
from app.ui.gate_share import SearchShare, ShareStrip
from app.ui.look import Look
from app.ui.question_box import QuestionBox
from app.ui.scope_chip import ScopeChip
from app.ui.welcome import Welcome
from app.ui.wish import Wish

_TURNS_REMEMBERED = 6


class ChatPanel(QWidget):
    """Lists the exchanges and keeps the newest in sight. Knows no engine.

    `new_button` is for whoever makes the area's head.
    """

    asked = Signal(object)  # Wish
    stop_requested = Signal()
    citation_chosen = Signal(object, object)  # ExchangeView, Citation
    passage_chosen = Signal(object, object)  # ExchangeView, FoundPassage
    repeat_requested = Signal(object, object)  # ExchangeView, Wish
    conversation_cleared = Signal()
    gate_settings_requested = Signal()
    export_requested = Signal(object)  # ExchangeView

    def __init__(
        self,
        look: Look,
        mode: GateMode,
        style: AnswerStyle = AnswerStyle.WRITTEN,
        *,
        samples: bool,
    ) -> None:
        super().__init__()
        self.setObjectName("chatPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._look = look
        self.exchanges: list[ExchangeView] = []
        self.editing: ExchangeView | None = None  # whose question is in the box, to be asked anew
        self.unshown: tuple[ExchangeState, ...] = ()  # older ones of this conversation
        self.welcome = Welcome(look, samples=samples)
        self.first_steps: FirstSteps | None = None
        self.box = QuestionBox(look, mode, style)
        self.welcome.question_suggested.connect(
            lambda question: self.asked.emit(self.box.wish(question))
        )
        self.box.asked.connect(self.asked)
        self.box.stop_requested.connect(self.stop_requested)
        self.scope_chip = ScopeChip(look)
        self.share = ShareStrip(look)
        self.share.settings_requested.connect(self.gate_settings_requested)
        self.new_button = IconButton(look, "new", self.tr("New conversation (Ctrl+N)"))
        self.new_button.clicked.connect(self.clear)
        self._new_allowed = True
        self.new_button.hide()
        self._stack = QStackedWidget()
        self._empty = make_scrolled(self.welcome, "conversationArea")
        self.list = ConversationList()
        self.list.top_neared.connect(self._show_earlier)
        self.list.tab_end = self.scope_chip.button
        look.changing.connect(self.list.rest_unseen)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        self.edit_note = self._make_edit_note()
        column.addLayout(self._centred(self.edit_note, (20, 4, 20, 0)))
        column.addLayout(self._centred(self.scope_chip, (20, 4, 20, 0)))
        column.addLayout(self._centred(self.box, (20, 2, 20, 2)))
        column.addLayout(self._centred(self.share, (20, 0, 20, 4)))

    def begin_first_steps(self, steps: FirstSteps) -> None:
        """Show the introduction in place of the empty conversation, until it is `finished`."""
        self.first_steps = steps
        steps.question_suggested.connect(lambda question: self.asked.emit(self.box.wish(question)))
        steps.write_requested.connect(self.box.edit.setFocus)
        steps.finished.connect(self._end_first_steps)
        self._stack.insertWidget(0, steps)
        self._stack.setCurrentIndex(0)

    def _turn_to_list(self) -> None:
        if self.first_steps is not None:
            self.first_steps.end()
        self._stack.setCurrentWidget(self.list)

    def _end_first_steps(self) -> None:
        steps, self.first_steps = self.first_steps, None
        if steps is not None:
            self._stack.removeWidget(steps)
            steps.hide()
            steps.deleteLater()
            self.box.edit.setFocus()

    def history(self, before: ExchangeView | None = None) -> tuple[Turn, ...]:
        """The last finished exchanges, oldest first, up to `before` (not included)."""
        stop = self.exchanges.index(before) if before in self.exchanges else len(self.exchanges)
        older = [each.turn for each in self.unshown[-_TURNS_REMEMBERED:]]
        turns = (*older, *(each.turn for each in self.exchanges[:stop]))
        return tuple([turn for turn in turns if turn is not None][-_TURNS_REMEMBERED:])

    def allow_new(self, allowed: bool) -> None:
        """Show the button for a new conversation, where there is one to be left."""
        self._new_allowed = allowed
        self.new_button.setVisible(allowed and bool(self.exchanges))

    def add_exchange(self, wish: Wish) -> ExchangeView:
        """Show a new question at the bottom."""
        place = self.exchanges[-1].place + 1 if self.exchanges else 1
        view = self._make_exchange(ExchangeState(wish, place))
        self.exchanges.append(view)
        self._turn_to_list()
        self.list.append(view)
        self.allow_new(self._new_allowed)
        return view

    def show_talk(self, talk: Talk, lost: tuple[LostSource, ...]) -> None:
        """Show a conversation that was kept, in the place of an empty one."""
        self.show_exchanges([ExchangeState.of(each, lost) for each in talk.exchanges])

    @property
    def states(self) -> tuple[ExchangeState, ...]:
        """All that is known of the conversation, whether it is shown or not."""
        return (*self.unshown, *(each.state for each in self.exchanges))

    def show_exchanges(self, states: Sequence[ExchangeState]) -> None:
        """Show exchanges that are over, in the place of an empty conversation."""
        self.unshown = tuple(states)
        self._turn_to_list()
        self._show_earlier()
        self.list.follow()
        self.allow_new(self._new_allowed)

    def add_older(self, exchanges: tuple[KeptExchange, ...], lost: tuple[LostSource, ...]) -> None:
        """More of the kept conversation that is shown, from before what is known of it."""
        self.unshown = (*(ExchangeState.of(each, lost) for each in exchanges), *self.unshown)
        self.list.prepare_later()
        self._show_share()

    def remove_from(self, view: ExchangeView) -> None:
        """Take an exchange and all that follow it away."""
        at = self.exchanges.index(view)
        gone = self.exchanges[at:]
        del self.exchanges[at:]
        self.list.remove(gone)
        self._show_share()

    def begin_edit(self, view: ExchangeView) -> None:
        """Take the question of `view` into the box, to be asked anew."""
        self.editing = view
        self.edit_note.show()
        self.box.edit.setPlainText(view.question)
        self.box.set_about(view.wish.about)
        self.box.edit.selectAll()
        self.box.edit.setFocus()

    def take_edited(self) -> ExchangeView | None:
        """The exchange whose question is asked anew, once."""
        view, self.editing = self.editing, None
        self.edit_note.hide()
        return view if view in self.exchanges else None

    def edit_at(self, place: int) -> None:
        """As `begin_edit`, of the question at this place of the conversation."""
        while self.unshown and self.unshown[-1].place >= place:
            self._show_earlier()
        for view in self.exchanges:
            if view.place == place:
                self.begin_edit(view)

    def cancel_edit(self) -> None:
        """The question in the box is not to be asked anew."""
        self.take_edited()
        self.box.set_about(None)
        self.box.edit.clear()
        self.box.edit.setFocus()

    def _show_earlier(self) -> None:
        """Show the next older exchange of a conversation that was kept, above the others."""
        if not self.unshown:
            return
        view = self._make_exchange(self.unshown[-1])
        self.unshown = self.unshown[:-1]
        self.exchanges.insert(0, view)
        self.list.insert_above((view,))
        self._show_share()

    def _make_edit_note(self) -> QWidget:
        note = QWidget()
        row = QHBoxLayout(note)
        row.setContentsMargins(0, 0, 0, 0)
        text = self.tr("You are editing an earlier question: what follows it will be replaced.")
        row.addWidget(make_label(text, "small", wrap=True), 1)
        cancel = make_link(self.tr("Cancel"))
        cancel.clicked.connect(self.cancel_edit)
        row.addWidget(cancel)
        note.hide()
        return note

    def _make_exchange(self, state: ExchangeState) -> ExchangeView:
        view = ExchangeView(self._look, state)
        view.citation_chosen.connect(lambda citation: self.citation_chosen.emit(view, citation))
        view.passage_chosen.connect(lambda passage: self.passage_chosen.emit(view, passage))
        view.repeat_requested.connect(lambda again: self.repeat_requested.emit(view, again))
        view.gate_decided.connect(self._show_share)
        view.settings_requested.connect(self.gate_settings_requested)
        view.export_requested.connect(lambda: self.export_requested.emit(view))
        view.edit_requested.connect(lambda: self.begin_edit(view))
        return view

    def clear(self) -> None:
        """Begin a new conversation."""
        self.stop_requested.emit()
        gone = list(self.exchanges)
        self.exchanges.clear()
        self.list.remove(gone)
        self.take_edited()
        self.unshown = ()
        self._show_share()
        self.allow_new(self._new_allowed)
        self._stack.setCurrentWidget(self._empty)
        self.conversation_cleared.emit()
        self.box.edit.setFocus()

    def _show_share(self) -> None:
        gates = [each.gate for each in self.states]
        self.share.show_share(SearchShare.of(each for each in gates if each is not None))

    def _centred(self, widget: QWidget, margins: tuple[int, int, int, int]) -> QHBoxLayout:
        widget.setMaximumWidth(COLUMN_PX - 2 * SIDE_PX)
        row = QHBoxLayout()
        row.setContentsMargins(*margins)
        row.addStretch(1)
        row.addWidget(widget, 1000)
        row.addStretch(1)
        return row
