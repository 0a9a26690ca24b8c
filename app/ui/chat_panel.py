"""The middle area: the conversation and the question box."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.types import AnswerStyle, GateMode, Turn
from app.ui.controls import IconButton
from app.ui.exchange_view import ExchangeView
from app.ui.gate_share import SearchShare, ShareStrip
from app.ui.look import Look
from app.ui.question_box import QuestionBox
from app.ui.welcome import Welcome
from app.ui.wish import Wish

_COLUMN_PX = 760  # about 80 characters: the widest line that reads well
_TURNS_REMEMBERED = 6
_AT_BOTTOM_PX = 40


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
        self._follow = True
        self.exchanges: list[ExchangeView] = []
        self.welcome = Welcome(look, samples=samples)
        self.box = QuestionBox(look, mode, style)
        self.welcome.question_suggested.connect(
            lambda question: self.asked.emit(self.box.wish(question))
        )
        self.box.asked.connect(self.asked)
        self.box.stop_requested.connect(self.stop_requested)
        self.share = ShareStrip(look)
        self.share.settings_requested.connect(self.gate_settings_requested)
        self.new_button = IconButton(look, "new", self.tr("New conversation (Ctrl+N)"))
        self.new_button.clicked.connect(self.clear)
        self._new_allowed = True
        self.new_button.hide()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self._make_scroll_area())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        column.addLayout(self._centred(self.box, (20, 8, 20, 2)))
        column.addLayout(self._centred(self.share, (20, 0, 20, 4)))

    def history(self, before: ExchangeView | None = None) -> tuple[Turn, ...]:
        """The last finished exchanges, oldest first, up to `before` (not included)."""
        stop = self.exchanges.index(before) if before in self.exchanges else len(self.exchanges)
        turns = [each.turn for each in self.exchanges[:stop]]
        return tuple([turn for turn in turns if turn is not None][-_TURNS_REMEMBERED:])

    def allow_new(self, allowed: bool) -> None:
        """Show the button for a new conversation, where there is one to be left."""
        self._new_allowed = allowed
        self.new_button.setVisible(allowed and bool(self.exchanges))

    def add_exchange(self, wish: Wish) -> ExchangeView:
        """Show a new question at the bottom."""
        view = ExchangeView(self._look, wish)
        view.citation_chosen.connect(lambda citation: self.citation_chosen.emit(view, citation))
        view.passage_chosen.connect(lambda passage: self.passage_chosen.emit(view, passage))
        view.repeat_requested.connect(lambda again: self.repeat_requested.emit(view, again))
        view.gate_decided.connect(self._show_share)
        view.settings_requested.connect(self.gate_settings_requested)
        view.grew.connect(self._scroll_later)
        self.exchanges.append(view)
        self._list.insertWidget(self._list.count() - 1, view)
        self._stack.setCurrentIndex(1)
        self.allow_new(self._new_allowed)
        self._follow = True
        self._scroll_later()
        return view

    def clear(self) -> None:
        """Begin a new conversation."""
        self.stop_requested.emit()
        for view in self.exchanges:
            view.hide()
            view.deleteLater()
        self.exchanges.clear()
        self._show_share()
        self.allow_new(self._new_allowed)
        self._stack.setCurrentIndex(0)
        self.conversation_cleared.emit()
        self.box.edit.setFocus()

    def _show_share(self) -> None:
        gates = [each.gate for each in self.exchanges]
        self.share.show_share(SearchShare.of(each for each in gates if each is not None))

    def _make_scroll_area(self) -> QScrollArea:
        inner = QWidget()
        inner.setObjectName("conversation")
        inner.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._list = QVBoxLayout()
        self._list.setSpacing(28)
        self._list.addStretch(1)
        column = QWidget()
        column.setMaximumWidth(_COLUMN_PX)
        column.setLayout(self._list)
        self._list.setContentsMargins(20, 10, 20, 12)
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(column, 1000)
        row.addStretch(1)
        area = QScrollArea()
        area.setObjectName("conversationArea")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.verticalScrollBar().valueChanged.connect(self._note_place)
        area.verticalScrollBar().rangeChanged.connect(lambda *_: self._scroll_if_following())
        self._area = area
        return area

    def _centred(self, widget: QWidget, margins: tuple[int, int, int, int]) -> QHBoxLayout:
        widget.setMaximumWidth(_COLUMN_PX - 40)
        row = QHBoxLayout()
        row.setContentsMargins(*margins)
        row.addStretch(1)
        row.addWidget(widget, 1000)
        row.addStretch(1)
        return row

    def _note_place(self, value: int) -> None:
        """Following stops when the person scrolls up, and goes on at the bottom."""
        bar = self._area.verticalScrollBar()
        self._follow = value >= bar.maximum() - _AT_BOTTOM_PX

    def _scroll_later(self) -> None:
        if self._follow:
            QTimer.singleShot(0, self, self._scroll_if_following)

    def _scroll_if_following(self) -> None:
        if self._follow:
            bar = self._area.verticalScrollBar()
            bar.setValue(bar.maximum())
            self._follow = True
