"""The exchanges of a conversation, one below the other; only what is near the eye is laid out.

An answer that is laid out costs some ms, and a change of the width or a word that is added would
cost that for all of them. So the exchanges that are far from what is seen are hidden: they keep
the height that they had, and are laid out anew when they come near. What is seen never moves by
that: the exchange at the top of the view stays where it is. Those that are further away still let
go of what they show: hundreds of exchanges that were once seen would be tens of thousands of
widgets, each of which a change of theme or text size has to reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from app.ui.reading_order import put_before, stops_in

COLUMN_PX = 760  # about 80 characters: the widest line that reads well
SIDE_PX = 20
_TOP_PX, _BOTTOM_PX = 10, 12
_GAP_PX = 28
_AT_BOTTOM_PX = 40
_NEAR = 1.0  # views above and below what is seen are laid out before they are seen
_FAR = 2.0  # what is further away is hidden
_REST = 4.0  # what is still further away rests
_RESTED_MS = 2  # of letting go of what is far, in a turn of the event loop
_SEEN_MS = 10  # of laying out what is seen, before a picture is drawn of what is ready
_DELETED_AT_ONCE = 10
_PAUSE_MS = 4  # between two exchanges that are laid out before they are seen
_BUSY_MS = 5  # a turn of the event loop that takes longer has other things to do
_WAITED = 10  # such turns, until it is done all the same
_ROUNDS = 4  # in which heights settle: labels wrap, and answers follow their width


class RestingWidget(QWidget):
    """What a list shows: it can let go of its contents while nobody sees them."""

    @property
    def tab_stops(self) -> list[QWidget]:
        """What Tab comes to within it, from its top to its end."""
        return stops_in(self)

    @property
    def can_rest(self) -> bool:
        """Whether it has contents that it can let go of."""
        return False

    def rest(self) -> None:
        """Let go of the contents, if that can be."""

    def wake(self) -> None:
        """Have contents again."""


@dataclass(slots=True)
class _Row:
    """An exchange and its place in the list. `width` is what it was laid out for."""

    view: RestingWidget
    y: int = 0
    height: int = 0
    width: int = 0


class ConversationList(QScrollArea):
    """Follows its end while new text comes there, until the person scrolls up.

    Window thread only.
    """

    top_neared = Signal()  # more may be put above

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("conversationArea")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tab_end: QWidget | None = None  # where Tab goes from the last exchange
        self._rows: list[_Row] = []
        self._gone: list[RestingWidget] = []
        self._follow = True
        self._placing = False
        self._content = QWidget()
        self._content.setObjectName("conversation")
        self.setWidget(self._content)
        self._idle = QTimer(self)  # lays out one exchange at a time, while nothing else happens
        self._idle.setSingleShot(True)
        self._idle.setInterval(_PAUSE_MS)  # a turn of its own: keys and clicks come in between
        self._idle.timeout.connect(self._await_turn)
        self._turn = self._make_turn(self._on_turn)  # what has come in meanwhile is first
        self._resting = self._make_turn(self._rest_far)
        self._deletion = self._make_turn(self._delete_next)
        self._since = QElapsedTimer()  # the turn was asked for
        self._waited = 0
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    @property
    def awake(self) -> int:
        """How many exchanges are laid out."""
        return sum(not row.view.isHidden() for row in self._rows)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to be laid out, hidden or let go of."""
        return not any(each.isActive() for each in (self._idle, self._turn, self._resting))

    def append(self, view: RestingWidget) -> None:
        """Put an exchange at the end, and follow it."""
        self._rows.append(self._take(view))
        self._order_tabs(len(self._rows) - 1)
        self.follow()

    def insert_above(self, views: Sequence[RestingWidget]) -> None:
        """Put exchanges before all others; what is seen stays where it is."""
        rows = [self._take(view) for view in views]
        anchor = self._anchor()
        self._rows[:0] = rows
        for at in reversed(range(len(rows))):
            self._order_tabs(at)
        self._place(anchor)
        self._refresh()

    def remove(self, views: Sequence[RestingWidget]) -> None:
        """Delete exchanges."""
        gone = set(views)
        self._rows = [row for row in self._rows if row.view not in gone]
        for view in views:
            view.removeEventFilter(self)
            view.hide()
        self._gone += views
        self._deletion.start()
        self._place(self._anchor())
        self._refresh()

    def follow(self) -> None:
        """Go to the end, and stay there."""
        self._follow = True
        self._place(None)
        self._refresh()

    def rest_unseen(self) -> None:
        """Every widget is about to be given another look: have none that nobody sees."""
        seen = {id(row) for row in self._within(0.0)}
        self._hide(row for row in self._rows[:-1] if id(row) not in seen)
        for row in self._rows:
            if row.view.isHidden() and row.view.can_rest:
                row.view.rest()
        self._idle.start()

    def prepare_later(self) -> None:
        """There is more to be put above: ask for it where it would be near."""
        self._idle.start()

    # ------------------------------------------------------------------------- Qt events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The exchanges follow the width."""
        anchor = self._anchor()
        super().resizeEvent(event)
        self._lay_out_seen(anchor)
        self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """An exchange that grows pushes down what follows it."""
        if event.type() is QEvent.Type.LayoutRequest and not self._placing:
            row = next((each for each in self._rows if each.view is watched), None)
            if row is not None and not row.view.isHidden():
                anchor = self._anchor()
                if self._lay_out(row):
                    self._order_tabs(self._rows.index(row))  # it may hold more than before
                    self._place(anchor)
                    self._idle.start()
        return super().eventFilter(watched, event)

    # ------------------------------------------------------------------------------ inside

    def _make_turn(self, do: Callable[[], None]) -> QTimer:
        """Does something once, in the next turn of the event loop."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(0)
        timer.timeout.connect(do)
        return timer

    @property
    def _width(self) -> int:
        return min(COLUMN_PX, self.viewport().width()) - 2 * SIDE_PX

    @property
    def _fills_view(self) -> bool:
        """Whether all that is seen is laid out, and there is no room for more."""
        fits = self.verticalScrollBar().maximum() == 0
        return not fits and not any(map(self._is_stale, self._within(0.0)))

    def _take(self, view: RestingWidget) -> _Row:
        row = _Row(view)
        view.setParent(self._content)
        view.resize(self._width, view.height())  # what is made in it is made for that width
        view.wake()
        view.installEventFilter(self)
        view.show()
        self._lay_out(row)
        return row

    def _order_tabs(self, at: int) -> None:
        """Tab comes to an exchange before the one below it, whichever was made first."""
        last = at + 1 == len(self._rows)
        below = [] if last else self._rows[at + 1].view.tab_stops
        follower = self.tab_end if last else next(iter(below), None)
        if follower is not None:
            put_before(self._rows[at].view.tab_stops, follower)

    def _lay_out(self, row: _Row) -> bool:
        """Lay an exchange out for the width; whether its height is another one now."""
        before, row.width = row.height, self._width
        self._placing = True
        try:
            for _ in range(_ROUNDS):
                height = _height_of(row.view, row.width)
                row.view.resize(row.width, height)
                if height == row.height:
                    break
                row.height = height
        finally:
            self._placing = False
        return row.height != before

    def _anchor(self) -> tuple[_Row, int] | None:
        """The exchange at the top of the view, and how far above the top it begins; None where
        the end is followed, or there is nothing."""
        if self._follow:
            return None
        top = self.verticalScrollBar().value()
        row = next((each for each in self._rows if each.y + each.height > top), None)
        return None if row is None else (row, top - row.y)

    def _place(self, anchor: tuple[_Row, int] | None) -> None:
        """Put every exchange in its place; the one that is the anchor stays where it is seen."""
        view = self.viewport().size()
        left = (view.width() - self._width) // 2
        y = _TOP_PX
        for row in self._rows:
            row.y = y
            if not row.view.isHidden():
                row.view.move(left, y)
            y += row.height + _GAP_PX
        whole = y - _GAP_PX + _BOTTOM_PX if self._rows else 0
        bar = self.verticalScrollBar()
        self._placing = True
        try:
            self._content.resize(view.width(), max(whole, view.height()))
            if anchor is not None:
                bar.setValue(anchor[0].y + anchor[1])
            elif self._follow:
                bar.setValue(bar.maximum())
        finally:
            self._placing = False

    def _on_scrolled(self, value: int) -> None:
        if self._placing:
            return
        self._follow = value >= self.verticalScrollBar().maximum() - _AT_BOTTOM_PX
        self._refresh()

    def _within(self, views: float) -> list[_Row]:
        """The exchanges at most so many heights of the view away from what is seen."""
        height = self.viewport().height()
        top = self.verticalScrollBar().value() - views * height
        bottom = self.verticalScrollBar().value() + (1 + views) * height
        return [row for row in self._rows if row.y + row.height >= top and row.y <= bottom]

    def _refresh(self) -> None:
        """Lay out what is seen, hide what is far; what is near comes when there is time."""
        self._lay_out_seen(self._anchor())
        kept = {id(row) for row in self._within(_FAR)}
        # The last one may still be written.
        self._hide(row for row in self._rows[:-1] if id(row) not in kept)
        self._resting.start()
        self._idle.start()

    @staticmethod
    def _hide(rows: Iterable[_Row]) -> None:
        """Hide them, except for one that the keys are in."""
        focused = QApplication.focusWidget()
        for row in rows:
            has_focus = focused is not None and row.view.isAncestorOf(focused)
            if not has_focus and not row.view.isHidden():
                row.view.hide()

    def _lay_out_seen(self, anchor: tuple[_Row, int] | None) -> None:
        """Lay out what is seen; where that takes long, what is left of it follows by itself."""
        clock = QElapsedTimer()
        clock.start()
        for _ in range(_ROUNDS):
            changed = False
            for row in [each for each in self._within(0.0) if self._is_stale(each)]:
                if clock.elapsed() >= _SEEN_MS:
                    break
                changed |= self._wake(row)
            self._place(anchor)
            if not changed:
                return

    def _is_stale(self, row: _Row) -> bool:
        return row.view.isHidden() or row.width != self._width

    def _wake(self, row: _Row) -> bool:
        row.view.wake()
        row.view.show()
        return self._lay_out(row)

    def _await_turn(self) -> None:
        self._since.start()
        self._turn.start()

    def _on_turn(self) -> None:
        """Whatever came in meanwhile was first; where that was much, it is not made more, unless
        something is missing that would be seen."""
        self._waited += 1
        is_busy = self._since.elapsed() > _BUSY_MS and self._waited <= _WAITED
        if is_busy and self._fills_view:
            self._idle.start()
        else:
            self._waited = 0
            self._prepare_next()

    def _prepare_next(self) -> None:
        """Lay out the next exchange that is near, what is seen first; or ask for one above."""
        near = [*self._within(0.0), *self._within(_NEAR)]
        row = next((each for each in near if self._is_stale(each)), None)
        if row is not None:
            anchor = self._anchor()
            self._wake(row)
            self._place(anchor)
            self._idle.start()
        elif self.verticalScrollBar().value() < _NEAR * self.viewport().height():
            self.top_neared.emit()

    def _delete_next(self) -> None:
        """Delete some of what was removed: hundreds at once would be felt."""
        for view in self._gone[:_DELETED_AT_ONCE]:
            view.deleteLater()
        del self._gone[:_DELETED_AT_ONCE]
        if self._gone:
            self._deletion.start()

    def _rest_far(self) -> None:
        """Let go of what is far. In a turn of its own: it may hold what asked for the others."""
        kept = {id(row) for row in self._within(_REST)}
        clock = QElapsedTimer()
        clock.start()
        for row in self._rows:
            if id(row) not in kept and row.view.isHidden() and row.view.can_rest:
                if clock.elapsed() >= _RESTED_MS:
                    self._resting.start()
                    return
                row.view.rest()


def _height_of(view: QWidget, width: int) -> int:
    layout = view.layout()
    if layout is not None:
        layout.activate()
    return view.heightForWidth(width) if view.hasHeightForWidth() else view.sizeHint().height()
